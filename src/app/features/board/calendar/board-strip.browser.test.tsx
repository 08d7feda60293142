import { expect, test } from 'vitest';
import { browserZone } from '#app/text/time-text.ts';
import { answer, bookByKeys, made, text } from '#testing/booking-form.ts';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { blockOf, drawnMinutes, lookForChanges, openBoard } from '#testing/shown-board.ts';
import { waitUntil } from '#testing/wait-until.ts';

const DAY = '2026-06-03';

test.each([
  ['rooms', 1, 'America/New_York'],
  ['rooms', 6, 'America/New_York'],
  ['vets', 3, 'America/New_York'],
  ['vets', 4, browserZone],
] as const)('in %s the hours start below %i stays and end with the screen (%s)', async (view, stays, timeZone) => {
  const practice = createPracticeInMemory({ today: DAY, appointments: 0 });
  const [store] = practice.company.stores;
  if (!store) throw new Error('The practice has no store.');
  // If the store's clock is the browser's, the columns of vets name no city.
  store.timeZone = timeZone;
  const visits = Array.from({ length: stays }, () =>
    practice.add({
      roomId: idOf(3, 11),
      employees: [{ id: idOf(6, 1), isMainEmployee: true }],
      start: `${DAY}T00:00:00.000Z`,
      end: '2026-06-04T06:00:00.000Z',
    }),
  );
  await openBoard(practice, `/?store=${store.id}&view=${view}&date=${DAY}`);
  await blockOf(visits[0]?.id ?? '');
  await waitUntil(() => {
    const boxOf = (selector: string) => {
      const elements = document.querySelectorAll(selector);
      expect(elements.length, selector).toBeGreaterThan(0);
      return [...elements].at(-1)?.getBoundingClientRect() ?? new DOMRect();
    };
    const strip = boxOf('[role="row"]:has(> .calendar-axis-stays)');
    const scroller = boxOf('.calendar-scroller');
    const { scrollHeight = 0, clientHeight = 0 } = document.querySelector('.calendar-scroller') ?? {};
    expect(boxOf('[data-time="08:00:00"]').top).toBeGreaterThan(strip.bottom - 1);
    expect(boxOf('[data-time="17:00:00"]').bottom).toBeLessThan(scroller.bottom + 1);
    expect(scrollHeight).toBe(clientHeight);
    // Every line is visible: stays beyond the fourth are behind a button.
    const bars = [...document.querySelectorAll('.calendar-strip :is([data-appointment], .calendar-more)')];
    const lines = bars.map((bar) => bar.getBoundingClientRect());
    // The headings do not touch the first one.
    expect(Math.min(...lines.map(({ top }) => top))).toBeGreaterThanOrEqual(boxOf('.calendar-head').bottom + 1);
    expect(new Set(lines.map(({ top }) => Math.round(top))).size).toBe(Math.min(stays, 4));
    expect(Math.max(...lines.map(({ bottom }) => bottom))).toBeLessThan(strip.bottom + 1);
  });
});

/** A day without stays, with an appointment at 9:00 in the first room, in a time zone that is also the browser's. */
function dayWithoutStays(today = DAY) {
  const practice = createPracticeInMemory({ today, appointments: 0, hasExtensions: true });
  const [store] = practice.company.stores;
  if (!store) throw new Error('The practice has no store.');
  store.timeZone = 'UTC';
  const place = { storeId: store.id, roomId: idOf(3, 11), employees: [{ id: idOf(6, 1), isMainEmployee: true }] };
  const { id } = practice.add({ ...place, start: `${today}T09:00:00.000Z`, end: `${today}T09:30:00.000Z` });
  return { practice, place, id, address: `/?store=${store.id}&view=rooms&date=${today}` };
}

/** Waits until a stay is completely visible between the headings and the hours. */
const expectInStrip = (id: string) =>
  waitUntil(async () => {
    const box = (await blockOf(id)).getBoundingClientRect();
    const headings = document.querySelector('.calendar-head')?.getBoundingClientRect() ?? new DOMRect();
    const hours = [...document.querySelectorAll('[data-time="08:00:00"]')].at(-1)?.getBoundingClientRect();
    expect(box.height).toBeGreaterThan(0);
    expect(box.top).toBeGreaterThan(headings.bottom - 1);
    expect(box.bottom).toBeLessThan((hours ?? new DOMRect()).top + 1);
  });

test('a stay that is booked on a day without stays is drawn and has the focus', async () => {
  const { practice, address } = dayWithoutStays('2031-06-04');
  await openBoard(practice, `${address}&new=1&pet=${idOf(4, 1)}&bookType=${idOf(7, 5)}&start=2031-06-04T10:00`);
  await text('Length').fill('2 d');
  await expect.element(answer).toHaveTextContent(/./);
  await bookByKeys();
  await waitUntil(() => expect(made(practice)).toHaveLength(1));
  const id = made(practice)[0]?.id ?? '';
  await expectInStrip(id);
  await waitUntil(async () => expect(document.activeElement).toBe(await blockOf(id)));
});

test('a colleague’s stay is drawn on a day without stays, and below another one', async () => {
  const { practice, place, id, address } = dayWithoutStays();
  await openBoard(practice, address);
  const block = await blockOf(id);
  block.focus();
  const stay = { ...place, start: `${DAY}T10:00:00.000Z`, end: '2026-06-05T10:00:00.000Z' };
  const first = practice.add({ ...stay, updatedAt: new Date().toISOString() });
  await lookForChanges(practice);
  await expectInStrip(first.id);
  const second = practice.add({ ...stay, petId: idOf(4, 2), updatedAt: new Date().toISOString() });
  await lookForChanges(practice);
  await expectInStrip(second.id);
  await expectInStrip(first.id);
  expect(document.activeElement).toBe(block);
});

test('an appointment that is stretched to six hours moves into the strip', async () => {
  const { practice, id, address } = dayWithoutStays();
  await openBoard(practice, address);
  const block = await blockOf(id);
  const edge = await waitUntil(() => {
    const element = block.querySelector('.block-end');
    if (!element) throw new Error('The block has no edge to drag.');
    return element;
  });
  const { from, to } = drawnMinutes(block);
  const { left, width, bottom, height } = block.getBoundingClientRect();
  const minute = height / (to - from);
  const at = (y: number) => ({ clientX: left + width / 2, clientY: y, pageX: left + width / 2, pageY: y });
  const send = (type: string, on: EventTarget, y: number) =>
    on.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, button: 0, ...at(y) }));
  send('mousedown', edge, bottom - 2);
  for (const minutes of [60, 180, 330]) send('mousemove', document, bottom - 2 + minutes * minute);
  send('mouseup', document, bottom - 2 + 330 * minute);
  await waitUntil(() => expect(practice.appointments.find((one) => one.id === id)?.end).toBe(`${DAY}T15:00:00.000Z`));
  await expectInStrip(id);
});
