import { z } from 'zod';

/** The constant `type` of every error body (section 7). */
export const SERVICE_ERROR = 'SERVICE_ERROR';

/**
 * The stable message keys of our own service and gateway with the HTTP status of each (section 7). Another implementation
 * may send others: readers take any string.
 */
export const errorStatuses = {
  invalid_input: 400,
  authorization_required: 401,
  insufficient_access: 403,
  read_only_key: 403,
  not_found: 404,
  payload_too_large: 413,
  rate_limit_exceeded: 429,
  internal_error: 500,
  upstream_invalid: 502,
  upstream_unavailable: 503,
  upstream_timeout: 504,
  outcome_unknown: 504,
} as const;
export type ErrorMessageKey = keyof typeof errorStatuses;

/** The error body (section 7). `data.errorInstanceId` is the identifier to quote in support requests. */
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
  .meta({ id: 'ServiceError' });
export type ServiceError = z.infer<typeof serviceErrorSchema>;

/** Builds the error body of section 7 for one of our message keys. */
export function serviceError(message: ErrorMessageKey, suggestion: string, errorInstanceId: string): ServiceError {
  return {
    type: SERVICE_ERROR,
    message,
    data: { httpStatus: errorStatuses[message], suggestion, errorInstanceId },
  };
}
