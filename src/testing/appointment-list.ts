import { page } from 'vitest/browser';
import { createPracticeInMemory, type PracticeInMemory } from './practice-in-memory.ts';

export const SEARCH = 'POST /v1/appointments/search';
/** The list of all days. */
export const ALL = '/appointments?when=all';

export const matches = page.getByTestId('matches');
export const table = page.getByRole('grid', { name: 'Appointments' });
export const rows = () => [...(table.query()?.querySelectorAll<HTMLElement>('tr[data-appointment]') ?? [])];
export const idsShown = () => rows().map(({ dataset }) => dataset['appointment']);

/** The requests of the list, without those of the status bar and the rail. */
export const listRequests = ({ requests }: PracticeInMemory) =>
  requests.filter(
    ({ name, body }) => name === SEARCH && body?.['limit'] === 500 && !/"end"|"requested"/.test(JSON.stringify(body)),
  );

/** A practice with three pages of appointments that can sort by time. */
export const createLargePractice = () => createPracticeInMemory({ appointments: 1300, hasExtensions: true });

/** The appointments as the list sorts them by time, the earliest first. */
export const byStart = ({ appointments }: PracticeInMemory) =>
  [...appointments].sort((a, b) => Date.parse(a.start) - Date.parse(b.start) || (a.id < b.id ? -1 : 1));
