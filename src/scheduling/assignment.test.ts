import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { overlaps } from '#contract/interval.ts';
import { rounds } from '#testing/rounds.ts';
import { canAssignAll, type Demand } from './assignment.ts';

const demand = (start: number, end: number, ...candidates: string[]): Demand => ({ start, end, candidates });

describe('assigning demands to candidates', () => {
  test('fails quickly if twenty overlapping demands have one candidate too few', () => {
    const allVets = Array.from({ length: 19 }, (_, index) => `vet ${index}`);
    const demands = Array.from({ length: 20 }, (_, index) => demand(index, 100 + index, ...allVets));
    expect(canAssignAll(demands)).toBe(false);
    expect(canAssignAll(demands.slice(1))).toBe(true);
  });

  test('agrees with trying every assignment', () => {
    const demands = fc.array(
      fc
        .record({
          start: fc.integer({ min: 0, max: 8 }),
          length: fc.integer({ min: 1, max: 5 }),
          candidates: fc.subarray(['ada', 'bo', 'cy', 'di']),
        })
        .map(({ start, length, candidates }) => demand(start, start + length, ...candidates)),
      { maxLength: 6 },
    );
    /** Tries each demand with each of its candidates, without any heuristics. */
    function canAssignBruteForce(
      rest: readonly Demand[],
      assigned: readonly { demand: Demand; id: string }[] = [],
    ): boolean {
      const [first, ...others] = rest;
      if (first === undefined) return true;
      return first.candidates.some(
        (id) =>
          !assigned.some((one) => one.id === id && overlaps(one.demand, first)) &&
          canAssignBruteForce(others, [...assigned, { demand: first, id }]),
      );
    }
    fc.assert(
      fc.property(demands, (demandList) => {
        expect(canAssignAll(demandList)).toBe(canAssignBruteForce(demandList));
      }),
      { numRuns: rounds({ few: 300, many: 20_000 }) },
    );
  });
});
