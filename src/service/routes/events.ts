import { createHash, randomBytes } from 'node:crypto';
import { ServiceError } from '#contract/error.ts';
import { eventLimits, eventNames, lastEventIdHeader, listEvents } from '#contract/events.ts';
import { type KeyName, reachOfKeys } from '#service/db/authentication.ts';
import { listenToChanges, type Schedule } from '#service/db/change-listener.ts';
import { findRecords } from '#service/db/read-appointment.ts';
import { type Change, type ChangeLog, createChangeLog, type Missed } from '#service/domain/change-log.ts';
import { addEndpoint, type EndpointContext } from './endpoint.ts';

/** What follows one another this closely, in milliseconds, is told together. */
const TOGETHER_MS = 10;
/** How often the keys of open streams are checked, and silent streams found. */
const CHECK_MS = 3_000;
/** After how many checks without an event a comment is sent. */
const SILENT_CHECKS = eventLimits.commentEveryMs / CHECK_MS - 1;
/** A stream with more bytes than these, which its reader has not taken, is cut off. */
const MAX_WAITING_BYTES = 1024 * 1024;
/** The most characters of the records of an event; of the rest the ids are told. Clients limit what they read, too. */
const MAX_RECORDS_LENGTH = 512 * 1024;

/** An open stream. */
interface Stream {
  readonly key: KeyName;
  readonly storeIds: ReadonlySet<string>;
  /** Whether it is about all stores in reach. */
  readonly isOfAll: boolean;
  /** A short text for its stores: what was told of others says nothing of these. */
  readonly reach: string;
  readonly hasRecords: boolean;
  /** The number of the last change that was told. */
  toldUntil: number;
  silentChecks: number;
  readonly output: ReadableStreamDefaultController<Uint8Array>;
}

/** The open streams of a company, and what changed there. */
interface Room {
  readonly companyId: string;
  /** Its event ids begin with it, so that they are known from those of any other. */
  readonly epoch: string;
  readonly log: ChangeLog;
  readonly streams: Set<Stream>;
  /** Whether changes are being told, or about to be. */
  isTelling: boolean;
  /** Forgets it, when nobody has come back. */
  stopForgetting(): void;
}

/**
 * What changes, the moment it does, beyond the document. The service listens to the database while there are streams, and remembers
 * what changed for those that are interrupted. A stream that is not sure to hear of every change is ended.
 */
