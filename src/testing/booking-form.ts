import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { isolateText } from '#app/text/isolate-text.ts';
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
export const booked = page.getByRole('dialog', { name: `Booked: ${isolateText('Bella')}`, exact: true });
/** The part of the panel that says whether the time is free, or why it can't be booked. */
export const answer = page.getByRole('region', { name: 'Can this be booked?' });

/**
 * A practice with a day without bookings, during daylight saving time of the first store (UTC−4), which is open from 8
 * to 18.
 */
export const emptyDay = (hasExtensions = false) => createPracticeInMemory({ today: '2031-05-01', hasExtensions });

/** The free start times that are offered for a part of the day. */
export const offered = (part: 'Morning' | 'Afternoon') =>
  page
    .getByRole('group', { name: part })
    .getByRole('button')
    .elements()
    .map((button) => button.textContent);

/** A wall-clock time in the first store in summer as an instant. */
export const at = (time: string, date = DAY) => new Date(`${date}T${time.padStart(5, '0')}:00-04:00`).toISOString();

/** Occupies rooms of the first store between two wall-clock times. */
export function takeRooms(practice: PracticeInMemory, from: string, to: string, given: Partial<Appointment> = {}) {
  for (const { id } of practice.company.stores[0]?.rooms ?? [])
    practice.add({ roomId: id, start: at(from), end: at(to), petId: idOf(4, 29), ...given });
}

/** Opens the calendar of a day with the panel, by the address. */
export function renderForm(practice: PracticeInMemory, params = '', date = DAY) {
  return renderApp(practice, `/?store=${idOf(2, 1)}&date=${date}&new=1${params}`);
}

/** The search parameters for Bella and a vaccination of a quarter of an hour, at 9:05 or another time. */
export const bella = (start = '09:05') =>
  `&pet=${idOf(4, 1)}&bookType=${idOf(7, 5)}${start === '' ? '' : `&start=${DAY}T${start.padStart(5, '0')}`}`;

/** Opens the panel for Bella's vaccination, and waits until it shows whether it can be booked. */
export async function openForm(practice: PracticeInMemory, params = bella()) {
  const app = await renderForm(practice, params);
  await expect.element(answer).toHaveTextContent(/./);
  await expect.element(answer).not.toHaveTextContent('Checking');
  return app;
}

/** Chooses the first matching pet and visit type with the keyboard, starting in the pet field. */
export async function choose(pet = 'bella', type = 'vac') {
  await expect.element(field('Pet')).toHaveFocus();
  await userEvent.keyboard(pet);
  await expect.element(options.first()).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(field('Visit type')).toHaveFocus();
  await userEvent.keyboard(`${type}{Enter}`);
}

/** Leaves the app as before a reload, without notifying the page. */
export async function leaveForReload({ leave }: { leave: () => void | Promise<void> }) {
  const stored = Object.entries({ ...sessionStorage });
  await leave();
  for (const [key, value] of stored) sessionStorage.setItem(key, value);
}

export const bookByKeys = () => userEvent.keyboard('{Control>}{Enter}{/Control}');

/** The notes of each booking that was sent. */
export const notesOf = (practice: PracticeInMemory) => practice.creates().map(({ notes }) => notes);

/** The resulting appointments, whatever the app says about them. */
export const made = (practice: PracticeInMemory) =>
  practice.appointments.filter(({ createdFrom }) => createdFrom !== 'app');

/** Waits until a request was sent: by default, the create. */
export const sent = (practice: PracticeInMemory, name = CREATE) =>
  waitUntil(() => expect(practice.requests.filter((request) => request.name === name)).not.toEqual([]));
