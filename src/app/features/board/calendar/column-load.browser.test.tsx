import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { blockOf, board, openBoard, shownBlocks } from '#testing/shown-board.ts';
import { waitUntil } from '#testing/wait-until.ts';

/** A Wednesday in New York, which is four hours behind UTC. */
const DAY = '2026-06-03';
const STORE = idOf(2, 1);
const NAME = 'Marmaladey';

afterEach(() => page.viewport(1280, 800));

/** A day on which both rooms are taken from 9 to 10, by visits of a quarter of an hour to an hour, whose pets have names of ten letters. */
function busyHour() {
  const practice = createPracticeInMemory({ appointments: 0, today: DAY });
  for (const pet of practice.pets) pet.name = NAME;
  const at = (minutes: number) => new Date(Date.parse(`${DAY}T13:00:00Z`) + minutes * 60_000).toISOString();
  let pets = 0;
  const book = (from: number, to: number, room: number) => {
    pets += 1;
    const place = { storeId: STORE, roomId: idOf(3, 10 + room), petId: idOf(4, pets) };
    return practice.add({ ...place, start: at(from), end: at(to) }).id;
  };
  const long = book(0, 60, 1);
  const short = [0, 15, 30, 45].map((from) => book(from, from + 15, 2));
  return { practice, long, short };
}

const headings = () =>
  board
    .getByRole('columnheader')
    .elements()
    .map(({ textContent }) => textContent);

test('a room’s heading shows its appointments and how much of the day they take', async () => {
  const { practice } = busyHour();
  await openBoard(practice, `/?store=${STORE}&view=rooms&date=${DAY}`);
  await waitUntil(() => expect(headings()).toContain('Room 1 1 visit, 10% of the opening hours taken1 · 10%'));
  expect(headings()).toContain('Room 2 4 visits, 10% of the opening hours taken4 · 10%');
  const heading = board.getByRole('columnheader', {
    name: 'Room 2 4 visits, 10% of the opening hours taken',
    exact: true,
  });
  await expect.element(heading.getByTitle('Room 2, 4 visits, 10% of the opening hours taken')).toBeVisible();
  const store = board.getByRole('heading', { level: 2, name: /^North/ });
  await expect.element(store).toHaveTextContent('5 visits, 10% of the opening hours taken');
});

test.each([1280, 1920, 834])(
  'in a week on %i pixels each block has room for ten letters, the others are listed, and a band says how full it is',
  async (width) => {
    await page.viewport(width, 800);
    const { practice, long, short } = busyHour();
    await openBoard(practice, `/?store=${STORE}&view=week&date=${DAY}`);
    for (const id of short) await blockOf(id);
    await waitUntil(() => {
      for (const block of shownBlocks()) {
        const [name, line] = [block.querySelector('b'), block.querySelector('.block-line')];
        expect(name?.textContent).toBe(NAME);
        expect(name?.getBoundingClientRect().right).toBeLessThanOrEqual(line?.getBoundingClientRect().right ?? 0);
      }
    });
    expect(headings()).toContain('Wed 3 Jun 5 visits5');
    const lane = shownBlocks()[0]?.closest<HTMLElement>('[data-date]');
    if (!lane) throw new Error('The week shows no day.');
    const band = getComputedStyle(lane, '::after');
    expect(Number.parseFloat(band.width)).toBeLessThanOrEqual(12);
    // Two half hours of both rooms.
    await waitUntil(() =>
      expect(band.backgroundSize.split(', ').map((size) => size.split(' ')[0])).toEqual(['100%', '100%']),
    );
    if (width === 1920) return;
    // A long visit would hide four short ones.
    expect(document.querySelector(`[data-appointment="${long}"]`)).toBeNull();
    await board.getByRole('button', { name: '1 more' }).click();
    await expect.element(page.getByRole('dialog').getByText(NAME)).toBeVisible();
  },
);
