import type { NowFilter } from '#app/addresses/board-search.ts';
import { lateOf, overOf, type Visit, waitingOf } from '#app/features/board/visit-text.tsx';

/** The appointments that need attention now, each with the instant since when, longest first. */
export type NowVisits = Readonly<Record<NowFilter, readonly { visit: Visit; since: number }[]>>;

/** The appointments on today's board that need attention now, each by the clock of its own store. */
export function nowVisits(visits: readonly Visit[], now: number): NowVisits {
  return { late: lateOf(visits, now), waiting: waitingOf(visits, now), over: overOf(visits, now) };
}
