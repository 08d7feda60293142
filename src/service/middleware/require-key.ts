import { createMiddleware } from 'hono/factory';
import { ServiceError } from '#contract/error.ts';
import { authenticate } from '#service/db/authenticate.ts';
import { companyOfApiKey, hashApiKey } from '#service/domain/api-key.ts';
import { budgetHeaders, requestBudget } from '#service/domain/request-window.ts';
import type { ServiceEnv, ServiceParts } from '#service/service-env.ts';

/** RFC 6750: the scheme is compared without case and set apart by spaces. */
const BEARER = /^bearer +(\S+) *$/i;

/**
 * Lets a request pass only with a key (401), within the key's budget (429), and not as a write with a read only key
 * (403): the first three of the order of checks. Sets `caller`, and tells the budget in the headers of every answer.
 *
 * @example app.get('/ping', requireKey(parts), handler)
 */
export function requireKey({ database, clock }: ServiceParts, { writes = false }: { writes?: boolean } = {}) {
  return createMiddleware<ServiceEnv>(async function requireKey(context, next) {
    const key = BEARER.exec(context.req.header('Authorization') ?? '')?.[1];
    if (key === undefined)
      throw new ServiceError('authorization_required', 'send the header Authorization: Bearer <API_KEY>');
    const companyId = companyOfApiKey(key);
    const now = clock();
    const known =
      companyId === null ? null : await authenticate(database, { companyId, keyHash: hashApiKey(key), now });
    if (known === null) throw new ServiceError('authorization_required', 'the API key is unknown or revoked');
    for (const [name, value] of Object.entries(budgetHeaders(known.window, now))) context.header(name, value);
    if (known.window.used > requestBudget.quota) {
      throw new ServiceError('rate_limit_exceeded', 'wait as long as Retry-After says before the next request');
    }
    if (writes && known.caller.readOnly) throw new ServiceError('read_only_key', 'use a key that may read and write');
    context.set('caller', known.caller);
    await next();
  });
}
