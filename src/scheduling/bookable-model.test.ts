import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ada, QUARTER, textOf, texts } from '#testing/bookable-store.ts';
import { createFreeTimeModel, freeTimeScene, heldScene, SOUGHT } from '#testing/free-time-model.ts';
import { rounds } from '#testing/rounds.ts';
import { createBookable, determineNeeds } from './bookable.ts';
import { findWarnings } from './warnings.ts';

test('free starts are exactly the quarters of an hour without obstacles in any minute', () => {
  fc.assert(
    fc.property(freeTimeScene, heldScene, (scene, requests) => {
      const { from, chosen } = scene;
      const model = createFreeTimeModel({ ...scene, requests }, (days) => days);
      const { there, south, vets, appointments, held, plan, days, length, freeAt } = model;
      const type = { category: SOUGHT.category };
      const vet = chosen ? ada : null;
      const needs = determineNeeds({ store: there, vet, type, petId: SOUGHT.petId, employees: vets });
      const first = days.start + from * QUARTER;
      const expected: number[] = [];
      const expectedVets: (string | undefined)[] = [];
      for (let start = first; start + length <= days.end && expected.length < 4; start += QUARTER) {
        const free = freeAt(start);
        if (free === null) continue;
        expected.push(start);
        expectedVets.push(free.employeeIds[0]);
      }
      const bookable = createBookable({
        ...{ span: days, appointments, heldRequests: held, plan, employees: vets },
        stores: [there, south],
      });
      const starts = bookable.findFreeStarts(needs, { length, from: first, count: 4 });
      expect(texts(starts)).toEqual(expected.map(textOf));
      // The assigned vet is the first who is free according to the plain model.
      expect(starts.map(({ employeeId }) => employeeId)).toEqual(expectedVets);
      // An offered start has no warnings, and gets a room and a vet.
      for (const { start, employeeId, roomId } of starts) {
        const time = { start, end: start + length };
        const reasons = bookable.findReasonsAgainst(needs, time);
        const {
          heldRequestsForRoom: heldRoom,
          heldRequestsForVet: heldVet,
          pet,
          appointmentsWithoutRoom: withoutRoom,
          appointmentsWithoutVet: withoutVet,
        } = reasons;
        expect([reasons.store, pet, withoutVet, withoutRoom, heldVet, heldRoom]).toEqual([[], [], [], [], [], []]);
        const place = bookable.findFreePlace(needs, time);
        expect(reasons.rooms.get(place.roomId ?? '')).toEqual([]);
        expect(reasons.staff.get(place.employeeId ?? '')).toEqual([]);
        expect(place.employeeId).toBe(employeeId);
        // The practice system assigns the first room that is free.
        expect(needs.rooms?.find(({ id }) => bookable.roomTimeline(id).isFree(time, false))?.id ?? null).toBe(roomId);
      }
      // Every start that is not offered before then has a warning, and every offered one has none.
      const requested = { store: there, vet, type, petId: SOUGHT.petId, roomId: null };
      const last = expected.length < 4 ? days.end - length : Math.max(...expected);
      for (let start = first; start <= last; start += QUARTER) {
        const time = { start, end: start + length };
        const warnings = findWarnings(requested, time, { bookable, employees: vets, now: 0 });
        expect(warnings.length === 0, textOf(start)).toBe(expected.includes(start));
      }
    }),
    { numRuns: rounds({ few: 10, ci: 30, many: 1500 }) },
  );
});
