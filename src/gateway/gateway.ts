import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Logger } from 'pino';
import { hostCheck } from '#gateway/access/host-check.ts';
import { sameOrigin } from '#gateway/access/same-origin.ts';
import { securityHeaders } from '#gateway/access/security-headers.ts';
import { sessionRoutes } from '#gateway/access/session-routes.ts';
import { createWriteAccess } from '#gateway/access/write-access.ts';
import { serveAssets } from '#gateway/assets/serve-assets.ts';
import { healthRoutes } from '#gateway/operation/health-routes.ts';
import { createPracticeApi, defaultTimeouts, type UpstreamTimeouts } from '#gateway/upstream/practice-api.ts';
import type { Upstream } from '#gateway/upstream/upstream.ts';
import type { DeskEnv } from './desk-env.ts';
import { errorAnswer } from './error-answer.ts';
import { GatewayError } from './gateway-error.ts';
import type { Keyring } from './keyring.ts';
import { proxy } from './proxy.ts';

/** Bodies up to this size pass; the practice API's own limit is the same. */
const MAX_BODY_BYTES = 1024 * 1024;

export interface GatewayOptions {
  /** The practice API: the embedded service's `fetch`, or `createRemoteUpstream({ … })`. */
  readonly upstream: Upstream;
  readonly keyring: Keyring;
  /** The built app; null where something else serves it, as the development server does. */
  readonly assets?: { readonly directory: string } | null;
  /** The origin that browsers use, such as `https://desk.practice.example`, where it is not an address of this machine. */
  readonly publicOrigin?: string | null;
  /** Further names that browsers may call this machine by. */
  readonly hosts?: readonly string[];
  /** IANA zone for stores that name none. */
  readonly timeZone?: string | null;
  readonly calendarLicenseKey?: string;
  readonly timeouts?: UpstreamTimeouts;
  readonly logger?: Logger;
  /** Epoch milliseconds. */
  readonly clock?: () => number;
}

/**
 * The gateway between browsers and the practice API: it keeps the API key, lets the document's requests through and
 * serves the app. A Hono app, that is a function from Request to Response. Errors have the document's body (section 7).
 */
export function createGateway(options: GatewayOptions): Hono<DeskEnv> {
  const { upstream, keyring, assets = null, publicOrigin = null, hosts = [], timeZone = null } = options;
  const { calendarLicenseKey = 'AGPL-My-Frontend-And-Backend-Are-Open-Source', clock = Date.now } = options;
  const api = createPracticeApi({ upstream, clock, timeouts: options.timeouts ?? defaultTimeouts });
  const publicHost = publicOrigin === null ? [] : [new URL(publicOrigin).hostname];
  const ownSite = sameOrigin({ publicOrigin });
  const bounded = bodyLimit({
    maxSize: MAX_BODY_BYTES,
    onError: () => {
      throw new GatewayError('payload_too_large', 'A request body may have at most 1 MiB.');
    },
  });

  const app = new Hono<DeskEnv>();
  app.onError((error) => errorAnswer(error, { logger: options.logger, errorInstanceId: randomUUID() }));
  app.notFound(() =>
    errorAnswer(new GatewayError('not_found', 'There is nothing at this address.'), { errorInstanceId: randomUUID() }),
  );
  app.use(securityHeaders({ secure: publicOrigin?.startsWith('https:') ?? false }));
  app.route('/', healthRoutes({ upstream, clock }));
  app.use(hostCheck({ hosts: [...publicHost, ...hosts] }));
  for (const path of ['/api/*', '/desk/*']) app.use(path, ownSite, bounded);
  app.route('/', sessionRoutes({ keyring, canWrite: createWriteAccess({ api, clock }), timeZone, calendarLicenseKey }));
  app.use('/api/*', async function credential(c, next) {
    c.set('credential', { key: keyring.key() });
    await next();
  });
  app.route('/', proxy({ api }));
  app.all('/desk/*', (c) => c.notFound());
  if (assets !== null) app.route('/', serveAssets(assets));
  return app;
}
