import { type ApiError, asApiError } from '#app/api/api-error.ts';
import type { AppointmentPage } from '#app/api/appointments.ts';
import type { Attempt } from '#app/features/booking/drafts.ts';
import type { AppointmentSearchInput } from '#contract/appointment-search.ts';
import { instantOf } from '#contract/primitives.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

interface Unknown {
  kind: 'unknown';
  lookUps: number;
  seconds: number;
  error: unknown;
}

/** The result of repeating a create: its id, that it is refused for good, or that nothing is known. */
type RepeatResult = { kind: 'booked'; id: string } | { kind: 'refused'; error: ApiError } | Unknown;

/** The result of searching for a booking: its id, that it is not there after the full search, or that nothing is known. */
type SearchResult = { kind: 'booked'; id: string } | { kind: 'absent'; lookUps: number; seconds: number } | Unknown;

/** The parts of an attempt that identify its appointment. */
type SentRequest = Pick<Attempt, 'request' | 'sentAt' | 'knownIds'>;

interface FindOptions {
  attempt: SentRequest;
  search: (search: AppointmentSearchInput) => Promise<AppointmentPage>;
  /** Milliseconds since 1970-01-01T00:00Z. */
  clock: () => number;
  sleep: (milliseconds: number) => Promise<void>;
  /** Called with the error of each look-up that failed. */
  onFailure?: (error: unknown) => void;
  /** How long to keep searching before "not found" counts, in milliseconds; zero searches once. */
  searchMs?: number;
}

/** In milliseconds. A slow practice system may write the appointment long after its answer was lost. */
export const defaultSearchMs = 36_000;

const PAUSES = [1000, 2000, 3000, 5000, 8000, 13_000] as const;
const MAX_PAUSE = 20_000;
/** How much longer failing searches are repeated, in milliseconds. */
const FAILURE_EXTRA_MS = 60_000;
/** A longer gap between two searches means that the computer slept; the rest of it does not count as searching. */
const MAX_WAKE_STEP = 60_000;
/** How far the service's clock may be behind the browser's, in milliseconds. */
const CLOCK_SKEW = 10 * 60_000;

/** The search (section 4.4) for the appointment of an attempt. */
function attemptSearch({ request, sentAt, knownIds }: SentRequest): AppointmentSearchInput {
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
      // Where the earlier appointments are known, no clock has to be trusted.
      ...(knownIds === null ? { createdAt: { gte: new Date(sentAt - CLOCK_SKEW).toISOString() } } : {}),
    },
  };
}

/** Whether a record is the appointment of an attempt: equal to its request and not there before. */
function isFromAttempt(appointment: ReceivedAppointment, { request, sentAt, knownIds }: SentRequest): boolean {
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
 * Finds out whether a create whose answer was lost has booked. Searches at once and then with growing pauses, for at
 * least `searchMs` before it reports anything but "booked". Sends only searches. Clock and timers are arguments.
 */
export async function findBooking(options: FindOptions): Promise<SearchResult> {
  const { attempt, search, clock, sleep, onFailure, searchMs = defaultSearchMs } = options;
  const began = clock();
  let last = began;
  let awake = 0;
  for (let lookUps = 1; ; lookUps += 1) {
    let failure: { error: unknown } | null = null;
    try {
      const found = (await search(attemptSearch(attempt))).records.find((record) => isFromAttempt(record, attempt));
      if (found) return { kind: 'booked', id: found.id };
    } catch (error) {
      failure = { error };
      onFailure?.(error);
    }
    const now = clock();
    awake += Math.min(now - last, MAX_WAKE_STEP);
    last = now;
    const elapsed = now - began;
    const seconds = Math.round(elapsed / 1000);
    if (failure === null && elapsed >= searchMs) return { kind: 'absent', lookUps, seconds };
    // After sleep a computer has no network for a while.
    if (failure !== null && awake >= (searchMs === 0 ? 0 : searchMs + FAILURE_EXTRA_MS))
      return { kind: 'unknown', lookUps, seconds, error: failure.error };
    const asked = (asApiError(failure?.error)?.retryAfterSeconds ?? 0) * 1000;
    await sleep(Math.max(PAUSES[lookUps - 1] ?? MAX_PAUSE, asked));
  }
}

interface RepeatOptions extends Pick<FindOptions, 'clock' | 'sleep' | 'onFailure' | 'searchMs'> {
  /** Repeats the create with its idempotency key. */
  send: () => Promise<string>;
}

/** Errors about the request itself. Since it was the same before, it has created nothing, and never will. */
const FOR_GOOD: ReadonlySet<number> = new Set([400, 404, 413, 422]);

/**
 * Repeats a create whose answer was lost; its idempotency key makes sure that it is done once. Goes on with growing
 * pauses for at least `searchMs`: a request that is refused now says nothing about the first one.
 */
export async function repeatCreate({
  send,
  clock,
  sleep,
  onFailure,
  searchMs = defaultSearchMs,
}: RepeatOptions): Promise<RepeatResult> {
  const began = clock();
  for (let asked = 1; ; asked += 1) {
    let failure: ApiError | null;
    try {
      return { kind: 'booked', id: await send() };
    } catch (error) {
      failure = asApiError(error);
      onFailure?.(error);
    }
    if (failure?.kind === 'http' && FOR_GOOD.has(failure.status ?? 0)) return { kind: 'refused', error: failure };
    const elapsed = clock() - began;
    if (elapsed >= searchMs || failure?.status === 401 || failure?.status === 403)
      return { kind: 'unknown', lookUps: asked, seconds: Math.round(elapsed / 1000), error: failure };
    await sleep(Math.max(PAUSES[asked - 1] ?? MAX_PAUSE, (failure?.retryAfterSeconds ?? 0) * 1000));
  }
}
