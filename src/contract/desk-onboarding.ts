import * as z from 'zod/mini';
import { deskSessionSchema } from '#contract/desk.ts';

/**
 * The response of `POST /desk/setup`: the session of the first person, who is signed in, and a key for each person of
 * the new practice, in the order of the request.
 */
export const finishedOnboardingSchema = z.object({
  session: deskSessionSchema,
  people: z.array(z.object({ employeeId: z.string(), name: z.string(), key: z.string() })),
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

/** The gateway's own operations for setting up a practice. */
export const onboardingCalls = {
  getSetup: { method: 'GET', path: '/desk/setup', received: onboardingOfferSchema },
  setUpPractice: { method: 'POST', path: '/desk/setup', received: finishedOnboardingSchema },
} as const;
