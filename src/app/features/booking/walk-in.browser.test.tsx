import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { addDays } from '#scheduling/calendar-day.ts';
import { DRAFT_DAY as DAY } from '#testing/booking-draft.ts';
import { answer, at, bookByKeys, options, dialog as whole } from '#testing/booking-form.ts';
import { createPracticeInMemory, idOf, type PracticeInMemory } from '#testing/practice-in-memory.ts';
import { openBoard } from '#testing/shown-board.ts';

/** 10:43 in New York. */
const NOW = Date.parse(`${DAY}T14:43:20.000Z`);
const panel = page.getByRole('dialog', { name: 'Walk-in' });
const field = (name: string) => panel.getByRole('combobox', { name });
const text = (name: string) => panel.getByRole('textbox', { name });

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const practiceThen = (hasExtensions = true) => createPracticeInMemory({ appointments: 0, today: DAY, hasExtensions });

/** Books Milo into a room with a vet. */
const book = (practice: PracticeInMemory, room: number, vet: number, from: string, to: string) =>
  practice.add({
    ...{ start: at(from), end: at(to), roomId: idOf(3, 10 + room), petId: idOf(4, 3) },
    employees: [{ id: idOf(6, vet), isMainEmployee: true }],
  });

/** Opens the panel by keyboard, and types pet and visit type. */
async function openWalkIn(practice: PracticeInMemory, pet = 'be', type = 'va') {
  await openBoard(practice, `/?store=${idOf(2, 1)}&date=${DAY}`);
  await userEvent.keyboard('w');
  await expect.element(field('Pet')).toHaveFocus();
  await userEvent.keyboard(pet);
  await expect.element(options.first()).toBeVisible();
  await userEvent.keyboard(`{Enter}${type}{Enter}`);
}

/** Advances to the next minute, as a tab does when it returns to the foreground. */
function passMinute() {
  vi.setSystemTime(Date.now() + 60_000);
  document.dispatchEvent(new Event('visibilitychange'));
}

test('a walk-in is checked in now, with the first free vet and room', { tags: 'smoke' }, async () => {
  const practice = practiceThen();
  book(practice, 1, 1, '10:30', '11:30');
  await openWalkIn(practice);
  await expect.element(answer).toHaveTextContent(/^Free with .*Bram de Wit.*, .*Room 2/);
  await expect.element(text('Start')).toHaveValue('10:43');
  await bookByKeys();
  await expect.element(panel).not.toBeInTheDocument();
  expect(practice.creates()).toMatchObject([
    { start: at('10:43'), end: at('10:58'), status: 'checked_in', employeeId: idOf(6, 2), petId: idOf(4, 1) },
  ]);
  await expect.poll(() => practice.appointments.at(-1)?.roomId).toBe(idOf(3, 12));
});

test('a selected vet and room are kept', async () => {
  const practice = practiceThen();
  await openWalkIn(practice);
  await field('Vet').fill('bram');
  await userEvent.keyboard('{Enter}');
  await field('Room').click();
  await page.getByRole('option', { name: 'Room 2' }).click();
  await expect.element(answer).toHaveTextContent(/^Free with .*Bram de Wit.*, .*Room 2/);
  await bookByKeys();
  await expect.poll(() => practice.creates()).toMatchObject([{ employeeId: idOf(6, 2) }]);
});

test('now advances every minute, but not while the booking is being sent', async () => {
  const practice = practiceThen();
  const { letGo } = practice.hold('POST /v1/appointments');
  await openWalkIn(practice);
  await expect.element(text('Start')).toHaveValue('10:43');
  passMinute();
  await expect.element(text('Start')).toHaveValue('10:44');
  await bookByKeys();
  await expect.poll(() => practice.creates()).toHaveLength(1);
  passMinute();
  letGo();
  await expect.element(panel).not.toBeInTheDocument();
  expect(practice.creates()).toMatchObject([{ start: at('10:44') }]);
});

test('if nothing is free now, the nearest time is offered', async () => {
  const practice = practiceThen();
  book(practice, 1, 1, '10:30', '11:30');
  book(practice, 2, 2, '10:00', '12:00');
  await openWalkIn(practice);
  await expect.element(answer).toHaveTextContent(/^No vet free at 10:43· next 11:30Take/);
  await expect.element(panel.getByRole('button', { name: 'Check in anyway' })).toBeVisible();
  await answer.getByRole('button', { name: 'Take' }).click();
  await expect.element(text('Start')).toHaveValue('11:30');
  await panel.getByRole('button', { name: 'Check in', exact: true }).click();
  await expect.poll(() => practice.creates()).toMatchObject([{ start: at('11:30'), employeeId: idOf(6, 1) }]);
});

test('a walk-in that takes a time on another day is not checked in, but booked', async () => {
  const practice = practiceThen();
  book(practice, 1, 1, '8:00', '23:00');
  book(practice, 2, 2, '8:00', '23:00');
  await openWalkIn(practice);
  await answer.getByRole('button', { name: 'Take' }).click();
  await expect.element(whole.getByRole('combobox', { name: 'Pet' })).toHaveValue('Bella · dog · Ann Lee');
  await expect.element(whole.getByRole('button', { name: 'Book appointment' })).toBeVisible();
  await bookByKeys();
  await expect
    .poll(() => practice.creates())
    .toMatchObject([{ start: at('8:00', addDays(DAY, 1)), status: 'confirmed', petId: idOf(4, 1) }]);
});

test('today’s appointment of the pet is checked in instead', async () => {
  const practice = practiceThen();
  const expected = practice.add({ petId: idOf(4, 1), start: at('11:45'), end: at('12:00'), roomId: idOf(3, 11) });
  await openWalkIn(practice);
  await panel.getByRole('button', { name: 'Check in the 11:45 appointment instead' }).click();
  await expect.element(panel).not.toBeInTheDocument();
  await expect.poll(() => practice.appointments.find(({ id }) => id === expected.id)?.status).toBe('checked_in');
  expect(practice.creates()).toEqual([]);
});

test('a later time is booked like any other appointment', async () => {
  const practice = practiceThen();
  await openWalkIn(practice);
  await panel.getByRole('button', { name: 'Book a later time' }).click();
  await expect.element(whole.getByRole('combobox', { name: 'Pet' })).toHaveValue('Bella · dog · Ann Lee');
  await expect.element(whole.getByRole('textbox', { name: 'Start' })).toHaveValue('10:45');
  await bookByKeys();
  await expect
    .poll(() => practice.creates())
    .toMatchObject([{ start: at('10:45'), status: 'confirmed', employeeId: idOf(6, 1) }]);
});

test('no room is offered if the practice system assigns rooms itself', async () => {
  await openWalkIn(practiceThen(false));
  await expect.element(answer).toHaveTextContent(/^Free in/);
  expect(field('Room').elements()).toEqual([]);
});
