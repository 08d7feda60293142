/** What went wrong with a request: it never answered, it answered with an error status, or its answer made no sense. */
export type ApiErrorKind = 'network' | 'http' | 'invalid';

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

/** The one error that the API client throws, besides the `AbortError` of a request that was called off. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  /** The HTTP status; null where no answer came. */
  readonly status: number | null;
  /** The stable message key of the error body, null where there was none. */
  readonly messageKey: string | null;
  /** The service's advice in human words, null where there was none. */
  readonly suggestion: string | null;
  /** The identifier to quote in a support request, null where there was none. */
  readonly errorInstanceId: string | null;
  /** How long the service asks to wait before the next try, in seconds. */
  readonly retryAfterSeconds: number | null;

  /** The body of an error status as it came: some say more than the documented parts. */
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

/** The value as an {@link ApiError} where it is one. */
export function asApiError(error: unknown): ApiError | null {
  return error instanceof ApiError ? error : null;
}

/** Whether asking again may help: no answer, a server's fault, or a request rate that will recover. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.kind !== 'http' || error.status === 408 || error.status === 429 || (error.status ?? 0) >= 500;
}
