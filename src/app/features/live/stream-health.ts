import type { DeskState } from '#contract/desk-events.ts';
import { livePolling } from '#contract/live-polling.ts';

/** In milliseconds. */
export const streamTimes = {
  /** A stream that is further behind than this is late: what it has told so far says little of now. */
  lateMs: 20_000,
  /** A change that is older than this has been told, or was left out. */
  toldWithinMs: 10_000,
  /** How long a stream that left out a change is not relied on. */
  distrustMs: 10 * 60_000,
  /** The least time between two polls that the stream makes necessary; twice as long after each that brought nothing. */
  paceMs: 2_000,
  /** How far the clocks of who stamps a change and who tells of it may be apart. */
  clocksApartMs: 5_000,
  /** What was told is remembered so long: further back than polls usually look. */
  rememberedMs: 5 * 60_000,
} as const;

/**
 * How far a stream of changes can be relied on, and what has to be polled because of it. Polls are reported to it when they begin and
 * end. All times are the practice API's clock in milliseconds since 1970-01-01T00:00Z.
 */
export function createStreamHealth() {
  /** When the stream began to tell, or began again; null while it tells nothing. */
  let liveSince: number | null = null;
  let upToDateAt = 0;
  /** What happened before the stream began is known by a poll that began after it. */
  let isGapClosed = false;
  /** The poll under way began after the stream did. */
  let closesGap = false;
  let hasFailed = false;
  let distrustedUntil = 0;
  /** When each appointment was last told. */
  const toldAt = new Map<string, number>();
  /** Appointments told by id alone that no poll has read since. */
  const unread = new Set<string>();
  /** Those of them that the poll under way reads. */
  let reading = new Set<string>();
  let wantedAt: number | null = null;
  let lastWantedAt = Number.NEGATIVE_INFINITY;
  let wasWanted = false;
  let pace: number = streamTimes.paceMs;

  function want(at: number) {
    wantedAt = Math.min(wantedAt ?? Number.POSITIVE_INFINITY, Math.max(at, lastWantedAt + pace));
  }

  /** It is not known what was missed before now; a poll is due after `delay`. */
  function restart(clock: number, delay: number) {
    liveSince = clock;
    isGapClosed = false;
    closesGap = false;
    want(clock + delay);
  }

  /** Whether the stream should have told of this change, and did not. */
  function wasLeftOut({ id, updatedAt }: ChangedRecord, pollBegan: number): boolean {
    const at = Date.parse(updatedAt ?? '');
    if (liveSince === null || !isGapClosed || !(at > liveSince && at < pollBegan - streamTimes.toldWithinMs))
      return false;
    return (toldAt.get(id) ?? 0) < at - streamTimes.clocksApartMs;
  }

  function isReliable(clock: number): boolean {
    const isLate = clock - upToDateAt > streamTimes.lateMs;
    return liveSince !== null && isGapClosed && !hasFailed && !isLate && clock >= distrustedUntil;
  }

  return {
    /** Whether changes are told, so that few polls are needed. */
    isReliable,
    /** When a poll is due because of the stream; null for none. */
    wantedAt: () => wantedAt,
    /** The stream says how it is; null where it is lost. Answers whether it begins to tell. */
    state(told: DeskState | null, clock: number, delay: number): boolean {
      const begins = liveSince === null;
      if (told === null || !told.live || told.upToDateAt === null) {
        liveSince = null;
        return false;
      }
      upToDateAt = told.upToDateAt;
      if (begins) restart(clock, delay);
      return begins;
    },
    reset(clock: number, delay: number) {
      if (liveSince !== null) restart(clock, delay);
    },
    /** Appointments were told; of those that are `byId` nothing else is known. */
    told(ids: readonly string[], byId: readonly string[], clock: number) {
      for (const id of ids) toldAt.set(id, clock);
      for (const id of byId) {
        unread.add(id);
        reading.delete(id);
      }
      if (byId.length > 0) want(clock);
    },
    pollBegan(clock: number) {
      wasWanted = wantedAt !== null;
      if (wasWanted) lastWantedAt = clock;
      wantedAt = null;
      closesGap = true;
      reading = new Set(unread);
    },
    /** A poll that began at `began` has brought `changed`, which was not known before, and named `ids`. */
    pollSucceeded(began: number, { changed, ids }: { changed: readonly ChangedRecord[]; ids: ReadonlySet<string> }) {
      if (changed.some((record) => wasLeftOut(record, began))) distrustedUntil = began + streamTimes.distrustMs;
      if (changed.length > 0 || [...reading].some((id) => ids.has(id))) pace = streamTimes.paceMs;
      else if (wasWanted) pace = Math.min(pace * 2, livePolling.everyMs);
      for (const id of reading) unread.delete(id);
      hasFailed = false;
      isGapClosed ||= closesGap;
      for (const [id, at] of toldAt) if (at < began - streamTimes.rememberedMs) toldAt.delete(id);
    },
    pollFailed() {
      hasFailed = true;
      pace = livePolling.everyMs;
    },
  };
}

interface ChangedRecord {
  id: string;
  updatedAt: string | null;
}
