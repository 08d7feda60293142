import type { Socket } from 'node:net';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import type { Capabilities } from '#contract/desk.ts';
import { deskEventNames, deskEventTimes } from '#contract/desk-events.ts';
import { company } from '#contract/endpoint.ts';
import { ServiceError } from '#contract/error.ts';
import { jsonHeaders } from '#gateway/access/browser-security.ts';
import { type GatewayEnv, type Keyring, keyringNow, type Session } from '#gateway/access/keyring.ts';
import type { Environment } from '#gateway/clock-and-timers.ts';
import type { Metrics } from '#gateway/metrics.ts';
import type { Credential, Upstream } from '#gateway/upstream/connection.ts';
import type { KeyBudgets } from '#gateway/upstream/request-budget.ts';
import { createPracticeStream, type PracticeEvent, type PracticeStream } from './practice-stream.ts';

/** In milliseconds. */
const times = {
  tickMs: 500,
  /** How long the practice API's events are kept open after the last browser has gone: a page that reloads comes back. */
  lingerMs: 10_000,
  /** How often it is looked up whether those who listen are still signed in. */
  sessionsMs: 3_000,
  /** How long that may be unknown. */
  unknownMs: 30_000,
} as const;

/** The most open streams of browsers: tabs of a session, desks with one key, and all together; and the most companies of a key. */
const limits = { session: 30, key: 500, together: 5_000, companies: 10 } as const;

/** What waits for a browser that reads slowly, in bytes, until it is cut off: several of the largest events. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;
/** How long a browser may have read nothing that it was sent, in milliseconds. A moment is no sign: states may come in a row. */
const MAX_BEHIND_MS = 2 * deskEventTimes.stateEveryMs;
/** What may wait for a browser at the end, in bytes: more than that, and it would not see the end, either. */
const MAX_LEFT_BYTES = 64 * 1024;

const streamHeaders = {
  ...jsonHeaders,
  'content-type': 'text/event-stream; charset=UTF-8',
  // A proxy that compresses or buffers would hold events back.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
} as const;

/** Who listens. */
export interface Listener {
  readonly credential: Credential;
  /** Null with a shared key. */
  readonly session: Session | null;
  readonly companyId: string;
  /** Sends them an event. */
  send(name: string, data: unknown): void;
}

/** A browser that listens. */
interface Browser extends Listener {
  readonly openedAt: number;
  stateAt: number;
  /** Since when each state found it behind; null where the last one did not. */
  behindSince: number | null;
  events: number;
  write(chunk: Uint8Array): void;
  sendState(): void;
  end(why: EndReason): void;
}

type EndReason = 'left' | 'slow' | 'signed out' | 'key refused' | 'stopping';

/** The events of one key and company, and who listens to them. */
interface Shared {
  readonly keyHash: string;
  readonly stream: PracticeStream;
  readonly browsers: Set<Browser>;
  /** When the last browser went. */
  idleSince: number;
}

/**
 * `GET /desk/events`: tells browsers what changes (`contract/desk-events.ts`). The practice API's events are read once for each key and
 * company, as long as browsers listen and a little longer.
 */
