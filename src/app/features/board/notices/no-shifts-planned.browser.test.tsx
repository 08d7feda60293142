import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { openBoard } from '#testing/shown-board.ts';

const DAY = '2026-06-03';
const STORE = idOf(2, 1);
const notice = page.getByText('No shifts planned this week, so every vet counts as on duty.', { exact: true });

test('a week without shifts is announced above the vets, with a link to Shifts, until someone has one', async () => {
  const practice = createPracticeInMemory({ appointments: 1, today: DAY, hasExtensions: true });
  const before = await openBoard(practice, `/?store=${STORE}&view=vets&date=${DAY}`);
  await expect.element(notice).toBeVisible();
  const link = page.getByRole('link', { name: 'Plan shifts', exact: true });
  await expect.element(link).toHaveAttribute('href', expect.stringMatching(/^\/shifts\?.*week=2026-06-03/));
  await before.leave();

  const shift = { start: `${DAY}T13:00:00.000Z`, end: `${DAY}T17:00:00.000Z` };
  practice.plan.create({ kind: 'on_duty', storeId: STORE, employeeId: idOf(6, 1), ...shift });
  await openBoard(practice, `/?store=${STORE}&view=vets&date=${DAY}`);
  await expect.element(page.getByRole('columnheader', { name: /Ada Okafor/ })).toBeVisible();
  await expect.element(notice).not.toBeInTheDocument();
});
