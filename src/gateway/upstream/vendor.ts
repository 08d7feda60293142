import type { Logger } from 'pino';
import { type Environment, systemEnvironment } from '#gateway/clock-and-timers.ts';
import type { Metrics } from '#gateway/metrics.ts';
import { createAddressCheck } from './address-check.ts';
import { createCapabilityDiscovery } from './capabilities.ts';
import {
  askUpstream,
  type CheckedResponse,
  createHttpRead,
  type Upstream,
  type UpstreamTimeouts,
  upstreamTimeouts,
} from './connection.ts';
import { isExtension, type PracticeApi } from './practice-api.ts';
import { createKeyBudgets, type RequestLimit } from './request-budget.ts';
import { shareReads } from './sharing.ts';
import { createUpstreamSender } from './upstream-sender.ts';
import { followVendorEvents } from './vendor-events.ts';

/** The time for which the result of the readiness check is cached. */
const READINESS_CACHE_MS = 5_000;

/** Statuses that suggest that the practice API no longer has an operation. */
const MISSING_OPERATION = new Set([404, 405, 501]);

/**
 * The practice API of a vendor, with the precautions that a remote and unknown API requires: one budget and shared reads for
 * all desks with the same key, retries, an estimate of its clock, the discovery of its capabilities, and checks of its address
 * and of every response.
 */
export function createVendorApi(
  upstream: Upstream,
  options: {
    metrics: Metrics;
    environment?: Partial<Environment>;
    /** The configured address, which is checked at the start, with the key that all desks share (null if they share none). */
    address?: { readonly url: string; readonly key: string | null } | null;
    limit?: RequestLimit | undefined;
    timeouts?: UpstreamTimeouts | undefined;
    logger?: Logger | undefined;
  },
): PracticeApi {
  const { metrics, address = null, limit, timeouts = upstreamTimeouts, logger } = options;
  const environment: Environment = { ...systemEnvironment, ...options.environment };
  const { clock, schedule } = environment;
  const budgets = createKeyBudgets({ clock, limit });
  metrics.watchBudget(budgets.lowestRemaining);
  const practiceClock = createPracticeClock({ clock });
  const discovery = createCapabilityDiscovery({ upstream, clock, schedule, logger });
  const addressCheck = address === null ? null : createAddressCheck({ upstream, ...address, clock, schedule, logger });
  const sendUpstream = createUpstreamSender({
    ...{ upstream, budgets, metrics, environment, timeouts },
    onResponse: practiceClock.observe,
    onUnavailable: discovery.refreshSoon,
  });
  const shared = shareReads({ send: sendUpstream, clock, onShared: metrics.shared });
  let last: { responds: Promise<boolean>; at: number } | null = null;

  /** Whether the practice API responds. The request has no key, so it uses no budget; a refusal is a response as well. */
  async function isResponding(): Promise<boolean> {
    try {
      const { status } = await askUpstream(upstream, createHttpRead('/ping'), {
        ms: upstreamTimeouts.readyMs,
        schedule,
      });
      return status < 500;
    } catch {
      return false;
    }
  }

  return {
    async send(request) {
      const response = await shared.send(request);
      if (isExtension(request.operation) && MISSING_OPERATION.has(response.status)) discovery.refreshSoon();
      return response;
    },
    events: (subject) =>
      followVendorEvents({
        ...{ subject, upstream, budgets, metrics, clock, logger },
        onReceived: (event) => shared.invalidate(subject.credential.keyHash, event),
        onStale: discovery.refreshSoon,
      }),
    capabilities: discovery.current,
    now: practiceClock.now,
    async problem() {
      if (last === null || clock() - last.at >= READINESS_CACHE_MS) last = { responds: isResponding(), at: clock() };
      return (await last.responds) ? (addressCheck?.problem() ?? null) : 'practice API not ready';
    },
    budgetOf: (keyHash) => budgets.get(keyHash).state(),
    async start() {
      await Promise.all([addressCheck?.start(), discovery.start()]);
    },
  };
}

/** A response that takes longer than this is not used to estimate the clock. */
const MAX_ROUND_TRIP_MS = 2_000;
/** A smaller difference is ignored, because a `Date` header has whole seconds. */
const TOLERANCE_MS = 1_500;

/**
 * The practice API's clock, estimated from the `Date` headers of its responses. All calendars use it instead of their own
 * clocks. It is adjusted only if it is off by more than {@link TOLERANCE_MS}.
 */
export function createPracticeClock(options: { clock: () => number }) {
  const { clock } = options;
  let offset = 0;

  return {
    /** Updates the estimate from a response. */
    observe({ upstreamTime, sentAt, receivedAt }: CheckedResponse): void {
      if (upstreamTime === null || receivedAt - sentAt > MAX_ROUND_TRIP_MS) return;
      const sample = upstreamTime + 500 - (sentAt + receivedAt) / 2;
      if (Math.abs(sample - offset) > TOLERANCE_MS) offset = Math.round(sample);
    },
    /** The practice API's time, in epoch milliseconds. */
    now: () => clock() + offset,
  };
}
