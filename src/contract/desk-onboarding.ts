import * as z from 'zod/mini';
import { deskSessionSchema } from '#contract/desk.ts';
import { practiceSetupSchema } from '#contract/practice-setup.ts';
import { uuidSchema } from '#contract/primitives.ts';

/**
 * The body of `POST /desk/setup`. The browser generates `id` for this practice: a repeated request with the same id, code and
 * practice, after a lost response, receives the first response again. `code` is the code from the terminal, in any spelling.
 * `demo` says what to do with the demo practice.
 */
export const onboardingRequestSchema = z.strictObject({
  id: uuidSchema,
  code: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  practice: practiceSetupSchema,
  demo: z.enum(['remove', 'keep']),
});
export type OnboardingRequest = z.infer<typeof onboardingRequestSchema>;

/**
 * The response of `POST /desk/setup`: the new practice, and a key for each of its people in the same order. The first person
 * is signed in.
 */
export const finishedOnboardingSchema = z.object({
  session: deskSessionSchema,
  people: z.array(z.object({ employeeId: uuidSchema, name: z.string(), key: z.string() })),
});
export type FinishedOnboarding = z.infer<typeof finishedOnboardingSchema>;

/**
 * The response of `GET /desk/setup`: which practice can be set up (null if none), and the server's time zone (IANA). If the
 * previous code has expired, the request makes the terminal print a new one.
 */
export const onboardingOfferSchema = z.object({
  setUp: deskSessionSchema.shape.setUp,
  timeZone: z.nullable(z.string()),
});
export type OnboardingOffer = z.infer<typeof onboardingOfferSchema>;

/** The gateway's own endpoints for setting up a practice. */
export const onboardingEndpoints = {
  getSetup: { method: 'GET', path: '/desk/setup', input: z.object({}), received: onboardingOfferSchema },
  setUpPractice: {
    method: 'POST',
    path: '/desk/setup',
    input: onboardingRequestSchema,
    received: finishedOnboardingSchema,
  },
} as const;
