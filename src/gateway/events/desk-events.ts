import type { Socket } from 'node:net';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import { deskEventNames, deskEventTimes } from '#contract/desk-events.ts';
import { companyQuerySchema } from '#contract/endpoint.ts';
import { ServiceError } from '#contract/error.ts';
import { jsonHeaders } from '#gateway/access/browser-security.ts';
import { endKeyAccess, type GatewayEnv, type Keyring, type Session } from '#gateway/access/keyring.ts';
import type { Environment } from '#gateway/clock-and-timers.ts';
import type { Metrics } from '#gateway/metrics.ts';
import type { ReadAccess } from '#gateway/presence/store-access.ts';
import type { Credential, PracticeApi } from '#gateway/upstream/practice-api.ts';
import { createPracticeStream, type PracticeStream } from './practice-stream.ts';

/** All times are in milliseconds. */
const times = {
  tickMs: 500,
  /**
   * The time for which the practice API's stream stays open after the last browser has left, because a page that is
   * being reloaded comes back.
   */
  lingerMs: 10_000,
  /** The interval for checking whether listeners are still signed in. */
  sessionsMs: 3_000,
  /** The time for which that check may fail before the streams of signed-in people end. */
  unknownMs: 30_000,
} as const;

/** The maximum number of browser streams, and also of streams to the practice API. */
const MAX_STREAMS = 5_000;

/** The maximum number of browser streams per person's key, so that no one takes all of them. */
const MAX_STREAMS_OF_PERSON = 100;

/** A browser that reads slowly is cut off when this many bytes wait for it: several of the largest events. */
const MAX_WAITING_BYTES = 1024 * 1024;

const streamHeaders = {
  ...jsonHeaders,
  'content-type': 'text/event-stream; charset=UTF-8',
  // Stops proxies from buffering or compressing the stream.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
} as const;

/** A browser that receives events. */
export interface BrowserListener {
  readonly credential: Credential;
  /** The session of the browser; null with a shared key. */
  readonly session: Session | null;
  readonly companyId: string;
  /** Sends an event to the browser. */
  send(name: string, data: unknown): void;
}

/** A {@link BrowserListener} with its open stream. */
interface BrowserStream extends BrowserListener {
  readonly openedAt: number;
  stateAt: number;
  events: number;
  write(chunk: Uint8Array): void;
  sendState(): void;
  end(why: EndReason): void;
}

type EndReason = 'left' | 'slow' | 'signed out' | 'key refused' | 'stopping';

/** The stream of one key and company, and the browsers that share it. */
interface SharedStream {
  readonly stream: PracticeStream;
  readonly browsers: Set<BrowserStream>;
  /** The time at which the last browser closed its stream. */
  idleSince: number;
}

/**
 * Creates the route `GET /desk/events`, which reports changes to browsers (`contract/desk-events.ts`). The practice API's
 * stream is read once for each key and company, as long as browsers listen and a little longer.
 */
