import type { Logger } from 'pino';
import { type Capabilities, documentOnly } from '#contract/desk.ts';
import type { Environment } from '#gateway/clock-and-timers.ts';
import { readDescription } from './description.ts';
import { askUpstream, parseJson, type Upstream, UpstreamError } from './upstream.ts';
import { upstreamTimeouts } from './upstream-client.ts';

/** A description is requested again after this time. */
const LEARNT_MS = 24 * 60 * 60_000;
/** The retry interval after a failed request, growing from the first to the longest. */
const RETRY_MS = { first: 5_000, longest: 60_000 } as const;
/** The shortest interval between requests that are caused by `doubt`. */
const DOUBT_MS = 60_000;
/** The largest description that is read; hundreds of endpoints are far smaller. */
const MAX_BYTES = 4 * 1024 * 1024;

/** The discovery of capabilities beyond the document, from the practice API's description, in the background. */
export interface CapabilityDiscovery {
  /** Requests the description for the first time; no capability is offered before. Never throws. */
  start(): Promise<void>;
  /** The current result. Requests the description again, in the background, when it is due. */
  known(): { readonly capabilities: Capabilities; readonly readinessPath: string | null };
  /**
   * Called when the result may be out of date: the practice API was unreachable, or lacks an operation that it
   * described.
   */
  doubt(): void;
}

const nothing = { capabilities: documentOnly, readinessPath: null } as const;

/**
 * Discovers capabilities from `GET /openapi.json`, requested without a key: once, daily, and after anything that looks
 * like a restart of the practice API. A missing, invalid, huge or slow description offers nothing. While the practice
 * API cannot be reached, the last result stays.
 */
export function createCapabilityDiscovery(options: {
  upstream: Upstream;
  clock: Environment['clock'];
  schedule: Environment['schedule'];
  logger?: Logger | undefined;
}): CapabilityDiscovery {
  const { upstream, clock, schedule, logger } = options;
  let known: ReturnType<CapabilityDiscovery['known']> = nothing;
  let pending: Promise<void> | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  let nextAt = Number.POSITIVE_INFINITY;
  let retryMs: number = RETRY_MS.first;

  async function read(): Promise<{ known: typeof known; again: 'later' | 'soon' }> {
    const request = {
      method: 'GET',
      target: '/openapi.json',
      headers: { accept: 'application/json' },
      body: null,
      isWrite: false,
    } as const;
    try {
      const { status, body } = await askUpstream(upstream, request, { ms: upstreamTimeouts.readMs, schedule });
      if (status >= 500 || status === 429) return { known, again: 'soon' };
      if (status !== 200 || body.length > MAX_BYTES) return { known: nothing, again: 'later' };
      return { known: readDescription(parseJson(body)), again: 'later' };
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      const away = error.reason === 'not_sent' || error.reason === 'lost';
      return { known: away ? known : nothing, again: error.reason === 'unusable' ? 'later' : 'soon' };
    }
  }

  async function requestDescription(): Promise<void> {
    askedAt = clock();
    try {
      const learnt = await read();
      if (JSON.stringify(learnt.known) !== JSON.stringify(known)) {
        logger?.info(learnt.known, 'the practice API describes what it can do beyond the document');
      }
      known = learnt.known;
      nextAt = clock() + (learnt.again === 'later' ? LEARNT_MS : retryMs);
      retryMs = learnt.again === 'later' ? RETRY_MS.first : Math.min(retryMs * 2, RETRY_MS.longest);
    } catch (error) {
      logger?.error({ err: error }, 'the description of the practice API could not be read');
      known = nothing;
      nextAt = clock() + LEARNT_MS;
    } finally {
      pending = null;
    }
  }

  return {
    async start() {
      pending ??= requestDescription();
      await pending;
    },
    known() {
      if (pending === null && clock() >= nextAt) pending = requestDescription();
      return known;
    },
    doubt() {
      if (askedAt > Number.NEGATIVE_INFINITY) nextAt = Math.min(nextAt, Math.max(clock(), askedAt + DOUBT_MS));
    },
  };
}
