import { Hono } from 'hono';
import { deskHeaders } from '#contract/desk.ts';
import type { KeyBudgets } from '#gateway/budget/key-budgets.ts';
import type { Priority } from '#gateway/budget/request-budget.ts';
import type { DeskEnv } from '#gateway/desk-env.ts';
import { GatewayError } from '#gateway/gateway-error.ts';
import { type RequestKind, requestKind } from '#gateway/upstream/allowed-requests.ts';
import { answerHeaders } from '#gateway/upstream/headers.ts';
import type { PracticeClock } from '#gateway/upstream/practice-clock.ts';
import type { Send } from '#gateway/upstream/send.ts';

const PREFIX = '/api';

/**
 * `/api/*`: the document's requests, passed to the practice API with the key of the desk. Every answer says what is left
 * of the key's budget and what the practice API's clock shows (`deskHeaders`).
 */
export function proxy(options: { send: Send; budgets: KeyBudgets; practiceClock: PracticeClock }): Hono<DeskEnv> {
  const { send, budgets, practiceClock } = options;
  const app = new Hono<DeskEnv>();

  app.use(`${PREFIX}/*`, async function tellBudgetAndClock(c, next) {
    await next();
    const { limit, remaining, resetMs } = budgets.of(c.var.credential.holder).state();
    const reset = Math.ceil(resetMs / 1_000);
    c.res.headers.set(deskHeaders.budget, `limit=${limit}, remaining=${remaining}, reset=${reset}`);
    c.res.headers.set(deskHeaders.clock, String(practiceClock.now()));
  });

  app.all(`${PREFIX}/*`, async function pass(c) {
    const { method } = c.req.raw;
    const url = new URL(c.req.url);
    const path = url.pathname.slice(PREFIX.length);
    const kind = requestKind(method, path);
    if (kind === null || (method !== 'GET' && method !== 'POST')) {
      throw new GatewayError('not_found', `The practice API has no ${method} ${path}.`);
    }
    const purpose = c.req.header(deskHeaders.purpose);
    const answer = await send({
      method,
      target: `${path}${url.search}`,
      contentType: c.req.header('content-type') ?? null,
      body: method === 'POST' ? new Uint8Array(await c.req.arrayBuffer()) : null,
      credential: c.var.credential,
      kind,
      priority: priorityOf(kind, purpose),
      recheck: purpose === 'recheck',
    });
    const headers = new Headers(answerHeaders);
    if (answer.retryAfterSeconds !== undefined) headers.set('retry-after', String(answer.retryAfterSeconds));
    return new Response(answer.body, { status: answer.status, headers });
  });
  return app;
}

function priorityOf(kind: RequestKind, purpose: string | undefined): Priority {
  if (kind === 'create') return 'create';
  return purpose === 'poll' ? 'poll' : 'lookup';
}
