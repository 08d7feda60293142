/**
 * How open boards learn of changes. Every board requests `GET
 * /v1/appointments?companyId&updatedSince&limit=500&direction=asc` at the same time with the same `updatedSince`, so
 * that the gateway sends one request for all of them. The times are ticks: multiples of `everyMs` on the practice
 * API's clock, which each response of the gateway carries (`deskHeaders.clock`). Where the practice API tells of changes itself
 * (`events.ts`), polls are the net below that.
 */
export const livePolling = {
  /** The interval of polls; a change is seen after at most this, `settleMs + spreadMs` and the time of a request. */
  everyMs: 7_000,
  /** The interval while a stream tells of changes: a net below it. Every so many ticks, so that boards stay in step. */
  netEveryMs: 56_000,
  /** The delay after the tick, in case the clock is estimated a little early. */
  settleMs: 250,
  /** The time over which the polls of one tick are spread. */
  spreadMs: 500,
  /**
   * How far before its tick a poll looks, for changes that were committed late or stamped by a clock that is behind.
   */
  overlapMs: 60_000,
  /** How long polls may be missed without a longer look back: half the overlap remains for late commits. */
  forgivenMs: 30_000,
  /** The interval of full reloads of the open day, since polls do not report deleted records. */
  refetchEveryMs: 285_000,
} as const;

/** The tick that a clock has reached, in the clock's milliseconds. */
export function tickAt(clock: number, everyMs: number = livePolling.everyMs): number {
  return Math.floor(clock / everyMs) * everyMs;
}

interface NextPoll {
  /** When the last poll began, or the day was loaded; now, if nothing is said. */
  after?: number;
  /** `everyMs` or `netEveryMs`. */
  everyMs?: number;
}

/**
 * Milliseconds until the next poll is due: 0 where it is overdue, as after a change to a shorter interval. Asked again before then, the
 * answer is the same instant. `random` is from 0 up to 1.
 */
export function msToNextPoll(clock: number, random: number, { after = clock, everyMs }: NextPoll = {}): number {
  const { settleMs, spreadMs } = livePolling;
  const every = everyMs ?? livePolling.everyMs;
  // The estimate of the clock may have been set back since.
  const due = tickAt(Math.min(after, clock), every) + every + settleMs + Math.floor(random * spreadMs);
  return Math.max(0, due - clock);
}

interface PollToSend {
  clock: number;
  /** The tick of the last poll with all its pages, or that at which the day was loaded. */
  completeTick: number;
  /** Whether the practice API tells of changes at all: then boards may be polled at either interval. */
  hasEvents?: boolean;
}

/**
 * The `updatedSince` of the poll that is due at `clock`, as an ISO 8601 instant in UTC. Boards that are up to date, or missed a few
 * polls, get the same value, at whichever interval; one that slept longer looks back further. A record may come several times: the
 * newest `updatedAt` counts.
 */
export function updatedSinceAt({ clock, completeTick, hasEvents = false }: PollToSend): string {
  const { netEveryMs, forgivenMs, overlapMs } = livePolling;
  const tick = tickAt(clock);
  const usual = hasEvents && tick % netEveryMs === 0 ? tick - netEveryMs : tick;
  const behind = completeTick < usual - forgivenMs;
  return new Date((behind ? completeTick : usual) - overlapMs).toISOString();
}

/**
 * Milliseconds until the next full reload of the open day. `view` identifies what is shown (company, stores, day):
 * boards with the same view reload together, others at other times.
 */
export function msToNextRefetch(options: { clock: number; view: string }): number {
  const period = livePolling.refetchEveryMs;
  const phase = fnv1a(options.view) % period;
  return period - ((((options.clock - phase) % period) + period) % period);
}

/** FNV-1a, 32 bits: spreads short texts evenly. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
