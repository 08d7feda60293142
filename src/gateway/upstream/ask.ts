import { type World, within } from '#gateway/world.ts';
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
export function asking(options: {
  upstream: Upstream;
  timeouts: UpstreamTimeouts;
  clock: World['clock'];
  schedule: World['schedule'];
}) {
  const { upstream, timeouts, clock, schedule } = options;
  const exchange = upstream.exchange ?? exchangeByFetch(upstream);

  return async function ask(request: UpstreamRequest): Promise<Answer> {
    const { method, target, body, kind, credential } = request;
    const ms = kind === 'create' ? timeouts.createMs : timeouts.readMs;
    const sentAt = clock();
    let giveUp = () => {};
    const asked = exchange({ method, target, headers: upstreamRequestHeaders(request), body }, (act) => {
      giveUp = act;
    });
    const answer = await within(asked, {
      ms,
      schedule,
      late() {
        giveUp();
        throw new UpstreamFailure(`no answer within ${ms} ms`, { sent: true, timedOut: true });
      },
    });
    return readAnswer(answer, { key: credential.key, sentAt, receivedAt: clock() });
  };
}
