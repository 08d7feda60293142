import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import type { Interval } from '#contract/interval.ts';
import { receivedEmployeeSchema } from '#contract/received.ts';
import type { BookableStore, HeldRequest } from '#scheduling/bookable.ts';
import { addDays, dayInterval } from '#scheduling/calendar-day.ts';
import type { OpeningHours } from '#scheduling/opening-hours.ts';
import { assignedTo, at, employees, everyDay, HOUR, MINUTE, QUARTER, store, visit } from './bookable-store.ts';
import { entry } from './plan-entry.ts';

/*
 * The rule of free time in plain words, moment by moment, with which the screens and the operation are compared. It knows
 * nothing of timelines, matchings or time zones other than Temporal's. All times are whole multiples of five minutes.
 */

const times = fc.record({ quarter: fc.integer({ min: -60, max: 250 }), quarters: fc.integer({ min: 0, max: 60 }) });
/** Opening hours of every day, with the minutes after midnight at which the store opens. */
const openingHours: { all: OpeningHours; opens: readonly number[]; isOpen: (minute: number) => boolean }[] = [
  { all: everyDay('08:00', '18:00'), opens: [480], isOpen: (minute) => minute >= 480 && minute < 1080 },
  { all: everyDay('00:00', '24:00'), opens: [0], isOpen: () => true },
  { all: everyDay('20:00', '02:00'), opens: [1200], isOpen: (minute) => minute >= 1200 || minute < 120 },
  {
    all: [...everyDay('08:10', '12:00'), ...everyDay('13:05', '17:50')],
    opens: [490, 785],
    isOpen: (minute) => (minute >= 490 && minute < 720) || (minute >= 785 && minute < 1070),
  },
];

/** A store `north` on a day and the next, with another store `south`, and everything that takes time there. */
export const freeTimeScene = fc.record({
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
  hours: fc.constantFrom(...openingHours),
});

/** Requests from the web site whose time is held in a scene. */
export const heldScene = fc.array(
  fc.record({
    time: times,
    storeId: fc.constantFrom('north', 'north', 'south'),
    visitTypeCategory: fc.constantFrom('consult', 'surgery', 'grooming'),
  }),
  { maxLength: 4 },
);

type ValueOf<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;
type Scene = ValueOf<typeof freeTimeScene> & { requests?: ValueOf<typeof heldScene> };

/** The appointment that is looked for; `vetId` only where the scene has a chosen vet. */
export const SOUGHT = { category: 'consult', petId: 'pet', vetId: 'ada' };

/**
 * The records of a scene, and what is free in it.
 *
 * @param known the time for which the screens have loaded everything; by default all time
 */
export function createFreeTimeModel(
  { zone, day, minutes, chosen, rooms, taken, duty, blocks, hours, requests = [] }: Scene,
  known: (days: Interval) => Interval = () => ({ start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY }),
) {
  const dayStart = dayInterval(zone, day).start;
  const days = { start: dayStart, end: dayInterval(zone, addDays(day, 2)).end };
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
  const held = requests
    .filter(({ time }) => time.quarters > 0)
    .map(({ time: { quarter, quarters }, ...more }, index): HeldRequest => {
      const start = dayStart + quarter * QUARTER;
      return { id: `request ${index}`, name: 'Bella', start, end: start + quarters * QUARTER, ...more };
    });
  const plan = [
    ...duty.map(({ time, ...ids }) => entry(...timeOf(time), { kind: 'on_duty', ...ids })),
    ...blocks.map(({ time, ids }) => entry(...timeOf(time), ids)),
  ];
  const length = minutes * MINUTE;
  const whole = known(days);

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
    const isPlanned = shifts.some((shift) => shift.storeId === storeId && weekOf(at(shift.start)) === weekOf(instant));
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
  const isStayOf = ({ start, end }: Interval) =>
    end - start >= 6 * HOUR || end > dayInterval(zone, wall(start).toPlainDate().toString()).end;
  const timed = [
    ...visits.map((visit) => ({ one: visit, start: at(visit.start), end: at(visit.end) })),
    ...held.map((request) => ({
      one: { ...request, employees: [], roomId: null },
      start: request.start,
      end: request.end,
    })),
  ].filter((one) => !isStayOf(one));
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
  const staff = chosen
    ? vets.filter(({ id }) => id === SOUGHT.vetId)
    : vets.filter(({ storeIds }) => storeIds?.includes('north'));
  // Rooms for this category first, then those for all.
  const suitable = [
    ...there.rooms.filter(({ categories }) => categories.includes(SOUGHT.category)),
    ...there.rooms.filter(({ categories }) => categories.length === 0),
  ];

  /** Everyone who is left over for an appointment from a start on, and the free rooms; null if it cannot begin there. */
  function freeAt(start: number): { employeeIds: string[]; roomIds: string[] } | null {
    const end = start + length;
    const ownDay = dayInterval(zone, wall(start).toPlainDate().toString());
    const isStay = length >= 6 * HOUR || end > ownDay.end;
    const moments = momentsOf(start, end);
    const present = isStay ? [start, end - 1] : moments;
    const isPetFree = !visits.some((one) => one.petId === SOUGHT.petId && at(one.start) < end && at(one.end) > start);
    if (!isPetFree || !present.every(isOpen) || !moments.every(isStoreThere)) return null;
    const roomIds = suitable.map(({ id }) => id).filter((id) => moments.every((instant) => isRoomFree(id, instant)));
    if (!roomIds.some((id) => isLeftOver(id, withoutRoom, { start, end }))) return null;
    const employeeIds = staff
      .map(({ id }) => id)
      .filter(
        (id) =>
          moments.every((instant) => isVetFree(id, instant)) &&
          present.every((instant) => isVetThere(id, instant)) &&
          isLeftOver(id, withoutVet, { start, end }),
      );
    return employeeIds.length > 0 ? { employeeIds, roomIds } : null;
  }

  /** The multiples of a step (milliseconds) from each opening until the next one, within a time of these days. */
  function startsFromOpening(step: number, within: Interval): number[] {
    const openings = [-1, 0, 1, 2, 3, 4].flatMap((number) => {
      const date = Temporal.PlainDate.from(addDays(day, number));
      return hours.opens.map(
        (minute) =>
          date.toZonedDateTime({ timeZone: zone, plainTime: { hour: Math.floor(minute / 60), minute: minute % 60 } })
            .epochMilliseconds,
      );
    });
    return openings.flatMap((opening, index) => {
      const starts: number[] = [];
      for (let start = opening; start < (openings[index + 1] ?? 0); start += step)
        if (start >= within.start && start < within.end) starts.push(start);
      return starts;
    });
  }

  return { there, south, vets, appointments, held, plan, days, length, freeAt, startsFromOpening };
}
