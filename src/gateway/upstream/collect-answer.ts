import type { Dispatcher } from 'undici';
import { type PlainAnswer, UpstreamFailure } from './upstream.ts';

/** No connection: whatever was to be sent was not. */
export class NotConnected extends Error {}

/**
 * Sends a request through a dispatcher and gathers the answer. The dispatcher's handler is used as it is, since the
 * streams around it would cost more than all the rest of passing a small answer on.
 */
export function collectAnswer(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  onGivenUp: (act: () => void) => void,
): Promise<PlainAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let status = 0;
    let headers: Record<string, string | string[] | undefined> = {};
    let givenUp = false;
    let abort = () => {};
    onGivenUp(() => {
      givenUp = true;
      abort();
    });
    const header = (name: string) => {
      const value = headers[name];
      return value === undefined ? null : typeof value === 'string' ? value : value.join(', ');
    };
    dispatcher.dispatch(request, {
      onRequestStart(controller) {
        abort = () => controller.abort(new Error('given up'));
        if (givenUp) abort();
      },
      onResponseStart(_controller, statusCode, responseHeaders) {
        status = statusCode;
        headers = responseHeaders;
      },
      onResponseData(_controller, chunk) {
        chunks.push(chunk);
      },
      onResponseEnd() {
        const [first] = chunks;
        const whole = first !== undefined && chunks.length === 1 ? new Uint8Array(first) : Buffer.concat(chunks);
        resolve({ status, header, body: whole });
      },
      onResponseError(_controller, cause) {
        const sent = !(cause instanceof NotConnected);
        reject(new UpstreamFailure('the practice API could not be asked', { sent, cause }));
      },
    });
  });
}
