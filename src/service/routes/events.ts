import { createHash, randomBytes } from 'node:crypto';
import { ServiceError } from '#contract/error.ts';
import {
  type ChangedEvent,
  eventLimits,
  eventNames,
  lastEventIdHeader,
  listEvents,
  reportedPeople,
} from '#contract/events.ts';
import { type KeyName, reachOfKeys } from '#service/db/authentication.ts';
import { listenToChanges, type Schedule } from '#service/db/change-listener.ts';
import { type Change, type ChangeLog, createChangeLog, type Reach } from '#service/domain/change-log.ts';
import { addEndpoint, type EndpointContext } from './endpoint.ts';

/** Changes that follow one another this closely, in milliseconds, are reported together. */
const TOGETHER_MS = 10;
/** How often the keys of open streams are checked, and silent streams found. */
const CHECK_MS = 3_000;
/** After how many checks without an event a comment is sent. */
const SILENT_CHECKS = eventLimits.commentEveryMs / CHECK_MS - 1;
/** A stream with more bytes than these, which its reader has not taken, is cut off: some three thousand ids, fewer than are retained. */
const MAX_WAITING_BYTES = 128 * 1024;

/** An open stream. */
interface Stream {
  readonly key: KeyName;
  readonly reach: Reach;
  /** Whether it is about all stores of its key. */
  readonly isOfAll: boolean;
  /** A short text for its reach: what was reported of another reach says nothing of this one. */
  readonly reachId: string;
  /** The number of the last change that was reported. */
  reportedUntil: number;
  silentChecks: number;
  readonly output: ReadableStreamDefaultController<Uint8Array>;
}

/** The open streams of a company, and what changed there. */
interface CompanyFeed {
  readonly companyId: string;
  /** Its event ids begin with it, unlike those of any other feed. */
  readonly epoch: string;
  readonly log: ChangeLog;
  readonly streams: Set<Stream>;
  isReportDue: boolean;
  /** Cancels the end of a feed without streams. */
  cancelEnd(): void;
}

/**
 * Changes, the moment they are committed, beyond the document. The service listens to the database while there are streams, and
 * retains what changed for those that are interrupted. A stream that might miss a change is ended.
 */
