import type { RequestKind } from './allowed-requests.ts';
import type { Answer } from './answer.ts';
import { ask, type UpstreamRequest } from './ask.ts';
import { judgeAnswer, judgeFailure } from './judge.ts';
import type { Upstream } from './upstream.ts';

/** How long one attempt may take, in milliseconds. */
export interface UpstreamTimeouts {
  readonly readMs: number;
  readonly createMs: number;
}

export const defaultTimeouts: UpstreamTimeouts = { readMs: 10_000, createMs: 20_000 };

/** Asks the practice API. Every failure comes out as a `GatewayError` that the browser can be told. */
export interface PracticeApi {
  send(request: UpstreamRequest, kind: RequestKind): Promise<Answer>;
}

export function createPracticeApi(options: {
  upstream: Upstream;
  clock: () => number;
  timeouts: UpstreamTimeouts;
}): PracticeApi {
  const { upstream, clock, timeouts } = options;
  return {
    async send(request, kind) {
      const create = kind === 'create';
      const timeoutMs = create ? timeouts.createMs : timeouts.readMs;
      try {
        return judgeAnswer(await ask(upstream, request, { timeoutMs, clock }), { create });
      } catch (error) {
        throw judgeFailure(error, { create });
      }
    },
  };
}
