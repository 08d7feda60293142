import { createHash, randomBytes } from 'node:crypto';
import { ServiceError } from '#contract/error.ts';
import { type ChangedEvent, eventLimits, eventNames, listEvents, recordKindPermissions } from '#contract/events.ts';
import { type Caller, type KeyRef, readKeyAccess } from '#service/db/authentication.ts';
import { listenToChanges, type Schedule } from '#service/db/change-listener.ts';
import type { Database } from '#service/db/database.ts';
import { type Change, type ChangeLog, createChangeLog, type StreamAccess } from '#service/domain/change-log.ts';

/** Changes within this many milliseconds of each other are reported together. */
const REPORT_DELAY_MS = 10;
/** The interval, in milliseconds, at which the keys of open streams are checked and silent streams are found. */
const CHECK_INTERVAL_MS = 3_000;
/** The number of checks without an event after which a keep-alive comment is sent. */
const SILENT_CHECKS = eventLimits.commentEveryMs / CHECK_INTERVAL_MS - 1;

/** An event of a stream. A reader that reconnects with its `id` gets the events that follow it. */
export interface StreamEvent {
  readonly id: string;
  readonly name: (typeof eventNames)[keyof typeof eventNames];
  readonly data: ChangedEvent;
}

/** The recipient of a stream's events. */
export interface EventOutput {
  /**
   * Sends events; an empty list says that the stream is still open. Returns false if the reader is too slow and must be cut
   * off.
   */
  send(events: readonly StreamEvent[]): boolean;
  /** Called after the last event. */
  end(): void;
  /** Called instead of `end` if unread events are dropped. */
  cut(why: string): void;
  /** Whether there are events that the reader has not read yet. */
  isWaiting(): boolean;
}

/** The request for a stream: the access that limits its changes, and the event after which it begins. */
export interface StreamRequest {
  readonly caller: Pick<Caller, 'companyId' | 'keyId' | 'permissions'>;
  readonly storeIds: readonly string[];
  /** Whether `storeIds` are all stores of the key. */
  readonly coversAllStores: boolean;
  /** The id of the last event that the reader received from an earlier stream. */
  readonly lastEventId?: string | undefined;
}

interface OpenStream {
  readonly key: KeyRef;
  readonly access: StreamAccess;
  readonly coversAllStores: boolean;
  /**
   * A short text that identifies the access of the stream. It is part of event ids, so that an id for one access is not
   * valid for another.
   */
  readonly accessId: string;
  /** The number of the last reported change. */
  reportedUntil: number;
  silentChecks: number;
  readonly output: EventOutput;
}

/** The open streams of a company, and its recent changes. */
interface CompanyFeed {
  readonly companyId: string;
  /** The prefix of this feed's event ids, unique among all feeds. */
  readonly epoch: string;
  readonly log: ChangeLog;
  readonly streams: Set<OpenStream>;
  isReportDue: boolean;
  /** Cancels the timer that removes the feed, which was set when its last stream ended. */
  cancelEnd(): void;
}

/**
 * Creates the event feeds of all companies, which report changes as soon as they are committed. They listen to the database
 * while streams are open, and retain changes for interrupted streams. A stream that might miss a change is closed.
 */
