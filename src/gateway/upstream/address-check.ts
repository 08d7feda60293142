import type { Logger } from 'pino';
import { z } from 'zod';
import type { Environment } from '#gateway/clock-and-timers.ts';
import { askUpstream, createHttpRead, type Upstream, upstreamTimeouts } from './connection.ts';
import { parseJson } from './practice-api.ts';

/** The delay before the check is repeated after a failure or without a result. */
const RECHECK_MS = 60_000;

const pageSchema = z.object({ data: z.array(z.unknown()) });

/**
 * Checks the address and the key of a configured practice API by reading the list of companies. If there is no shared key, it
 * sends none, and a refusal shows that the address is right. A practice API that is unavailable or busy is checked again,
 * because its response proves nothing.
 */
export function createAddressCheck(options: {
  upstream: Pick<Upstream, 'send'>;
  /** The address of the practice API, as configured. */
  url: string;
  /** The key that all desks share; null if each person has their own. */
  key: string | null;
  clock: Environment['clock'];
  schedule: Environment['schedule'];
  logger?: Logger | undefined;
}) {
  const { upstream, url, key, clock, schedule, logger } = options;
  let problem: string | null = null;
  let nextAt = Number.POSITIVE_INFINITY;

  /** Checks the address and the key once. Returns the problem; null if there is none, undefined if that remains unknown. */
  async function testAddress(): Promise<string | null | undefined> {
    const headers = { accept: 'application/json', ...(key !== null && { authorization: `Bearer ${key}` }) };
    const request = createHttpRead('/v1/companies?limit=1', headers);
    try {
      const { status, body } = await askUpstream(upstream, request, { ms: upstreamTimeouts.readMs, schedule });
      return assessResponse(status, body);
    } catch {
      return undefined;
    }
  }

  function assessResponse(status: number, body: Uint8Array): string | null | undefined {
    if (status >= 500 || status === 408 || status === 429) return undefined;
    if (status === 403) return null;
    if (status === 401) {
      return key === null ? null : 'the practice API does not accept the key in PRACTICE_API_KEY';
    }
    if (status < 300 && pageSchema.safeParse(parseJson(body)).success) return null;
    const hint = /\/v1\/*$/.test(new URL(url).pathname)
      ? 'its /v1 is one too many: the paths that are appended begin with it'
      : 'the address has to be the one that /v1/companies is appended to';
    return `PRACTICE_API_URL does not lead to a practice API (${status} at /v1/companies): ${hint}`;
  }

  async function checkAndLog(): Promise<void> {
    nextAt = Number.POSITIVE_INFINITY;
    const found = await testAddress();
    if (found !== undefined && found !== problem) {
      if (found === null) logger?.info('the configured practice API passed the check');
      else logger?.error({ problem: found }, 'the configured practice API did not pass the check');
    }
    if (found !== undefined) problem = found;
    if (found !== null) nextAt = clock() + RECHECK_MS;
  }

  return {
    /** Checks once and logs the problem. Never throws. */
    start: checkAndLog,
    /**
     * The problem, for the operator of the gateway; null if none is known. Starts another check in the background if
     * enough time has passed since the last one.
     */
    problem(): string | null {
      if (clock() >= nextAt) void checkAndLog();
      return problem;
    },
  };
}
