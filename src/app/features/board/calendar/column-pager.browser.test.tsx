import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { pause } from '#testing/press-pause.ts';
import { openBoard } from '#testing/shown-board.ts';
import { waitUntil } from '#testing/wait-until.ts';

const DAY = '2031-03-05';
const address = `/?store=${idOf(2, 1)}&date=${DAY}&view=rooms`;
const room = page.getByRole('group', { name: 'Room', exact: true });

beforeEach(() => sessionStorage.clear());

async function openPhone(more = '') {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 800));
  const practice = createPracticeInMemory({ appointments: 0 });
  const add = (number: number) =>
    practice.add({ roomId: idOf(3, number), start: `${DAY}T15:00:00.000Z`, end: `${DAY}T15:30:00.000Z` }).id;
  const ids = [add(11), add(12)];
  await openBoard(practice, address + more.replace('SECOND', ids[1] ?? ''));
  await waitUntil(() => expect(document.querySelector('.calendar-heading')).not.toBeNull());
  return ids;
}

const scroller = () => {
  const found = document.querySelector<HTMLElement>('.calendar-scroller');
  if (!found) throw new Error('There is no calendar.');
  return found;
};

/** The titles of the columns that are fully visible beside the hours. */
function wholeColumns(): (string | null | undefined)[] {
  const { left, right } = scroller().getBoundingClientRect();
  const headings = [...document.querySelectorAll('.calendar-heading')].filter((heading) => {
    const box = heading.getBoundingClientRect();
    return box.left >= left && box.right <= right + 1;
  });
  return headings.map((heading) => heading.querySelector('bdi')?.textContent);
}

test('a phone shows one whole room, says which of how many, and turns to the next by a press', async () => {
  await openPhone();
  await waitUntil(() => expect(wholeColumns()).toEqual(['Room 1']));
  await expect.element(room).toHaveTextContent(/Room 1.* 1 of/);
  await expect.element(room.getByRole('button', { name: 'Previous room' })).toHaveAttribute('aria-disabled', 'true');
  room.getByRole('button', { name: 'Next room' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(room).toHaveTextContent(/Room 2.* 2 of/);
  await waitUntil(() => expect(wholeColumns()).toEqual(['Room 2']));
  pause();
  await room.getByRole('button', { name: /Room 2/ }).click();
  await page.getByRole('menuitemradio', { name: 'Room 1' }).click();
  await expect.element(room).toHaveTextContent(/Room 1.* 1 of/);
});

test('a swipe that ends between two rooms goes on to a whole one, which a reload shows again', async () => {
  await openPhone();
  await waitUntil(() => expect(wholeColumns()).toEqual(['Room 1']));
  scroller().scrollTo({ left: 230 });
  await waitUntil(() => expect(wholeColumns()).toEqual(['Room 2']));
  await expect.element(room).toHaveTextContent(/Room 2.* 2 of/);
  await openPhone();
  await waitUntil(() => expect(wholeColumns()).toEqual(['Room 2']));
});

test('a link to an appointment shows its room', async () => {
  await openPhone('&appointment=SECOND');
  await waitUntil(() => expect(wholeColumns()).toEqual(['Room 2']));
});
