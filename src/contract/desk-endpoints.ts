import * as z from 'zod/mini';
import { sessionCalls } from '#contract/desk.ts';
import { deviceCalls } from '#contract/desk-devices.ts';
import { deskActivitySchema, deskRecordIdSchema, presenceCall } from '#contract/desk-events.ts';
import { onboardingCalls } from '#contract/desk-onboarding.ts';
import { lockMinutes } from '#contract/lock-minutes.ts';
import { practiceSetupSchema } from '#contract/practice-setup.ts';
import { uuidSchema } from '#contract/primitives.ts';

/* The requests that the gateway's own endpoints accept. */

/**
 * The body of `POST /desk/session`: a receptionist's own API key, which the gateway seals and never returns, and their
 * display name.
 */
export const deskSignInSchema = z.strictObject({
  apiKey: z.string().check(z.trim(), z.minLength(1), z.maxLength(512)),
  name: z.optional(z.string().check(z.trim(), z.maxLength(80))),
});

/**
 * The body of `POST /desk/session/confirm`: the key of the signed-in person, typed again before an action that requires it.
 */
export const deskConfirmSchema = z.strictObject({
  apiKey: z.string().check(z.trim(), z.minLength(1), z.maxLength(512)),
});

const pinSchema = z.string().check(z.regex(/^\d{6,12}$/, 'must be 6 to 12 digits'));

/**
 * The body of `POST /desk/pin`: the PIN that a person sets for this browser, replacing any earlier one. They have to
 * type their key or the earlier PIN as well, which someone who finds an unattended desk does not know. A weak PIN is
 * refused (`pinWeakness`). `name` is shown in the browser if the practice API does not report the owner of a key.
 */
export const setPinSchema = z.strictObject({
  pin: pinSchema,
  by: z.union([
    z.strictObject({ apiKey: deskSignInSchema.shape.apiKey }),
    z.strictObject({ pin: z.string().check(z.minLength(1), z.maxLength(64)) }),
  ]),
  name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(80))),
});

/**
 * The body of `POST /desk/lock`: after how many minutes this browser locks (`DeskSession.lockMinutes`). Managers may choose
 * null, which means never.
 */
export const setLockMinutesSchema = z.strictObject({ minutes: z.nullable(z.literal(lockMinutes)) });

/**
 * The body of `POST /desk/session/pin`: a person from `DeskSession.pins`, and their PIN. A wrong PIN is refused with
 * `wrong_pin` and {@link wrongPinSchema} as `data.current`. If the person has no PIN, or no longer has one, the request is
 * refused with `no_pin`.
 */
export const pinSignInSchema = z.strictObject({
  person: z.string().check(z.minLength(1), z.maxLength(64)),
  pin: z.string().check(z.minLength(1), z.maxLength(64)),
});
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

/** The body of `POST /desk/presence`: the activity of the tab `desk`, or null if it has ended. The response is `{}`. */
export const deskPresenceRequestSchema = z.strictObject({
  companyId: deskRecordIdSchema,
  desk: uuidSchema,
  activity: z.nullable(deskActivitySchema),
});

const noInput = z.object({});
const employeeFields = { companyId: uuidSchema, employeeId: uuidSchema };

/** The gateway's own endpoints: their calls, and the inputs that they accept. */
export const deskEndpoints = {
  getSession: { ...sessionCalls.getSession, input: noInput },
  signIn: { ...sessionCalls.signIn, input: deskSignInSchema },
  confirmKey: { ...sessionCalls.confirmKey, input: deskConfirmSchema },
  signOut: { ...sessionCalls.signOut, input: noInput },
  setPin: { ...sessionCalls.setPin, input: setPinSchema },
  removePin: { ...sessionCalls.removePin, input: noInput },
  setLock: { ...sessionCalls.setLock, input: setLockMinutesSchema },
  signInWithPin: { ...sessionCalls.signInWithPin, input: pinSignInSchema },
  signOutEverywhere: { ...sessionCalls.signOutEverywhere, input: noInput },
  listDevices: { ...deviceCalls.listDevices, input: z.object(employeeFields) },
  endDevice: { ...deviceCalls.endDevice, params: z.object({ id: z.string() }), input: z.object(employeeFields) },
  getSetup: { ...onboardingCalls.getSetup, input: noInput },
  setUpPractice: { ...onboardingCalls.setUpPractice, input: onboardingRequestSchema },
  reportPresence: { ...presenceCall, input: deskPresenceRequestSchema },
} as const;
