import { randomBytes, randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import { boundedBody } from '#gateway/access/bounded-body.ts';
import { createHolderNames, createPersonNames, credential } from '#gateway/access/credential.ts';
import { hostCheck } from '#gateway/access/host-check.ts';
import { sameOrigin } from '#gateway/access/same-origin.ts';
import { securityHeaders } from '#gateway/access/security-headers.ts';
import { createSessionCookie } from '#gateway/access/session-cookie.ts';
import { sessionRoutes } from '#gateway/access/session-routes.ts';
import { createWriteAccess } from '#gateway/access/write-access.ts';
import { serveAssets } from '#gateway/assets/serve-assets.ts';
import { createKeyBudgets } from '#gateway/budget/key-budgets.ts';
import { defaultLimit } from '#gateway/budget/request-budget.ts';
import { finishCreates } from '#gateway/operation/finish-creates.ts';
import { healthRoutes } from '#gateway/operation/health-routes.ts';
import { createMetrics } from '#gateway/operation/metrics.ts';
import { metricsRoutes, timed } from '#gateway/operation/metrics-routes.ts';
import { defaultTimeouts, type UpstreamTimeouts } from '#gateway/upstream/ask.ts';
import { createPracticeApi } from '#gateway/upstream/practice-api.ts';
import { createPracticeClock } from '#gateway/upstream/practice-clock.ts';
import type { Upstream } from '#gateway/upstream/upstream.ts';
import type { DeskEnv } from './desk-env.ts';
import { errorAnswer } from './error-answer.ts';
import { GatewayError } from './gateway-error.ts';
import type { Keyring } from './keyring.ts';
import { proxy } from './proxy.ts';
import { realWorld, type World } from './world.ts';

/** The licence key that FullCalendar has for projects whose source is open; practices that bought one set theirs. */
const OPEN_SOURCE_CALENDAR = 'AGPL-My-Frontend-And-Backend-Are-Open-Source';

export interface GatewayOptions extends Partial<World> {
  /** The practice API: the embedded service's `fetch`, or `createRemoteUpstream({ … })`. */
  readonly upstream: Upstream;
  readonly keyring: Keyring;
  /** The built app; null where something else serves it, as the development server does. */
  readonly assets?: { readonly directory: string } | null;
  /** The origin that browsers use, such as `https://desk.practice.example`, where a reverse proxy stands in front. */
  readonly publicOrigin?: string | null;
  /** Further names that browsers may call this machine by. */
  readonly hosts?: readonly string[];
  /** IANA zone for stores that name none. */
  readonly timeZone?: string | null;
  /** The practice system's own screens (`DeskSession`). */
  readonly practiceSystemUrl?: string | null;
  /** FullCalendar's licence key; by default the one for open-source projects. */
  readonly calendarLicenseKey?: string;
  /** With this bearer token `/metrics` answers other machines, too. */
  readonly metricsToken?: string | null;
  readonly timeouts?: UpstreamTimeouts;
  /** The practice API's limit per key. */
  readonly limit?: { readonly requests: number; readonly windowMs: number };
  readonly logger?: Logger;
}

export interface Gateway extends Hono<DeskEnv> {
  /** Takes no further create, and resolves when those under way are over. To be awaited before the process ends. */
  drain(): Promise<void>;
}

/**
 * The gateway between browsers and the practice API: it keeps the API key, lets the document's requests through, holds
 * the key's budget together and serves the app. A Hono app, that is a function from Request to Response. Errors have the
 * document's body (section 7).
 */
export function createGateway(options: GatewayOptions): Gateway {
  const { upstream, keyring, assets = null, publicOrigin = null, hosts = [], logger, metricsToken = null } = options;
  const { timeouts = defaultTimeouts, limit = defaultLimit } = options;
  const { timeZone = null, practiceSystemUrl = null, calendarLicenseKey = OPEN_SOURCE_CALENDAR } = options;
  const settings = { timeZone, practiceSystemUrl, calendarLicenseKey };
  const { clock = realWorld.clock, sleep = realWorld.sleep } = options;
  const { random = realWorld.random, schedule = realWorld.schedule } = options;
  const world: World = { clock, sleep, random, schedule };
  const shared = keyring.access === 'shared';
  const holderOf = createHolderNames(shared ? randomBytes(32).toString('hex') : keyring.sessionSecret);
  const personOf = shared ? null : createPersonNames(keyring.sessionSecret);
  const secure = publicOrigin?.startsWith('https:') ?? false;
  const cookie = shared ? null : createSessionCookie({ keyring, holderOf, secure, clock });
  const budgets = createKeyBudgets({ clock, ...limit });
  const metrics = createMetrics({ budgets, clock });
  const practiceClock = createPracticeClock({ clock });
  const api = createPracticeApi({ upstream, timeouts, budgets, practiceClock, metrics, world });
  const { send, drain, draining } = finishCreates(api);
  const canWrite = createWriteAccess({ send, world });
  const proxied = publicOrigin !== null;
  const publicHosts = publicOrigin === null ? [] : [new URL(publicOrigin).hostname];

  const app = new Hono<DeskEnv>();
  app.onError((error) => errorAnswer(error, { logger, errorInstanceId: randomUUID() }));
  app.notFound(() => errorAnswer(nothingHere(), { errorInstanceId: randomUUID() }));
  app.use(timed({ metrics, clock }), securityHeaders({ secure }));
  app.route('/', healthRoutes({ upstream, world, draining }));
  app.route('/', metricsRoutes({ metrics, token: metricsToken, open: shared }));
  app.use(hostCheck({ hosts: [...publicHosts, ...hosts] }));
  for (const path of ['/api/*', '/desk/*']) app.use(path, sameOrigin({ publicOrigin }), boundedBody());
  app.route('/', sessionRoutes({ keyring, cookie, holderOf, personOf, send, canWrite, proxied, settings }));
  app.use('/api/*', credential({ keyring, cookie, holderOf }));
  app.route('/', proxy({ send, budgets, practiceClock }));
  app.all('/desk/*', (c) => c.notFound());
  if (assets !== null) app.route('/', serveAssets(assets));
  return Object.assign(app, { drain });
}

function nothingHere(): GatewayError {
  return new GatewayError('not_found', 'There is nothing at this address.');
}