export function createEventFeeds({
  database,
  clock,
  schedule,
  stopping,
}: {
  database: Database;
  clock: () => number;
  schedule: Schedule;
  /** When this signal is aborted, all streams are closed. */
  stopping?: AbortSignal | undefined;
}) {
  const feeds = new Map<string, CompanyFeed>();
  const openCounts = new Map<string, number>();
  let listening: Promise<{ close(): void }> | null = null;
  let isChecking = false;

  function listen(): Promise<unknown> {
    listening ??= listenToChanges({ database, schedule }, { onChange, onLost: endAllStreams }).catch(
      (error: unknown) => {
        listening = null;
        throw error;
      },
    );
    return listening;
  }

  /** Closes all streams and discards the retained changes. */
  function endAllStreams(): void {
    const ending = [...feeds.values()];
    feeds.clear();
    for (const feed of ending) {
      feed.cancelEnd();
      for (const stream of feed.streams) end(feed, stream);
    }
    // If opening the session fails, the request that waits for this promise handles the error.
    listening?.then(({ close }) => close()).catch(() => undefined);
    listening = null;
  }

  function onChange(companyId: string | null, change: Change): void {
    for (const feed of companyId === null ? feeds.values() : [feeds.get(companyId)]) {
      if (feed === undefined) continue;
      feed.log.add(change, clock());
      reportSoon(feed);
    }
  }

  function reportSoon(feed: CompanyFeed): void {
    if (feed.isReportDue) return;
    feed.isReportDue = true;
    schedule(REPORT_DELAY_MS, () => {
      feed.isReportDue = false;
      for (const stream of feed.streams) report(feed, stream);
    });
  }

  /** Sends a stream the changes since its last event. */
  function report(feed: CompanyFeed, stream: OpenStream): void {
    const until = feed.log.latest();
    if (stream.reportedUntil === until) return;
    const missed = feed.log.since(stream.reportedUntil, stream.access);
    if (missed === null || !isEmpty(missed)) send(feed, stream, createEvents(missed, { feed, stream, until }));
    stream.reportedUntil = until;
  }

  function send(feed: CompanyFeed, stream: OpenStream, events: readonly StreamEvent[]): void {
    stream.silentChecks = 0;
    if (!stream.output.send(events))
      disconnect(feed, stream, 'the reader of these events is too slow, and was cut off');
  }

  function end(feed: CompanyFeed, stream: OpenStream): void {
    removeStream(feed, stream);
    stream.output.end();
  }

  function disconnect(feed: CompanyFeed, stream: OpenStream, why: string): void {
    removeStream(feed, stream);
    stream.output.cut(why);
  }

  function removeStream(feed: CompanyFeed, stream: OpenStream): void {
    if (!feed.streams.delete(stream)) return;
    releaseStream(stream.key.keyId);
    if (feed.streams.size > 0 || feeds.get(feed.companyId) !== feed) return;
    feed.cancelEnd = schedule(eventLimits.retainedMs, () => {
      feeds.delete(feed.companyId);
      if (feeds.size === 0) endAllStreams();
    });
  }

  function releaseStream(keyId: string): void {
    const remaining = (openCounts.get(keyId) ?? 0) - 1;
    if (remaining > 0) openCounts.set(keyId, remaining);
    else openCounts.delete(keyId);
  }

  /**
   * Closes the streams whose keys have gained or lost access, and writes to silent streams, so that their readers know that
   * they are open.
   */
  async function checkStreams(): Promise<void> {
    const open = [...feeds.values()].flatMap((feed) => [...feed.streams].map((stream) => ({ feed, stream })));
    for (const { feed, stream } of open) {
      stream.silentChecks += 1;
      if (stream.silentChecks >= SILENT_CHECKS) send(feed, stream, []);
    }
    const keys = new Map(open.map(({ stream }) => [stream.key.keyId, stream.key]));
    const accessible = await readKeyAccess(database, [...keys.values()], clock());
    for (const { feed, stream } of open) {
      const { permissions = [], storeIds = [] } = accessible.get(stream.key.keyId) ?? {};
      const { storeIds: reported, ...recordAccess } = stream.access;
      const hasAll = [...reported].every((id) => storeIds.includes(id));
      const hasNoOthers = !stream.coversAllStores || storeIds.length === reported.size;
      const now = toRecordAccess(permissions);
      const isSame = now.clients === recordAccess.clients && now.pets === recordAccess.pets;
      const isAllowed = permissions.includes(listEvents.permission);
      if (feed.streams.has(stream) && !(isAllowed && hasAll && hasNoOthers && isSame)) end(feed, stream);
    }
  }

  function scheduleStreamChecks(): void {
    if (isChecking) return;
    isChecking = true;
    schedule(CHECK_INTERVAL_MS, () => {
      isChecking = false;
      if (openCounts.size === 0) return;
      scheduleStreamChecks();
      // A stream whose key cannot be checked must not receive events.
      void checkStreams().catch(endAllStreams);
    });
  }

  function findOrCreateFeed(companyId: string): CompanyFeed {
    const existing = feeds.get(companyId);
    existing?.cancelEnd();
    const feed: CompanyFeed = existing ?? {
      companyId,
      epoch: randomBytes(6).toString('hex'),
      log: createChangeLog(),
      streams: new Set(),
      isReportDue: false,
      cancelEnd() {},
    };
    feeds.set(companyId, feed);
    return feed;
  }

  stopping?.addEventListener('abort', () => {
    // A reader that does not read its events must not delay the stop.
    for (const feed of feeds.values())
      for (const stream of feed.streams) if (stream.output.isWaiting()) disconnect(feed, stream, 'the service stops');
    endAllStreams();
  });

  return {
    /**
     * Opens a stream for a caller who may read appointments in these stores. The first event is `reset`, unless the stream
     * continues an earlier one. The returned function closes the stream. Throws a `ServiceError` if there are too many streams,
     * and while the database reports no changes.
     */
    async open({ caller, storeIds, coversAllStores, lastEventId }: StreamRequest, output: EventOutput) {
      const { companyId, keyId } = caller;
      const open = openCounts.get(keyId) ?? 0;
      if (open >= eventLimits.streams) throw tooManyStreamsError();
      openCounts.set(keyId, open + 1);
      try {
        do await listen();
        while (listening === null);
        if (stopping?.aborted) throw new ServiceError('upstream_unavailable', 'the service is stopping; try again');
      } catch (error) {
        releaseStream(keyId);
        throw error;
      }
      const feed = findOrCreateFeed(companyId);
      const recordAccess = toRecordAccess(caller.permissions);
      const stream: OpenStream = {
        key: { companyId, keyId },
        access: { storeIds: new Set(storeIds), ...recordAccess },
        coversAllStores,
        accessId: createHash('sha256')
          .update(JSON.stringify([storeIds.toSorted(), recordAccess]))
          .digest('hex')
          .slice(0, 8),
        reportedUntil: feed.log.latest(),
        silentChecks: 0,
        output,
      };
      feed.streams.add(stream);
      const lastNumber = readChangeNumber(lastEventId, feed, stream);
      const missed = lastNumber === null ? null : feed.log.since(lastNumber, stream.access);
      if (lastNumber === null || missed === null || isEmpty(missed)) {
        output.send(createEvents(missed, { feed, stream, until: stream.reportedUntil }));
      } else {
        stream.reportedUntil = lastNumber;
        output.send([]);
        reportSoon(feed);
      }
      scheduleStreamChecks();
      return () => removeStream(feed, stream);
    },
  };
}
export type EventFeeds = ReturnType<typeof createEventFeeds>;

