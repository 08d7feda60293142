import * as z from 'zod/mini';

/** The constant `type` of every error body (section 7 of the specification). */
const SERVICE_ERROR = 'SERVICE_ERROR';

/**
 * The stable message keys of our own service and gateway with their HTTP status (section 7 of the specification).
 * Another implementation may send other keys, so readers accept any string.
 */
export const errorStatuses = {
  invalid_input: 400,
  authorization_required: 401,
  insufficient_access: 403,
  wrong_code: 403,
  wrong_pin: 403,
  no_pin: 403,
  confirm_key: 403,
  read_only_key: 403,
  not_found: 404,
  another_person: 409,
  changed_meanwhile: 409,
  in_use: 409,
  not_removable: 409,
  not_changeable: 409,
  last_manager: 409,
  already_issued: 409,
  not_sendable: 409,
  no_public_url: 409,
  no_channel: 409,
  not_open: 409,
  already_due: 409,
  set_up_already: 409,
  request_in_progress: 409,
  length_required: 411,
  payload_too_large: 413,
  idempotency_key_reused: 422,
  rate_limit_exceeded: 429,
  internal_error: 500,
  upstream_invalid: 502,
  storage_full: 503,
  upstream_unavailable: 503,
  upstream_timeout: 504,
  outcome_unknown: 504,
} as const;
export type ErrorMessageKey = keyof typeof errorStatuses;

/**
 * The error body (section 7 of the specification). `data.errorInstanceId` is the identifier to quote in support
 * requests.
 */
export const serviceErrorSchema = z
  .strictObject({
    type: z.literal(SERVICE_ERROR),
    message: z.string(),
    data: z.strictObject({
      httpStatus: z.int(),
      suggestion: z.string(),
      errorInstanceId: z.uuid(),
    }),
  })
  .register(z.globalRegistry, { id: 'ServiceError' });
type ServiceErrorBody = z.infer<typeof serviceErrorSchema>;

interface ServiceErrorOptions {
  /** Whole seconds until a retry makes sense; sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
  /** The current record, if it is not the version that the request expected; sent as `data.current`. */
  readonly current?: object | undefined;
  /** A machine-readable reason; sent as `data.reason`. */
  readonly reason?: string | undefined;
  readonly cause?: unknown;
}

/**
 * An error that is sent as an error body (section 7 of the specification): one of our message keys, and a suggestion for
 * solving the problem. Thrown by the service and by the gateway. The suggestion never contains an API key.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly key: ErrorMessageKey;
  readonly suggestion: string;
  readonly retryAfterSeconds: number | undefined;
  readonly current: object | undefined;
  readonly reason: string | undefined;

  constructor(key: ErrorMessageKey, suggestion: string, options: ServiceErrorOptions = {}) {
    super(`${key}: ${suggestion}`, { cause: options.cause });
    this.key = key;
    this.suggestion = suggestion;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.current = options.current;
    this.reason = options.reason;
  }

  /** The HTTP status that belongs to the message key. */
  get status(): (typeof errorStatuses)[ErrorMessageKey] {
    return errorStatuses[this.key];
  }

  /** The error body with an id (a UUID), which is also in the log line of this error. */
  body(errorInstanceId: string): ServiceErrorBody & { data: { current?: object; reason?: string } } {
    const { key, status, suggestion, current, reason } = this;
    const data = {
      httpStatus: status,
      suggestion,
      errorInstanceId,
      ...(current === undefined ? {} : { current }),
      ...(reason === undefined ? {} : { reason }),
    };
    return { type: SERVICE_ERROR, message: key, data };
  }
}

/** A 400 whose suggestion names the invalid field. An empty `field` means the request as a whole. */
export function invalidInput(field: string, problem: string): ServiceError {
  return new ServiceError('invalid_input', field === '' ? problem : `${field}: ${problem}`);
}
