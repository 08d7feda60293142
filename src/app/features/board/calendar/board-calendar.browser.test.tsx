import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createPracticeInMemory, idOf, type PracticeInMemory } from '#testing/practice-in-memory.ts';
import { pause } from '#testing/press-pause.ts';
import { resizePage } from '#testing/resize-page.ts';
import { blockOf, board, lookForChanges, openBoard, shownBlocks, viewMenu } from '#testing/shown-board.ts';
import { waitUntil } from '#testing/wait-until.ts';

const MINUTE = 60_000;
const block = (id: string) => document.querySelector(`[data-appointment="${id}"]`);

/** Gives the store a time zone where it is between 12:00 and 13:00 now, so that the test never runs near midnight. */
function storeAtNoon({ company }: PracticeInMemory) {
  const [store] = company.stores;
  if (!store) throw new Error('The practice has no store.');
  const behind = new Date().getUTCHours() - 12;
  store.timeZone = behind === 0 ? 'Etc/GMT' : `Etc/GMT${behind > 0 ? '+' : ''}${behind}`;
  return store;
}

test('the current-time line is behind the blocks, so that it crosses out none', async () => {
  const practice = createPracticeInMemory();
  const store = storeAtNoon(practice);
  const now = Date.now();
  const { id } = practice.add({
    storeId: store.id,
    start: new Date(now - 45 * MINUTE).toISOString(),
    end: new Date(now + 45 * MINUTE).toISOString(),
  });
  await renderApp(practice, `/?store=${store.id}`);
  // Both are positioned in the first frame after the hours are measured.
  await waitUntil(() => {
    const { left, top, width, height } = block(id)?.getBoundingClientRect() ?? new DOMRect();
    const lines = [...document.querySelectorAll<HTMLElement>('.calendar-now')];
    const line = lines.find((candidate) => {
      const across = candidate.getBoundingClientRect();
      return across.left < left + width / 2 && left + width / 2 < across.right;
    });
    if (!line) throw new Error('There is no line of the present in the column.');
    // `elementFromPoint` skips elements that take no clicks.
    line.style.pointerEvents = 'auto';
    const y = line.getBoundingClientRect().y + 1;
    expect(y).toBeGreaterThan(top);
    expect(y).toBeLessThan(top + height);
    const elementsHere = document.elementsFromPoint(left + width / 2, y);
    expect(elementsHere).toContain(line);
    expect(elementsHere[0]?.closest('[data-appointment]')).toBe(block(id));
  });
});

test('a calendar is visible in its first frame, in which it is measured', async () => {
  const frames: { rendered?: number; seen?: number } = {};
  let frame = 0;
  let request = requestAnimationFrame(function next() {
    frame += 1;
    request = requestAnimationFrame(next);
  });
  const observer = new MutationObserver(() => {
    if (document.querySelector('main[aria-busy=false] .calendar-view')) frames.rendered ??= frame;
    if (document.querySelector('.calendar-scroller[data-drawn]')) frames.seen ??= frame;
  });
  observer.observe(document.body, { subtree: true, childList: true, attributes: true });
  onTestFinished(() => {
    observer.disconnect();
    cancelAnimationFrame(request);
  });
  await openBoard(createPracticeInMemory(), '/?view=rooms');
  await waitUntil(() => expect(frames.seen).toBeDefined());
  expect((frames.seen ?? 0) - (frames.rendered ?? 0)).toBeLessThanOrEqual(1);
});

