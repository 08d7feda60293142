import type { Interval } from './interval.ts';

/** Something that takes one of its candidates for its whole time, such as an appointment without a vet one of the vets. */
export interface Demand extends Interval {
  /** The ids of those of whom one is needed. */
  readonly candidates: readonly string[];
}

/**
 * Whether every demand can have one of its candidates to itself. Two demands may share a candidate where they do not overlap.
 *
 * Tries the demands by start, and remembers what failed. Where all have the same candidates, as in most practices, the first
 * choice is always right, and too many at once are counted before anything is tried.
 */
export function canAssignAll(demands: readonly Demand[]): boolean {
  const inOrder = [...demands].sort(
    (one, other) => one.start - other.start || one.candidates.length - other.candidates.length,
  );
  const isCrowded = inOrder.some(({ start }) => {
    const active = inOrder.filter((one) => one.start <= start && one.end > start);
    return new Set(active.flatMap(({ candidates }) => candidates)).size < active.length;
  });
  if (isCrowded) return false;

  const failed = new Set<string>();
  const busyUntil = new Map<string, number>();
  function assignFrom(index: number): boolean {
    const demand = inOrder[index];
    if (demand === undefined) return true;
    const busy = [...busyUntil]
      .filter(([, until]) => until > demand.start)
      .sort(([one], [other]) => (one < other ? -1 : 1));
    const state = `${index} ${busy.join()}`;
    if (failed.has(state)) return false;
    for (const id of demand.candidates) {
      const before = busyUntil.get(id) ?? Number.NEGATIVE_INFINITY;
      if (before > demand.start) continue;
      busyUntil.set(id, demand.end);
      if (assignFrom(index + 1)) return true;
      busyUntil.set(id, before);
    }
    failed.add(state);
    return false;
  }
  return assignFrom(0);
}
