/**
 * The header that identifies a create, so that it can be repeated if its response is lost
 * (draft-ietf-httpapi-idempotency-key-header).
 */
export const idempotencyKeyHeader = 'Idempotency-Key';