test('the mark for a late appointment leaves the first line to the pet, and truncates the text beside it', async () => {
  await resizePage(800, 800);
  const practice = createPracticeInMemory({ appointments: 0 });
  const store = storeAtNoon(practice);
  const now = Date.now();
  const [pet] = practice.pets;
  if (!pet) throw new Error('The practice has no pets.');
  Object.assign(pet, { name: 'Marmalade', clientName: 'Maximilian Featherstone-Haugh' });
  const late = (room: number, minutes: number) =>
    practice.add({
      storeId: store.id,
      petId: pet.id,
      roomId: store.rooms[room]?.id ?? null,
      start: new Date(now - 150 * MINUTE).toISOString(),
      end: new Date(now - (150 - minutes) * MINUTE).toISOString(),
    }).id;
  const ids = [late(0, 75), late(1, 30), late(1, 15)];
  await renderApp(practice, `/?store=${store.id}`);
  for (const id of ids) {
    await waitUntil(() => expect(block(id)?.getAttribute('data-mark')).toBe('late'));
    const text = block(id)?.querySelector('.block-text');
    if (!text) throw new Error('The block is not drawn.');
    const [first, second] = text.querySelectorAll('.block-line');
    const mark = getComputedStyle(text, '::after');
    expect(mark.content).toBe('"late 2 h 29"');
    const contentRight =
      text.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(text).paddingInlineEnd);
    const markStart = contentRight - Number.parseFloat(mark.width) - Number.parseFloat(mark.marginInlineStart);
    const textBesideMark = second ?? first;
    expect(textBesideMark?.getBoundingClientRect().right).toBeLessThanOrEqual(markStart + 1);
    if (second) expect(first?.getBoundingClientRect().right).toBeCloseTo(contentRight, 0);
  }
});

test('the mark for a late appointment leaves room for the name in a narrow block of one line', async () => {
  await resizePage(640, 800);
  const practice = createPracticeInMemory({ appointments: 0 });
  const store = storeAtNoon(practice);
  const start = Date.now() - 150 * MINUTE;
  const ids = practice.pets.slice(0, 3).map((pet) => {
    pet.name = 'Rex';
    const time = { start: new Date(start).toISOString(), end: new Date(start + 15 * MINUTE).toISOString() };
    return practice.add({ storeId: store.id, petId: pet.id, roomId: store.rooms[0]?.id ?? null, ...time }).id;
  });
  await renderApp(practice, `/?store=${store.id}`);
  for (const id of ids)
    await waitUntil(() => {
      expect(block(id)?.getAttribute('data-mark')).toBe('late');
      const line = block(id)?.querySelector('.single-line > .block-line')?.getBoundingClientRect() ?? new DOMRect();
      const name = block(id)?.querySelector('b')?.getBoundingClientRect() ?? new DOMRect(0, 0, 1);
      expect(block(id)?.clientWidth).toBeLessThan(100);
      expect(name.right).toBeLessThanOrEqual(line.right);
    });
});

const DAY = '2026-06-03';
/** An emergency in the first store, booked by a colleague. */
const emergency = (practice: PracticeInMemory, from: string, to: string) =>
  practice.add({
    ...{ storeId: idOf(2, 1), petId: idOf(4, 1) },
    ...{ start: `${DAY}T${from}:00-04:00`, end: `${DAY}T${to}:00-04:00` },
    updatedAt: new Date().toISOString(),
  });
const hours = () => document.querySelectorAll('[data-time]').length;
const collapsed = page.getByRole('button', { name: 'After 18:00' });

test('an appointment outside the visible hours is announced, and shown on request', { tags: 'smoke' }, async () => {
  const practice = createPracticeInMemory({ appointments: 0 });
  const store = practice.company.stores[0]?.id ?? '';
  await renderApp(practice, `/?store=${store}&date=${DAY}`);
  await waitUntil(() => expect(hours()).toBeGreaterThan(0));
  expect(collapsed.elements()).toEqual([]);
  const drawn = hours();

  const { id } = emergency(practice, '23:30', '23:50');
  await lookForChanges(practice);
  await expect.element(collapsed).toHaveTextContent(/After 18:00 · 23:30 – 23:50 .?Bella.? · Show/);
  const announced = () => [...document.querySelectorAll('[aria-live="polite"]')].map(({ textContent }) => textContent);
  await waitUntil(() => expect(announced().join(' | ')).toMatch(/After 18:00 · 23:30 – 23:50 .?Bella/));
  expect(hours()).toBe(drawn);
  expect(block(id)).toBeNull();

  collapsed.element().focus();
  await userEvent.keyboard('{Enter}');
  await waitUntil(() => expect(document.activeElement).toBe(block(id)));
  // The ring of a new appointment, inside a block of 20 minutes, would cover its only line.
  expect(Number.parseFloat(getComputedStyle(block(id) ?? document.body).outlineOffset)).toBeGreaterThanOrEqual(0);
  expect(hours()).toBeGreaterThan(drawn);
  const { top, bottom } = block(id)?.getBoundingClientRect() ?? new DOMRect();
  const board = page.getByRole('grid').element().closest('[tabindex]')?.getBoundingClientRect() ?? new DOMRect();
  expect(top).toBeGreaterThanOrEqual(board.top);
  expect(bottom).toBeLessThanOrEqual(board.bottom + 1);
});