export function createDeskEventRoutes(options: {
  practiceApi: Pick<PracticeApi, 'events' | 'capabilities'>;
  metrics: Metrics;
  environment: Environment;
  keyring: Keyring;
  keyHash: (key: string) => string;
  readAccess: ReadAccess;
  /**
   * Called when a browser starts listening, to send it other events; the returned function is called when the browser leaves.
   */
  onListener?: ((listener: BrowserListener) => () => void) | undefined;
  logger?: Logger | undefined;
}) {
  const { metrics, keyring, keyHash, readAccess, onListener, logger } = options;
  const { clock, schedule } = options.environment;
  const streams = new Map<string, SharedStream>();
  let cancelTick: (() => void) | null = null;
  let isChecking = false;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let confirmedAt = clock();
  let openStreams = 0;
  let isStopping = false;

  const allBrowsers = () => [...streams.values()].flatMap(({ browsers }) => [...browsers]);

  function scheduleTick(): void {
    if (cancelTick !== null || streams.size === 0 || isStopping) return;
    cancelTick = schedule(times.tickMs, () => {
      cancelTick = null;
      tick();
      scheduleTick();
    });
  }

  function tick(): void {
    const at = clock();
    for (const [id, shared] of streams) {
      const { stream, browsers } = shared;
      const lingers = at - shared.idleSince < times.lingerMs;
      if (browsers.size === 0 && !lingers) {
        stream.stop();
        // A refused stream stays, so that it is not reopened immediately when a browser comes back.
        if (!stream.isWaiting()) streams.delete(id);
        continue;
      }
      if (browsers.size > 0) stream.tick();
      for (const browser of browsers) if (at - browser.stateAt >= deskEventTimes.stateEveryMs) browser.sendState();
    }
    if (!isChecking && at - checkedAt >= times.sessionsMs) {
      checkedAt = at;
      isChecking = true;
      void endSignedOutStreams().finally(() => {
        isChecking = false;
      });
    }
  }

  /** Ends the streams of browsers that are no longer signed in, or that used a shared key that has since changed. */
  async function endSignedOutStreams(): Promise<void> {
    const sharedHash = keyring.access === 'shared' ? keyHash(keyring.key()) : null;
    const sessions = new Map<string, Session>();
    for (const browser of allBrowsers()) {
      const { session, credential } = browser;
      if (session !== null) sessions.set(session.id, session);
      else if (credential.keyHash !== sharedHash) browser.end('signed out');
    }
    if (sessions.size === 0 || keyring.access === 'shared') {
      confirmedAt = clock();
      return;
    }
    try {
      const open = await keyring.sessions.findOpen([...sessions.values()], clock());
      confirmedAt = clock();
      for (const id of open) sessions.delete(id);
    } catch (error) {
      logger?.warn({ err: error }, 'who is signed in could not be looked up for open streams');
      if (clock() - confirmedAt < times.unknownMs) return;
    }
    for (const browser of allBrowsers())
      if (browser.session !== null && sessions.has(browser.session.id)) browser.end('signed out');
  }

  function handleRefusedKey(refused: string): void {
    if (keyring.access === 'sign_in')
      void endKeyAccess(keyring, refused).catch((error: unknown) => logger?.warn({ err: error }, 'sessions stay open'));
    for (const browser of allBrowsers()) if (browser.credential.keyHash === refused) browser.end('key refused');
  }

  /** Whether a person has the maximum number of streams. A shared key has no such limit. */
  function hasMaxStreams({ credential, session }: Omit<BrowserListener, 'send'>): boolean {
    if (session === null) return false;
    const own = allBrowsers().filter((browser) => browser.credential.keyHash === credential.keyHash);
    return own.length >= MAX_STREAMS_OF_PERSON;
  }

  /** Returns the stream of the listener's key and company, and opens it if there is none. Throws if there are too many. */
  function findOrOpenStream(listener: Omit<BrowserListener, 'send'>): SharedStream {
    const { credential, companyId } = listener;
    const id = `${credential.keyHash} ${companyId}`;
    const existing = streams.get(id);
    const isFull = openStreams >= MAX_STREAMS || (existing === undefined && streams.size >= MAX_STREAMS);
    if (isFull || hasMaxStreams(listener)) {
      throw new ServiceError('upstream_unavailable', 'Too many pages are open now. Try again later.', {
        retryAfterSeconds: 30,
      });
    }
    if (existing !== undefined) return existing;
    const browsers = new Set<BrowserStream>();
    const stream = createPracticeStream({
      ...options,
      credential,
      companyId,
      onEvent({ name, data }) {
        const chunk = encodeEvent(name, data);
        for (const browser of browsers) browser.write(chunk);
        metrics.eventPassedOn(name, browsers.size);
      },
      onState: () => {
        for (const browser of browsers) browser.sendState();
      },
      onKeyRefused: () => handleRefusedKey(credential.keyHash),
    });
    const shared = { stream, browsers, idleSince: clock() };
    streams.set(id, shared);
    return shared;
  }

  /** Creates the response stream of one browser. `socket` is its connection; undefined without an HTTP server, as in tests. */
  function createBrowserStream(
    shared: SharedStream,
    listener: Omit<BrowserListener, 'send'>,
    socket: Socket | undefined,
  ) {
    let controller: ReadableStreamDefaultController<Uint8Array>;
    let leave = () => {};
    const browser: BrowserStream = {
      ...listener,
      openedAt: clock(),
      stateAt: 0,
      events: 0,
      send: (name, data) => browser.write(encodeEvent(name, data)),
      write(chunk) {
        if (!shared.browsers.has(browser)) return;
        if ((controller.desiredSize ?? 0) < chunk.length) return browser.end('slow');
        browser.events += 1;
        controller.enqueue(chunk);
      },
      sendState() {
        browser.stateAt = clock();
        browser.send(deskEventNames.state, shared.stream.state());
      },
      end(why) {
        if (!shared.browsers.delete(browser)) return;
        if (shared.browsers.size === 0) shared.idleSince = clock();
        openStreams -= 1;
        metrics.streamClosed('browser');
        leave();
        const ms = clock() - browser.openedAt;
        logger?.[why === 'slow' ? 'info' : 'debug']({ path: PATH, why, ms, events: browser.events }, 'stream ended');
        if (why === 'left') return;
        if (why !== 'slow') controller.close();
        else if (socket !== undefined) socket.destroy();
        else controller.error(new Error('the browser reads too slowly'));
      },
    };
    return new ReadableStream<Uint8Array>(
      {
        start(started) {
          controller = started;
          shared.browsers.add(browser);
          openStreams += 1;
          metrics.streamOpened('browser');
          shared.stream.tick();
          browser.sendState();
          leave = onListener?.(browser) ?? leave;
        },
        cancel: () => browser.end('left'),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: MAX_WAITING_BYTES }),
    );
  }

  const routes = new Hono<GatewayEnv>();
  routes.get(PATH, async function listen(c) {
    // Hono handles HEAD as GET, but the body would never be read.
    if (c.req.raw.method !== 'GET') return c.notFound();
    if (isStopping) {
      throw new ServiceError('upstream_unavailable', 'The front desk is being restarted.', { retryAfterSeconds: 5 });
    }
    const [companyId, ...others] = c.req.queries('companyId') ?? [];
    const query = companyQuerySchema.safeParse({ companyId });
    if (!query.success || others.length > 0) throw new ServiceError('invalid_input', 'companyId: name one company.');
    const { credential, session } = c.var;
    const listener = { credential, session, companyId: query.data.companyId.toLowerCase() };
    // If the stores of the key cannot be read now, the browser may listen, because the practice API checks the access itself.
    const isAccessible =
      session === null || (await readAccess(credential, listener.companyId).catch(() => true)) !== null;
    if (!isAccessible) throw new ServiceError('insufficient_access', 'companyId: this key cannot access this company.');
    const shared = findOrOpenStream(listener);
    const stream = createBrowserStream(shared, listener, c.env?.incoming?.socket);
    scheduleTick();
    return new Response(stream, { headers: streamHeaders });
  });

  return {
    routes,
    endSignedOutStreams,
    /** Ends all streams and refuses new ones. */
    stop(): void {
      isStopping = true;
      cancelTick?.();
      cancelTick = null;
      for (const browser of allBrowsers()) browser.end('stopping');
      for (const { stream } of streams.values()) stream.stop();
      streams.clear();
    },
  };
}

const PATH = '/desk/events';

const encoder = new TextEncoder();

function encodeEvent(name: string, data: unknown): Uint8Array {
  return encoder.encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
}
