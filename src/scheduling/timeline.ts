import { type Interval, overlaps, subtract } from '#contract/interval.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { Absence, EntryTime } from './plan.ts';

/** Time in which the plan allows no appointment: the store is closed, the room is blocked, or an employee is absent. */
export type UnavailableTime = (EntryTime & { readonly kind: 'closed' | 'blocked' }) | Absence;

/** Time that is taken, with the reason. `hours`: it is outside the opening hours. */
export type Obstacle =
  | UnavailableTime
  | (Interval & { readonly kind: 'hours' })
  | (Interval & { readonly kind: 'visit'; readonly visit: ReceivedAppointment });

/** The obstacle that comes from the plan or, if there are several, the most specific one. Null if there is none. */
export function findPlanReason(obstacles: readonly Obstacle[]): UnavailableTime | null {
  const planned = obstacles.filter((obstacle) => obstacle.kind !== 'visit' && obstacle.kind !== 'hours');
  for (const kind of ['away', 'closed', 'blocked', 'elsewhere', 'off'] as const) {
    const found = planned.find((entry) => entry.kind === kind);
    if (found) return found;
  }
  return null;
}

/** The kinds of obstacles that prevent a stay only at its start or end, because a stay needs no staff overnight. */
const edgeObstacleKinds: ReadonlySet<Obstacle['kind']> = new Set<Obstacle['kind']>([
  'hours',
  'off',
  'elsewhere',
  'away',
]);

/** The times when a store, a room or a person is not available. */
export interface Timeline {
  /** The taken times with their reasons, sorted by start. */
  readonly obstacles: readonly Obstacle[];
  /** The times without obstacles, sorted by start. */
  readonly freeTimes: readonly Interval[];
  isFree: (time: Interval, isStay: boolean) => boolean;
  /** The obstacles to a booking in an interval. */
  findObstacles: (time: Interval, isStay: boolean) => Obstacle[];
}

function getEdges({ start, end }: Interval): Interval[] {
  return [
    { start, end: start + 1 },
    { start: end - 1, end },
  ];
}

/** Whether an interval lies within one of several sorted, disjoint intervals. */
function isWithin(intervals: readonly Interval[], time: Interval): boolean {
  let low = 0;
  for (let high = intervals.length; low < high; ) {
    const middle = (low + high) >> 1;
    if ((intervals[middle]?.end ?? 0) < time.end) low = middle + 1;
    else high = middle;
  }
  return (intervals[low]?.start ?? Number.POSITIVE_INFINITY) <= time.start;
}

/** Creates the timeline of a span from obstacles in any order. */
export function createTimeline(span: Interval, found: readonly Obstacle[]): Timeline {
  const obstacles = found.filter((obstacle) => overlaps(obstacle, span)).sort((a, b) => a.start - b.start);
  const free = subtract([span], obstacles);
  let freeTimesForStays: Record<'throughout' | 'edges', readonly Interval[]> | null = null;
  return {
    obstacles,
    freeTimes: free,
    isFree(time, isStay) {
      if (!isStay) return isWithin(free, time);
      freeTimesForStays ??= {
        throughout: subtract(
          [span],
          obstacles.filter(({ kind }) => !edgeObstacleKinds.has(kind)),
        ),
        edges: subtract(
          [span],
          obstacles.filter(({ kind }) => edgeObstacleKinds.has(kind)),
        ),
      };
      const { throughout, edges } = freeTimesForStays;
      return isWithin(throughout, time) && getEdges(time).every((edge) => isWithin(edges, edge));
    },
    findObstacles: (time, isStay) =>
      obstacles.filter((obstacle) =>
        (isStay && edgeObstacleKinds.has(obstacle.kind) ? getEdges(time) : [time]).some((part) =>
          overlaps(obstacle, part),
        ),
      ),
  };
}
