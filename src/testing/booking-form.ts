import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { BookingValues } from '#app/features/booking/booking-values.ts';
import { isolated } from '#app/text/isolated.ts';
import type { Appointment } from '#contract/appointment.ts';
import { renderApp } from './app-in-memory.tsx';
import { DRAFT_DAY, keepDraft } from './booking-draft.ts';
import { createPracticeInMemory, idOf, type PracticeInMemory } from './practice-in-memory.ts';
import { waitUntil } from './wait-until.ts';

export const CREATE = 'POST /v1/appointments';
export const SEARCH = 'POST /v1/appointments/search';

export const dialog = page.getByRole('dialog', { name: 'New appointment' });
export const field = (name: string) => dialog.getByRole('combobox', { name });
export const text = (name: string) => dialog.getByRole('textbox', { name });
export const bookButton = dialog.getByRole('button', { name: 'Book appointment' });
/** Whether the time can be booked, and why not. */
export const stateLine = dialog.getByRole('region', { name: 'Can it be booked?' });
export const morning = dialog.getByRole('group', { name: 'Morning' });
export const afternoon = dialog.getByRole('group', { name: 'Afternoon' });
export const newButton = page.getByRole('button', { name: 'New appointment' });
export const booked = page.getByRole('dialog', { name: `Booked: ${isolated('Bella')}`, exact: true });

/** A practice with a day on which nothing is booked: that of the stored draft. */
export const emptyDay = () => createPracticeInMemory({ today: '2031-05-01' });

/** The free times that are offered. */
export const offered = () =>
  [morning, afternoon].flatMap((group) =>
    group
      .getByRole('button')
      .elements()
      .map(({ textContent }) => textContent),
  );

/** Takes all rooms of the first store, from a time to another of its own clock, in summer. */
export function takeRooms(practice: PracticeInMemory, from: string, to: string, given: Partial<Appointment> = {}) {
  const [store] = practice.company.stores;
  for (const { id } of store?.rooms ?? []) {
    practice.add({
      roomId: id,
      start: new Date(`${from}-04:00`).toISOString(),
      end: new Date(`${to}-04:00`).toISOString(),
      petId: idOf(4, 29),
      ...given,
    });
  }
}

/** Opens the calendar of a day with the panel, by their address. */
export function renderForm(practice: PracticeInMemory, params = '', date = DRAFT_DAY) {
  return renderApp(practice, `/?store=${practice.company.stores[0]?.id}&date=${date}&new=1${params}`);
}

/** Opens the panel from the calendar, as a person does, and waits until it is filled in from the stored draft. */
export async function openDraft() {
  await newButton.click();
  await expect.element(field('Pet')).toHaveValue('Bella · dog · Ann Lee');
}

/** Opens the panel beside the calendar of the day, filled in. */
export async function openForm(practice: PracticeInMemory, given: Partial<BookingValues> = {}, params = '') {
  keepDraft(practice, given);
  const app = await renderApp(practice, `/?store=${practice.company.stores[0]?.id}&date=${DRAFT_DAY}${params}`);
  await openDraft();
  return app;
}

export const bookByKeys = () => userEvent.keyboard('{Control>}{Enter}{/Control}');

/** The notes of each booking that was sent. */
export const notesOf = (practice: PracticeInMemory) => practice.creates().map(({ notes }) => notes);

/** The appointments that were booked, whatever the panel says of them. */
export const made = (practice: PracticeInMemory) =>
  practice.appointments.filter(({ createdFrom }) => createdFrom !== 'app');

/** Waits until a request was sent: the create, or another. */
export const sent = (practice: PracticeInMemory, name = CREATE) =>
  waitUntil(() => expect(practice.asked.filter((request) => request.name === name)).not.toEqual([]));
