import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { pause } from '#testing/press-pause.ts';
import { blockOf, openBoard } from '#testing/shown-board.ts';
import { waitUntil } from '#testing/wait-until.ts';

const DAY = '2026-06-03';

/** The list on a phone at noon in the store, with a late patient and one who is waiting. */
async function openPhone(more = '') {
  await page.viewport(390, 844);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${DAY}T16:00:00.000Z`) });
  onTestFinished(async () => {
    vi.useRealTimers();
    await page.viewport(1280, 800);
  });
  const practice = createPracticeInMemory({ appointments: 0, today: DAY, hasExtensions: true });
  for (const client of practice.clients) client.phone = '+1 (902) 555-0100';
  const times = { start: `${DAY}T15:30:00.000Z`, end: `${DAY}T16:30:00.000Z` };
  const late = practice.add({ ...times, status: 'confirmed' });
  const waiting = practice.add({ ...times, petId: idOf(4, 2), status: 'checked_in', checkedInAt: times.start });
  practice.add({ start: `${DAY}T17:00:00.000Z`, end: `${DAY}T17:30:00.000Z`, status: 'confirmed' });
  const app = await openBoard(practice, `/?store=${idOf(2, 1)}&date=${DAY}${more}`);
  const statusOf = (id: string) => practice.appointments.find((one) => one.id === id)?.status;
  return { ...app, statusOf, late, waiting };
}

test('on a phone the next step is one press on its row, and a second press does nothing else', async () => {
  const { late, statusOf, address } = await openPhone();
  const row = page.elementLocator(await blockOf(late.id));
  await row.getByRole('button', { name: 'Check in, Bella' }).dblClick();
  await expect.element(row.getByRole('button', { name: 'Start, Bella' })).toBeVisible();
  await expect.poll(() => statusOf(late.id)).toBe('checked_in');
  expect(address()).not.toContain('appointment=');
  pause();
  await row.getByRole('button', { name: 'Start, Bella' }).click();
  await expect.poll(() => statusOf(late.id)).toBe('in_progress');
});

test('on a phone a late patient’s row says so and has a link that calls the client', async () => {
  const { late, waiting } = await openPhone();
  const row = page.elementLocator(await blockOf(late.id));
  await expect.element(row).toHaveTextContent('30 min late');
  const call = page.getByRole('link', { name: /^Call / });
  await expect.element(call).toHaveAttribute('href', 'tel:+19025550100');
  expect(call.elements()).toHaveLength(1);
  expect(row.element().contains(call.element())).toBe(true);
  expect((await blockOf(waiting.id)).textContent).toContain('waiting 30 min');
});

test('on a phone a thumb meets every target of the list, and no text runs into another', async () => {
  const { late } = await openPhone();
  await expect.element(page.getByRole('link', { name: /^Call / })).toBeVisible();
  const list = page.getByRole('region', { name: 'List', exact: true }).element();
  for (const target of list.querySelectorAll('td button, td a')) {
    const { width, height } = target.getBoundingClientRect();
    expect(Math.min(width, height), target.getAttribute('aria-label') ?? '').toBeGreaterThanOrEqual(44);
  }
  const row = await blockOf(late.id);
  await waitUntil(() => {
    const cells = [...row.children].filter((cell) => cell.checkVisibility() && cell.clientWidth > 0);
    const boxes = cells.map((cell) => cell.getBoundingClientRect());
    for (const [index, one] of boxes.entries())
      for (const other of boxes.slice(index + 1))
        expect(
          one.right <= other.left + 1 ||
            other.right <= one.left + 1 ||
            one.bottom <= other.top + 1 ||
            other.bottom <= one.top + 1,
        ).toBe(true);
  });
  expect(list.scrollWidth).toBeLessThanOrEqual(390);
});
