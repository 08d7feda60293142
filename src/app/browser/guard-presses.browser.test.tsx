import { expect, onTestFinished, test, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { isolateText } from '#app/text/isolate-text.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { detailsAddress, openBoardOfTwo, practiceOfTwo, TODAY } from '#testing/board-of-two.ts';
import { findCentre, windowPoint } from '#testing/click-at.ts';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { pause } from '#testing/press-pause.ts';
import { waitUntil } from '#testing/wait-until.ts';

const details = page.getByRole('complementary', { name: 'Appointment' });
const changes = (practice: ReturnType<typeof createPracticeInMemory>) =>
  practice.requests.filter(({ name }) => name.startsWith('PATCH '));

test('a double click on Check in does not start the treatment, which takes a press of its own', async () => {
  const { practice, visit } = practiceOfTwo();
  await renderApp(practice, detailsAddress);
  await details.getByRole('button', { name: 'Check in' }).dblClick();
  await expect.element(details.getByRole('button', { name: 'Start' })).toBeVisible();
  await expect.poll(() => visit()?.status).toBe('checked_in');
  // The next press on another control counts at once.
  await details.getByText('History').click();
  await expect.element(details.getByRole('list', { name: 'History' })).toBeVisible();
  expect(changes(practice)).toHaveLength(1);
  pause();
  await details.getByRole('button', { name: 'Start' }).click();
  await expect.poll(() => visit()?.status).toBe('in_progress');
});

test('a double tap on Check in takes one step, and cancels no touch that cannot be cancelled', async () => {
  const { practice, visit } = practiceOfTwo();
  await renderApp(practice, detailsAddress);
  const checkIn = details.getByRole('button', { name: 'Check in' });
  await expect.element(checkIn).toBeVisible();
  const point = windowPoint(findCentre(checkIn.element()));
  const touches: Event[] = [];
  addEventListener('touchstart', (event) => touches.push(event), { capture: true, once: true });
  const preventDefault = vi.spyOn(Event.prototype, 'preventDefault');
  onTestFinished(() => preventDefault.mockRestore());
  // The time is in seconds. However slow the machine is, the second tap counts as 200 ms after the first.
  const began = Date.now() / 1000;
  for (const timestamp of [began, began + 0.2]) {
    await cdp().send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point], timestamp });
    await cdp().send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp });
  }
  await expect.poll(() => visit()?.status).toBe('checked_in');
  expect(touches).toHaveLength(1);
  const cancelled = preventDefault.mock.contexts.flatMap((event) => (event instanceof TouchEvent ? event.type : []));
  expect(cancelled).toEqual([]);
  expect(changes(practice)).toHaveLength(1);
});

test('Enter that is pressed twice, or held, takes one step', async () => {
  const { practice, visit } = practiceOfTwo();
  await renderApp(practice, detailsAddress);
  const step = (name: string) => details.getByRole('button', { name });
  await expect.element(step('Check in')).toBeVisible();
  step('Check in').element().focus();
  await userEvent.keyboard('{Enter}{Enter}');
  await expect.poll(() => visit()?.status).toBe('checked_in');
  await expect.element(step('Start')).toHaveFocus();
  pause();
  await userEvent.keyboard('{Enter>9/}');
  await expect.poll(() => visit()?.status).toBe('in_progress');
  expect(changes(practice)).toHaveLength(2);
});

test('a double click on Remove takes one pet off the waiting list', async () => {
  const practice = createPracticeInMemory({ appointments: 0, today: TODAY, hasExtensions: true });
  practice.waitingList.add({ createdAt: '2026-05-04T08:00:00.000Z', petId: idOf(4, 3) });
  const bella = practice.waitingList.add({ createdAt: '2026-06-02T08:00:00.000Z' });
  await renderApp(practice, '/waiting');
  await page.getByRole('button', { name: `Remove ${isolateText('Milo')}` }).dblClick();
  const rows = page.getByRole('list', { name: 'Waiting list' }).getByRole('listitem');
  await expect.element(rows).toHaveTextContent('Bella');
  await expect.element(page.getByRole('dialog', { name: /Milo/ })).toBeVisible();
  expect(practice.waitingList.entries.find(({ id }) => id === bella.id)?.status).toBe('waiting');
  expect(changes(practice)).toHaveLength(1);
});

test('Next day can be pressed as often and as fast as one likes', async () => {
  const { practice } = practiceOfTwo();
  const app = await openBoardOfTwo(practice);
  const next = page.getByRole('button', { name: 'Next day' });
  await next.click();
  await next.tripleClick();
  await waitUntil(() => expect(app.address()).toContain('date=2026-06-07'));
});
