import type { ScryptOptions } from 'node:crypto';
import { randomBytes, randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { compress } from 'hono/compress';
import type { Logger } from 'pino';
import type { DeskSession } from '#contract/desk.ts';
import { deskEventNames } from '#contract/desk-events.ts';
import { ServiceError } from '#contract/error.ts';
import { isLoopback } from './access/addresses.ts';
import {
  addPageHeaders,
  checkHost,
  checkOrigin,
  jsonHeaders,
  limitBody,
  refuseForwardedRequests,
} from './access/browser-security.ts';
import { createFreshKeyCheck, limitToSharedKey } from './access/confirm-key.ts';
import { createKeyRights } from './access/key-rights.ts';
import { createKeyHasher, type GatewayEnv, type Keyring, type Session } from './access/keyring.ts';
import { createNoSetupRoutes, createOnboarding, type PracticeMaker } from './access/onboarding.ts';
import { createPinRoutes } from './access/pin-routes.ts';
import { createPins, PIN_COST } from './access/pins.ts';
import { createSessionDescriber, createSessionRoutes, type DatabaseContent } from './access/session.ts';
import { createSessionCookie, requireCredential } from './access/session-cookie.ts';
import { createKeyCheck } from './access/sign-in-throttle.ts';
import { createApiRoutes, isWriteRequest, maxBodyBytes } from './api-routes.ts';
import { serveAssets } from './assets.ts';
import { type Environment, systemEnvironment, withTimeout } from './clock-and-timers.ts';
import { createDeskEventRoutes } from './events/desk-events.ts';
import { createHealthRoutes } from './health.ts';
import { createMetricsRoutes, type Metrics } from './metrics.ts';
import { createPresence, createPresenceRoutes } from './presence/presence.ts';
import { createStoreAccess } from './presence/store-access.ts';
import { logRequests, measureRequests } from './request-log.ts';
import { createStartRoutes } from './start/start-route.ts';
import type { PracticeApi } from './upstream/practice-api.ts';

/** FullCalendar's licence key for open-source projects. Practices with a commercial licence set their own. */
const OPEN_SOURCE_LICENSE_KEY = 'AGPL-My-Frontend-And-Backend-Are-Open-Source';

/** The maximum size in bytes of a body sent to the gateway itself: many times that of a practice set-up. */
const MAX_DESK_BYTES = 64 * 1024;

/** The timeout for reading the database's content and the demo's key, which delay the session request. */
const CONTENT_TIMEOUT_MS = 2_000;

export interface GatewayOptions extends Partial<Environment> {
  /** The service in this process (`upstream/embedded.ts`), or a remote practice API (`upstream/vendor.ts`). */
  readonly practiceApi: PracticeApi;
  readonly keyring: Keyring;
  /** The built app; null if something else serves it, such as the development server. */
  readonly assets?: { readonly directory: string } | null;
  /** The origin that browsers use, such as `https://desk.practice.example`, if there is a reverse proxy. */
  readonly publicOrigin?: string | null;
  /** Additional host names for this machine. */
  readonly hosts?: readonly string[];
  /** The addresses at which other computers open Frontdesk, unknown by default; see {@link DeskSession}. */
  readonly addresses?: () => DeskSession['addresses'];
  /** The IANA time zone of stores for which none is set. */
  readonly timeZone?: string | null;
  /** The URL of the practice system's own screens; null if there are none. */
  readonly practiceSystemUrl?: string | null;
  /** FullCalendar's licence key; by default the one for open-source projects. */
  readonly calendarLicenseKey?: string | undefined;
  /**
   * Returns what the database contains; by default, a real practice is assumed. After a failure or a timeout, the content
   * counts as unknown.
   */
  readonly databaseContent?: () => Promise<DatabaseContent>;
  /** The key with which browsers on this machine open the demo without signing in; null if people have to sign in. */
  readonly demoKey?: () => Promise<string | null>;
  /** Creates a practice that is set up in the browser; null if none can be set up. Requires a keyring with sign-in. */
  readonly onboarding?: PracticeMaker | null;
  /** The bearer token with which other machines may read `/metrics`; null if they may not read it. */
  readonly metricsToken?: string | null;
  readonly metrics: Metrics;
  /** Whether desks see who else is booking or changing what; true by default. */
  readonly presence?: boolean;
  /** The time for which a receptionist stays signed in, in milliseconds; a week by default. */
  readonly sessionLifetimeMs?: number;
  /** The cost of each check of a PIN; by default as OWASP recommends. */
  readonly pinCost?: ScryptOptions;
  /** The version of Frontdesk, which `/healthz` reports. */
  readonly version?: string;
  readonly logger?: Logger;
}

export interface Gateway extends Hono<GatewayEnv> {
  /** Prepares the practice API for the first request, for example by discovering its capabilities. Never throws. */
  start(): Promise<void>;
  /**
   * Refuses further creates and changes, ends all event streams, and resolves when the current writes are finished. Must be
   * awaited before the process ends.
   */
  stopWrites(): Promise<void>;
  /** Prints a code for setting up the first practice, if there is none. Never throws. */
  printSetupCode(): Promise<void>;
}

/**
 * The gateway between browsers and the practice API: a Hono app, that is, a function from Request to Response. A request to
 * `/api` passes through these steps:
 *
 * - `access/`: checks that the request is for this host and from our own page (`browser-security`), determines its key
 *   (`session-cookie`), and limits the size of its body, which is not read earlier.
 * - `api-routes`: checks that it is a request of the specification, or one that the practice API describes, and determines
 *   its kind.
 * - `upstream/embedded`: calls the service in this process, whose response is passed on as it is; or `upstream/vendor`: shares
 *   the response of an equal request, waits for room in the budget of its key, sends it over the network, and checks the
 *   response. Either throws an error for the browser if there is no usable response.
 * - `access/key-rights`: concludes from the response to a write what the key may do.
 *
 * Errors have the body that the specification defines in section 7.
 */
export function createGateway(options: GatewayOptions): Gateway {
  const {
    practiceApi,
    keyring,
    metrics,
    assets = null,
    publicOrigin = null,
    hosts = [],
    logger,
    metricsToken = null,
    version,
  } = options;
  const { timeZone = null, practiceSystemUrl = null, calendarLicenseKey = OPEN_SOURCE_LICENSE_KEY } = options;
  const settings = { timeZone, practiceSystemUrl, calendarLicenseKey, presence: options.presence ?? true };
  // Settings of the gateway, such as secrets, are not passed on.
  const { clock, sleep, random, schedule } = { ...systemEnvironment, ...options };
  const environment: Environment = { clock, sleep, random, schedule };
  const signIn = keyring.access === 'sign_in' ? keyring : null;
  const keyHash = createKeyHasher(signIn?.sessionSecret ?? randomBytes(32).toString('hex'));
  const secure = publicOrigin?.startsWith('https:') ?? false;
  const cookie =
    signIn === null
      ? null
      : createSessionCookie({
          ...{ keyring: signIn, keyHash, secure, clock },
          lifetimeMs: options.sessionLifetimeMs,
          onReplaced: (session) => onSignOut(session, false),
        });
  const pins =
    signIn === null ? null : createPins({ keyring: signIn, secure, clock, cost: options.pinCost ?? PIN_COST });
  const capabilities = () => {
    const all = practiceApi.capabilities();
    return signIn === null ? limitToSharedKey(all, { isDemo: false }) : all;
  };
  const keyRights = createKeyRights({ practiceApi: { ...practiceApi, capabilities }, clock, schedule });
  const readAccess = createStoreAccess({ send: practiceApi.send, clock });
  const presence = settings.presence ? createPresence({ readAccess, clock, schedule }) : null;
  const readWithTimeout = <Value>(read: Promise<Value> | undefined, otherwise: Value) =>
    withTimeout(read?.catch(() => null) ?? Promise.resolve(otherwise), {
      ms: CONTENT_TIMEOUT_MS,
      schedule,
      onTimeout: () => null,
    });
  const databaseContent = () => readWithTimeout<DatabaseContent>(options.databaseContent?.(), 'own');
  const demoKey = () => readWithTimeout<string | null>(options.demoKey?.(), null);
  const { onboarding: maker = null } = options;
  const describeSession = createSessionDescriber({
    keyring,
    keyHash,
    keyRights,
    settings,
    databaseContent,
    capabilities,
    hasOnboarding: maker !== null,
    pins,
    addresses: options.addresses ?? (() => null),
  });
  const deskEvents = createDeskEventRoutes({
    practiceApi,
    metrics,
    environment,
    keyring,
    keyHash,
    readAccess,
    onListener: ({ companyId, credential, send: sendEvent }) =>
      presence?.listen(companyId, credential, (data) => sendEvent(deskEventNames.presence, data)) ?? (() => undefined),
    logger,
  });
  function onSignOut(session: Session, everywhere: boolean): void {
    presence?.leave({ credential: session, sessionId: session.id }, everywhere);
    void deskEvents.endSignedOutStreams();
  }
  const api = createApiRoutes({
    practiceApi,
    capabilities,
    onWritten: keyRights.onWritten,
    requireFreshKey: createFreshKeyCheck({ clock }),
  });
  const proxied = publicOrigin !== null;
  const publicHosts = publicOrigin === null ? [] : [new URL(publicOrigin).hostname];

  const app = new Hono<GatewayEnv>();
  app.onError((error, c) => errorResponse(c, error, logger));
  app.notFound((c) => errorResponse(c, new ServiceError('not_found', 'There is nothing at this address.'), logger));
  if (logger !== undefined) app.use(logRequests({ logger, clock }));
  app.use(measureRequests({ metrics, clock }), addPageHeaders({ secure }));
  app.route('/', createHealthRoutes({ practiceApi, version, isStopping: api.isStopping }));
  app.use(checkHost({ hosts: [...publicHosts, ...hosts] }));
  app.route('/', createMetricsRoutes({ metrics, token: metricsToken }));
  const isLoopbackOnly = publicOrigin === null || isLoopback(new URL(publicOrigin).hostname);
  if (signIn === null && isLoopbackOnly) app.use(refuseForwardedRequests());
  for (const path of ['/api/*', '/desk/*']) app.use(path, checkOrigin({ publicOrigin }));
  // These checks come before everything that reads a body.
  const protectedPaths = [
    '/api/*',
    '/desk/events',
    '/desk/devices',
    '/desk/devices/*',
    ...(presence === null ? [] : ['/desk/presence']),
  ];
  for (const path of protectedPaths)
    app.use(path, requireCredential({ keyring, cookie, keyHash, isWrite: isWriteRequest }));
  app.use('/api/*', limitBody({ maxBytes: maxBodyBytes }));
  app.use('/desk/*', limitBody({ maxBytes: () => MAX_DESK_BYTES }));
  // Streams are not compressed here, because compression would delay their parts.
  for (const path of ['/api/*', '/desk/session']) app.use(path, compress());
  const checkKey = createKeyCheck({ proxied, clock });
  const signInOptions = { keyring, cookie, pins, keyHash, keyRights, checkKey, describeSession, demoKey, onSignOut };
  app.route('/', createSessionRoutes(signInOptions));
  app.route('/', createStartRoutes({ fetch: (request, bindings) => app.fetch(request, bindings) }));
  if (signIn !== null && cookie !== null && pins !== null) {
    const onEnded = () => void deskEvents.endSignedOutStreams();
    const pinOptions = { keyring: signIn, cookie, keyHash, pins, keyRights, checkKey, describeSession, practiceApi };
    app.route('/', createPinRoutes({ ...pinOptions, onEnded, clock, schedule }));
  }
  const onboarding =
    maker === null || cookie === null
      ? null
      : createOnboarding({ maker, cookie, describeSession, proxied, clock, sleep });
  app.route('/', onboarding?.routes ?? createNoSetupRoutes());
  if (presence !== null) app.route('/', createPresenceRoutes({ presence, keyRights }));
  app.route('/', api.routes);
  app.route('/', deskEvents.routes);
  app.all('/desk/*', (c) => c.notFound());
  if (assets !== null) app.route('/', serveAssets(assets));
  return Object.assign(app, {
    start: async () => practiceApi.start?.(),
    async stopWrites() {
      deskEvents.stop();
      presence?.close();
      await api.stopWrites();
    },
    printSetupCode: async () => onboarding?.printSetupCode().catch(() => undefined),
  });
}

/**
 * The response for an error: the error body of the specification with an id that is also in the log line. Any error other than
 * {@link ServiceError} is a bug of the gateway, and the browser receives only the id.
 */
function errorResponse(c: Context<GatewayEnv>, cause: Error, logger: Logger | undefined): Response {
  const errorInstanceId = randomUUID();
  const error =
    cause instanceof ServiceError
      ? cause
      : new ServiceError('internal_error', 'The gateway failed. Quote the error id to your support.', { cause });
  if (error.status >= 500) {
    const level = error.key === 'internal_error' ? 'error' : 'warn';
    logger?.[level]({ err: error, errorInstanceId }, error.key);
  }
  c.set('errorInstanceId', errorInstanceId);
  c.set('error', error.key);
  const headers = new Headers(jsonHeaders);
  // The body was not read, so the connection cannot be used again.
  if (error.status === 411 || error.status === 413) headers.set('connection', 'close');
  if (error.retryAfterSeconds !== undefined) headers.set('retry-after', String(error.retryAfterSeconds));
  return Response.json(error.body(errorInstanceId), { status: error.status, headers });
}
