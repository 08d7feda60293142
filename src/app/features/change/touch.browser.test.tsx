import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { LONG_PRESS_MS } from '#app/features/board/calendar/calendar-settings.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';
import { blockOf, drawnMinutes, lookForChanges } from '#testing/shown-board.ts';
import { waitUntil } from '#testing/wait-until.ts';

const TODAY = '2026-06-03';
const VISIT = idOf(8, 900);
const address = `/?date=${TODAY}&store=${idOf(2, 1)}`;

/** FullCalendar ignores the mouse for this long after a touch, even in the next test on this page. */
const NO_MOUSE_MS = 500;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(async () => {
    await vi.advanceTimersByTimeAsync(NO_MOUSE_MS);
    vi.useRealTimers();
  });
});

/** Opens the board in the given view on a day with Bella's appointment at 9:00 in New York. */
async function openBoard(view: string, more = '') {
  const practice = createPracticeInMemory({ appointments: 0, today: TODAY, hasExtensions: true });
  const times = { start: `${TODAY}T13:00:00.000Z`, end: `${TODAY}T13:30:00.000Z` };
  practice.add({ id: VISIT, title: 'Bella – Consultation', ...times, status: 'confirmed', roomId: idOf(3, 11) });
  const { address: current } = await renderApp(practice, `${address}&view=${view}${more}`);
  const bella = page.getByRole('main', { name: 'Calendar' }).getByRole('button', { name: /Bella/ });
  await expect.element(bella).toBeVisible();
  // FullCalendar draws the blocks once before it has measured the hours.
  if (view === 'rooms')
    await waitUntil(async () => {
      const { from, to } = drawnMinutes(await blockOf(VISIT));
      expect(from).toBeCloseTo(9 * 60, 0);
      expect(to).toBeCloseTo(9.5 * 60, -1);
    });
  return {
    bella: bella.element(),
    visit: () => practice.appointments.find(({ id }) => id === VISIT),
    practice,
    current,
  };
}

/**
 * A finger on an element, at its centre unless `from` is given, in a browser that sends no `contextmenu` for a long
 * press.
 */
function finger(on: Element, from?: number) {
  const { left, top, width, height } = on.getBoundingClientRect();
  const at = { x: left + width / 2, y: from ?? top + height / 2 };
  const began = performance.now();
  let rested = 0;
  /** `after`: when it happened, in milliseconds since the first touch, if the page receives the event late. */
  function send(type: string, down: boolean, after?: number): boolean {
    const touch = new Touch({ identifier: 1, target: on, clientX: at.x, clientY: at.y, pageX: at.x, pageY: at.y });
    const touches = down ? [touch] : [];
    const init = { touches, targetTouches: touches, changedTouches: [touch], bubbles: true, cancelable: true };
    const event = new TouchEvent(type, init);
    const value = after === undefined ? event.timeStamp + rested : began + after;
    Object.defineProperty(event, 'timeStamp', { value });
    return on.dispatchEvent(event);
  }
  return {
    down() {
      on.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' }));
      return send('touchstart', true);
    },
    /** Lets time pass, by default enough for a long press. */
    async rest(ms = LONG_PRESS_MS + 100) {
      rested += ms;
      await vi.advanceTimersByTimeAsync(ms);
    },
    /** Returns whether the browser may scroll. */
    move(by: number, after?: number) {
      at.y += by;
      return send('touchmove', true, after);
    },
    /** Returns whether a click may follow. */
    up: () => send('touchend', false),
    /** The system interprets the touch as another gesture. */
    cancel: () => send('touchcancel', false),
  };
}

test('a long press followed by a move drags the block', { tags: 'smoke' }, async () => {
  const { bella, visit } = await openBoard('rooms');
  const { height } = bella.getBoundingClientRect();
  const { down, rest, move, up } = finger(bella);
  down();
  await rest();
  for (let part = 0; part < 8; part += 1) move(height / 4);
  await new Promise((resolve) => requestAnimationFrame(resolve));
  up();
  await expect.poll(() => visit()?.start).toBe(`${TODAY}T14:00:00.000Z`);
});

test('a drag by touch continues when a colleague’s change arrives', async () => {
  const { bella, visit, practice } = await openBoard('rooms');
  const { height } = bella.getBoundingClientRect();
  const { down, rest, move, up } = finger(bella);
  down();
  await rest();
  for (let part = 0; part < 8; part += 1) move(height / 4);
  await expect.element(page.getByText('10:00 – 10:30').first()).toBeVisible();
  practice.add({ petId: idOf(4, 3), updatedAt: new Date().toISOString(), roomId: idOf(3, 12) });
  await lookForChanges(practice);
  await expect.element(page.getByRole('button', { name: /^Confirmed\b.*2$/ })).toBeVisible();
  up();
  await expect.poll(() => visit()?.start).toBe(`${TODAY}T14:00:00.000Z`);
});

test('dragging the corner of a block selected by touch changes its end', async () => {
  const { bella, visit } = await openBoard('rooms');
  const first = finger(bella);
  first.down();
  await first.rest();
  first.up();
  // A selected block has a resize handle in its corner.
  await waitUntil(() => expect(bella.querySelector('.block-end > *')).not.toBeNull());
  const { left, right, top, bottom, height } = bella.getBoundingClientRect();
  const at = (x: number, y: number) => document.elementFromPoint(x, y) ?? document.body;
  expect(at((left + right) / 2, (top + bottom) / 2).closest('.block-end')).toBeNull();
  // In the last quarter of an hour of the block.
  const from = bottom - height / 8;
  const handle = at(right - 14, from);
  expect(handle.closest('.block-end')).not.toBeNull();
  const end = finger(handle, from);
  end.down();
  for (let part = 0; part < 4; part += 1) end.move(height / 4);
  await new Promise((resolve) => requestAnimationFrame(resolve));
  end.up();
  await expect.poll(() => visit()?.end).toBe(`${TODAY}T14:00:00.000Z`);
  expect(visit()?.start).toBe(`${TODAY}T13:00:00.000Z`);
});

test('a drag that the system cancels does not move the block', async () => {
  const { bella, visit } = await openBoard('rooms');
  const { height } = bella.getBoundingClientRect();
  const { down, rest, move, cancel } = finger(bella);
  down();
  await rest();
  for (let part = 0; part < 8; part += 1) move(height / 4);
  await expect.element(page.getByText('10:00 – 10:30')).toBeVisible();
  cancel();
  await expect.element(page.getByText('10:00 – 10:30')).not.toBeInTheDocument();
  // Changes of an appointment are sent one after the other.
  page.getByRole('button', { name: /Bella/ }).first().element().focus();
  await userEvent.keyboard('s');
  await expect.poll(() => visit()?.status).toBe('checked_in');
  expect(visit()?.start).toBe(`${TODAY}T13:00:00.000Z`);
});

test('a short touch or a scroll changes nothing', async () => {
  const { bella, visit } = await openBoard('rooms');
  const tap = finger(bella);
  tap.down();
  expect(tap.up()).toBe(true);
  const { down, move, up } = finger(bella);
  down();
  move(60);
  up();
  await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(visit()).toMatchObject({ start: `${TODAY}T13:00:00.000Z`, status: 'confirmed' });
});
