import { type ErrorMessageKey, errorStatuses, type ServiceError, serviceError } from '#contract/error.ts';

interface GatewayErrorOptions {
  /** Whole seconds after which it is worth asking again; sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** A failure that the browser is told in the document's error body (section 7). The message never holds a key. */
export class GatewayError extends Error {
  readonly key: ErrorMessageKey;
  readonly suggestion: string;
  readonly retryAfterSeconds: number | undefined;

  constructor(key: ErrorMessageKey, suggestion: string, options: GatewayErrorOptions = {}) {
    super(`${key}: ${suggestion}`, { cause: options.cause });
    this.name = 'GatewayError';
    this.key = key;
    this.suggestion = suggestion;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): (typeof errorStatuses)[ErrorMessageKey] {
    return errorStatuses[this.key];
  }

  /** The error body under the given id, which the log line of this error carries too. */
  body(errorInstanceId: string): ServiceError {
    return serviceError(this.key, this.suggestion, errorInstanceId);
  }
}
