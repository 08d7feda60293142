import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#testing/accessible.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { idsShown, table } from '#testing/appointment-list.ts';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { resizePage } from '#testing/resize-page.ts';
import { waitUntil } from '#testing/wait-until.ts';

const CALL = '/appointments?when=call';

/**
 * A practice on a Wednesday at noon in New York with appointments on the following days: [day in June, UTC hour,
 * status].
 */
function practiceWith(times: readonly (readonly [day: number, hour: number, status: 'requested' | 'confirmed'])[]) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-03T16:20:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const practice = createPracticeInMemory({ appointments: 0, beyond: true });
  for (const client of practice.clients) client.phone = '+1 902 555 0147';
  const ids = times.map(([day, hour, status], index) => {
    const at = (minute: number) => new Date(Date.UTC(2026, 5, day, hour, minute)).toISOString();
    return practice.add({ start: at(0), end: at(30), status, petId: idOf(4, index + 1) }).id;
  });
  return { practice, ids };
}

test('tomorrow’s calls are in one list with phone links, and can be confirmed or marked as not reached', async () => {
  const { practice, ids } = practiceWith([
    [4, 15, 'requested'],
    [4, 14, 'requested'],
    [4, 16, 'confirmed'],
    [5, 14, 'requested'],
    [3, 20, 'requested'],
  ]);
  const [later = '', sooner = '', , friday = ''] = ids;
  const { address, leave } = await renderApp(practice, '/appointments');
  await page.getByRole('button', { name: 'To call', exact: true }).click();
  await waitUntil(() => expect(idsShown()).toEqual([sooner, later]));
  expect(address()).toContain('when=call');
  await expect.element(table.getByRole('link', { name: '+1 902 555 0147' }).first()).toBeVisible();
  await expectAccessible('whom to call');

  await table
    .getByRole('button', { name: /^Not reached/ })
    .first()
    .click();
  await expect.element(table.getByText(/^Not reached 12:20/)).toBeVisible();
  await table
    .getByRole('button', { name: /^Confirm/ })
    .last()
    .click();
  await waitUntil(() => expect(practice.appointments.find(({ id }) => id === later)?.status).toBe('confirmed'));
  // The row stays until the list is reloaded, and keeps the focus.
  await expect.element(table.getByRole('row', { name: /Confirmed/ })).toHaveFocus();
  expect(idsShown()).toEqual([sooner, later]);

  // The mark stays for the day, even after a reload.
  await leave();
  await renderApp(practice, CALL);
  await waitUntil(() => expect(idsShown()).toEqual([sooner]));
  await table.getByRole('button', { name: /^Not reached/, pressed: true }).click();
  await expect.element(table.getByRole('button', { name: /^Not reached/, pressed: false })).toBeVisible();

  await page.getByRole('button', { name: 'Next day' }).click();
  await waitUntil(() => expect(idsShown()).toEqual([friday]));
  await page.getByRole('button', { name: 'Next day' }).click();
  await expect.element(page.getByRole('heading', { name: 'Nobody left to call for this day' })).toBeVisible();
});

test('on a phone the call buttons are in the row, too', async () => {
  await resizePage(390, 844);
  const { practice, ids } = practiceWith([[4, 15, 'requested']]);
  await renderApp(practice, CALL);
  await waitUntil(() => expect(idsShown()).toEqual(ids));
  await table.getByRole('button', { name: /^Confirm/ }).click();
  await waitUntil(() => expect(practice.appointments[0]?.status).toBe('confirmed'));
  await userEvent.keyboard('{Control>}z{/Control}');
  await waitUntil(() => expect(practice.appointments[0]?.status).toBe('requested'));
});