/** The visible part of the drawn hours. */
function hoursInView() {
  const scroller = document.querySelector('.calendar-scroller')?.getBoundingClientRect() ?? new DOMRect();
  const head = document.querySelector('.calendar-head')?.getBoundingClientRect() ?? new DOMRect();
  const lines = [...document.querySelectorAll<HTMLElement>('.calendar-slot[data-time]')];
  const inView = lines.filter((line) => {
    const { top, bottom } = line.getBoundingClientRect();
    return top >= head.bottom - 1 && bottom <= scroller.bottom + 1;
  });
  const hourOf = (line: HTMLElement | undefined) => Number(line?.dataset['time']?.slice(0, 2));
  return {
    drawn: [hourOf(lines[0]), hourOf(lines.at(-1))],
    inView: [hourOf(inView[0]), hourOf(inView.at(-1))],
  };
}
const hoursBefore = page.getByRole('button', { name: 'Before 8:00' });

test('Show opens just the hours before or after opening that have something', async () => {
  const practice = createPracticeInMemory({ appointments: 0, today: DAY });
  const { id: early } = emergency(practice, '03:30', '04:00');
  const { id: late } = emergency(practice, '22:10', '22:30');
  await openBoard(practice, `/?store=${idOf(2, 1)}&date=${DAY}`);
  await expect.element(collapsed).toHaveAccessibleName(/^After 18:00 · 22:10 – 22:30 .?Bella.? · Show$/);
  await waitUntil(() => expect(hoursInView()).toEqual({ drawn: [8, 17], inView: [8, 17] }));
  const height = document.querySelector('.calendar-slot')?.getBoundingClientRect().height;

  collapsed.element().focus();
  await userEvent.keyboard('{Enter}');
  await waitUntil(() => {
    expect(hoursInView().drawn).toEqual([8, 22]);
    expect(hoursInView().inView.at(-1)).toBe(22);
    expect(document.activeElement).toBe(block(late));
  });
  expect(document.querySelector('.calendar-slot')?.getBoundingClientRect().height).toBe(height);
  await expect.element(collapsed).toHaveAccessibleName('After 18:00 · Hide');
  pause();
  await collapsed.click();
  await waitUntil(() => expect(hoursInView()).toEqual({ drawn: [8, 17], inView: [8, 17] }));

  await hoursBefore.click();
  await waitUntil(() => {
    expect(hoursInView().drawn).toEqual([3, 17]);
    expect(hoursInView().inView[0]).toBe(3);
    expect(document.activeElement).toBe(block(early));
  });
  await expect.element(hoursBefore).toHaveAccessibleName('Before 8:00 · Hide');
  pause();
  await hoursBefore.click();
  await waitUntil(() => expect(hoursInView()).toEqual({ drawn: [8, 17], inView: [8, 17] }));
});

test('without anything before or after opening there is nothing to fold, and All hours draws the whole day', async () => {
  const practice = createPracticeInMemory({ appointments: 0, today: DAY });
  await openBoard(practice, `/?store=${idOf(2, 1)}&date=${DAY}`);
  await waitUntil(() => expect(hoursInView()).toEqual({ drawn: [8, 17], inView: [8, 17] }));
  expect([...collapsed.elements(), ...hoursBefore.elements()]).toEqual([]);
  await viewMenu.click();
  await page.getByRole('menuitemcheckbox', { name: 'All hours' }).click();
  await waitUntil(() => expect(hoursInView().drawn).toEqual([0, 23]));
  pause();
  await page.getByRole('menuitemcheckbox', { name: 'All hours' }).click();
  await waitUntil(() => expect(hoursInView().drawn).toEqual([8, 17]));
});

test('unfolding the hours after closing scrolls to them, not to the start of an appointment that extends into them', async () => {
  await resizePage(1280, 560);
  const practice = createPracticeInMemory({ appointments: 0, today: DAY });
  const { id } = practice.add({ start: `${DAY}T18:45:00.000Z`, end: '2026-06-04T00:15:00.000Z', storeId: idOf(2, 1) });
  await openBoard(practice, `/?store=${idOf(2, 1)}&date=${DAY}`);
  await blockOf(id);
  await collapsed.click();
  await waitUntil(() => expect(hoursInView().inView.at(-1)).toBe(20));
  expect(document.activeElement).toBe(collapsed.element());
});