export function addEventEndpoint(
  context: EndpointContext,
  { schedule, stopping }: { schedule: Schedule; stopping?: AbortSignal | undefined },
): void {
  const { database, clock } = context;
  const feeds = new Map<string, CompanyFeed>();
  const openOf = new Map<string, number>();
  let listening: Promise<{ close(): void }> | null = null;
  let isChecking = false;

  function listen(): Promise<unknown> {
    listening ??= listenToChanges({ database, schedule }, { onChange, onLost: endAll }).catch((error: unknown) => {
      listening = null;
      throw error;
    });
    return listening;
  }

  /** Ends all streams, with nothing to go on from. */
  function endAll(): void {
    const ending = [...feeds.values()];
    feeds.clear();
    for (const feed of ending) {
      feed.cancelEnd();
      for (const stream of feed.streams) end(feed, stream);
    }
    // A request that waits for it gets its error.
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
    schedule(TOGETHER_MS, () => {
      feed.isReportDue = false;
      for (const stream of feed.streams) report(feed, stream);
    });
  }

  /** Sends a stream what changed since it was sent something. */
  function report(feed: CompanyFeed, stream: Stream): void {
    const until = feed.log.latest();
    if (stream.reportedUntil === until) return;
    const missed = feed.log.since(stream.reportedUntil, stream.reach);
    if (missed === null || !isNothing(missed)) send(feed, stream, eventsOf(missed, { feed, stream, until }));
    stream.reportedUntil = until;
  }

  function send(feed: CompanyFeed, stream: Stream, bytes: Uint8Array): void {
    if ((stream.output.desiredSize ?? 0) <= 0) {
      cut(feed, stream, 'the reader of these events is too slow, and was cut off');
    } else {
      stream.silentChecks = 0;
      stream.output.enqueue(bytes);
    }
  }

  function end(feed: CompanyFeed, stream: Stream): void {
    leave(feed, stream);
    stream.output.close();
  }

  /** Ends a stream without what its reader has not taken. */
  function cut(feed: CompanyFeed, stream: Stream, why: string): void {
    leave(feed, stream);
    stream.output.error(new Error(why));
  }

  function leave(feed: CompanyFeed, stream: Stream): void {
    if (!feed.streams.delete(stream)) return;
    letGo(stream.key.keyId);
    if (feed.streams.size > 0 || feeds.get(feed.companyId) !== feed) return;
    feed.cancelEnd = schedule(eventLimits.retainedMs, () => {
      feeds.delete(feed.companyId);
      if (feeds.size === 0) endAll();
    });
  }

  function letGo(keyId: string): void {
    const left = (openOf.get(keyId) ?? 0) - 1;
    if (left > 0) openOf.set(keyId, left);
    else openOf.delete(keyId);
  }

  /** Ends the streams whose keys now reach less than they report, or more; silent ones get a comment. */
  async function check(): Promise<void> {
    const open = [...feeds.values()].flatMap((feed) => [...feed.streams].map((stream) => ({ feed, stream })));
    for (const { feed, stream } of open) {
      stream.silentChecks += 1;
      if (stream.silentChecks >= SILENT_CHECKS) send(feed, stream, comment);
    }
    const keys = new Map(open.map(({ stream }) => [stream.key.keyId, stream.key]));
    const reached = await reachOfKeys(database, [...keys.values()], clock());
    for (const { feed, stream } of open) {
      const { permissions = [], storeIds = [] } = reached.get(stream.key.keyId) ?? {};
      const { storeIds: reported, ...people } = stream.reach;
      const isReached = [...reported].every((id) => storeIds.includes(id));
      const isWhole = !stream.isOfAll || storeIds.length === reported.size;
      const now = peopleOf(permissions);
      const isSame = now.clients === people.clients && now.pets === people.pets;
      const isAllowed = permissions.includes(listEvents.permission);
      if (feed.streams.has(stream) && !(isAllowed && isReached && isWhole && isSame)) end(feed, stream);
    }
  }

  function checkAgainAndAgain(): void {
    if (isChecking) return;
    isChecking = true;
    schedule(CHECK_MS, () => {
      isChecking = false;
      if (openOf.size === 0) return;
      checkAgainAndAgain();
      // A stream whose key cannot be checked gets no events.
      void check().catch(endAll);
    });
  }

  function feedOf(companyId: string): CompanyFeed {
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
    // Who does not take what is waiting does not hold up the stop.
    for (const feed of feeds.values())
      for (const stream of feed.streams) if (isWaiting(stream)) cut(feed, stream, 'the service stops');
    endAll();
  });

  addEndpoint(context, listEvents, async ({ input, caller, storeIds, header }) => {
    const { companyId, keyId } = caller;
    const open = openOf.get(keyId) ?? 0;
    if (open >= eventLimits.streams) throw tooManyStreams();
    openOf.set(keyId, open + 1);
    try {
      do await listen();
      while (listening === null);
      if (stopping?.aborted) throw new ServiceError('upstream_unavailable', 'the service stops; ask again');
    } catch (error) {
      letGo(keyId);
      throw error;
    }
    const feed = feedOf(companyId);
    const people = peopleOf(caller.permissions);
    let stream: Stream;
    return new ReadableStream<Uint8Array>(
      {
        start(output) {
          stream = {
            key: { companyId, keyId },
            reach: { storeIds: new Set(storeIds), ...people },
            isOfAll: input.storeIds === undefined,
            reachId: createHash('sha256')
              .update(JSON.stringify([storeIds.toSorted(), people]))
              .digest('hex')
              .slice(0, 8),
            reportedUntil: feed.log.latest(),
            silentChecks: 0,
            output,
          };
          feed.streams.add(stream);
          const known = numberOf(header(lastEventIdHeader), feed, stream);
          const missed = known === null ? null : feed.log.since(known, stream.reach);
          if (known === null || missed === null || isNothing(missed)) {
            output.enqueue(eventsOf(missed, { feed, stream, until: stream.reportedUntil }));
          } else {
            stream.reportedUntil = known;
            output.enqueue(comment);
            reportSoon(feed);
          }
          checkAgainAndAgain();
        },
        cancel: () => leave(feed, stream),
      },
      { highWaterMark: MAX_WAITING_BYTES, size: (bytes) => bytes?.length ?? 0 },
    );
  });
}

/** The people's records whose changes are reported to an employee with these permissions. */
function peopleOf(permissions: readonly string[]): Pick<Reach, 'clients' | 'pets'> {
  return {
    clients: permissions.includes(reportedPeople.clients),
    pets: permissions.includes(reportedPeople.pets),
  };
}

const isWaiting = ({ output }: Stream) => (output.desiredSize ?? 0) < MAX_WAITING_BYTES;

function tooManyStreams(): ServiceError {
  const suggestion = `a key has at most ${eventLimits.streams} open streams of events; close one before you open another`;
  return new ServiceError('rate_limit_exceeded', suggestion, { retryAfterSeconds: eventLimits.commentEveryMs / 1_000 });
}

const utf8 = new TextEncoder();
const comment = utf8.encode(':\n\n');

/** The number in the id of an event, null for one of another stream. */
function numberOf(eventId: string | undefined, { epoch }: CompanyFeed, { reachId }: Stream): number | null {
  const [, begin, number] = /^(\w+\.\w+)\.(\d{1,15})$/.exec(eventId ?? '') ?? [];
  return begin === `${epoch}.${reachId}` ? Number(number) : null;
}

const isNothing = (missed: ChangedEvent) => Object.keys(missed).length === 0;

/** The events for what a stream missed; the last one has the number `until`. */
function eventsOf(
  missed: ChangedEvent | null,
  { feed, stream, until }: { feed: CompanyFeed; stream: Stream; until: number },
): Uint8Array {
  const event = (name: string, number: number, data: ChangedEvent) =>
    `id: ${feed.epoch}.${stream.reachId}.${number}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
  if (missed === null) return utf8.encode(event(eventNames.reset, until, {}));
  const { appointments = [], ...others } = missed;
  const ids = [...appointments];
  let text = '';
  while (ids.length > eventLimits.ids)
    text += event(eventNames.changed, stream.reportedUntil, { appointments: ids.splice(0, eventLimits.ids) });
  const last = { ...(ids.length > 0 && { appointments: ids }), ...others };
  return utf8.encode(text + event(eventNames.changed, until, last));
}
