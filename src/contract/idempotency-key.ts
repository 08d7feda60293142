import { z } from 'zod';

/** Names one create, so that it can be sent again where its response was lost (draft-ietf-httpapi-idempotency-key-header). */
export const idempotencyKeyHeader = 'Idempotency-Key';

/** What the header may hold. */
export const idempotencyKeySchema = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/, 'must have 1 to 255 visible ASCII characters')
  .meta({
    description:
      'The same key with the same body within 24 hours gives the first response 200 again and creates nothing.',
  });
