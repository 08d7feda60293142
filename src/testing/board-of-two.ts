import { expect } from 'vitest';
import { userEvent } from 'vitest/browser';
import { createPracticeInMemory, idOf, type PracticeInMemory } from './practice-in-memory.ts';
import { blockOf, board, drawnMinutes, openBoard } from './shown-board.ts';
import { waitUntil } from './wait-until.ts';

export const TODAY = '2026-06-03';
export const VISIT = idOf(8, 900);
export const OTHER = idOf(8, 901);

/** Bella at 9 and Milo at 10:30 in New York, in rooms 1 and 2. */
export function practiceOfTwo(hasExtensions = true) {
  const practice = createPracticeInMemory({ appointments: 0, today: TODAY, hasExtensions });
  practice.add({
    id: VISIT,
    title: 'Bella – Consultation',
    start: `${TODAY}T13:00:00.000Z`,
    end: `${TODAY}T13:30:00.000Z`,
    status: 'confirmed',
    roomId: idOf(3, 11),
  });
  practice.add({
    id: OTHER,
    petId: idOf(4, 3),
    title: 'Milo – Nail trim',
    start: `${TODAY}T14:30:00.000Z`,
    end: `${TODAY}T15:00:00.000Z`,
    status: 'confirmed',
    roomId: idOf(3, 12),
  });
  const record = (id: string) => practice.appointments.find((appointment) => appointment.id === id);
  return { practice, visit: () => record(VISIT), other: () => record(OTHER) };
}

/** The same practice, with Ada Okafor as the vet of Bella's appointment. */
export function practiceWithVisit(hasExtensions = true) {
  const { practice, visit } = practiceOfTwo(hasExtensions);
  const employees = [{ id: idOf(6, 1), isMainEmployee: true }];
  Object.assign(visit() ?? {}, { employees, updatedAt: '2026-06-01T08:00:00.123Z' });
  const patches = () => practice.requests.filter(({ name }) => name === `PATCH /v1/appointments/${VISIT}`);
  return { practice, visit, patches };
}

/** The block, row or card of an appointment by its accessible name. */
export const block = (name: RegExp) =>
  board
    .getByRole('button', { name })
    .or(board.getByRole('region', { name: 'List' }).getByRole('row', { name }))
    .first();
/** The address of the calendar on that day. */
export const address = `/?date=${TODAY}&store=${idOf(2, 1)}`;
/** The address of that calendar with Bella's appointment open. */
export const detailsAddress = `${address}&appointment=${VISIT}`;

/** Opens the calendar of this practice, and waits until its blocks are drawn, in a calendar view at their hours. */
export async function openBoardOfTwo(practice: PracticeInMemory, at = address) {
  const app = await openBoard(practice, at);
  await expect.element(block(/Bella/)).toBeVisible();
  // FullCalendar first draws the blocks before it has measured the hours.
  if (!/view=(?:week|list|flow)/.test(at))
    await waitUntil(async () => expect(drawnMinutes(await blockOf(VISIT)).from).toBeCloseTo(9 * 60, 0));
  return app;
}

/**
 * Opens the calendar and checks Bella in with the keyboard. The practice system has applied the change, but responds only
 * when the returned function is called; later changes are answered immediately.
 */
export async function openWithUnansweredCheckIn(practice: PracticeInMemory, at = address) {
  let letGo = () => {};
  const free = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const end = practice.answer(`PATCH /v1/appointments/${VISIT}`, async (_, usual) => {
    const made = usual();
    await free;
    return made;
  });
  await openBoardOfTwo(practice, at);
  block(/Bella/).element().focus();
  await userEvent.keyboard('s');
  await expect.poll(() => practice.appointments.find(({ id }) => id === VISIT)?.status).toBe('checked_in');
  return () => {
    end();
    letGo();
  };
}

/** Drags with the mouse by a number of pixels, starting at a fraction of the height of an element. */
export async function drag(from: Element, by: { x: number; y: number }, partDown = 0.5, keys: MouseEventInit = {}) {
  const { left, top, width, height } = from.getBoundingClientRect();
  const start = {
    clientX: left + width / 2,
    clientY: top + height * partDown,
    bubbles: true,
    cancelable: true,
    button: 0,
    ...keys,
  };
  const at = (part: number) => ({
    ...start,
    clientX: start.clientX + by.x * part,
    clientY: start.clientY + by.y * part,
  });
  const move = (part: number, pressed: MouseEventInit = {}) =>
    document.dispatchEvent(new MouseEvent('mousemove', { ...at(part), ...pressed }));
  from.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, ...keys }));
  from.dispatchEvent(new MouseEvent('mousedown', start));
  for (const part of [0.2, 0.5, 0.8, 1]) move(part);
  await new Promise((resolve) => requestAnimationFrame(resolve));
  return { move, drop: () => document.dispatchEvent(new MouseEvent('mouseup', at(1))) };
}
