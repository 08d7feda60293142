import { pipeline, Readable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import { Hono } from 'hono';
import { deskHeaders } from '#contract/desk.ts';
import { type StartQuery, startParams } from '#contract/desk-start.ts';
import { jsonHeaders } from '#gateway/access/browser-security.ts';
import type { GatewayEnv } from '#gateway/access/keyring.ts';
import { type SendDeskRequest, sessionRequest, streamStartLines } from './start-lines.ts';

/**
 * `GET /desk/start` (`desk-start.ts`): streams the responses that a page needs first, each as soon as it arrives.
 *
 * @param options.fetch the gateway itself, with the connection of the request
 */
export function createStartRoutes(options: {
  fetch: (request: Request, bindings: GatewayEnv['Bindings']) => Response | Promise<Response>;
}): Hono<GatewayEnv> {
  const app = new Hono<GatewayEnv>();

  return app.get('/desk/start', async function streamStart(c) {
    const headers = new Headers(c.req.raw.headers);
    headers.delete('accept-encoding');
    const sendForPerson: SendDeskRequest = async ({ method, path, body }, person) => {
      const own = new Headers(headers);
      if (person !== null) own.set(deskHeaders.person, person);
      if (body !== null) own.set('content-type', 'application/json');
      return options.fetch(new Request(new URL(path, c.req.url), { method, headers: own, body }), c.env);
    };
    const session = await sendForPerson(sessionRequest, null);
    for (const cookie of session.headers.getSetCookie()) {
      c.header('set-cookie', cookie, { append: true });
      // The demo has just signed in this browser. The new cookie goes first, because the first cookie of a name counts.
      headers.set('cookie', `${cookie.split(';')[0]}; ${headers.get('cookie') ?? ''}`);
    }
    const query: StartQuery = Object.fromEntries(
      startParams.flatMap((name) => {
        const value = c.req.query(name);
        return value ? [[name, value]] : [];
      }),
    );
    const lines = Readable.from(streamStartLines(session, sendForPerson, query), { objectMode: false });
    const isCompressed = /\bgzip\b/.test(c.req.header('accept-encoding') ?? '');
    // Each line is sent at once. The compression for other responses (`compress`) would not do that.
    const stream = isCompressed
      ? pipeline(lines, createGzip({ flush: constants.Z_SYNC_FLUSH }), () => undefined)
      : lines;
    return c.body(Readable.toWeb(stream) as ReadableStream<Uint8Array>, 200, {
      ...jsonHeaders,
      'content-type': 'application/x-ndjson; charset=UTF-8',
      vary: 'accept-encoding',
      // Prevents proxies from holding the response back, as with the event stream.
      'x-accel-buffering': 'no',
      ...(isCompressed && { 'content-encoding': 'gzip' }),
    });
  });
}
