import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { receivedEmployeeSchema } from '#contract/received.ts';
import {
  ada,
  assignedTo,
  at,
  employees,
  everyDay,
  HOUR,
  MINUTE,
  QUARTER,
  store,
  textOf,
  texts,
  type,
  visit,
} from '#testing/bookable-store.ts';
import { entry } from '#testing/plan-entry.ts';
import { rounds } from '#testing/rounds.ts';
import { appointmentNeeds, type BookableStore, createBookable } from './bookable.ts';
import { addDays, dayInterval } from './calendar-day.ts';
import { warningsAgainst } from './warnings.ts';

const times = fc.record({ quarter: fc.integer({ min: -60, max: 250 }), quarters: fc.integer({ min: 0, max: 60 }) });
const scene = fc.record({
  zone: fc.constantFrom('America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu'),
  // Days with and without a clock change, Sundays and a Monday.
  day: fc.constantFrom(
    '2026-03-08',
    '2026-03-29',
    '2026-04-05',
    '2026-06-01',
    '2026-06-02',
    '2026-10-25',
    '2026-11-01',
  ),
  // Short appointments, and stays of a night or several days, longer than any store is open.
  minutes: fc.constantFrom(10, 15, 30, 60, 145, 13 * 60, 24 * 60),
  from: fc.integer({ min: 0, max: 120 }),
  chosen: fc.boolean(),
  rooms: fc.tuple(...[0, 1, 2].map(() => fc.subarray(['consult', 'dental']))),
  taken: fc.array(
    fc.record({
      time: times,
      roomId: fc.constantFrom('theatre', 'r1', 'r2', null),
      staffId: fc.constantFrom('ada', 'bo', 'cy', null),
      storeId: fc.constantFrom('north', 'north', 'south'),
      visitTypeCategory: fc.constantFrom('consult', 'surgery', 'grooming'),
      pet: fc.boolean(),
      status: fc.constantFrom('confirmed', 'cancelled', 'no_show'),
    }),
    { maxLength: 8 },
  ),
  duty: fc.array(
    fc.record({
      time: times,
      employeeId: fc.constantFrom('ada', 'bo', 'cy'),
      storeId: fc.constantFrom('north', 'south'),
    }),
    { maxLength: 6 },
  ),
  blocks: fc.array(
    fc.record({
      time: times,
      ids: fc.constantFrom(
        { storeId: 'north' },
        { storeId: 'north', roomId: 'r1' },
        { storeId: 'north', roomId: 'r2' },
        { employeeId: 'ada' },
        { employeeId: 'bo', storeId: 'north' },
        { employeeId: 'cy', storeId: 'south' },
        { employeeId: 'ada', roomId: 'r2', storeId: 'north' },
      ),
    }),
    { maxLength: 3 },
  ),
  hours: fc.constantFrom(
    { all: everyDay('08:00', '18:00'), isOpen: (minute: number) => minute >= 480 && minute < 1080 },
    { all: everyDay('00:00', '24:00'), isOpen: () => true },
    { all: everyDay('20:00', '02:00'), isOpen: (minute: number) => minute >= 1200 || minute < 120 },
  ),
});

