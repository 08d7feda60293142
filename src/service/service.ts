import { Hono, type MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { type Logger, pino } from 'pino';
import { ServiceError } from '#contract/error.ts';
import { listEvents } from '#contract/events.ts';
import { operations } from '#contract/operations.ts';
import { authorizeStores, type RateLimit, rateLimit } from './db/authentication.ts';
import { type Schedule, scheduleByTimers } from './db/change-listener.ts';
import { makeCreateOnce } from './db/create-once.ts';
import type { Database } from './db/database.ts';
import { addAppointmentEndpoints } from './routes/appointments.ts';
import { addAvailabilityEndpoints } from './routes/availability.ts';
import { addClientAnswerEndpoints } from './routes/client-answers.ts';
import { addEndpoint, authenticateCaller } from './routes/endpoint.ts';
import { addEnumEndpoints } from './routes/enums.ts';
import { createErrorHandler, toServiceError } from './routes/errors.ts';
import { createEventFeeds, type StreamEvent } from './routes/event-feeds.ts';
import { addEventEndpoint } from './routes/events.ts';
import { addFeedEndpoints } from './routes/feeds.ts';
import { addFreeTimeEndpoints } from './routes/free-times.ts';
import { addHealthRoutes } from './routes/health.ts';
import { addLookupEndpoints } from './routes/lookups.ts';
import { addMessageEndpoints, type MessageOptions } from './routes/messages.ts';
import { addOnlineBookingEndpoints } from './routes/online-booking.ts';
import { addDescriptionRoutes } from './routes/openapi.ts';
import { addPracticeEndpoints } from './routes/practice.ts';
import { addRecallEndpoints } from './routes/recalls.ts';
import { addWaitingListEndpoints } from './routes/waiting-list.ts';

/** The practice API: a Hono app, and its events for a caller in this process. */
export interface PracticeService extends Hono {
  /**
   * Calls `onEvent` with the changes in a company that `GET /v1/events` reports to this key, and `onAlive` when there were none
   * for a while. Resolves when `signal` is aborted, the key has gained or lost access, or the database no longer reports
   * changes. Throws a `ServiceError` if it cannot begin.
   */
  follow(
    credentials: { key: string; companyId: string },
    reader: { onEvent(event: StreamEvent): void; onAlive(): void },
    signal: AbortSignal,
  ): Promise<void>;
}

/**
 * Creates the practice API as a function from Request to Response, with the paths of the specification. Every error has the
 * body of section 7 of the specification. `clock` returns epoch milliseconds.
 *
 * @example const response = await createService({ database }).request('/ping?companyId=…', { headers })
 */
export function createService(options: {
  database: Database;
  clock?: (() => number) | undefined;
  logger?: Logger | undefined;
  /** The version of Frontdesk that `/healthz` reports. */
  version?: string | undefined;
  schedule?: Schedule | undefined;
  /** The rate limit of each key; by default the limit of the specification. */
  limit?: RateLimit | undefined;
  /**
   * The channels of messages to clients, and the function that attempts messages sent by hand; by default, no channel is set
   * up.
   */
  messages?: MessageOptions | undefined;
  /** The signal to close the event streams, which never end on their own. */
  stopping?: AbortSignal | undefined;
}): PracticeService {
  const {
    database,
    clock = Date.now,
    logger = pino({ enabled: false }),
    version,
    schedule = scheduleByTimers,
    limit = rateLimit,
    messages = { channels: { email: null, sms: null }, publicUrl: null },
  } = options;
  const app = new Hono();
  app.use(createRequestLogger({ logger, clock }));
  app.onError(createErrorHandler(logger));
  app.notFound(() => {
    throw new ServiceError('not_found', 'the service has no such path and method');
  });
  // Responses are only for the program that sent the request: caches must not store them, and browsers must not guess their
  // type.
  app.use(function forTheCallerAlone(context, next) {
    context.header('Cache-Control', 'no-store');
    context.header('X-Content-Type-Options', 'nosniff');
    return next();
  });
  // Hono serves HEAD as GET; the specification has no such method.
  app.use(async function rejectHead(context, next) {
    if (context.req.raw.method === 'HEAD') throw new ServiceError('not_found', 'the service has no HEAD');
    await next();
  });
  addHealthRoutes(app, { database, clock, version });
  addDescriptionRoutes(app, operations);
  const context = { app, database, clock, createOnce: makeCreateOnce(database), limit };
  addEndpoint(context, operations.ping, () => 'pong' as const);
  addAppointmentEndpoints(context);
  addAvailabilityEndpoints(context);
  addFreeTimeEndpoints(context);
  addFeedEndpoints(context, messages.publicUrl);
  addWaitingListEndpoints(context);
  addRecallEndpoints(context);
  addClientAnswerEndpoints(context);
  addLookupEndpoints(context);
  addMessageEndpoints(context, messages);
  addOnlineBookingEndpoints(context, { publicUrl: messages.publicUrl, hasEmail: messages.channels.email !== null });
  addPracticeEndpoints(context);
  addEnumEndpoints(context);
  const feeds = createEventFeeds({ database, clock, schedule, stopping: options.stopping });
  addEventEndpoint(context, feeds);
  return Object.assign(app, {
    async follow({ key, companyId }, { onEvent, onAlive }, signal) {
      let end = () => {};
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      function send(events: readonly StreamEvent[]) {
        if (events.length === 0) onAlive();
        for (const event of events) onEvent(event);
        return true;
      }
      try {
        const caller = await authenticateCaller(key, context, () => undefined);
        const storeIds = authorizeStores(caller, { companyId }, listEvents.permission);
        const output = { send, end, cut: end, isWaiting: () => false };
        const leave = await feeds.open({ caller, storeIds, coversAllStores: true }, output);
        signal.addEventListener('abort', end, { once: true });
        if (!signal.aborted) await ended;
        leave();
      } catch (error) {
        throw (error instanceof Error ? toServiceError(error) : null) ?? error;
      }
    },
  } satisfies Pick<PracticeService, 'follow'>);
}

/** Requests that take at least this long, in milliseconds, are logged at `info` instead of `debug`. */
const SLOW_MS = 1_000;

/**
 * Logs one line for each successful request, at `debug`, or at `info` if it was slow; {@link createErrorHandler} logs the
 * others. `routePath` identifies the operation: no line contains a query or a body, so no personal data.
 */
export function createRequestLogger({ logger, clock }: { logger: Logger; clock: () => number }): MiddlewareHandler {
  return async function logRequests(context, next) {
    const startedAt = clock();
    await next();
    if (context.error !== undefined) return;
    const ms = clock() - startedAt;
    const { status } = context.res;
    const request = { method: context.req.method, path: routePath(context), status, ms };
    logger[ms >= SLOW_MS ? 'info' : 'debug'](request, 'request');
  };
}
