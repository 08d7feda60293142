/**
 * Identifies a create, so that it can be repeated where its response was lost
 * (draft-ietf-httpapi-idempotency-key-header).
 */
export const idempotencyKeyHeader = 'Idempotency-Key';
