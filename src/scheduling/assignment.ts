import { type Interval, intersect, overlaps } from '#contract/interval.ts';

/*
 * Determines which vets and rooms are left over. Every appointment or held request without a vet (or without a room) is a
 * demand: it will take one of several candidates. A vet or room is left over if all demands can be met without it.
 */

/**
 * An appointment or a held request that takes one of its candidates for its whole time. For example, an appointment without
 * a vet takes one of the vets.
 */
export interface Demand extends Interval {
  /** The ids of the candidates; one of them is needed. */
  readonly candidates: readonly string[];
}

/**
 * Whether every demand can have one of its candidates to itself. Two demands may share a candidate if they do not
 * overlap.
 *
 * Tries the demands in the order of their starts, and remembers failures. If all have the same candidates, as in most
 * practices, the first choice is always right, and an excess of demands is found by counting before anything is tried.
 */
export function canAssignAll(demands: readonly Demand[]): boolean {
  const inOrder = [...demands].sort((a, b) => a.start - b.start || a.candidates.length - b.candidates.length);
  const isCrowded = inOrder.some(({ start }) => {
    const active = inOrder.filter((demand) => demand.start <= start && demand.end > start);
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

/**
 * An appointment or a held request that has no vet (or no room) yet and will take one of its options. The options are keyed
 * by id.
 */
export interface ResourceClaim<Subject> extends Interval {
  readonly subject: Subject;
  readonly options: ClaimOptions;
}

type ClaimOptions = ReadonlyMap<string, { isFree: (time: Interval, isStay: boolean) => boolean }>;
type CandidateClaim<Subject> = ResourceClaim<Subject> & Demand;

/** The ids of the options that are free throughout an interval, in their order. */
export function findFreeOptions(options: ClaimOptions, time: Interval, isStay: boolean): string[] {
  const free: string[] = [];
  for (const [id, one] of options) if (one.isFree(time, isStay)) free.push(id);
  return free;
}

export interface RemainingResources<Subject> {
  /**
   * Returns the first of `ids` that is left over throughout an interval; null if there is none. Each of `ids` must be
   * free throughout it. Normally, each claim must get one id for its whole length. If that is impossible, as on an
   * overbooked day, it is enough that each claim gets an id for its part within the interval.
   */
  findFirst: (ids: readonly string[], time: Interval) => string | null;
  /**
   * Returns all of `ids` that are left over in the same sense. Each of them is left over by itself, but perhaps not all at
   * once.
   */
  findAll: (ids: readonly string[], time: Interval) => string[];
  /**
   * Returns the subjects that together need all of `ids`, each of which must be free throughout the interval. Empty if
   * one of the ids is left over.
   */
  findCompetingSubjects: (ids: readonly string[], time: Interval) => Subject[];
}

/** Determines which vets or rooms are left over once every claim has been assigned one. */
export function createRemainingResources<Subject>(
  resourceClaims: readonly ResourceClaim<Subject>[],
): RemainingResources<Subject> {
  const claims = resourceClaims.map((claim) => ({
    ...claim,
    candidates: findFreeOptions(claim.options, claim, false),
  }));

  /** The part of a claim that lies within an interval, with the candidates that are free for that part. */
  function clipClaim(claim: CandidateClaim<Subject>, time: Interval): CandidateClaim<Subject> {
    const part = intersect(claim, time);
    return { ...claim, ...part, candidates: findFreeOptions(claim.options, part, false) };
  }

  const clipClaims = (all: readonly CandidateClaim<Subject>[], time: Interval) =>
    all.map((claim) => clipClaim(claim, time));

  /**
   * The claims that overlap an interval. If no candidate is free for the whole of a claim, its candidates are the
   * options that are free for its part within the interval.
   */
  const findClaimsDuring = (time: Interval): CandidateClaim<Subject>[] =>
    claims
      .filter((claim) => overlaps(claim, time))
      .map((claim) =>
        claim.candidates.length > 0 ? claim : { ...claim, candidates: clipClaim(claim, time).candidates },
      );

  /** The claims that compete for an id, directly or through a candidate that they share with another such claim. */
  function findRivals(id: string, all: readonly CandidateClaim<Subject>[]): readonly CandidateClaim<Subject>[] {
    const reachedIds = new Set([id]);
    const rivals: CandidateClaim<Subject>[] = [];
    for (let rest = all; ; ) {
      const joining = rest.filter(({ candidates }) => candidates.some((one) => reachedIds.has(one)));
      if (joining.length === 0) return rivals;
      rest = rest.filter((claim) => !joining.includes(claim));
      rivals.push(...joining);
      for (const { candidates } of joining) for (const one of candidates) reachedIds.add(one);
    }
  }

  /**
   * Returns a function that checks whether an id is left over throughout an interval. The id must be free throughout
   * it.
   */
  function createRemainingCheck(time: Interval): (id: string) => boolean {
    const during = findClaimsDuring(time);
    if (during.length === 0) return () => true;
    const parts = clipClaims(during, time);
    const canAssignRivals = (id: string, all: readonly CandidateClaim<Subject>[]) => {
      const rivals = findRivals(id, all);
      return rivals.length === 0 || canAssignAll([{ ...time, candidates: [id] }, ...rivals]);
    };
    return (id) => canAssignRivals(id, during) && canAssignRivals(id, parts);
  }

  const findFirst = (ids: readonly string[], time: Interval) =>
    ids.length === 0 ? null : (ids.find(createRemainingCheck(time)) ?? null);

  return {
    findFirst: findFirst,
    findAll: (ids, time) => ids.filter(createRemainingCheck(time)),
    findCompetingSubjects(ids, time) {
      if (ids.length === 0 || findFirst(ids, time) !== null) return [];
      const during = findClaimsDuring(time);
      const parts = clipClaims(during, time);
      const rivals = new Set(
        ids.flatMap((id) => [...findRivals(id, during), ...findRivals(id, parts)]).map(({ subject }) => subject),
      );
      return during.flatMap(({ subject }) => (rivals.has(subject) ? [subject] : []));
    },
  };
}
