/**
 * How open boards learn of changes. Every board asks `GET /v1/appointments?companyId&updatedSince&limit=500&direction=asc`
 * at the same moments with the same `updatedSince`, so that the gateway makes one request of all of them. Moments are
 * ticks: multiples of `everyMs` on the practice API's clock, which each answer of the gateway carries (`deskHeaders.clock`).
 */
export const livePolling = {
  /** Between two polls; a change is seen after at most this, `settleMs + spreadMs` and the time of a request. */
  everyMs: 7_000,
  /** After the tick, so that a clock estimated a little early has passed it, too. */
  settleMs: 250,
  /** Over which the polls of one tick are spread. */
  spreadMs: 500,
  /** How far before its tick a poll looks: what was committed late, or stamped by a clock that is behind, is seen again. */
  overlapMs: 60_000,
  /** How many missed milliseconds are made good without a longer look back: half the overlap stays for late commits. */
  forgivenMs: 30_000,
  /** Between two full readings of the open day, since nothing reports a record that vanishes. */
  rereadEveryMs: 285_000,
} as const;

/** The tick that a clock has reached, in the clock's milliseconds. */
export function tickAt(clock: number): number {
  return Math.floor(clock / livePolling.everyMs) * livePolling.everyMs;
}

/** Milliseconds until the next poll is due; `random` is from 0 up to 1. */
export function msToNextPoll(clock: number, random: number): number {
  const { everyMs, settleMs, spreadMs } = livePolling;
  return tickAt(clock) + everyMs + settleMs + Math.floor(random * spreadMs) - clock;
}

/**
 * The `updatedSince` of the poll that is due at `clock`, as an ISO 8601 instant in UTC. `completeTick` is the tick of the
 * last poll whose pages all arrived, or the one at which the day was asked for. Boards that kept up, or missed a few
 * polls, get the same value; one that slept longer looks back as far as it slept. A record may come several times:
 * the newest `updatedAt` counts.
 */
export function updatedSinceAt(options: { clock: number; completeTick: number }): string {
  const tick = tickAt(options.clock);
  const behind = options.completeTick < tick - livePolling.forgivenMs;
  return new Date((behind ? options.completeTick : tick) - livePolling.overlapMs).toISOString();
}

/**
 * Milliseconds until the open day is read again in full. `view` names what is read (company, stores, day): boards that
 * show the same read it at the same moment, others at other moments.
 */
export function msToNextReread(options: { clock: number; view: string }): number {
  const period = livePolling.rereadEveryMs;
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
