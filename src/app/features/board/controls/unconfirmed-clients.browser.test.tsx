import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { openBoard } from '#testing/shown-board.ts';

const TODAY = '2026-06-03';
const TOMORROW = '2026-06-04';

/** Wednesday, 8:00 in New York. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${TODAY}T12:00:00Z`) });
  return () => vi.useRealTimers();
});

test('on the next open day the status bar says how many are to be called, and leads to the calls', async () => {
  const practice = createPracticeInMemory({ appointments: 0, today: TODAY });
  for (const [day, hour] of [
    [TODAY, 15],
    [TOMORROW, 14],
    [TOMORROW, 15],
  ] as const)
    practice.add({ start: `${day}T${hour}:00:00.000Z`, end: `${day}T${hour}:30:00.000Z`, status: 'confirmed' });
  practice.add({ start: `${TOMORROW}T16:00:00.000Z`, end: `${TOMORROW}T16:30:00.000Z`, status: 'cancelled' });
  await openBoard(practice, `/?store=${idOf(2, 1)}&date=${TOMORROW}`);
  const link = page.getByRole('contentinfo').getByRole('link', { name: '2 not confirmed by the clients' });
  await expect.element(link).toBeVisible();
  await page.getByRole('button', { name: 'Previous day' }).click();
  await expect.element(link).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Next day' }).click();
  await link.click();
  await expect
    .element(
      page
        .getByRole('list')
        .getByRole('button', { name: /Client confirmed/ })
        .first(),
    )
    .toBeVisible();
  await expect.element(page.getByText('2 to call', { exact: true })).toBeVisible();
});