export function addEventEndpoint(
  context: EndpointContext,
  { schedule, stopping }: { schedule: Schedule; stopping?: AbortSignal | undefined },
): void {
  const { database, clock } = context;
  const rooms = new Map<string, Room>();
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
    const before = [...rooms.values()];
    rooms.clear();
    for (const room of before) {
      room.stopForgetting();
      for (const stream of room.streams) end(room, stream);
    }
    // Whoever waits for it is told where it fails.
    listening?.then(({ close }) => close()).catch(() => undefined);
    listening = null;
  }

  function onChange(companyId: string | null, change: Change): void {
    for (const room of companyId === null ? rooms.values() : [rooms.get(companyId)]) {
      if (room === undefined) continue;
      room.log.add(change, clock());
      tellSoon(room);
    }
  }

  function tellSoon(room: Room): void {
    if (room.isTelling) return;
    room.isTelling = true;
    schedule(TOGETHER_MS, () => void tell(room).catch(endAll));
  }

  /** Tells each stream of a room what it has not been told. What changes meanwhile is told next. */
  async function tell(room: Room): Promise<void> {
    const until = room.log.latest();
    const due = [...room.streams].filter(({ toldUntil }) => toldUntil < until);
    const missedBy = remembering((stream: Stream) => room.log.since(stream.toldUntil, stream.storeIds), whereOf);
    const wanted = new Set<string>();
    for (const stream of due) {
      const { appointments = [] } = missedBy(stream) ?? {};
      if (stream.hasRecords && appointments.length <= eventLimits.records)
        for (const id of appointments) wanted.add(id);
    }
    // Without them only the ids are told.
    const records = wanted.size === 0 ? [] : await findRecords(database, room.companyId, [...wanted]).catch(() => []);
    const eventsFor = remembering(
      (stream: Stream) => eventsOf(missedBy(stream), { room, stream, until, records }),
      (stream) => `${whereOf(stream)} ${stream.hasRecords}`,
    );
    for (const stream of due) {
      const missed = missedBy(stream);
      if (room.streams.has(stream) && (missed === null || !isNothing(missed))) send(room, stream, eventsFor(stream));
      stream.toldUntil = until;
    }
    room.isTelling = false;
    if ([...room.streams].some(({ toldUntil }) => toldUntil < room.log.latest())) tellSoon(room);
  }

  function send(room: Room, stream: Stream, bytes: Uint8Array): void {
    if ((stream.output.desiredSize ?? 0) <= 0) {
      cut(room, stream, 'the reader of these events is too slow, and was cut off');
    } else {
      stream.silentChecks = 0;
      stream.output.enqueue(bytes);
    }
  }

  function end(room: Room, stream: Stream): void {
    leave(room, stream);
    stream.output.close();
  }

  /** Ends a stream without what its reader has not taken. */
  function cut(room: Room, stream: Stream, why: string): void {
    leave(room, stream);
    stream.output.error(new Error(why));
  }

  function leave(room: Room, stream: Stream): void {
    if (!room.streams.delete(stream)) return;
    letGo(stream.key.keyId);
    if (room.streams.size > 0 || rooms.get(room.companyId) !== room) return;
    room.stopForgetting = schedule(eventLimits.keptMs, () => {
      rooms.delete(room.companyId);
      if (rooms.size === 0) endAll();
    });
  }

  function letGo(keyId: string): void {
    const left = (openOf.get(keyId) ?? 0) - 1;
    if (left > 0) openOf.set(keyId, left);
    else openOf.delete(keyId);
  }

  /** Ends the streams that their keys do not reach any more, or that do not show all that theirs reach; silent ones get a comment. */
  async function check(): Promise<void> {
    const open = [...rooms.values()].flatMap((room) => [...room.streams].map((stream) => ({ room, stream })));
    for (const { room, stream } of open) {
      stream.silentChecks += 1;
      if (stream.silentChecks >= SILENT_CHECKS) send(room, stream, comment);
    }
    const keys = new Map(open.map(({ stream }) => [stream.key.keyId, stream.key]));
    const reached = await reachOfKeys(database, [...keys.values()], clock());
    for (const { room, stream } of open) {
      const { permissions = [], storeIds = [] } = reached.get(stream.key.keyId) ?? {};
      const isReached = [...stream.storeIds].every((id) => storeIds.includes(id));
      const isWhole = !stream.isOfAll || storeIds.length === stream.storeIds.size;
      const isAllowed = permissions.includes(listEvents.permission);
      if (room.streams.has(stream) && !(isAllowed && isReached && isWhole)) end(room, stream);
    }
  }

  function checkAgainAndAgain(): void {
    if (isChecking) return;
    isChecking = true;
    schedule(CHECK_MS, () => {
      isChecking = false;
      if (openOf.size === 0) return;
      checkAgainAndAgain();
      // What cannot be checked is not told.
      void check().catch(endAll);
    });
  }

  function enter(companyId: string): Room {
    const known = rooms.get(companyId);
    known?.stopForgetting();
    const room: Room = known ?? {
      companyId,
      epoch: randomBytes(6).toString('hex'),
      log: createChangeLog(),
      streams: new Set(),
      isTelling: false,
      stopForgetting() {},
    };
    rooms.set(companyId, room);
    return room;
  }

  stopping?.addEventListener('abort', () => {
    // Who does not take what is waiting does not hold up the stop.
    for (const room of rooms.values())
      for (const stream of room.streams) if (isWaiting(stream)) cut(room, stream, 'the service stops');
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
    const room = enter(companyId);
    let stream: Stream;
    return new ReadableStream<Uint8Array>(
      {
        start(output) {
          stream = {
            key: { companyId, keyId },
            storeIds: new Set(storeIds),
            isOfAll: input.storeIds === undefined,
            reach: createHash('sha256').update(storeIds.toSorted().join()).digest('hex').slice(0, 8),
            hasRecords: input.records === 'true',
            toldUntil: room.log.latest(),
            silentChecks: 0,
            output,
          };
          room.streams.add(stream);
          const known = numberOf(header(lastEventIdHeader), room, stream);
          const missed = known === null ? null : room.log.since(known, stream.storeIds);
          if (known === null || missed === null || isNothing(missed)) {
            output.enqueue(eventsOf(missed, { room, stream, until: stream.toldUntil, records: [] }));
          } else {
            stream.toldUntil = known;
            output.enqueue(comment);
            tellSoon(room);
          }
          checkAgainAndAgain();
        },
        cancel: () => leave(room, stream),
      },
      { highWaterMark: MAX_WAITING_BYTES, size: (bytes) => bytes?.length ?? 0 },
    );
  });
}

