import type { ReceivedAppointment } from '#contract/received.ts';
import { type Interval, overlaps } from './interval.ts';

/*
 * Which vets and rooms are left over after each appointment that lacks one has one. Each such appointment is a demand on those who
 * could take it, so a vet or a room is left over if all demands that may come to need it can be met without it.
 */

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

/** An appointment that lacks a vet or a room and takes one of its options, by id. */
export interface Claim extends Interval {
  readonly visit: ReceivedAppointment;
  readonly options: Options;
}

type Options = ReadonlyMap<string, { isFree: (time: Interval, isStay: boolean) => boolean }>;
type Claiming = Claim & Demand;

/** The ids of those that are free throughout a time, in their order. */
export function freeAmong(ones: Options, time: Interval, isStay: boolean): string[] {
  const free: string[] = [];
  for (const [id, one] of ones) if (one.isFree(time, isStay)) free.push(id);
  return free;
}

export interface LeftOver {
  /**
   * The first of some ids, each free throughout a time, that is left over then; null where there is none. Each appointment has to have
   * one throughout, and where that cannot be, such as on a day that is overbooked already, all together need no more at that time than
   * there are.
   */
  first: (ids: readonly string[], time: Interval) => string | null;
  /** The appointments that need all of these ids, each of which is free throughout a time; empty where one is left over. */
  needing: (ids: readonly string[], time: Interval) => ReceivedAppointment[];
}

/** What some appointments that lack a vet, or a room, leave over. */
export function createLeftOver(lacking: readonly Claim[]): LeftOver {
  const claims = lacking.map((claim) => ({ ...claim, candidates: freeAmong(claim.options, claim, false) }));

  /** The part of a claim that is within a time, with all who are free for that part. */
  function partWithin(claim: Claiming, time: Interval): Claiming {
    const part = { start: Math.max(claim.start, time.start), end: Math.min(claim.end, time.end) };
    return { ...claim, ...part, candidates: freeAmong(claim.options, part, false) };
  }

  const partsWithin = (all: readonly Claiming[], time: Interval) => all.map((claim) => partWithin(claim, time));

  /** The claims at a time. Where nobody is free for all of one, its candidates are those who are free for its part at that time. */
  const claimsDuring = (time: Interval): Claiming[] =>
    claims
      .filter((claim) => overlaps(claim, time))
      .map((claim) =>
        claim.candidates.length > 0 ? claim : { ...claim, candidates: partWithin(claim, time).candidates },
      );

  /** Those of the claims that may come to need an id, directly or since another claim takes the candidate of theirs. */
  function rivalsFor(id: string, all: readonly Claiming[]): readonly Claiming[] {
    const reached = new Set([id]);
    const rivals: Claiming[] = [];
    for (let rest = all; ; ) {
      const joining = rest.filter(({ candidates }) => candidates.some((one) => reached.has(one)));
      if (joining.length === 0) return rivals;
      rest = rest.filter((one) => !joining.includes(one));
      rivals.push(...joining);
      for (const { candidates } of joining) for (const one of candidates) reached.add(one);
    }
  }

  function first(ids: readonly string[], time: Interval): string | null {
    if (ids.length === 0) return null;
    const during = claimsDuring(time);
    if (during.length === 0) return ids[0] ?? null;
    const isEnough = (id: string, all: readonly Claiming[]) => {
      const rivals = rivalsFor(id, all);
      return rivals.length === 0 || canAssignAll([{ ...time, candidates: [id] }, ...rivals]);
    };
    return ids.find((id) => isEnough(id, during) && isEnough(id, partsWithin(during, time))) ?? null;
  }

  return {
    first,
    needing(ids, time) {
      if (ids.length === 0 || first(ids, time) !== null) return [];
      const during = claimsDuring(time);
      const parts = partsWithin(during, time);
      const rivals = new Set(
        ids.flatMap((id) => [...rivalsFor(id, during), ...rivalsFor(id, parts)]).map(({ visit }) => visit),
      );
      return during.flatMap(({ visit }) => (rivals.has(visit) ? [visit] : []));
    },
  };
}
