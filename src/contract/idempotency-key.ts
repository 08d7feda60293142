import { z } from 'zod';

/**
 * Identifies a create, so that it can be repeated where its response was lost
 * (draft-ietf-httpapi-idempotency-key-header).
 */
export const idempotencyKeyHeader = 'Idempotency-Key';

/** The values that the header may have. */
export const idempotencyKeySchema = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/, 'must have 1 to 255 visible ASCII characters')
  .meta({
    description:
      'The same key with the same body within 24 hours gives the first response 200 again and creates nothing.',
  });
