import * as z from 'zod/mini';
import type { ErrorMessageKey } from '#contract/error.ts';

/** The reason why a request failed: no response, a response with an error status, or one that could not be parsed. */
type ApiErrorKind = 'network' | 'http' | 'invalid';

interface ApiErrorDetails {
  kind: ApiErrorKind;
  status: number | null;
  messageKey?: string | null;
  suggestion?: string | null;
  errorInstanceId?: string | null;
  retryAfterSeconds?: number | null;
  body?: unknown;
  cause?: unknown;
}

/** The only error that the API client throws, besides the `AbortError` of an aborted request. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  /** The HTTP status; null if there was no response. */
  readonly status: number | null;
  /** The stable message key of the error body; null if there was none. */
  readonly messageKey: string | null;
  /** The service's advice to the user; null if there was none. */
  readonly suggestion: string | null;
  /** The identifier to quote in a support request; null if there was none. */
  readonly errorInstanceId: string | null;
  /** The `Retry-After` of the response, in seconds; null if there was none. */
  readonly retryAfterSeconds: number | null;

  /** The body of the error response as received; some bodies contain more than the documented parts. */
  readonly body: unknown;

  constructor(details: ApiErrorDetails) {
    super(details.suggestion ?? details.messageKey ?? `${details.kind} ${details.status ?? ''}`.trim(), {
      cause: details.cause,
    });
    this.kind = details.kind;
    this.status = details.status;
    this.messageKey = details.messageKey ?? null;
    this.suggestion = details.suggestion ?? null;
    this.errorInstanceId = details.errorInstanceId ?? null;
    this.body = details.body;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
  }
}

/** The value as an {@link ApiError}, or null for anything else. */
export function asApiError(error: unknown): ApiError | null {
  return error instanceof ApiError ? error : null;
}

/** Resolves with the response, or with null if the record does not exist (404). */
export async function nullIfMissing<Value>(answer: Promise<Value>): Promise<Value | null> {
  try {
    return await answer;
  } catch (error) {
    if (asApiError(error)?.status === 404) return null;
    throw error;
  }
}

/** Whether a retry may help: there was no readable response, a timeout (408), a rate limit (429) or a server error. */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.kind !== 'http' || error.status === 408 || error.status === 429 || (error.status ?? 0) >= 500;
}

/**
 * Whether the error will pass without intervention: too many requests (429), or a service behind the practice system
 * that is temporarily unavailable (503 with `Retry-After`).
 */
export function isTemporary(error: unknown): boolean {
  const { status, retryAfterSeconds = null } = asApiError(error) ?? {};
  return status === 429 || (status === 503 && retryAfterSeconds !== null);
}

/** The meaning of an error for the user. */
type FailureKind = 'refused' | 'waiting' | 'failed';

/**
 * Classifies an error. `refused`: the key is not accepted, or lacks the permission. `waiting`: the practice system
 * accepts no requests for a while. `failed`: anything else.
 */
export function failureKind(error: unknown): FailureKind {
  const status = asApiError(error)?.status;
  if (status === 401 || status === 403) return 'refused';
  return isTemporary(error) ? 'waiting' : 'failed';
}

/** Whether the practice system has run out of disk space: nothing can be saved, but everything can still be read. */
export function isStorageFull(error: unknown): boolean {
  return asApiError(error)?.messageKey === ('storage_full' satisfies ErrorMessageKey);
}

/** Whether someone else has signed in in this browser since the page that sent the request was loaded. */
export function isFromAnotherPerson(error: unknown): boolean {
  return asApiError(error)?.messageKey === ('another_person' satisfies ErrorMessageKey);
}

/**
 * Creates a function that reads the current record from a conflict error. It returns null if the error does not include
 * the record, and undefined for any other error.
 */
export function createConflictReader<Current>(
  recordSchema: z.ZodMiniType<Current>,
  keys: readonly ErrorMessageKey[] = ['changed_meanwhile'],
) {
  const bodySchema = z.object({ data: z.object({ current: recordSchema }) });
  return (error: unknown): Current | null | undefined => {
    const { status, messageKey, body } = asApiError(error) ?? {};
    if (status !== 409 || !keys.some((key) => key === messageKey)) return undefined;
    return bodySchema.safeParse(body).data?.data.current ?? null;
  };
}

const MAX_READ_ATTEMPTS = 3;
/**
 * The interval, in milliseconds, at which a failed query of an open screen is sent again. Including the retries of each
 * attempt, the screen has its data at most half a minute after the practice system recovers.
 */
export const RETRY_INTERVAL_MS = 20_000;

/** TanStack Query's `retry` for reads, with up to three attempts. Creates do not use it. */
export function shouldRetryRead(failures: number, error: Error): boolean {
  return isRetryable(error) && failures + 1 < MAX_READ_ATTEMPTS;
}

/** TanStack Query's `retryDelay` in milliseconds: the practice API's `Retry-After`, otherwise exponential backoff. */
export function retryDelay(failures: number, error: Error): number {
  const seconds = asApiError(error)?.retryAfterSeconds;
  return seconds ? seconds * 1000 : Math.min(500 * 2 ** failures, 8000);
}

/**
 * Query options for data that a screen cannot work without: retries for as long as the error is temporary (see
 * {@link isTemporary}), and refetches periodically after any other failure.
 */
export const retryUntilLoadedOptions = {
  retry: (failures: number, error: Error) => isTemporary(error) || shouldRetryRead(failures, error),
  refetchInterval: ({ state }: { state: { status: string } }) => (state.status === 'error' ? RETRY_INTERVAL_MS : false),
} as const;
