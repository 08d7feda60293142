import type { DeskSession } from '#contract/desk.ts';

/** The session if all desks share a key, and the practice system supports only the specification. */
export const sharedSession: DeskSession = {
  access: 'shared',
  signedIn: true,
  canWrite: true,
  person: null,
  name: null,
  timeZone: null,
  practiceSystemUrl: null,
  // Without it FullCalendar shows a message about its licence.
  calendarLicenseKey: 'AGPL-My-Frontend-And-Backend-Are-Open-Source',
  demo: false,
  capabilities: {},
  presence: false,
  setUp: null,
  pins: null,
  wrongPins: 0,
  lockMinutes: 15,
  canKeepUnlocked: false,
  addresses: null,
};

/** The session if people sign in; `person` is null while signed out. */
export function sessionOf(person: string | null, changes: Partial<DeskSession> = {}): DeskSession {
  return { ...sharedSession, access: 'sign_in', signedIn: person !== null, person, ...changes };
}
