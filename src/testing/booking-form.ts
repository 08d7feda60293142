import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { isolated } from '#app/text/isolated.ts';
import type { Appointment } from '#contract/appointment.ts';
import { renderApp } from './app-in-memory.tsx';
import { DRAFT_DAY as DAY } from './booking-draft.ts';
import { createPracticeInMemory, idOf, type PracticeInMemory } from './practice-in-memory.ts';
import { waitUntil } from './wait-until.ts';

export const CREATE = 'POST /v1/appointments';
export const SEARCH = 'POST /v1/appointments/search';

export const dialog = page.getByRole('dialog', { name: 'New appointment' });
export const field = (name: string) => dialog.getByRole('combobox', { name });
export const text = (name: string) => dialog.getByRole('textbox', { name });
export const options = page.getByRole('option');
export const bookButton = dialog.getByRole('button', { name: 'Book appointment' });
export const newButton = page.getByRole('button', { name: 'New appointment' });
export const booked = page.getByRole('dialog', { name: `Booked: ${isolated('Bella')}`, exact: true });
/** What the panel says of the time: that it is free, or what is in the way. */
export const answer = page.getByRole('region', { name: 'Can it be booked?' });

/** A practice with a day on which nothing is booked, in the summer time of the first store (UTC−4), which is open from 8 to 18. */
export const emptyDay = (beyond = false) => createPracticeInMemory({ today: '2031-05-01', beyond });

/** The free starts that are offered of a part of the day. */
export const offered = (part: 'Morning' | 'Afternoon') =>
  page
    .getByRole('group', { name: part })
    .getByRole('button')
    .elements()
    .map((button) => button.textContent);

/** An instant of a wall-clock time in the first store, in summer. */
export const at = (time: string, date = DAY) => new Date(`${date}T${time.padStart(5, '0')}:00-04:00`).toISOString();

/** Takes rooms of the first store, from a time to another of its own clock. */
export function takeRooms(practice: PracticeInMemory, from: string, to: string, given: Partial<Appointment> = {}) {
  for (const { id } of practice.company.stores[0]?.rooms ?? [])
    practice.add({ roomId: id, start: at(from), end: at(to), petId: idOf(4, 29), ...given });
}

/** Opens the calendar of a day with the panel, by their address. */
export function renderForm(practice: PracticeInMemory, params = '', date = DAY) {
  return renderApp(practice, `/?store=${idOf(2, 1)}&date=${date}&new=1${params}`);
}

/** The rest of an address that has Bella and a vaccination of a quarter of an hour, at 9:05 or another time. */
export const bella = (start = '09:05') =>
  `&pet=${idOf(4, 1)}&bookType=${idOf(7, 5)}${start === '' ? '' : `&start=${DAY}T${start.padStart(5, '0')}`}`;

/** Opens the panel for Bella's vaccination, and waits until it says whether it can be booked. */
export async function openForm(practice: PracticeInMemory, params = bella()) {
  const app = await renderForm(practice, params);
  await expect.element(answer).toHaveTextContent(/./);
  await expect.element(answer).not.toHaveTextContent('Checking');
  return app;
}

/** Chooses the first pet and the first visit type that match, by keys, from the field of the pet on. */
export async function choose(pet = 'bella', type = 'vac') {
  await expect.element(field('Pet')).toHaveFocus();
  await userEvent.keyboard(pet);
  await expect.element(options.first()).toBeVisible();
  await userEvent.keyboard('{Enter}{Tab}');
  await expect.element(field('Visit type')).toHaveFocus();
  await userEvent.keyboard(`${type}{Tab}`);
}

/** Leaves the app as before a reload, of which the page learns nothing. */
export async function leaveForReload({ leave }: { leave: () => void | Promise<void> }) {
  const stored = Object.entries({ ...sessionStorage });
  await leave();
  for (const [key, value] of stored) sessionStorage.setItem(key, value);
}

export const bookByKeys = () => userEvent.keyboard('{Control>}{Enter}{/Control}');

/** The notes of each booking that was sent. */
export const notesOf = (practice: PracticeInMemory) => practice.creates().map(({ notes }) => notes);

/** The appointments that came of it, whatever is said of them. */
export const made = (practice: PracticeInMemory) =>
  practice.appointments.filter(({ createdFrom }) => createdFrom !== 'app');

/** Waits until a request was sent: the create, or another. */
export const sent = (practice: PracticeInMemory, name = CREATE) =>
  waitUntil(() => expect(practice.asked.filter((request) => request.name === name)).not.toEqual([]));
