import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { eventually } from '#testing/eventually.ts';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { blockOf, openBoard } from '#testing/shown-board.ts';

const DAY = '2026-06-03';
const STORE = idOf(2, 1);

/** A day of a store with six rooms, and a function that books a visit there from a minute after 8 on. */
function sixRooms() {
  const practice = createPracticeInMemory({ appointments: 0, today: DAY });
  practice.company.stores[0]?.rooms.push(
    ...[3, 4, 5, 6].map((room) => ({ id: idOf(3, 10 + room), name: `Room ${room}`, categories: [] })),
  );
  const at = (minutes: number) => new Date(Date.parse(`${DAY}T12:00:00Z`) + minutes * 60_000).toISOString();
  const book = (from: number, minutes: number, pet: { name: string; clientName: string }, notes = '') => {
    const petId = idOf(4, practice.appointments.length + 1);
    Object.assign(practice.pets.find(({ id }) => id === petId) ?? {}, pet);
    const roomId = idOf(3, 11);
    const employees = [{ id: idOf(6, 1), isMainEmployee: true }];
    return practice.add({ petId, roomId, employees, storeId: STORE, start: at(from), end: at(from + minutes), notes })
      .id;
  };
  return { practice, book, address: `/?store=${STORE}&view=rooms&date=${DAY}` };
}

/** Where a text of a block is. */
function placeOf(block: Element, text: string): DOMRect {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const from = node.nodeValue?.indexOf(text) ?? -1;
    if (from < 0) continue;
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, from + text.length);
    return range.getBoundingClientRect();
  }
  throw new Error(`The block does not say ${text}.`);
}

/** Whether a text of a block is seen, whole. */
function isWhole(block: Element, text: string): boolean {
  const place = placeOf(block, text);
  const { right, bottom } = block.getBoundingClientRect();
  const line = block.querySelector('.block-line')?.getBoundingClientRect();
  return line !== undefined && place.left >= line.left - 1 && place.right <= right && place.bottom <= bottom + 1;
}

test('a quarter of an hour shows pet and client whole, and the time before them where it fits', async () => {
  const { practice, book, address } = sixRooms();
  const long = book(0, 15, { name: 'Marmalade', clientName: 'Olivia Bennet' }, 'Nervous');
  const short = book(30, 15, { name: 'Mia', clientName: 'Ng O' });
  await openBoard(practice, address);
  const [crowded, roomy] = [await blockOf(long), await blockOf(short)];
  await eventually(() => expect(isWhole(crowded, 'Marmalade')).toBe(true));
  expect(isWhole(crowded, 'Olivia Bennet')).toBe(true);
  expect(isWhole(roomy, 'Ng O')).toBe(true);
  expect(isWhole(roomy, '8:30')).toBe(true);
  expect(placeOf(roomy, '8:30').right).toBeLessThanOrEqual(placeOf(roomy, 'Mia').left);
  // It is there whole or not at all: what does not fit is below the line.
  const start = placeOf(crowded, '8:00');
  const [line] = crowded.querySelectorAll('.block-line');
  const isSeen = start.top < (line?.getBoundingClientRect().bottom ?? 0);
  expect(isSeen).toBe(isWhole(crowded, '8:00'));
});

test('half an hour has two lines, and three quarters wrap what would be cut off beside an empty line', async () => {
  const { practice, book, address } = sixRooms();
  const [half, more] = [
    book(0, 30, { name: 'Marmalade', clientName: 'Maximilian Featherstone' }),
    book(60, 45, { name: 'Mia', clientName: 'Maximilian Featherstone' }),
  ];
  await openBoard(practice, address);
  const [two, three] = [await blockOf(half), await blockOf(more)];
  await eventually(() => expect(isWhole(two, 'Marmalade')).toBe(true));
  expect(isWhole(two, '8:00')).toBe(true);
  expect(placeOf(two, 'Maximilian Featherstone').top).toBeGreaterThan(placeOf(two, 'Marmalade').top + 8);
  expect(isWhole(three, 'Consultation')).toBe(true);
  expect(isWhole(three, 'AO')).toBe(true);
});

test('what is cut off is told whole to the mouse, and to the keyboard until the next key', async () => {
  const { practice, book, address } = sixRooms();
  const [cut, whole] = [
    book(0, 15, { name: 'Marmalade', clientName: 'Maximilian Featherstone-Haugh' }),
    book(30, 30, { name: 'Mia', clientName: 'Ng O' }),
  ];
  await openBoard(practice, address);
  const [first, second] = [await blockOf(cut), await blockOf(whole)];
  await userEvent.hover(first);
  await eventually(() => expect(first.title).toContain('Maximilian Featherstone-Haugh'));
  const tip = () => document.querySelector<HTMLElement>('.block-tip:popover-open');
  await userEvent.keyboard('{Tab}');
  first.focus();
  await eventually(() => expect(tip()?.textContent).toBe(first.ariaLabel));
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(() => document.activeElement).toBe(second);
  expect(tip()).toBeNull();
  await userEvent.keyboard('{ArrowUp}');
  await eventually(() => expect(tip()).not.toBeNull());
  await userEvent.keyboard('{Escape}');
  expect(tip()).toBeNull();
  expect(document.activeElement).toBe(first);
});
