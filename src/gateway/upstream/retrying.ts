import { GatewayError } from '#gateway/gateway-error.ts';
import type { Send } from './send.ts';

/** Before each further attempt: half of this is fixed, half is random, so that desks do not return in step. */
const PAUSES_MS = [200, 800] as const;
/** No attempt begins later than this after the first. */
const PATIENCE_MS = 6_000;
/** Failures that may be gone a moment later. What the practice API itself answered is not among them. */
const PASSING = new Set(['upstream_invalid', 'upstream_unavailable', 'upstream_timeout']);

/**
 * Sends a read again, twice at most, when the way to the practice API failed. A create is sent once: only the person at
 * the desk may decide to book again.
 */
export function retrying(
  next: Send,
  options: { sleep: (ms: number) => Promise<void>; random: () => number; clock: () => number },
): Send {
  const { sleep, random, clock } = options;

  return async function retryingSend(request) {
    const first = clock();
    for (const pause of request.kind === 'create' ? [] : PAUSES_MS) {
      try {
        return await next(request);
      } catch (error) {
        if (!(error instanceof GatewayError) || !PASSING.has(error.key) || clock() - first > PATIENCE_MS) throw error;
        await sleep(pause / 2 + (random() * pause) / 2);
      }
    }
    return await next(request);
  };
}
