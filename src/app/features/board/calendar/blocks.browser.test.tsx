import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { dialog, text } from '#testing/booking-form.ts';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { resizePage } from '#testing/resize-page.ts';
import { blockOf, openBoard } from '#testing/shown-board.ts';
import { waitUntil } from '#testing/wait-until.ts';

const DAY = '2026-06-03';
const STORE = idOf(2, 1);

/** A day of a store with six rooms, and a function that books a visit there from a minute after 8 on. */
function sixRooms(day = DAY) {
  const practice = createPracticeInMemory({ appointments: 0, today: day });
  practice.company.stores[0]?.rooms.push(
    ...[3, 4, 5, 6].map((room) => ({ id: idOf(3, 10 + room), name: `Room ${room}`, categories: [] })),
  );
  const at = (minutes: number) => new Date(Date.parse(`${day}T12:00:00Z`) + minutes * 60_000).toISOString();
  const book = (from: number, minutes: number, pet: { name: string; clientName: string }, notes = '') => {
    const petId = idOf(4, practice.appointments.length + 1);
    Object.assign(practice.pets.find(({ id }) => id === petId) ?? {}, pet);
    const roomId = idOf(3, 11);
    const employees = [{ id: idOf(6, 1), isMainEmployee: true }];
    return practice.add({ petId, roomId, employees, storeId: STORE, start: at(from), end: at(from + minutes), notes })
      .id;
  };
  return { practice, book, address: `/?store=${STORE}&view=rooms&date=${day}` };
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
  await waitUntil(() => expect(isWhole(crowded, 'Marmalade')).toBe(true));
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
  await waitUntil(() => expect(isWhole(two, 'Marmalade')).toBe(true));
  expect(isWhole(two, '8:00')).toBe(true);
  expect(placeOf(two, 'Maximilian Featherstone').top).toBeGreaterThan(placeOf(two, 'Marmalade').top + 8);
  expect(isWhole(three, 'Consultation')).toBe(true);
  expect(isWhole(three, 'AO')).toBe(true);
});

test('text that is cut off is shown whole on hover and on focus', async () => {
  const { practice, book, address } = sixRooms();
  const [cut, whole] = [
    book(0, 15, { name: 'Marmalade', clientName: 'Maximilian Featherstone-Haugh' }),
    book(30, 30, { name: 'Mia', clientName: 'Ng O' }),
  ];
  await openBoard(practice, address);
  const [first, second] = [await blockOf(cut), await blockOf(whole)];
  await userEvent.hover(first);
  await waitUntil(() => expect(first.title).toContain('Maximilian Featherstone-Haugh'));
  const tip = () => document.querySelector<HTMLElement>('.block-tip:popover-open');
  await userEvent.keyboard('{Tab}');
  first.focus();
  await waitUntil(() => expect(tip()?.textContent).toBe(first.ariaLabel));
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(() => document.activeElement).toBe(second);
  expect(tip()).toBeNull();
  await userEvent.keyboard('{ArrowUp}');
  await waitUntil(() => expect(tip()).not.toBeNull());
  await userEvent.keyboard('{Escape}');
  expect(tip()).toBeNull();
  expect(document.activeElement).toBe(first);
});

/** What covers the edge of a block from within: a border, or a ring that is not around it. */
function ringWithin(block: Element): number {
  const { borderTopWidth, borderBottomWidth, outlineStyle, outlineOffset, boxShadow } = getComputedStyle(block);
  return Math.max(
    Number.parseFloat(borderTopWidth),
    Number.parseFloat(borderBottomWidth),
    outlineStyle === 'none' ? 0 : -Number.parseFloat(outlineOffset),
    boxShadow.includes('inset') ? 1 : 0,
  );
}

/**
 * The words of a block whose letters are cut off above or below. Letters with the highest accents and the longest tails are as high
 * as the box of their text. Of a line less than half of which is seen nothing is meant to be.
 */
function cutLetters(block: HTMLElement): string[] {
  const { top, bottom } = block.getBoundingClientRect();
  const ring = ringWithin(block);
  const cut: string[] = [];
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(node);
    const bounds = ring > 0 ? [{ top: top + ring, bottom: bottom - ring }] : [];
    for (let around = node.parentElement; around !== block.parentElement && around; around = around.parentElement) {
      if (getComputedStyle(around).overflowY !== 'visible') bounds.push(around.getBoundingClientRect());
    }
    const seen = {
      top: Math.max(...bounds.map((one) => one.top)),
      bottom: Math.min(...bounds.map((one) => one.bottom)),
    };
    for (const box of range.getClientRects()) {
      const isSeen = Math.min(box.bottom, seen.bottom) - Math.max(box.top, seen.top) > box.height / 2;
      const isWhole = box.top >= seen.top - 0.1 && box.bottom <= seen.bottom + 0.1;
      if (isSeen && !isWhole) cut.push(`${node.nodeValue} ${box.top - seen.top} ${seen.bottom - box.bottom}`);
    }
  }
  return cut;
}

test.each([
  ['Whole day', 700],
  ['Whole day', 800],
  ['Comfortable', 800],
])(
  'no letter is cut at the top or the bottom of its block, whatever its state, in %s, %i high',
  async (density, height) => {
    await resizePage(1280, height);
    const { practice, book, address } = sixRooms();
    const lengths = [15, 30, 45, 60];
    const ids = ['Percy', 'Žofka'].flatMap((name, index) =>
      lengths.map((minutes, row) =>
        book(index * 300 + row * 75, minutes, { name, clientName: `${name} Ågård-Jiménez` }, 'Nervous'),
      ),
    );
    await openBoard(practice, address);
    await page.getByRole('combobox', { name: 'Density' }).selectOptions(density);
    for (const id of ids) await blockOf(id);
    const cut = () =>
      ids.flatMap((id) => cutLetters(document.querySelector(`[data-appointment="${id}"]`) ?? document.body));
    await waitUntil(() => expect(cut()).toEqual([]));
    for (const id of ids) {
      const block = await blockOf(id);
      await userEvent.hover(block);
      expect(cutLetters(block)).toEqual([]);
      block.focus();
      await userEvent.keyboard('{Shift}');
      expect(block.matches(':hover:focus-visible')).toBe(true);
      expect(cutLetters(block)).toEqual([]);
    }
    // The details that are open follow the focus.
    await userEvent.keyboard('{Home}{Enter}');
    for (const id of ids) {
      const block = await blockOf(id);
      await expect.element(block).toHaveAttribute('aria-current');
      expect(cutLetters(block)).toEqual([]);
      block.blur();
      expect(cutLetters(block)).toEqual([]);
      block.focus();
      await userEvent.keyboard('{ArrowDown}');
    }
  },
);

test('no letter of a booking of a quarter of an hour is under its dashes', async () => {
  // In the future, where rooms are free.
  const { practice, address } = sixRooms('2031-06-04');
  await openBoard(practice, `${address}&new=1`);
  await expect.element(dialog).toBeVisible();
  await text('Start').fill('13:00');
  await text('Length').fill('15');
  await waitUntil(() => {
    const draft = document.querySelector<HTMLElement>('[data-draft]');
    expect(draft?.getBoundingClientRect().height).toBeLessThan(16);
    expect(draft && cutLetters(draft)).toEqual([]);
  });
});
