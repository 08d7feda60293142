/**
 * The times at which open calendars poll for changes, in milliseconds. Every calendar requests `GET
 * /v1/appointments?companyId&updatedSince&limit=500&direction=asc` at the same time with the same `updatedSince`, so
 * that the gateway can send one request for all of them. The times are ticks: multiples of `everyMs` on the practice
 * API's clock, which every response of the gateway contains (`deskHeaders.clock`). If the practice API has an event
 * stream (`events.ts`), polls are only a safety net.
 */
export const livePolling = {
  /**
   * The polling interval. A change becomes visible after at most this, plus `settleMs + spreadMs` and the time of a request.
   */
  everyMs: 7_000,
  /** The polling interval while an event stream is open. It is a multiple of `everyMs`, so that calendars stay in step. */
  streamEveryMs: 56_000,
  /** The delay after the tick, in case the estimated clock is a little fast. */
  settleMs: 250,
  /** The time over which the polls of one tick are spread. */
  spreadMs: 500,
  /** The time before its tick that a poll covers as well, for changes that were committed late or stamped by a slow clock. */
  overlapMs: 60_000,
  /**
   * Polls may be missed for this long before the next poll has to look back further. Half of the overlap remains for
   * late commits.
   */
  maxGapMs: 30_000,
  /** The interval of full reloads of the open day, because polls do not report deleted records. */
  refetchEveryMs: 285_000,
} as const;

/** The latest tick at or before `clock`, a time in milliseconds on the practice API's clock. */
export function tickAt(clock: number, everyMs: number = livePolling.everyMs): number {
  return Math.floor(clock / everyMs) * everyMs;
}

interface PollTiming {
  /** The time at which the last poll began or the day was loaded; now by default. */
  after?: number;
  /** The polling interval in use; the usual one by default. */
  everyMs?: number;
}

/**
 * The milliseconds until the next poll is due, or 0 if it is overdue, such as after a change to a shorter interval.
 * With the same `after` and `random`, calls at different times give the same due time. `random` is from 0 up to 1.
 */
export function msToNextPoll(clock: number, random: number, { after = clock, everyMs }: PollTiming = {}): number {
  const { settleMs, spreadMs } = livePolling;
  const every = everyMs ?? livePolling.everyMs;
  // The estimated clock may have been set back in the meantime.
  const due = tickAt(Math.min(after, clock), every) + every + settleMs + Math.floor(random * spreadMs);
  return Math.max(0, due - clock);
}

interface DuePoll {
  clock: number;
  /** The tick of the last poll whose pages were all read, or the tick at which the day was loaded. */
  completeTick: number;
  /** Whether the practice API has an event stream. If so, calendars may poll at either interval. */
  hasEvents?: boolean;
}

/**
 * The `updatedSince` of the poll that is due at `clock`, as an ISO 8601 instant in UTC. Calendars that are up to date or have
 * missed a few polls get the same value, whatever their interval; one that was asleep for longer looks back further. A record
 * may arrive several times: the newest `updatedAt` counts.
 */
export function updatedSinceAt({ clock, completeTick, hasEvents = false }: DuePoll): string {
  const { streamEveryMs, maxGapMs, overlapMs } = livePolling;
  const tick = tickAt(clock);
  const usualTick = hasEvents && tick % streamEveryMs === 0 ? tick - streamEveryMs : tick;
  const isBehind = completeTick < usualTick - maxGapMs;
  return new Date((isBehind ? completeTick : usualTick) - overlapMs).toISOString();
}

/**
 * The milliseconds until the next full reload of the open day. `view` identifies the view (company, stores, day): calendars
 * with the same view reload together, others at other times.
 */
export function msToNextRefetch(options: { clock: number; view: string }): number {
  const period = livePolling.refetchEveryMs;
  const phase = hashFnv1a(options.view) % period;
  return period - ((((options.clock - phase) % period) + period) % period);
}

/** FNV-1a, 32 bits: spreads short texts evenly. */
function hashFnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
