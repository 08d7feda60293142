import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server';
import { CommandFailure } from './failure.ts';
import { answerToBadTarget, answerToFailure, namesItsHost, refuseUnreadable } from './refuse-unreadable.ts';

/**
 * Limits of the HTTP server (`node:http` options, milliseconds): a connection that sends its request too slowly is closed.
 * Responses may take as long as the gateway's own timeouts let them.
 */
const SERVER_LIMITS = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 } as const;

/** How long requests under way may take to finish once the process is told to stop: as long as the slowest create. */
const GRACE_MS = 25_000;
/** How often connections whose last request is over are closed meanwhile. */
const SWEEP_MS = 100;

export interface Listening {
  /** The address that a browser on this machine opens, without a slash at its end. */
  url: string;
  /** Takes no new connection, lets requests under way finish (at most {@link GRACE_MS}), then drops what is left. */
  close(): Promise<void>;
}

/** An app, given what it may ask of the connection besides the request. */
export type Fetch = (request: Request, bindings: HttpBindings) => Response | Promise<Response>;

/** Serves an app over HTTP. Throws a {@link CommandFailure} when the address cannot be had. */
export async function listen(options: { fetch: Fetch; host: string; port: number }): Promise<Listening> {
  const { host, port } = options;
  const listener = getRequestListener(
    (request, bindings) => {
      // Of the two kinds of connection that the adaptor knows, this server takes HTTP/1.1 alone.
      const http = bindings as HttpBindings;
      return namesItsHost(http.incoming) ? options.fetch(request, http) : answerToBadTarget();
    },
    {
      // HTTP/1.0 may leave the header Host out.
      hostname: 'localhost',
      errorHandler: (error) => (error instanceof RequestError ? answerToBadTarget() : answerToFailure()),
    },
  );
  // Node's own refusal of a missing Host has no body.
  const server = createServer({ ...SERVER_LIMITS, requireHostHeader: false }, listener);
  refuseUnreadable(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(refused(error, host, port)));
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return {
    url: `http://${shown}:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        const drop = setTimeout(() => server.closeAllConnections(), GRACE_MS);
        const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
        server.close(() => {
          clearTimeout(drop);
          clearInterval(sweep);
          resolve();
        });
      }),
  };
}

function refused(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    return new CommandFailure(`port ${port} on ${host} is in use; choose another one with PORT`);
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new CommandFailure(`${host} is not an address of this machine; choose another one with HOST`);
  }
  if (error.code === 'EACCES')
    return new CommandFailure(`port ${port} may not be opened by this user; choose another one with PORT`);
  return error;
}
