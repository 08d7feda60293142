import { expect, test } from 'vitest';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { board, openBoard } from '#testing/shown-board.ts';

/** A Wednesday in New York, which is four hours behind UTC. */
const DAY = '2026-06-03';
const STORE = idOf(2, 1);

test('the headings of rooms and of the store count the appointments that take place', async () => {
  const practice = createPracticeInMemory({ appointments: 0, today: DAY });
  const book = (room: number, hour: number, status: 'confirmed' | 'cancelled' = 'confirmed') =>
    practice.add({
      ...{ storeId: STORE, roomId: idOf(3, 10 + room), status },
      ...{ start: `${DAY}T${hour}:00:00Z`, end: `${DAY}T${hour}:30:00Z` },
    });
  book(1, 13);
  book(1, 14, 'cancelled');
  for (const hour of [13, 14, 15, 16]) book(2, hour);
  await openBoard(practice, `/?store=${STORE},${idOf(2, 2)}&view=rooms&date=${DAY}`);
  // The name of its menu follows.
  const heading = (name: string) => board.getByRole('columnheader', { name: new RegExp(`^${name}`) });
  await expect.element(heading('Room 1 1 appointment')).toHaveTextContent('Room 1 1 appointment1');
  await expect.element(heading('Room 2 4 appointments').getByTitle('Room 2, 4 appointments')).toBeVisible();
  await expect.element(board.getByRole('heading', { level: 2, name: /^North/ })).toHaveTextContent('5 appointments');
});