test('folding earlier hours keeps the scroll position', async () => {
  await resizePage(1280, 420);
  const practice = createPracticeInMemory({ appointments: 0, today: DAY });
  emergency(practice, '00:30', '01:00');
  await openBoard(practice, `/?store=${idOf(2, 1)}&date=${DAY}`);
  await hoursBefore.click();
  await waitUntil(() => expect(hoursInView().drawn).toEqual([0, 17]));
  const noon = () => document.querySelector('.calendar-slot[data-time="12:00:00"]')?.getBoundingClientRect().top ?? 0;
  document.querySelector('.calendar-slot[data-time="14:00:00"]')?.scrollIntoView({ block: 'end' });
  const before = noon();
  pause();
  await hoursBefore.click();
  await waitUntil(() => expect(hoursInView().drawn).toEqual([8, 17]));
  expect(Math.abs(noon() - before)).toBeLessThan(2);
});

test('a link to an appointment at midnight unfolds its hours', async () => {
  const practice = createPracticeInMemory({ appointments: 0 });
  const { id, storeId } = emergency(practice, '23:30', '23:50');
  await renderApp(practice, `/?store=${storeId}&date=${DAY}&appointment=${id}`);
  await waitUntil(() => expect(block(id)).not.toBeNull());
  expect(hoursInView().drawn).toEqual([8, 23]);
  await collapsed.click();
  await waitUntil(() => expect(hoursInView().drawn).toEqual([8, 17]));
  expect(block(id)).toBeNull();
});

test.each([
  ['system-ui', 1280, 800],
  ['monospace', 1440, 900],
])('a whole day from 8:00 to 18:00 fits without scrolling in %s, %i pixels wide', async (font, width, height) => {
  const { style } = document.documentElement;
  onTestFinished(async () => {
    style.removeProperty('--font-ui');
    await page.viewport(1280, 800);
  });
  style.setProperty('--font-ui', font);
  await page.viewport(width, height);
  const practice = createPracticeInMemory({ today: DAY });
  const [first, second] = practice.appointments;
  if (!first || !second) throw new Error('The practice has no appointments.');
  // The shortest blocks, and a stay above the hours.
  for (const visit of [first, second]) visit.end = new Date(Date.parse(visit.start) + 15 * MINUTE).toISOString();
  practice.add({ start: `${DAY}T02:00:00.000Z`, end: `${DAY}T14:00:00.000Z` });
  await openBoard(practice, `/?store=${first.storeId}&date=${DAY}`);
  await blockOf(first.id);
  const scroller = board.getByRole('grid').element().closest('[tabindex]')?.getBoundingClientRect() ?? new DOMRect();
  for (const hour of ['08', '17']) {
    const line = [...document.querySelectorAll(`[data-time="${hour}:00:00"]`)].at(-1)?.getBoundingClientRect();
    expect(line?.top).toBeGreaterThanOrEqual(scroller.top);
    expect(line?.bottom).toBeLessThanOrEqual(scroller.bottom + 1);
  }
  // The name in a block of 15 minutes is not clipped: the line is as high as its letters.
  const lines = shownBlocks().map((shown) => shown.querySelector('b')?.getBoundingClientRect().height ?? 0);
  expect(lines.length).toBeGreaterThan(5);
  expect(Math.min(...lines)).toBeGreaterThanOrEqual(11);
});

test('a name that does not fit its column heading is truncated with an ellipsis', async () => {
  const practice = createPracticeInMemory({ appointments: 0 });
  const [room] = practice.company.stores[0]?.rooms ?? [];
  Object.assign(room ?? {}, { name: 'Consulting room '.repeat(12).trim() });
  await openBoard(practice, `/?store=${idOf(2, 1)}&view=rooms`);
  const [heading] = document.querySelectorAll('.calendar-heading');
  await waitUntil(() => expect(heading?.scrollWidth).toBe(heading?.clientWidth));
  const name = heading?.querySelector('.calendar-heading-text');
  expect(name?.scrollWidth).toBeGreaterThan(name?.clientWidth ?? Number.POSITIVE_INFINITY);
});