/** A function that answers once for all values with the same name. */
function remembering<Value, Answer>(answer: (value: Value) => Answer, nameOf: (value: Value) => string) {
  const answers = new Map<string, Answer>();
  return (value: Value): Answer => {
    const name = nameOf(value);
    const known = answers.get(name) ?? answer(value);
    answers.set(name, known);
    return known;
  };
}

const whereOf = ({ toldUntil, reach }: Stream) => `${toldUntil} ${reach}`;

const isWaiting = ({ output }: Stream) => (output.desiredSize ?? 0) < MAX_WAITING_BYTES;

function tooManyStreams(): ServiceError {
  const suggestion = `a key has at most ${eventLimits.streams} open streams of events; close one before you open another`;
  return new ServiceError('rate_limit_exceeded', suggestion, { retryAfterSeconds: eventLimits.commentEveryMs / 1_000 });
}

const utf8 = new TextEncoder();
const comment = utf8.encode(':\n\n');

/** The number in the id of an event, null for one of another stream. */
function numberOf(eventId: string | undefined, { epoch }: Room, { reach }: Stream): number | null {
  const [, begin, number] = /^(\w+\.\w+)\.(\d{1,15})$/.exec(eventId ?? '') ?? [];
  return begin === `${epoch}.${reach}` ? Number(number) : null;
}

const isNothing = ({ appointments, availability, practice }: Missed) =>
  appointments.length === 0 && !availability && !practice;

/** What a stream is told of what it missed, in events of which the last has the number `until`. */
function eventsOf(
  missed: Missed | null,
  options: { room: Room; stream: Stream; until: number; records: Awaited<ReturnType<typeof findRecords>> },
): Uint8Array {
  const { room, stream, until, records } = options;
  const event = (name: string, number: number, parts: readonly string[]) =>
    `id: ${room.epoch}.${stream.reach}.${number}\nevent: ${name}\ndata: {${parts.join()}}\n\n`;
  if (missed === null) return utf8.encode(event(eventNames.reset, until, []));
  const ids = [...missed.appointments];
  const isTold = new Set(ids);
  let length = 0;
  const told = records.filter(({ id, store_id, record }) => {
    if (!stream.hasRecords || ids.length > eventLimits.records) return false;
    if (!isTold.has(id) || !stream.storeIds.has(store_id)) return false;
    length += record.length;
    return length <= MAX_RECORDS_LENGTH;
  });
  let text = '';
  while (ids.length > eventLimits.ids)
    text += event(eventNames.changed, stream.toldUntil, [idsPart(ids.splice(0, eventLimits.ids))]);
  const last = [
    ids.length > 0 ? [idsPart(ids)] : [],
    missed.availability ? ['"availability":true'] : [],
    missed.practice ? ['"practice":true'] : [],
    told.length > 0 ? [`"records":[${told.map(({ record }) => record).join()}]`] : [],
  ];
  return utf8.encode(text + event(eventNames.changed, until, last.flat()));
}

const idsPart = (ids: readonly string[]) => `"appointments":${JSON.stringify(ids)}`;
