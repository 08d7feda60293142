import { Hono } from 'hono';
import { deskHeaders } from '#contract/desk.ts';
import { ServiceError } from '#contract/error.ts';
import type { GatewayEnv } from '#gateway/access/credentials.ts';
import { jsonHeaders } from '#gateway/access/response-headers.ts';
import type { PracticeClock } from '#gateway/upstream/practice-clock.ts';
import type { KeyBudgets } from '#gateway/upstream/request-budget.ts';
import { type Priority, type RequestKind, requestKind, type Send } from '#gateway/upstream/upstream-request.ts';

const PREFIX = '/api';

/**
 * `/api/*`: the document's requests, sent to the practice API with the key of the request. Every response says what is
 * left of the key's budget and what the practice API's clock shows (`deskHeaders`).
 */
export function apiRoutes(options: {
  send: Send;
  budgets: KeyBudgets;
  practiceClock: PracticeClock;
}): Hono<GatewayEnv> {
  const { send, budgets, practiceClock } = options;
  const app = new Hono<GatewayEnv>();

  function budgetAndClock(keyHash: string): Record<string, string> {
    const { limit, remaining, resetMs } = budgets.of(keyHash).state();
    return {
      [deskHeaders.budget]: `limit=${limit}, remaining=${remaining}, reset=${Math.ceil(resetMs / 1_000)}`,
      [deskHeaders.clock]: String(practiceClock.now()),
    };
  }

  app.use(`${PREFIX}/*`, async function addToErrors(c, next) {
    await next();
    if (c.error === undefined) return;
    const headers = budgetAndClock(c.var.credential.keyHash);
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
  });

  app.all(`${PREFIX}/*`, async function forward(c) {
    const { method } = c.req.raw;
    const { path, query } = splitUrl(c.req.url);
    const kind = requestKind(method, path);
    if (kind === null || (method !== 'GET' && method !== 'POST')) {
      throw new ServiceError('not_found', `The practice API has no ${method} ${path}.`);
    }
    const purpose = c.req.header(deskHeaders.purpose);
    const { credential } = c.var;
    const response = await send({
      method,
      target: `${path}${query}`,
      contentType: c.req.header('content-type') ?? null,
      body: method === 'POST' ? new Uint8Array(await c.req.arrayBuffer()) : null,
      credential,
      kind,
      priority: priorityOf(kind, purpose),
      fresh: purpose === 'recheck',
    });
    const { status, retryAfterSeconds } = response;
    const retryAfter = retryAfterSeconds === undefined ? null : { 'retry-after': String(retryAfterSeconds) };
    return new Response(response.body, {
      status,
      headers: { ...jsonHeaders, ...budgetAndClock(credential.keyHash), ...retryAfter },
    });
  });
  return app;
}

/** The path without its prefix and the query, both as sent: only the practice API decodes them. */
function splitUrl(url: string): { path: string; query: string } {
  const start = url.indexOf('/', url.indexOf('://') + 3) + PREFIX.length;
  const end = url.indexOf('?', start);
  return end === -1 ? { path: url.slice(start), query: '' } : { path: url.slice(start, end), query: url.slice(end) };
}

function priorityOf(kind: RequestKind, purpose: string | undefined): Priority {
  if (kind === 'create') return 'create';
  return purpose === 'poll' ? 'poll' : 'lookup';
}
