import { Hono } from 'hono';
import type { DeskEnv } from '#gateway/desk-env.ts';
import { GatewayError } from '#gateway/gateway-error.ts';
import { requestKind } from '#gateway/upstream/allowed-requests.ts';
import type { UpstreamRequest } from '#gateway/upstream/ask.ts';
import { answerHeaders, upstreamRequestHeaders } from '#gateway/upstream/headers.ts';
import type { PracticeApi } from '#gateway/upstream/practice-api.ts';

const PREFIX = '/api';

/** `/api/*`: the document's requests, passed to the practice API with the key of the desk. */
export function proxy(options: { api: PracticeApi }): Hono<DeskEnv> {
  const { api } = options;
  const app = new Hono<DeskEnv>();
  app.all(`${PREFIX}/*`, async function pass(c) {
    const { method } = c.req.raw;
    const url = new URL(c.req.url);
    const path = url.pathname.slice(PREFIX.length);
    const kind = requestKind(method, path);
    if (kind === null || (method !== 'GET' && method !== 'POST')) {
      throw new GatewayError('not_found', `The practice API has no ${method} ${path}.`);
    }
    const { key } = c.var.credential;
    const body = method === 'POST' ? new Uint8Array(await c.req.arrayBuffer()) : null;
    const headers = upstreamRequestHeaders({ key, browser: c.req.raw.headers, hasBody: body !== null });
    const request: UpstreamRequest = { method, target: `${path}${url.search}`, headers, body, key };
    const answer = await api.send(request, kind);
    return new Response(answer.body, { status: answer.status, headers: answerHeaders });
  });
  return app;
}
