import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { serviceError } from '#contract/error.ts';
import { serverLimits } from '#gateway/operation/server-limits.ts';
import { CommandFailure } from './failure.ts';

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
  const server = createAdaptorServer({
    // Of the two kinds of connection that the adaptor knows, this server takes HTTP/1.1 alone.
    fetch: (request, bindings) => options.fetch(request, bindings as HttpBindings),
    // HTTP/1.0 may leave the header Host out.
    hostname: 'localhost',
    serverOptions: serverLimits,
  });
  server.on('clientError', refuseUnreadable);
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
        const drop = setTimeout(() => 'closeAllConnections' in server && server.closeAllConnections(), GRACE_MS);
        const sweep = setInterval(() => 'closeIdleConnections' in server && server.closeIdleConnections(), SWEEP_MS);
        server.close(() => {
          clearTimeout(drop);
          clearInterval(sweep);
          resolve();
        });
      }),
  };
}

/** What is not HTTP never reaches the app: it is refused here, with the error body of section 7. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, problem] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ([431, 'send shorter headers and a shorter address'] as const)
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ([408, 'send the request without such long pauses'] as const)
        : ([400, 'send well-formed HTTP'] as const);
  const body = serviceError('invalid_input', problem, randomUUID());
  body.data.httpStatus = status;
  const text = JSON.stringify(body);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\nContent-Length: ${text.length}`;
  socket.end(`${head}\r\nConnection: close\r\n\r\n${text}`);
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