test('free starts are exactly the quarters of an hour without obstacles in any minute', () => {
  fc.assert(
    fc.property(scene, ({ zone, day, minutes, from, chosen, rooms, taken, duty, blocks, hours }) => {
      const dayStart = dayInterval(zone, day).start;
      const whole = { start: dayStart, end: dayInterval(zone, addDays(day, 2)).end };
      const timeOf = ({ quarter, quarters }: { quarter: number; quarters: number }) =>
        [quarter, quarter + quarters].map((count) => new Date(dayStart + count * QUARTER).toISOString()) as [
          string,
          string,
        ];
      const there: BookableStore = {
        ...store,
        timeZone: zone,
        openingHours: hours.all,
        rooms: store.rooms.map((room, index) => ({ ...room, categories: rooms[index] ?? [] })),
      };
      const south: BookableStore = { ...store, id: 'south', timeZone: zone, rooms: [] };
      const cy = receivedEmployeeSchema.parse({ id: 'cy', name: 'cy', storeIds: ['north', 'south'], role: 'vet' });
      const vets = [...employees, cy];
      const appointments = taken.map(({ time, roomId, staffId, pet, ...more }) =>
        visit(...timeOf(time), { ...assignedTo(staffId, roomId), petId: pet ? 'pet' : 'other', ...more }),
      );
      const plan = [
        ...duty.map(({ time, ...ids }) => entry(...timeOf(time), { kind: 'on_duty', ...ids })),
        ...blocks.map(({ time, ids }) => entry(...timeOf(time), ids)),
      ];
      const needs = appointmentNeeds({ store: there, vet: chosen ? ada : null, type, petId: 'pet', employees: vets });
      const length = minutes * MINUTE;
      const first = dayStart + from * QUARTER;

      // The definition of the rule, for a single moment.
      const has = (one: { start: string; end: string }, instant: number) =>
        at(one.start) <= instant && instant < at(one.end);
      const wall = (instant: number) => Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
      const weekOf = (instant: number) => {
        const date = wall(instant).toPlainDate();
        return date.subtract({ days: date.dayOfWeek - 1 }).toString();
      };
      const visits = appointments
        .filter(({ status }) => status === 'confirmed')
        .map((appointment) =>
          appointment.end > appointment.start
            ? appointment
            : { ...appointment, end: new Date(at(appointment.start) + QUARTER).toISOString() },
        );
      const isOpen = (instant: number) => hours.isOpen(wall(instant).hour * 60 + wall(instant).minute);
      const planned = plan.filter(({ start, end }) => end > start);
      const shifts = planned.filter(({ kind }) => kind === 'on_duty');
      const away = planned.filter(({ kind }) => kind === 'unavailable');
      const isStoreThere = (instant: number) =>
        !away.some((entry) => !entry.employeeId && !entry.roomId && entry.storeId === 'north' && has(entry, instant));
      const isRoomFree = (id: string, instant: number) =>
        ![...visits, ...away].some((one) => one.roomId === id && has(one, instant));
      const isVetFree = (id: string, instant: number) =>
        !visits.some((visit) => visit.employees.some((employee) => employee.id === id) && has(visit, instant));
      const isVetThere = (id: string, instant: number, storeId = 'north') => {
        // No shift here is longer than a day, so each belongs to the week in which it begins.
        const isPlanned = shifts.some(
          (shift) => shift.storeId === storeId && weekOf(at(shift.start)) === weekOf(instant),
        );
        const own = shifts.filter((shift) => shift.employeeId === id && has(shift, instant));
        const isHere = !isPlanned || own.some((one) => one.storeId === storeId);
        const isAway = (one: (typeof away)[number]) =>
          one.employeeId === id && (one.storeId === null || one.storeId === storeId) && has(one, instant);
        return isHere && !own.some((one) => one.storeId !== storeId) && !away.some(isAway);
      };

      const momentsOf = (from: number, until: number) => {
        const moments: number[] = [];
        for (let instant = from; instant < until; instant += 5 * MINUTE) moments.push(instant);
        return moments;
      };
      interface Lacking {
        start: number;
        end: number;
        /** The candidates, and whether each is free at a moment. */
        options: readonly { id: string; isFree: (instant: number) => boolean }[];
      }
      const isStayOf = ({ start, end }: { start: string; end: string }) =>
        at(end) - at(start) >= 6 * HOUR || at(end) > dayInterval(zone, wall(at(start)).toPlainDate().toString()).end;
      const timed = visits
        .filter((visit) => !isStayOf(visit))
        .map((visit) => ({ one: visit, start: at(visit.start), end: at(visit.end) }));
      const withoutVet = timed
        .filter(({ one }) => one.employees.length === 0 && one.visitTypeCategory !== 'grooming')
        .map(({ one, start, end }): Lacking => {
          const isFree = (id: string) => (instant: number) =>
            isVetFree(id, instant) && isVetThere(id, instant, one.storeId ?? '');
          const here = vets.filter(({ storeIds }) => storeIds?.includes(one.storeId ?? ''));
          return { start, end, options: here.map(({ id }) => ({ id, isFree: isFree(id) })) };
        });
      const withoutRoom = timed
        .filter(({ one }) => one.roomId === null && one.storeId === 'north')
        .map(({ one, start, end }): Lacking => {
          const suitableRooms = there.rooms.filter(
            ({ categories }) => categories.length === 0 || categories.includes(one.visitTypeCategory),
          );
          return {
            start,
            end,
            options: suitableRooms.map(({ id }) => ({ id, isFree: (instant: number) => isRoomFree(id, instant) })),
          };
        });
      /**
       * Whether a candidate is left over from a time on, by trying every assignment of the appointments that may need
       * one.
       */
      function isLeftOver(id: string, unassigned: readonly Lacking[], time: { start: number; end: number }): boolean {
        const claims = unassigned
          .filter((claim) => claim.start < time.end && claim.end > time.start)
          .map(({ start, end, options }) => {
            const freeFrom = (from: number, until: number) =>
              options.filter(({ isFree }) => momentsOf(from, until).every(isFree)).map((option) => option.id);
            const isKnown = start >= whole.start && end <= whole.end;
            const throughout = isKnown ? freeFrom(start, end) : [];
            const part = { start: Math.max(start, time.start), end: Math.min(end, time.end) };
            const ids = freeFrom(part.start, part.end);
            return { whole: { start, end, ids: throughout.length > 0 ? throughout : ids }, part: { ...part, ids } };
          });
        return [claims.map(({ whole: one }) => one), claims.map(({ part }) => part)].every((all) =>
          canAssign(id, all, time),
        );
      }
      function canAssign(
        id: string,
        claims: readonly { start: number; end: number; ids: readonly string[] }[],
        time: { start: number; end: number },
      ): boolean {
        const near = new Set([id]);
        for (const _ of claims)
          for (const { ids } of claims) if (ids.some((id) => near.has(id))) for (const one of ids) near.add(one);
        const rivals = claims.filter(({ ids }) => ids.some((id) => near.has(id)));
        const assigned: { start: number; end: number; id: string }[] = [{ ...time, id }];
        const assign = (index: number): boolean => {
          const claim = rivals[index];
          if (!claim) return true;
          return claim.ids.some((id) => {
            if (assigned.some((other) => other.id === id && other.start < claim.end && other.end > claim.start))
              return false;
            assigned.push({ start: claim.start, end: claim.end, id: id });
            const isDone = assign(index + 1);
            assigned.pop();
            return isDone;
          });
        };
        return assign(0);
      }
      const expected: number[] = [];
      const expectedVets: string[] = [];
      for (
        let start = Math.max(first, dayStart);
        start + length <= whole.end && expected.length < 4;
        start += QUARTER
      ) {
        const end = start + length;
        const date = wall(start).toPlainDate().toString();
        const ownDay = dayInterval(zone, date);
        const isStay = length >= 6 * HOUR || end > ownDay.end;
        const moments = momentsOf(start, end);
        const present = isStay ? [start, end - 1] : moments;
        const isPetFree = !visits.some(
          (visit) => visit.petId === 'pet' && at(visit.start) < end && at(visit.end) > start,
        );
        const vet = needs.staff.find(
          ({ id }) =>
            moments.every((instant) => isVetFree(id, instant)) &&
            present.every((instant) => isVetThere(id, instant)) &&
            isLeftOver(id, withoutVet, { start, end }),
        );
        const isFree =
          isPetFree &&
          present.every(isOpen) &&
          moments.every(isStoreThere) &&
          (needs.rooms ?? []).some(
            ({ id }) =>
              moments.every((instant) => isRoomFree(id, instant)) && isLeftOver(id, withoutRoom, { start, end }),
          );
        if (!isFree || !vet) continue;
        expected.push(start);
        expectedVets.push(vet.id);
      }
      const bookable = createBookable({
        ...{ span: whole, appointments, plan, employees: vets },
        stores: [there, south],
      });
      const starts = bookable.freeStarts(needs, { length, from: first, count: 4 });
      expect(texts(starts)).toEqual(expected.map(textOf));
      // The assigned vet is the first who is free according to the plain model.
      expect(starts.map(({ employeeId }) => employeeId)).toEqual(expectedVets);
      // An offered start has no warnings, and gets a room and a vet.
      for (const { start, employeeId, roomId } of starts) {
        const time = { start, end: start + length };
        const reasons = bookable.reasonsAgainst(needs, time);
        expect([reasons.store, reasons.pet, reasons.withoutVet, reasons.withoutRoom]).toEqual([[], [], [], []]);
        const place = bookable.freePlace(needs, time);
        expect(reasons.rooms.get(place.roomId ?? '')).toEqual([]);
        expect(reasons.staff.get(place.employeeId ?? '')).toEqual([]);
        expect(place.employeeId).toBe(employeeId);
        // The practice system assigns the first room that is free.
        expect(needs.rooms?.find(({ id }) => bookable.roomTimeline(id).isFree(time, false))?.id ?? null).toBe(roomId);
      }
      // Every start that is not offered before then has a warning, and every offered one has none.
      const requested = { store: there, vet: chosen ? ada : null, type, petId: 'pet', roomId: null };
      const last = expected.length < 4 ? whole.end - length : Math.max(...expected);
      for (let start = Math.max(first, dayStart); start <= last; start += QUARTER) {
        const time = { start, end: start + length };
        const warnings = warningsAgainst(requested, time, { bookable, employees: vets, now: 0 });
        expect(warnings.length === 0, textOf(start)).toBe(expected.includes(start));
      }
    }),
    { numRuns: rounds({ few: 10, ci: 30, many: 1500 }) },
  );
});
