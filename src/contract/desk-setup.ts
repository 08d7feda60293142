import * as z from 'zod/mini';
import { deskSessionSchema } from '#contract/desk.ts';
import { practiceSetupSchema } from '#contract/practice-setup.ts';
import { uuidSchema } from '#contract/primitives.ts';

/**
 * The body of `POST /desk/setup`. `id` is made by the browser for this practice: sent again with the same id, code and practice, because
 * the answer was lost, it gives the first answer again. `code` is the one that the terminal printed, however it is
 * written. `demo` says what becomes of the demo practice.
 */
export const deskSetupSchema = z.strictObject({
  id: uuidSchema,
  code: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  practice: practiceSetupSchema,
  demo: z.enum(['remove', 'keep']),
});
export type DeskSetup = z.infer<typeof deskSetupSchema>;

/** The answer of `POST /desk/setup`: the new practice with a key for each of its people, in their order; the first is signed in. */
export const deskSetUpSchema = z.object({
  session: deskSessionSchema,
  people: z.array(z.object({ employeeId: uuidSchema, name: z.string(), key: z.string() })),
});
export type DeskSetUp = z.infer<typeof deskSetUpSchema>;

/**
 * The answer of `GET /desk/setup`: which practice can be set up, null where none can, and the time zone (IANA) of the
 * server. Asking makes the terminal print a new code where the last one ran out.
 */
export const setupOfferSchema = z.object({
  setUp: deskSessionSchema.shape.setUp,
  timeZone: z.nullable(z.string()),
});
export type SetupOffer = z.infer<typeof setupOfferSchema>;

/** The gateway's own endpoints of setting up a practice. */
export const setupEndpoints = {
  getSetup: { method: 'GET', path: '/desk/setup', input: z.object({}), received: setupOfferSchema },
  setUpPractice: { method: 'POST', path: '/desk/setup', input: deskSetupSchema, received: deskSetUpSchema },
} as const;
