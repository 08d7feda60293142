import * as z from 'zod/mini';
import type { ErrorMessageKey } from '#contract/error.ts';

/** Why a request failed: no answer, an answer with an error status, or an answer that could not be parsed. */
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
  /** The HTTP status; null where no answer came. */
  readonly status: number | null;
  /** The stable message key of the error body, null where there was none. */
  readonly messageKey: string | null;
  /** The service's advice to the user, null where there was none. */
  readonly suggestion: string | null;
  /** The identifier to quote in a support request, null where there was none. */
  readonly errorInstanceId: string | null;
  /** The `Retry-After` of the response, in seconds. */
  readonly retryAfterSeconds: number | null;

  /** The body of the error response as received: some contain more than the documented parts. */
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

/** The value as an {@link ApiError}, null for anything else. */
export function asApiError(error: unknown): ApiError | null {
  return error instanceof ApiError ? error : null;
}

/** What an answer has, or null where the record is not there (404). */
export async function unlessMissing<Value>(answer: Promise<Value>): Promise<Value | null> {
  try {
    return await answer;
  } catch (error) {
    if (asApiError(error)?.status === 404) return null;
    throw error;
  }
}

/** Whether a retry may help: after no answer, a server error, or a rate limit. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.kind !== 'http' || error.status === 408 || error.status === 429 || (error.status ?? 0) >= 500;
}

/**
 * Whether an error says that requests are accepted again by itself after a while: too many of them (429), or something behind
 * the practice system that it waits for (503 with `Retry-After`).
 */
export function asksToWait(error: unknown): boolean {
  const { status, retryAfterSeconds = null } = asApiError(error) ?? {};
  return status === 429 || (status === 503 && retryAfterSeconds !== null);
}

/** Whether the practice system has no room to save anything; what is on file can be read all the same. */
export function isStorageFull(error: unknown): boolean {
  return asApiError(error)?.messageKey === ('storage_full' satisfies ErrorMessageKey);
}

/** Whether somebody else has signed in in this browser since the page that sent the request knew who is there. */
export function isOfAnotherPerson(error: unknown): boolean {
  return asApiError(error)?.messageKey === ('another_person' satisfies ErrorMessageKey);
}

/**
 * What reads the current record from an error that says that somebody else was first: null where it is not included, undefined
 * for any other error.
 */
export function conflictOf<Current>(recordSchema: z.ZodMiniType<Current>) {
  const bodySchema = z.object({ data: z.object({ current: recordSchema }) });
  return (error: unknown): Current | null | undefined => {
    const { status, messageKey, body } = asApiError(error) ?? {};
    if (status !== 409 || messageKey !== ('changed_meanwhile' satisfies ErrorMessageKey)) return undefined;
    return bodySchema.safeParse(body).data?.data.current ?? null;
  };
}

const TRIES = 3;
/**
 * How often a failed query is repeated while it is on the screen: together with its tries, within half a minute after
 * the practice system is back.
 */
export const RETRY_INTERVAL_MS = 20_000;

/** TanStack Query's `retry` for reads. Creates are never repeated by it. */
export function retryRead(failures: number, error: Error): boolean {
  return isTransient(error) && failures + 1 < TRIES;
}

/** TanStack Query's `retryDelay` in milliseconds: the `Retry-After` of the practice API, else exponential backoff. */
export function retryDelay(failures: number, error: Error): number {
  const asked = asApiError(error)?.retryAfterSeconds;
  return asked ? asked * 1000 : Math.min(500 * 2 ** failures, 8000);
}

/**
 * Query options for data that a screen cannot do without: retries as long as the practice API accepts no requests, and
 * repeats the query from time to time after any other failure.
 */
export const retryUntilLoaded = {
  retry: (failures: number, error: Error) => asksToWait(error) || retryRead(failures, error),
  refetchInterval: ({ state }: { state: { status: string } }) => (state.status === 'error' ? RETRY_INTERVAL_MS : false),
} as const;