export function createDeskEvents(options: {
  upstream: Pick<Upstream, 'open'>;
  budgets: KeyBudgets;
  metrics: Metrics;
  environment: Environment;
  /** The practice API's clock, in milliseconds since 1970. */
  now: () => number;
  keyring: Keyring;
  keyHash: (key: string) => string;
  capabilities: () => Capabilities;
  /** Called when what the practice API describes may be out of date. */
  onStale: () => void;
  /** Called when what was read with a key may be out of date. */
  onInvalidated: (keyHash: string, what: PracticeEvent['invalidates']) => void;
  /** Called when a browser begins to listen, for events from elsewhere; what it returns is called when the browser goes. */
  onListener?: ((listener: Listener) => () => void) | undefined;
  logger?: Logger | undefined;
}) {
  const { metrics, keyring, keyHash, onInvalidated, onListener, logger } = options;
  const { clock, schedule } = options.environment;
  const all = new Map<string, Shared>();
  let cancelTick: (() => void) | null = null;
  let isLookingUp = false;
  let lookedUpAt = Number.NEGATIVE_INFINITY;
  let knownAt = clock();
  let isStopping = false;

  const everyBrowser = () => [...all.values()].flatMap(({ browsers }) => [...browsers]);

  function keepTicking(): void {
    if (cancelTick !== null || all.size === 0 || isStopping) return;
    cancelTick = schedule(times.tickMs, () => {
      cancelTick = null;
      tick();
      keepTicking();
    });
  }

  function tick(): void {
    const at = clock();
    for (const [id, shared] of all) {
      const { stream, browsers } = shared;
      const lingers = at - shared.idleSince < times.lingerMs;
      if (browsers.size === 0 && !lingers) {
        stream.stop();
        // One that was refused is kept, so that whoever comes back does not have it asked for again at once.
        if (!stream.isWaiting()) all.delete(id);
        continue;
      }
      stream.tick({ wanted: browsers.size > 0 });
      for (const browser of browsers) if (at - browser.stateAt >= deskEventTimes.stateEveryMs) browser.sendState();
    }
    if (!isLookingUp && at - lookedUpAt >= times.sessionsMs) {
      lookedUpAt = at;
      isLookingUp = true;
      void endSignedOut().finally(() => {
        isLookingUp = false;
      });
    }
  }

  /** Ends the streams of those who are no longer signed in, or had a key that all shared before. */
  async function endSignedOut(): Promise<void> {
    const current = keyringNow(keyring);
    const sharedHash = current.access === 'shared' ? keyHash(current.key()) : null;
    const sessions = new Map<string, Session>();
    for (const browser of everyBrowser()) {
      const { session, credential } = browser;
      const isOther = sharedHash === null ? session === null : session !== null || credential.keyHash !== sharedHash;
      if (isOther) browser.end('signed out');
      else if (session !== null) sessions.set(session.id, session);
    }
    if (sessions.size === 0 || current.access === 'shared') {
      knownAt = clock();
      return;
    }
    try {
      const open = await current.sessions.openAmong([...sessions.values()], clock());
      knownAt = clock();
      for (const id of open) sessions.delete(id);
    } catch (error) {
      logger?.warn({ err: error }, 'who is signed in could not be looked up for open streams');
      if (clock() - knownAt < times.unknownMs) return;
    }
    for (const browser of everyBrowser())
      if (browser.session !== null && sessions.has(browser.session.id)) browser.end('signed out');
  }

  function refuseKey(refused: string): void {
    const current = keyringNow(keyring);
    if (current.access === 'sign_in')
      void current.sessions
        .closeAll(refused)
        .catch((error: unknown) => logger?.warn({ err: error }, 'sessions stay open'));
    for (const browser of everyBrowser()) if (browser.credential.keyHash === refused) browser.end('key refused');
  }

  function share(credential: Credential, companyId: string): Shared {
    const id = `${credential.keyHash} ${companyId}`;
    const known = all.get(id);
    if (known !== undefined) return known;
    const ofKey = [...all].filter(([, { keyHash }]) => keyHash === credential.keyHash);
    if (ofKey.length >= limits.companies) {
      const [idle, unused] = ofKey.find(([, { browsers }]) => browsers.size === 0) ?? [];
      if (idle === undefined) throw tooMany();
      unused?.stream.stop();
      all.delete(idle);
    }
    const browsers = new Set<Browser>();
    const stream = createPracticeStream({
      ...options,
      credential,
      companyId,
      capability: () => options.capabilities().listEvents,
      onEvent(event) {
        onInvalidated(credential.keyHash, event.invalidates);
        const chunk = chunkOf(event.name, event.data);
        for (const browser of browsers) browser.write(chunk);
        metrics.eventPassedOn(event.name, browsers.size);
      },
      onState: () => {
        for (const browser of browsers) browser.sendState();
      },
      onKeyRefused: () => refuseKey(credential.keyHash),
    });
    const shared = { keyHash: credential.keyHash, stream, browsers, idleSince: clock() };
    all.set(id, shared);
    return shared;
  }

  function refuseTooMany(credential: Credential, session: Session | null): void {
    let together = 0;
    const ofKey: Browser[] = [];
    for (const { keyHash, browsers } of all.values()) {
      together += browsers.size;
      if (keyHash === credential.keyHash) ofKey.push(...browsers);
    }
    if (together >= limits.together) {
      throw new ServiceError('upstream_unavailable', 'Too many desks are told of changes now. Try again later.', {
        retryAfterSeconds: 30,
      });
    }
    const ofSession = ofKey.filter((browser) => browser.session !== null && browser.session.id === session?.id);
    if (ofKey.length >= limits.key || ofSession.length >= limits.session) throw tooMany();
  }

  /** The stream of one browser, over this connection where there is one. */
  function streamTo(shared: Shared, listener: Omit<Listener, 'send'>, socket: Socket | undefined) {
    let controller: ReadableStreamDefaultController<Uint8Array>;
    let leave = () => {};
    /** How much of what it was sent it has not read, in bytes. */
    const waiting = () => MAX_WAITING_BYTES - (controller.desiredSize ?? 0) + (socket?.writableLength ?? 0);
    const browser: Browser = {
      ...listener,
      openedAt: clock(),
      stateAt: 0,
      behindSince: null,
      events: 0,
      send: (name, data) => browser.write(chunkOf(name, JSON.stringify(data))),
      write(chunk) {
        if (!shared.browsers.has(browser)) return;
        if ((controller.desiredSize ?? 0) < chunk.length) return browser.end('slow');
        browser.events += 1;
        controller.enqueue(chunk);
      },
      sendState() {
        browser.stateAt = clock();
        browser.behindSince = waiting() > 0 ? (browser.behindSince ?? clock()) : null;
        if (clock() - (browser.behindSince ?? clock()) >= MAX_BEHIND_MS) browser.end('slow');
        else browser.send(deskEventNames.state, shared.stream.state());
      },
      end(why) {
        if (!shared.browsers.delete(browser)) return;
        if (shared.browsers.size === 0) shared.idleSince = clock();
        metrics.streamClosed('browser');
        leave();
        const ms = clock() - browser.openedAt;
        logger?.[why === 'slow' ? 'info' : 'debug']({ path: PATH, why, ms, events: browser.events }, 'stream ended');
        if (why === 'left') return;
        if (why !== 'slow' && waiting() <= MAX_LEFT_BYTES) controller.close();
        else if (socket !== undefined) socket.destroy();
        else controller.error(new Error('the browser reads too slowly'));
      },
    };
    return new ReadableStream<Uint8Array>(
      {
        start(started) {
          controller = started;
          shared.browsers.add(browser);
          metrics.streamOpened('browser');
          shared.stream.tick({ wanted: true });
          browser.sendState();
          leave = onListener?.(browser) ?? leave;
        },
        cancel: () => browser.end('left'),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: MAX_WAITING_BYTES }),
    );
  }

  const routes = new Hono<GatewayEnv>();
  routes.get(PATH, function listen(c) {
    // Hono answers HEAD as GET, and nobody would read the body.
    if (c.req.raw.method !== 'GET') return c.notFound();
    if (isStopping) {
      throw new ServiceError('upstream_unavailable', 'The front desk is being restarted.', { retryAfterSeconds: 5 });
    }
    const [companyId, ...others] = c.req.queries('companyId') ?? [];
    const query = company.safeParse({ companyId });
    if (!query.success || others.length > 0) throw new ServiceError('invalid_input', 'companyId: name one company.');
    const { credential, session } = c.var;
    refuseTooMany(credential, session);
    const listener = { credential, session, companyId: query.data.companyId.toLowerCase() };
    const shared = share(credential, listener.companyId);
    const stream = streamTo(shared, listener, c.env?.incoming?.socket);
    keepTicking();
    return new Response(stream, { headers: streamHeaders });
  });

  return {
    routes,
    /** Ends all streams, and answers no further ones. */
    stop(): void {
      isStopping = true;
      cancelTick?.();
      cancelTick = null;
      for (const browser of everyBrowser()) browser.end('stopping');
      for (const { stream } of all.values()) stream.stop();
      all.clear();
    },
  };
}

const PATH = '/desk/events';

const encoder = new TextEncoder();

function chunkOf(name: string, data: string): Uint8Array {
  return encoder.encode(`event: ${name}\ndata: ${data}\n\n`);
}

function tooMany(): ServiceError {
  return new ServiceError('rate_limit_exceeded', 'Too many pages are open. Close some, or wait.', {
    retryAfterSeconds: 30,
  });
}
