import type { Answer } from './answer.ts';
import { exchangeByFetch } from './exchange-by-fetch.ts';
import { upstreamRequestHeaders } from './headers.ts';
import { readAnswer } from './read-answer.ts';
import type { UpstreamRequest } from './send.ts';
import { type Upstream, UpstreamFailure } from './upstream.ts';

/** How long one attempt may take, in milliseconds. */
export interface UpstreamTimeouts {
  readonly readMs: number;
  readonly createMs: number;
}

export const defaultTimeouts: UpstreamTimeouts = { readMs: 10_000, createMs: 20_000 };

/**
 * Sends a request once and reads the whole answer in time. Throws {@link UpstreamFailure} when no whole answer came, and
 * `UnusableAnswer` when one came that cannot be used. The browser going away does not cancel it: others may share the
 * answer, and a create must not be cut in the middle.
 */
export function asking(options: { upstream: Upstream; timeouts: UpstreamTimeouts; clock: () => number }) {
  const { upstream, timeouts, clock } = options;
  const exchange = upstream.exchange ?? exchangeByFetch(upstream);

  return async function ask(request: UpstreamRequest): Promise<Answer> {
    const { method, target, body, kind, credential } = request;
    const timeoutMs = kind === 'create' ? timeouts.createMs : timeouts.readMs;
    let giveUp = () => {};
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new UpstreamFailure(`no answer within ${timeoutMs} ms`, { sent: true, timedOut: true }));
        giveUp();
      }, timeoutMs);
    });
    const sentAt = clock();
    const headers = upstreamRequestHeaders(request);
    try {
      const asked = exchange({ method, target, headers, body }, (act) => {
        giveUp = act;
      });
      const answer = await Promise.race([asked, late]);
      return readAnswer(answer, { key: credential.key, sentAt, receivedAt: clock() });
    } finally {
      clearTimeout(timer);
    }
  };
}
