import { type ApiError, asApiError } from '#app/api/api-error.ts';
import type { AppointmentPage } from '#app/api/appointment-queries.ts';
import type { Attempt } from '#app/features/booking/drafts/draft-store.ts';
import type { AppointmentSearchInput } from '#contract/appointment-search.ts';
import { instantOf } from '#contract/primitives.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

/** What asking again for a create found out: its id, that it is refused for good, or nothing. */
type Answer =
  | { kind: 'booked'; id: string }
  | { kind: 'refused'; error: ApiError }
  | { kind: 'unknown'; lookUps: number; seconds: number };

/** What looking for a booking found out: the appointment, that it is not there after all patience, or nothing. */
export type Finding =
  | { kind: 'booked'; appointment: ReceivedAppointment }
  | { kind: 'absent'; lookUps: number; seconds: number }
  | { kind: 'unknown'; lookUps: number; seconds: number; error: unknown };

/** What has to be known of a create that was sent to tell its appointment from others. */
type SentRequest = Pick<Attempt, 'request' | 'sentAt' | 'knownIds'>;

interface FindOptions {
  attempt: SentRequest;
  search: (search: AppointmentSearchInput) => Promise<AppointmentPage>;
  /** Milliseconds since 1970-01-01T00:00Z. */
  clock: () => number;
  sleep: (milliseconds: number) => Promise<void>;
  /** How long "not found" proves nothing, in milliseconds. Zero looks once. */
  patience?: number;
}

/** A slow upstream may write the appointment long after its answer was lost. */
export const defaultPatience = 36_000;

const PAUSES = [1000, 2000, 3000, 5000, 8000, 13_000] as const;
const MAX_PAUSE = 20_000;
/** Look-ups that fail are tried on for so long beyond the patience. */
const FAILURE_TIMEOUT = 60_000;
/** What passes between two look-ups beyond this was slept through, and nobody looked. */
const MAX_WAKE_STEP = 60_000;
/** How far the service's clock may be behind the browser's before its own booking looks older than the sending. */
const CLOCK_SKEW = 10 * 60_000;

/** The search (section 4.4) for what the attempt would have made. */
export function attemptSearch({ request, sentAt, knownIds }: SentRequest): AppointmentSearchInput {
  return {
    companyId: request.companyId,
    storeIds: [...request.storeIds],
    limit: 100,
    filter: {
      petId: { eq: request.petId },
      visitTypeId: { eq: request.visitTypeId },
      start: { between: [request.start, request.start] },
      end: { between: [request.end, request.end] },
      createdFrom: { eq: 'external_api' },
      // Where it is known what stood there before, no clock needs to be trusted.
      ...(knownIds === null ? { createdAt: { gte: new Date(sentAt - CLOCK_SKEW).toISOString() } } : {}),
    },
  };
}

/** Whether a record is what the attempt would have made, and was not there before. */
export function isFromAttempt(appointment: ReceivedAppointment, { request, sentAt, knownIds }: SentRequest): boolean {
  const same =
    appointment.petId === request.petId &&
    appointment.visitTypeId === request.visitTypeId &&
    instantOf(appointment.start) === instantOf(request.start) &&
    instantOf(appointment.end) === instantOf(request.end) &&
    appointment.createdFrom === 'external_api' &&
    (appointment.storeId === null || request.storeIds.includes(appointment.storeId));
  if (!same) return false;
  if (knownIds !== null) return !knownIds.includes(appointment.id);
  return appointment.createdAt === null || instantOf(appointment.createdAt) >= sentAt - CLOCK_SKEW;
}

/**
 * Finds out whether a create whose answer was lost has booked: looks at once and then with growing pauses, for at least
 * the patience, before it says anything but "booked". Sends nothing but searches. Clock and timers are arguments.
 */
export async function findBooking(options: FindOptions): Promise<Finding> {
  const { attempt, search, clock, sleep, patience = defaultPatience } = options;
  const began = clock();
  let last = began;
  let awake = 0;
  for (let lookUps = 1; ; lookUps += 1) {
    let failure: { error: unknown } | null = null;
    try {
      const found = (await search(attemptSearch(attempt))).records.find((record) => isFromAttempt(record, attempt));
      if (found) return { kind: 'booked', appointment: found };
    } catch (error) {
      failure = { error };
    }
    const now = clock();
    awake += Math.min(now - last, MAX_WAKE_STEP);
    last = now;
    const elapsed = now - began;
    const seconds = Math.round(elapsed / 1000);
    if (failure === null && elapsed >= patience) return { kind: 'absent', lookUps, seconds };
    // A computer that wakes has no network for a while.
    if (failure !== null && awake >= (patience === 0 ? 0 : patience + FAILURE_TIMEOUT))
      return { kind: 'unknown', lookUps, seconds, error: failure.error };
    const asked = (asApiError(failure?.error)?.retryAfterSeconds ?? 0) * 1000;
    await sleep(Math.max(PAUSES[lookUps - 1] ?? MAX_PAUSE, asked));
  }
}

interface AskOptions extends Pick<FindOptions, 'clock' | 'sleep' | 'patience'> {
  /** Sends the create again, with the idempotency key that it was sent with. */
  send: () => Promise<string>;
}

/** Errors that speak of the request itself, which was no other before: it has created nothing, and never will. */
const FOR_GOOD: ReadonlySet<number> = new Set([400, 404, 413, 422]);

/**
 * Asks again for a create whose answer was lost: the key makes sure that it is done once, whether or not it was done the first
 * time. Goes on with growing pauses for at least the patience; a request that is not taken now says nothing of the first one.
 */
export async function askAgain({ send, clock, sleep, patience = defaultPatience }: AskOptions): Promise<Answer> {
  const began = clock();
  for (let asked = 1; ; asked += 1) {
    let failure: ApiError | null;
    try {
      return { kind: 'booked', id: await send() };
    } catch (error) {
      failure = asApiError(error);
    }
    if (failure?.kind === 'http' && FOR_GOOD.has(failure.status ?? 0)) return { kind: 'refused', error: failure };
    const elapsed = clock() - began;
    if (elapsed >= patience || failure?.status === 401 || failure?.status === 403)
      return { kind: 'unknown', lookUps: asked, seconds: Math.round(elapsed / 1000) };
    await sleep(Math.max(PAUSES[asked - 1] ?? MAX_PAUSE, (failure?.retryAfterSeconds ?? 0) * 1000));
  }
}
