import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ServiceError } from '#contract/error.ts';

/** What is wrong with a request that no app is asked about. */
interface Refusal {
  status: 400 | 404 | 408 | 417 | 431 | 500;
  problem: string;
}

const BAD_TARGET: Refusal = { status: 400, problem: 'send one valid Host header and a well-formed address' };
const BAD_EXPECTATION: Refusal = { status: 417, problem: 'leave the header Expect out, or send Expect: 100-continue' };
const FAILURE: Refusal = { status: 500, problem: 'try again; the server could not take this request' };
const NO_TUNNEL: Refusal = { status: 404, problem: 'the server has no such path and method' };

/** The error body of section 7, as JSON, for what is refused before it reaches the app. */
function bodyOf({ status, problem }: Refusal): string {
  const key = status === 404 ? 'not_found' : status === 500 ? 'internal_error' : 'invalid_input';
  const body = new ServiceError(key, problem).body(randomUUID());
  body.data.httpStatus = status;
  return JSON.stringify(body);
}

/** Whether a request names its host as RFC 9112, section 3.2 asks: once; HTTP/1.0 may leave it out. */
export function namesItsHost({ headersDistinct, httpVersion }: IncomingMessage): boolean {
  const hosts = headersDistinct['host']?.length ?? 0;
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}

/** The answer to a request with which no app can be asked, for its Host or its address. */
export const answerToBadTarget = (): Response => answerWith(BAD_TARGET);

/** The answer where an app threw; apps answer for their own failures, so this is a last resort. */
export const answerToFailure = (): Response => answerWith(FAILURE);

function answerWith(refusal: Refusal): Response {
  const headers = { 'Content-Type': 'application/json', Connection: 'close' };
  return new Response(bodyOf(refusal), { status: refusal.status, headers });
}

/** Answers with the error body of section 7 what Node would close, or answer with no body at all. */
export function refuseUnreadable(server: Server): void {
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    // The body that was announced is not waited for.
    const text = bodyOf(BAD_EXPECTATION);
    const headers = { 'Content-Type': 'application/json', 'Content-Length': text.length, Connection: 'close' };
    response.writeHead(BAD_EXPECTATION.status, headers).end(text);
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => endWith(socket, NO_TUNNEL));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    endWith(socket, refusalOf(error));
  });
}

function refusalOf(error: NodeJS.ErrnoException): Refusal {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return { status: 431, problem: 'send shorter headers and a shorter address' };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: 408, problem: 'send the request without such long pauses' };
    default:
      return { status: 400, problem: 'send well-formed HTTP' };
  }
}

function endWith(socket: Duplex, refusal: Refusal): void {
  const text = bodyOf(refusal);
  const head = `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\nContent-Type: application/json\r\nContent-Length: ${text.length}`;
  socket.end(`${head}\r\nConnection: close\r\n\r\n${text}`);
}
