import type { DeskState } from '#contract/desk-events.ts';
import { livePolling } from '#contract/live-polling.ts';

/** In milliseconds. */
export const streamTimes = {
  /** A stream that is further behind than this is late: its events so far say little of now. */
  lateMs: 20_000,
  /** A change that is older than this has been reported, or was left out. */
  reportedWithinMs: 10_000,
  /** How long a stream that left out a change is not relied on. */
  distrustMs: 10 * 60_000,
  /** The least time between two polls that the stream makes necessary; twice as long after each that brought nothing. */
  paceMs: 2_000,
  /** How far the clocks that stamp a change and its event may be apart. */
  clocksApartMs: 5_000,
  /** How long the time of an event is remembered: further back than polls usually look. */
  rememberedMs: 5 * 60_000,
} as const;

/**
 * How far a stream of changes can be relied on, and what has to be polled because of it. Polls are reported to it when they begin and
 * end. All times are the practice API's clock in milliseconds since 1970-01-01T00:00Z.
 */
export function createStreamHealth() {
  /** When the stream began to report changes, or began again; null while it reports nothing. */
  let liveSince: number | null = null;
  let upToDateAt = 0;
  /** What happened before the stream began is known by a poll that began after it. */
  let isGapClosed = false;
  /** The poll under way began after the stream did. */
  let closesGap = false;
  let hasFailed = false;
  let distrustedUntil = 0;
  /** When each appointment was last reported. */
  const reportedAt = new Map<string, number>();
  /** Reported appointments that no poll has read since. */
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

  /** Whether the stream should have reported this change, and did not. */
  function wasLeftOut({ id, updatedAt }: ChangedRecord, pollBegan: number): boolean {
    const at = Date.parse(updatedAt ?? '');
    if (liveSince === null || !isGapClosed || !(at > liveSince && at < pollBegan - streamTimes.reportedWithinMs))
      return false;
    return (reportedAt.get(id) ?? 0) < at - streamTimes.clocksApartMs;
  }

  function isReliable(clock: number): boolean {
    const isLate = clock - upToDateAt > streamTimes.lateMs;
    return liveSince !== null && isGapClosed && !hasFailed && !isLate && clock >= distrustedUntil;
  }

  return {
    /** Whether changes are reported, so that few polls are needed. */
    isReliable,
    /** When a poll is due because of the stream; null for none. */
    wantedAt: () => wantedAt,
    /** The stream says how it is; null where it is lost. Answers whether it begins to report changes. */
    state(state: DeskState | null, clock: number, delay: number): boolean {
      const begins = liveSince === null;
      if (state === null || !state.live || state.upToDateAt === null) {
        liveSince = null;
        return false;
      }
      upToDateAt = state.upToDateAt;
      if (begins) restart(clock, delay);
      return begins;
    },
    reset(clock: number, delay: number) {
      if (liveSince !== null) restart(clock, delay);
    },
    /** The stream reports that these appointments have changed. */
    reported(ids: readonly string[], clock: number) {
      for (const id of ids) {
        reportedAt.set(id, clock);
        unread.add(id);
        reading.delete(id);
      }
      if (ids.length > 0) want(clock);
    },
    /** Whether the poll reads changes that the stream has reported. */
    pollBegan(clock: number): boolean {
      wasWanted = wantedAt !== null;
      if (wasWanted) lastWantedAt = clock;
      wantedAt = null;
      closesGap = true;
      reading = new Set(unread);
      return reading.size > 0;
    },
    /**
     * A poll that began at `began` has brought `changed`, which was not known before, and named `ids`. Answers the reported
     * appointments that it did not name: they are gone, or out of reach.
     */
    pollSucceeded(
      began: number,
      { changed, ids }: { changed: readonly ChangedRecord[]; ids: ReadonlySet<string> },
    ): string[] {
      const missing = [...reading].filter((id) => !ids.has(id));
      if (changed.some((record) => wasLeftOut(record, began))) distrustedUntil = began + streamTimes.distrustMs;
      if (changed.length > 0 || missing.length < reading.size) pace = streamTimes.paceMs;
      else if (wasWanted) pace = Math.min(pace * 2, livePolling.everyMs);
      for (const id of reading) unread.delete(id);
      hasFailed = false;
      isGapClosed ||= closesGap;
      for (const [id, at] of reportedAt) if (at < began - streamTimes.rememberedMs) reportedAt.delete(id);
      return missing;
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
