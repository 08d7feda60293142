import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { ServiceError } from '#contract/error.ts';
import type { Change } from '#service/domain/change-log.ts';
import { changesChannel, type Database } from './database.ts';
import { retryAfterConnectionLoss } from './run-query.ts';

/** Calls `callback` after `ms`, unless the returned function is called first. */
export type Schedule = (ms: number, callback: () => void) => () => void;

/** Schedules callbacks by timers that do not keep the process alive. */
export const scheduleByTimers: Schedule = (ms, callback) => {
  const timer = setTimeout(callback, ms).unref();
  return () => clearTimeout(timer);
};

/** The interval in milliseconds at which a listener sends itself a notification to check that it still receives any. */
const BEAT_INTERVAL_MS = 3_000;
/** A notification that has not arrived within this time, in milliseconds, counts as lost. */
const DELIVERY_TIMEOUT_MS = 2_000;
/** A database that has not accepted the notification within this time counts as unavailable. */
const SEND_TIMEOUT_MS = 10_000;

const idsSchema = z.union([z.array(z.string()), z.literal(true)]);

/** The payload of notifications from the triggers in the schema, and from listeners to themselves. */
const notificationSchema = z.union([
  z.object({ beat: z.string() }),
  z.object({ company: z.optional(z.string()), everything: z.literal(true) }),
  z.object({ company: z.string(), practice: z.literal(true) }),
  z.object({ company: z.string(), clients: idsSchema }),
  z.object({ company: z.string(), pets: idsSchema }),
  z.object({ company: z.string(), availability: z.array(z.nullable(z.string())) }),
  z.object({ company: z.string(), waitingList: z.array(z.nullable(z.string())) }),
  z.object({ company: z.string(), messages: z.array(z.nullable(z.string())) }),
  z.object({ company: z.string(), answers: z.array(z.nullable(z.string())) }),
  z.object({ company: z.string(), onlineRequests: z.array(z.nullable(z.string())) }),
  z.object({ company: z.string(), recalls: z.literal(true) }),
  z.object({ company: z.string(), store: z.string(), appointments: z.array(z.string()) }),
]);

/**
 * Listens to changes in the database until `onLost` is called or the listener is closed. The listener sends itself a
 * notification every few seconds, because a session that was lost silently, or that a pooler has given to another program,
 * no longer receives any. Resolves after the first of these notifications has arrived.
 *
 * @throws {ServiceError} upstream_unavailable if notifications do not arrive
 */
export async function listenToChanges(
  { database, schedule }: { database: Pick<Database, 'listen' | 'sql'>; schedule: Schedule },
  { onChange, onLost }: { onChange(companyId: string | null, change: Change): void; onLost(): void },
): Promise<{ close(): void }> {
  const awaitedBeats = new Map<string, () => void>();
  let isOver = false;
  let stopBeating = () => {};
  let closeSession = async () => {};

  function end(): void {
    isOver = true;
    stopBeating();
    // Closing fails if the session is already lost, which is harmless.
    closeSession().catch(() => undefined);
  }
  function handleLoss(): void {
    if (isOver) return;
    end();
    onLost();
  }

  function onNotification(payload: string): void {
    const notification = readPayload(payload);
    if (isOver) return;
    if ('beat' in notification) awaitedBeats.get(notification.beat)?.();
    else onChange(notification.company ?? null, toChange(notification));
  }

  /** Whether a notification that the listener sends to itself arrives. Rejects if it cannot be sent. */
  function receivesNotifications(): Promise<boolean> {
    const beat = randomUUID();
    return new Promise((resolve, reject) => {
      let giveUp = schedule(SEND_TIMEOUT_MS, () => finish(false));
      function finish(isReceived: boolean) {
        giveUp();
        awaitedBeats.delete(beat);
        resolve(isReceived);
      }
      awaitedBeats.set(beat, () => finish(true));
      // The notification is not sent by the listening session, because a pooler could use different connections for
      // listening and sending.
      retryAfterConnectionLoss(
        () => database.sql`select pg_notify(${changesChannel}::text, ${JSON.stringify({ beat })}::text)`,
      ).then(
        () => {
          giveUp();
          if (awaitedBeats.has(beat)) giveUp = schedule(DELIVERY_TIMEOUT_MS, () => finish(false));
        },
        (error: unknown) => {
          reject(error);
          finish(false);
        },
      );
    });
  }

  async function sendHeartbeat(): Promise<void> {
    if (!(await receivesNotifications().catch(() => false))) return handleLoss();
    if (!isOver) stopBeating = schedule(BEAT_INTERVAL_MS, () => void sendHeartbeat());
  }

  const session = await database.listen({ onNotification, onEnd: handleLoss });
  closeSession = () => session.close();
  try {
    if (!(await receivesNotifications()) || isOver) throw notReceivedError();
  } catch (error) {
    end();
    throw error;
  }
  stopBeating = schedule(BEAT_INTERVAL_MS, () => void sendHeartbeat());
  return { close: end };
}

type ChangeNotification = z.output<typeof notificationSchema>;

/** Parses a payload. An unreadable one, for example from a later version, counts as a change to everything. */
function readPayload(payload: string): ChangeNotification {
  try {
    return notificationSchema.parse(JSON.parse(payload));
  } catch {
    return { everything: true };
  }
}

function toChange({ company: _, ...notification }: Exclude<ChangeNotification, { beat: string }>): Change {
  if (!('store' in notification)) return notification;
  return { storeId: notification.store, appointments: notification.appointments };
}

function notReceivedError(): ServiceError {
  const suggestion =
    'the database sends no notifications of changes: read anew from time to time instead. Whoever runs Frontdesk behind a pooler of connections names the database itself in DATABASE_LISTEN_URL';
  return new ServiceError('upstream_unavailable', suggestion, { retryAfterSeconds: 15 });
}
