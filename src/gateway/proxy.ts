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

  function budgetAndClock(holder: string): Record<string, string> {
    const { limit, remaining, resetMs } = budgets.of(holder).state();
    return {
      [deskHeaders.budget]: `limit=${limit}, remaining=${remaining}, reset=${Math.ceil(resetMs / 1_000)}`,
      [deskHeaders.clock]: String(practiceClock.now()),
    };
  }

  app.use(`${PREFIX}/*`, async function tellWithErrors(c, next) {
    await next();
    if (c.error === undefined) return;
    for (const [name, value] of Object.entries(budgetAndClock(c.var.credential.holder))) c.res.headers.set(name, value);
  });

  app.all(`${PREFIX}/*`, async function pass(c) {
    const { method } = c.req.raw;
    const { path, query } = addressOf(c.req.url);
    const kind = requestKind(method, path);
    if (kind === null || (method !== 'GET' && method !== 'POST')) {
      throw new GatewayError('not_found', `The practice API has no ${method} ${path}.`);
    }
    const purpose = c.req.header(deskHeaders.purpose);
    const { credential } = c.var;
    const answer = await send({
      method,
      target: `${path}${query}`,
      contentType: c.req.header('content-type') ?? null,
      body: method === 'POST' ? new Uint8Array(await c.req.arrayBuffer()) : null,
      credential,
      kind,
      priority: priorityOf(kind, purpose),
      recheck: purpose === 'recheck',
    });
    const { status, retryAfterSeconds } = answer;
    const retryAfter = retryAfterSeconds === undefined ? null : { 'retry-after': String(retryAfterSeconds) };
    return new Response(answer.body, {
      status,
      headers: { ...answerHeaders, ...budgetAndClock(credential.holder), ...retryAfter },
    });
  });
  return app;
}

/** The path without its prefix and the query, both as sent: the practice API decodes them, nobody before it does. */
function addressOf(url: string): { path: string; query: string } {
  const begin = url.indexOf('/', url.indexOf('://') + 3) + PREFIX.length;
  const end = url.indexOf('?', begin);
  return end === -1 ? { path: url.slice(begin), query: '' } : { path: url.slice(begin, end), query: url.slice(end) };
}

function priorityOf(kind: RequestKind, purpose: string | undefined): Priority {
  if (kind === 'create') return 'create';
  return purpose === 'poll' ? 'poll' : 'lookup';
}
