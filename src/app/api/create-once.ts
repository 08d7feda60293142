import * as z from 'zod/mini';
import { ApiError, asApiError, isFromAnotherPerson, isStorageFull } from '#app/api/api-error.ts';

/** The stored state of a create request, from before it is sent until its result is certain. */
export const pendingCreateSchema = z.object({
  /** The idempotency key; null if the practice API accepts none. */
  key: z.nullable(z.string()),
  /** When the request was first sent, in milliseconds since 1970-01-01T00:00Z. */
  at: z.number(),
  /** Whether the record was looked up for the whole search time without being found. */
  isSearched: z.boolean(),
});
export type PendingCreate = z.infer<typeof pendingCreateSchema>;

/**
 * The result of a create request. `found`: after the response was lost, the result was determined by repeating the
 * request or by looking up the record.
 */
export type CreateResult<Value> =
  | { kind: 'created'; value: Value; how: 'answered' | 'found' }
  /** The practice system refused the request. Nothing was created. */
  | { kind: 'refused'; error: ApiError }
  /**
   * The record was looked up for the whole search time and does not exist, or there is no longer a way to look it up.
   * `error` is why the request failed; null after a reload.
   */
  | { kind: 'absent'; error: unknown }
  /** Neither repeating the request nor looking up the record got a response. */
  | { kind: 'unknown'; error: unknown };

interface CreateOnceOptions<Value> {
  /** An earlier request whose result is not certain. Its result is then determined, and no new request is sent. */
  sent: PendingCreate | null;
  /** Whether the person still wants the record, so that the earlier request may be repeated with its key. */
  mayRepeat?: boolean;
  /**
   * Stores the state of the request before it is sent. Null removes the state: nothing was created, or the result can
   * no longer be determined.
   */
  save: (sent: PendingCreate | null) => void;
  newKey: () => string | null;
  /** Finds the created record without its key; null if it does not exist. Not needed if creates always have a key. */
  lookUp?: ((sent: PendingCreate) => Promise<Value | null>) | undefined;
  /** Called with each error that leaves open whether something was created. */
  onFailure: (error: unknown) => void;
  /** Stops waiting; the result is then `unknown`. */
  signal: AbortSignal;
  /** Milliseconds since 1970-01-01T00:00Z. */
  clock: () => number;
  /** May resolve early, for example when the network is back. */
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/**
 * How long a key is used, in milliseconds. This is less than the 24 hours for which the practice API recognises it,
 * because clocks differ.
 */
const KEY_LIFETIME_MS = 23 * 3_600_000;
/**
 * How long, in milliseconds, a record that was not found is looked up again, because a slow practice system may store it
 * long after the response was lost.
 */
const SEARCH_MS = 36_000;
/** How long failed attempts are repeated, in milliseconds. Time during which the computer was asleep does not count. */
const RETRY_PERIOD_MS = 70_000;
/**
 * The longest time, in milliseconds, that counts for one attempt. If an attempt took longer, the computer was asleep; the
 * rest does not count, because the network is not available at once after waking up.
 */
const MAX_STEP_MS = 30_000;
const PAUSES_MS = [1000, 2000, 3000, 5000, 8000, 13_000] as const;
const MAX_PAUSE_MS = 20_000;

/**
 * Creates something once. After a failure that leaves the result open, the same request is repeated with its
 * idempotency key; without a key it is sent only once, and its result is looked up with growing pauses.
 */
export async function createOnce<Value>(
  send: (key: string | null) => Promise<Value>,
  options: CreateOnceOptions<Value>,
): Promise<CreateResult<Value>> {
  const { save, newKey, onFailure, clock } = options;
  if (options.sent) return resolveCreate(send, options.sent, options, null);
  const sent: PendingCreate = { key: newKey(), at: clock(), isSearched: false };
  save(sent);
  try {
    return { kind: 'created', value: await send(sent.key), how: 'answered' };
  } catch (error) {
    if (isRefusal(error)) {
      save(null);
      return { kind: 'refused', error };
    }
    onFailure(error);
    return resolveCreate(send, sent, options, error);
  }
}

async function resolveCreate<Value>(
  send: (key: string | null) => Promise<Value>,
  sent: PendingCreate,
  { mayRepeat = true, save, lookUp, onFailure, signal, clock, sleep }: CreateOnceOptions<Value>,
  cause: unknown,
): Promise<CreateResult<Value>> {
  const { key } = sent;
  const repeats = mayRepeat && key !== null && clock() - sent.at < KEY_LIFETIME_MS;
  if (!repeats && !lookUp) {
    save(null);
    return { kind: 'absent', error: cause };
  }
  const look = repeats || !lookUp ? () => send(key) : () => lookUp(sent);
  const startedAt = clock();
  let last = startedAt;
  let awake = 0;
  for (let tries = 0; ; tries += 1) {
    const requestedAt = clock();
    let failure: unknown = null;
    try {
      const value = await look();
      if (value !== null) return { kind: 'created', value, how: 'found' };
      // The time of the request decides, not that of the response, which may arrive late: the computer may have slept
      // in between.
      if (sent.isSearched || requestedAt - startedAt >= SEARCH_MS) {
        save({ ...sent, isSearched: true });
        return { kind: 'absent', error: cause };
      }
    } catch (error) {
      if (repeats && isInvalidRequest(error)) {
        save(null);
        return { kind: 'refused', error };
      }
      failure = error;
      onFailure(error);
    }
    awake += Math.min(clock() - last, MAX_STEP_MS);
    last = clock();
    const isFinal = isSignedOut(failure) || (failure !== null && (sent.isSearched || awake >= RETRY_PERIOD_MS));
    if (isFinal || signal.aborted) return { kind: 'unknown', error: failure };
    const requested = (asApiError(failure)?.retryAfterSeconds ?? 0) * 1000;
    await sleep(Math.max(PAUSES_MS[tries] ?? MAX_PAUSE_MS, requested), signal);
  }
}

/** Whether an error proves that nothing was created. */
function isRefusal(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.kind !== 'http' || error.status === null || error.status === 408)
    return false;
  if (error.messageKey === 'outcome_unknown' || error.messageKey === 'request_in_progress') return false;
  return error.status < 500 || error.messageKey === 'upstream_unavailable' || isStorageFull(error);
}

/**
 * Whether the error is about the request itself. In that case, the same request cannot have created anything earlier.
 */
function isInvalidRequest(error: unknown): error is ApiError {
  return error instanceof ApiError && [400, 404, 413, 422].includes(error.status ?? 0);
}

/**
 * Whether an error says that the person has signed out or lost the permission to send the request. The first request
 * may still have been carried out.
 */
function isSignedOut(error: unknown): boolean {
  const status = asApiError(error)?.status;
  return status === 401 || status === 403 || isFromAnotherPerson(error);
}
