import { Hono } from 'hono';
import { timingSafeEqual } from 'hono/utils/buffer';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { isFromThisMachine } from './access/addresses.ts';
import type { GatewayEnv } from './access/keyring.ts';
import { UpstreamError } from './upstream/connection.ts';
import type { RequestKind } from './upstream/practice-api.ts';
import type { Priority } from './upstream/request-budget.ts';

const BUCKETS_S = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

/** The response of `/metrics`: the exposition text of registries, whose metric names must differ. */
interface Exposition {
  readonly contentType: string;
  text(): Promise<string>;
}

/** Exposes registries together with the metrics of the process itself, which are collected from the first scrape on. */
export function exposeMetrics(registries: readonly Registry[]): Exposition {
  const processRegistry = new Registry();
  let scraped = false;
  return {
    contentType: processRegistry.contentType,
    async text() {
      if (!scraped) collectDefaultMetrics({ register: processRegistry });
      scraped = true;
      return await Registry.merge([...registries, processRegistry]).metrics();
    },
  };
}

/**
 * The gateway's metrics for Prometheus, exposed together with the registries `others` of this process. No label contains a
 * key, a path parameter or any other input.
 */
export function createMetrics(others: readonly Registry[] = []) {
  const register = new Registry();
  const registers = [register];
  const upstreamSeconds = new Histogram({
    name: 'frontdesk_upstream_request_duration_seconds',
    help: 'Requests to the practice API by kind and outcome (status class, or why there was no usable response).',
    labelNames: ['kind', 'outcome'],
    buckets: BUCKETS_S,
    registers,
  });
  const requestSeconds = new Histogram({
    name: 'frontdesk_request_duration_seconds',
    help: 'Requests of browsers by area and status class.',
    labelNames: ['area', 'status'],
    buckets: BUCKETS_S,
    registers,
  });
  const sharedAnswers = new Counter({
    name: 'frontdesk_shared_answers_total',
    help: 'Reads answered without a request of their own: coalesced with one under way, or from one just stored.',
    labelNames: ['how'],
    registers,
  });
  const refusals = new Counter({
    name: 'frontdesk_budget_refusals_total',
    help: 'Requests refused because the budget of the key had no room for their priority.',
    labelNames: ['priority'],
    registers,
  });
  const openStreams = new Gauge({
    name: 'frontdesk_event_streams',
    help: 'Open event streams: of browsers, and live ones of the practice API.',
    labelNames: ['from'],
    registers,
  });
  const eventsPassedOn = new Counter({
    name: 'frontdesk_events_passed_on_total',
    help: 'Events of the practice API that were passed on, counted for each browser.',
    labelNames: ['event'],
    registers,
  });
  return {
    ...exposeMetrics([register, ...others]),
    upstreamResponse(kind: RequestKind | 'events', status: number, ms: number): void {
      upstreamSeconds.observe({ kind, outcome: statusClass(status) }, ms / 1_000);
    },
    upstreamError(kind: RequestKind | 'events', error: unknown, ms: number): void {
      const outcome = error instanceof UpstreamError ? error.reason : 'failed';
      upstreamSeconds.observe({ kind, outcome }, ms / 1_000);
    },
    request(area: string, status: number, ms: number): void {
      requestSeconds.observe({ area, status: statusClass(status) }, ms / 1_000);
    },
    shared: (how: 'coalesced' | 'stored') => sharedAnswers.inc({ how }),
    streamOpened: (from: StreamPeer) => openStreams.inc({ from }),
    streamClosed: (from: StreamPeer) => openStreams.dec({ from }),
    eventPassedOn: (event: string, browsers: number) => eventsPassedOn.inc({ event }, browsers),
    refused: (priority: Priority) => refusals.inc({ priority }),
    /** Adds a gauge with the remaining requests of the key that has the fewest left. */
    watchBudget(lowestRemaining: () => number): void {
      new Gauge({
        name: 'frontdesk_budget_remaining',
        help: 'Requests left in the present window, of the key that has the fewest.',
        registers,
        collect() {
          this.set(lowestRemaining());
        },
      });
    },
  };
}

/** The other end of an event stream of the gateway: a browser, or the practice API. */
type StreamPeer = 'browser' | 'practice_api';

export type Metrics = ReturnType<typeof createMetrics>;

function statusClass(status: number): string {
  return status === 429 ? '429' : `${Math.floor(status / 100)}xx`;
}

/** The route `/metrics` for Prometheus, which answers requests with the token, and direct requests from this machine. */
export function createMetricsRoutes(options: { metrics: Exposition; token: string | null }): Hono<GatewayEnv> {
  const { metrics, token } = options;
  const app = new Hono<GatewayEnv>();
  app.get('/metrics', async function serveMetrics(c) {
    if (!isFromThisMachine(c) && !(await isBearer(c.req.header('authorization'), token))) return c.notFound();
    return c.body(await metrics.text(), 200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' });
  });
  return app;
}

async function isBearer(authorization: string | undefined, token: string | null): Promise<boolean> {
  return authorization !== undefined && token !== null && timingSafeEqual(authorization, `Bearer ${token}`);
}