/** Whether an employee with these permissions receives changes to clients and to pets. */
function toRecordAccess(permissions: readonly string[]): Pick<StreamAccess, 'clients' | 'pets'> {
  return {
    clients: permissions.includes(recordKindPermissions.clients),
    pets: permissions.includes(recordKindPermissions.pets),
  };
}

function tooManyStreamsError(): ServiceError {
  const suggestion = `a key has at most ${eventLimits.streams} open streams of events; close one before you open another`;
  return new ServiceError('rate_limit_exceeded', suggestion, { retryAfterSeconds: eventLimits.commentEveryMs / 1_000 });
}

/** The number in an event id; null for an id of another feed, or of a stream with other access. */
function readChangeNumber(
  eventId: string | undefined,
  { epoch }: CompanyFeed,
  { accessId }: OpenStream,
): number | null {
  const [, begin, number] = /^(\w+\.\w+)\.(\d{1,15})$/.exec(eventId ?? '') ?? [];
  return begin === `${epoch}.${accessId}` ? Number(number) : null;
}

const isEmpty = (missed: ChangedEvent) => Object.keys(missed).length === 0;

/**
 * Creates the events that report what a stream missed. The last of them has the number `until`. If the missed changes are
 * no longer known (null), the only event is `reset`.
 */
function createEvents(
  missed: ChangedEvent | null,
  { feed, stream, until }: { feed: CompanyFeed; stream: OpenStream; until: number },
): StreamEvent[] {
  const createEvent = (name: StreamEvent['name'], number: number, data: ChangedEvent): StreamEvent => ({
    id: `${feed.epoch}.${stream.accessId}.${number}`,
    name,
    data,
  });
  if (missed === null) return [createEvent(eventNames.reset, until, {})];
  const { appointments = [], ...others } = missed;
  const ids = [...appointments];
  const events: StreamEvent[] = [];
  while (ids.length > eventLimits.ids) {
    const data = { appointments: ids.splice(0, eventLimits.ids) };
    events.push(createEvent(eventNames.changed, stream.reportedUntil, data));
  }
  return [
    ...events,
    createEvent(eventNames.changed, until, { ...(ids.length > 0 && { appointments: ids }), ...others }),
  ];
}
