import { z } from 'zod';

/**
 * What the gateway tells the app on `GET /desk/session`. `signedIn` is always true where one shared key serves every
 * desk (`shared`); `canWrite` is null while it is not known; `timeZone` (IANA) is used for stores that name none.
 * `person` tells apart whose key is signed in and stays the same from one sign-in to the next: it keeps apart what a
 * browser keeps for each, opens nothing, and is null where nobody signs in. `practiceSystemUrl` is where people change
 * what the practice API cannot; `{id}` in it stands for the id of an appointment. `calendarLicenseKey` is FullCalendar's.
 * `demo` is true where the practice is the invented one that an empty database is filled with, and no other.
 */
export const deskSessionSchema = z.object({
  access: z.enum(['shared', 'sign_in']),
  signedIn: z.boolean(),
  canWrite: z.boolean().nullable(),
  person: z.string().nullable(),
  timeZone: z.string().nullable(),
  practiceSystemUrl: z.string().nullable(),
  calendarLicenseKey: z.string(),
  demo: z.boolean(),
});
export type DeskSession = z.infer<typeof deskSessionSchema>;

/** The body of `POST /desk/session`: a receptionist's own API key, sealed by the gateway and never sent back. */
export const deskSignInSchema = z.strictObject({ apiKey: z.string().trim().min(1).max(512) });

/** Headers that the app and the gateway exchange beside the practice API's own. */
export const deskHeaders = {
  /** Request: `poll` marks a background read, which waits first when the budget runs short; `recheck` wants an answer that no earlier request shares. */
  purpose: 'x-frontdesk-purpose',
  /** Response: `limit=100, remaining=63, reset=41`, the key's request budget with the seconds until all of it is back. */
  budget: 'x-frontdesk-budget',
  /** Response: what the practice API's clock shows now, in milliseconds since 1970-01-01T00:00Z. */
  clock: 'x-frontdesk-clock',
} as const;

export const deskPurposes = ['poll', 'recheck'] as const;
export type DeskPurpose = (typeof deskPurposes)[number];
