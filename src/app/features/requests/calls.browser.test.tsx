import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#testing/accessible.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { pause } from '#testing/press-pause.ts';
import { resizePage } from '#testing/resize-page.ts';
import { waitUntil } from '#testing/wait-until.ts';

const CALLS = '/requests?tab=calls';
const list = page.getByRole('main');
const shown = () => [...document.querySelectorAll<HTMLElement>('[data-row]')].map(({ dataset }) => dataset['row']);
const button = (name: string) => list.getByRole('button', { name });

/**
 * A practice on a Wednesday at noon in New York with appointments on the following days: [day in June, UTC hour,
 * status].
 */
function practiceWith(
  times: readonly (readonly [day: number, hour: number, status: 'requested' | 'confirmed'])[],
  { keepsAnswers = false } = {},
) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-03T16:20:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const practice = createPracticeInMemory({ appointments: 0, hasExtensions: true });
  // A practice system that keeps no answers.
  const { listClientAnswers: _, giveClientAnswer: __, ...capabilities } = practice.session.capabilities;
  if (!keepsAnswers) practice.session.capabilities = capabilities;
  for (const client of practice.clients) client.phone = '+1 902 555 0147';
  const ids = times.map(([day, hour, status], index) => {
    const at = (minute: number) => new Date(Date.UTC(2026, 5, day, hour, minute)).toISOString();
    return practice.add({ start: at(0), end: at(30), status, petId: idOf(4, index + 1) }).id;
  });
  return { practice, ids };
}

test('the calls of the next open day are a tab of Requests, with phone links; the desk’s own Confirmed does not count', {
  tags: 'smoke',
}, async () => {
  const { practice, ids } = practiceWith([
    [4, 15, 'requested'],
    [4, 14, 'confirmed'],
    [5, 14, 'requested'],
    [3, 20, 'requested'],
  ]);
  const [later = '', sooner = '', friday = ''] = ids;
  const { address } = await renderApp(practice, '/requests');
  await page.getByRole('link', { name: 'Calls', exact: true }).click();
  await waitUntil(() => expect(shown()).toEqual([sooner, later]));
  expect(address()).toContain('tab=calls');
  await expect
    .element(list.getByRole('link', { name: '+1 902 555 0147' }).first())
    .toHaveAttribute('href', 'tel:+19025550147');
  await expect.element(list.getByText('2 to call').first()).toBeVisible();
  await expectAccessible('whom to call');

  await page.getByRole('button', { name: 'Next day' }).click();
  await waitUntil(() => expect(shown()).toEqual([friday]));
  await page.getByRole('button', { name: 'Next day' }).click();
  await expect.element(page.getByRole('heading', { name: 'No one left to call for this day' })).toBeVisible();
});

test('Client confirmed confirms what was requested; the row stays in its place until pointer and focus leave', async () => {
  const { practice, ids } = practiceWith([
    [4, 14, 'requested'],
    [4, 15, 'confirmed'],
  ]);
  const [requested = '', confirmed = ''] = ids;
  const { leave } = await renderApp(practice, CALLS);
  await waitUntil(() => expect(shown()).toEqual([requested, confirmed]));
  await button('Client confirmed').first().click();
  await waitUntil(() => expect(practice.appointments[0]?.status).toBe('confirmed'));
  expect(shown()).toEqual([requested, confirmed]);
  pause();
  await button('Client confirmed').last().click();
  await expect.element(page.getByRole('heading', { name: 'No one left to call for this day' })).toBeVisible();
  // It was confirmed before, so only the mark of the call is new.
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect.element(list.getByText('1 to call').first()).toBeVisible();
  await leave();
  await renderApp(practice, CALLS);
  await waitUntil(() => expect(shown()).toEqual([confirmed]));
});

test('Not reached marks the row with the time, also after a reload, and a second press removes the mark', {
  tags: 'smoke',
}, async () => {
  const { practice, ids } = practiceWith([[4, 14, 'requested']]);
  const { leave } = await renderApp(practice, CALLS);
  await waitUntil(() => expect(shown()).toEqual(ids));
  await button('Not reached').click();
  await expect.element(button('Not reached 12:20')).toHaveAttribute('aria-pressed', 'true');
  expect(practice.appointments[0]?.status).toBe('requested');
  await leave();
  await renderApp(practice, CALLS);
  await button('Not reached 12:20').click();
  await expect.element(button('Not reached')).toHaveAttribute('aria-pressed', 'false');
});

test('Another time opens the panel, which returns to the calls', async () => {
  const { practice, ids } = practiceWith([[4, 14, 'confirmed']]);
  const { address } = await renderApp(practice, CALLS);
  await waitUntil(() => expect(shown()).toEqual(ids));
  await button('Another time').click();
  await expect.element(page.getByRole('dialog', { name: 'Reschedule' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await waitUntil(() => expect(shown()).toEqual(ids));
  expect(address()).toMatch(/^\/requests\?.*tab=calls/);
});

test('only the shown stores are called for, and on a phone the buttons are there, too', async () => {
  await resizePage(390, 844);
  onTestFinished(() => resizePage(1280, 800));
  const { practice, ids } = practiceWith([
    [4, 14, 'requested'],
    [4, 15, 'requested'],
  ]);
  const [north, south] = practice.appointments;
  Object.assign(north ?? {}, { storeId: idOf(2, 1) });
  Object.assign(south ?? {}, { storeId: idOf(2, 2) });
  await renderApp(practice, `${CALLS}&store=${idOf(2, 2)}`);
  await waitUntil(() => expect(shown()).toEqual([ids[1]]));
  await button('Client confirmed').click();
  await waitUntil(() => expect(practice.appointments[1]?.status).toBe('confirmed'));
});

test('clients who answered need no call, and who wants another time or was not reached stands out, also for a colleague', {
  tags: 'smoke',
}, async () => {
  const { practice, ids } = practiceWith(
    [
      [4, 14, 'confirmed'],
      [4, 15, 'confirmed'],
      [4, 16, 'confirmed'],
      [4, 17, 'requested'],
    ],
    { keepsAnswers: true },
  );
  const [done = '', undelivered = '', wish = '', requested = ''] = ids;
  practice.messages.answer(done, 'confirmed');
  practice.messages.answer(wish, 'another_time', 'Only after 4 pm');
  practice.messages.add({ appointmentIds: [undelivered], status: 'failed', reason: 'no_such_address' });
  const { leave } = await renderApp(practice, CALLS);
  await waitUntil(() => expect(shown()).toEqual([wish, undelivered, requested]));
  await expect.element(list.getByText('3 to call').first()).toBeVisible();
  await expect.element(list.getByText('1 confirmed')).toBeVisible();
  await expect.element(list.getByText('Only after 4 pm')).toBeVisible();
  await expect.element(list.getByText('not delivered')).toBeVisible();
  await expectAccessible('calls with answers');
  await list.getByRole('region', { name: 'Clients who confirmed' }).getByRole('button', { name: 'Show' }).click();
  await expect.element(list.getByRole('region', { name: 'Clients who confirmed' }).getByRole('listitem')).toBeVisible();
  await button('Client confirmed').last().click();
  await waitUntil(() => expect(practice.appointments[3]?.status).toBe('confirmed'));
  expect(practice.messages.answers.get(requested)?.answer).toBe('confirmed');
  await leave();
  localStorage.removeItem('frontdesk.calls');
  await renderApp(practice, CALLS);
  await waitUntil(() => expect(shown()).toEqual([wish, undelivered]));
});
