import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { receivedAppointmentSchema, receivedEmployeeSchema } from '#contract/received.ts';
import type { ReceivedAvailability } from '#contract/received-availability.ts';
import { entry } from '#testing/plan-entry.ts';
import { rounds } from '#testing/rounds.ts';
import { type BookableStore, createBookable, type FreeStart, wantedOf } from './bookable.ts';
import { addDays, dayInterval } from './calendar-day.ts';
import { warningsAgainst } from './warnings.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const QUARTER = 15 * MINUTE;
const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds;
const textOf = (instant: number) => new Date(instant).toISOString().slice(0, 16);
const texts = (starts: readonly FreeStart[]) => starts.map(({ start }) => textOf(start));
const everyDay = (opens: string, closes: string) =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens, closes }));
const store: BookableStore = {
  id: 'north',
  timeZone: 'America/New_York',
  openingHours: everyDay('08:00', '18:00').slice(0, 5),
  rooms: [
    { id: 'theatre', name: 'Theatre', categories: ['surgery'] },
    { id: 'r1', name: 'Room 1', categories: [] },
    { id: 'r2', name: 'Room 2', categories: [] },
  ],
};
const employees = ['ada', 'bo'].map((id) =>
  receivedEmployeeSchema.parse({ id, name: id, storeIds: ['north'], role: 'vet' }),
);
const [ada = null] = employees;
const type = { category: 'consult' };
const anyVet = wantedOf({ store, vet: null, type, petId: 'pet', employees });

let nextId = 0;
function visit(start: string, end: string, more: Record<string, unknown> = {}) {
  nextId += 1;
  return receivedAppointmentSchema.parse({
    id: `a${nextId}`,
    storeId: 'north',
    status: 'confirmed',
    start,
    end,
    ...more,
  });
}
const assignedTo = (staffId: string | null, roomId: string | null = null) => ({
  roomId,
  employees: staffId === null ? [] : [{ id: staffId, isMainEmployee: true }],
});

/** A week from Friday 5 June 2026 in New York. */
const span = { start: at('2026-06-05T04:00Z'), end: at('2026-06-12T04:00Z') };
const evening = { length: HOUR, from: at('2026-06-05T20:40Z'), count: 3 };
const createWith = (more: Partial<Parameters<typeof createBookable>[0]> = {}) =>
  createBookable({ span, appointments: [], plan: [], stores: [store], employees, ...more });

describe('free starts', () => {
  test('continue from day to day within opening hours and the loaded span', () => {
    expect(texts(createWith().freeStarts(anyVet, evening))).toEqual([
      '2026-06-05T20:45',
      '2026-06-05T21:00',
      '2026-06-08T12:00',
    ]);
    const friday = { ...span, end: at('2026-06-06T04:00Z') };
    expect(createWith({ span: friday }).freeStarts(anyVet, evening)).toHaveLength(2);
    const night = { ...anyVet, store: { ...store, openingHours: everyDay('00:00', '24:00') } };
    expect(createWith({ span: friday }).freeStarts(night, { ...evening, from: at('2026-06-06T03:20Z') })).toEqual([]);
  });

  test('exclude times of the pet’s other appointments, unless they are cancelled', () => {
    const times = ['2026-06-08T12:30:00Z', '2026-06-08T13:00:00Z'] as const;
    const third = (status: string) =>
      createWith({ appointments: [visit(...times, { petId: 'pet', status })] }).freeStarts(anyVet, evening)[2]?.start;
    expect(third('confirmed')).toBe(at('2026-06-08T13:00Z'));
    expect(third('no_show')).toBe(at('2026-06-08T12:00Z'));
  });

  test('end at the requested time', () => {
    const { freeStarts } = createWith();
    const day = { length: HOUR, from: at('2026-06-05T18:00Z'), until: at('2026-06-05T18:30Z'), count: 9 };
    expect(texts(freeStarts(anyVet, day))).toEqual(['2026-06-05T18:00', '2026-06-05T18:15']);
  });

  test('name an available vet, and the room that the practice system assigns', () => {
    const nine = ['2026-06-08T13:00:00Z', '2026-06-08T14:00:00Z'] as const;
    const wish = { length: HOUR, from: at('2026-06-08T13:00Z'), count: 1 };
    const busy = { appointments: [visit(...nine, assignedTo('ada', 'r1'))] };
    expect(createWith(busy).freeStarts(anyVet, wish)).toEqual([
      { start: wish.from, employeeId: 'bo', roomId: anyVet.rooms?.find(({ id }) => id !== 'r1')?.id },
    ]);
    expect(createWith(busy).freeStarts({ ...anyVet, rooms: null, staff: [] }, wish)).toEqual([
      { start: wish.from, employeeId: null, roomId: null },
    ]);
  });

  test('for a stay begin and end while the store is open', () => {
    const stay = { length: 15 * HOUR, from: at('2026-06-08T12:00Z'), count: 3 };
    expect(texts(createWith().freeStarts(anyVet, stay))).toEqual(
      ['21:15', '21:30', '21:45'].map((time) => `2026-06-08T${time}`),
    );
  });

  test('assume usual hours if they are unknown', () => {
    const unknown = { ...anyVet, store: { ...store, openingHours: [] } };
    expect(createWith().freeStarts(unknown, { ...evening, from: at('2026-06-06T05:00Z') })[0]?.start).toBe(
      at('2026-06-06T12:00Z'),
    );
  });

  test('avoid a holiday, a block and a team day', () => {
    const plan = [
      entry('2026-06-05T00:00:00-04:00', '2026-06-09T00:00:00-04:00', { employeeId: 'ada', title: 'Holiday' }),
      entry('2026-06-09T08:00:00-04:00', '2026-06-09T10:00:00-04:00', { storeId: 'north', title: 'Team day' }),
      entry('2026-06-09T10:00:00-04:00', '2026-06-09T11:00:00-04:00', { storeId: 'north', roomId: 'r1' }),
      entry('2026-06-09T10:00:00-04:00', '2026-06-09T10:30:00-04:00', { storeId: 'north', roomId: 'r2' }),
    ];
    const needs = wantedOf({ store, vet: ada, type, petId: null, employees });
    expect(createWith({ plan }).freeStarts(needs, evening)[0]?.start).toBe(at('2026-06-09T14:30Z'));
  });
});

describe('an appointment without a vet or a room', () => {
  const ten = { start: at('2026-06-08T14:00Z'), end: at('2026-06-08T14:30Z') };
  const atTen = ['2026-06-08T14:00:00Z', '2026-06-08T14:30:00Z'] as const;
  const solo = wantedOf({ store, vet: null, type, petId: null, employees: employees.slice(0, 1) });
  const isFree = (needs: typeof anyVet, more: Parameters<typeof createWith>[0] = {}) =>
    createWith(more).freeStarts(needs, { length: 30 * MINUTE, from: ten.start, count: 1 })[0]?.start === ten.start;
  const consult = { visitTypeCategory: 'consult' };
  const unassigned = visit(...atTen, { ...assignedTo(null, 'theatre'), ...consult });

  test('takes the only vet', () => {
    expect(isFree(solo, { employees: employees.slice(0, 1) })).toBe(true);
    expect(isFree(solo, { employees: employees.slice(0, 1), appointments: [unassigned] })).toBe(false);
    expect(
      isFree(solo, { employees: employees.slice(0, 1), appointments: [{ ...unassigned, status: 'no_show' }] }),
    ).toBe(true);
  });

  test('takes one of two vets, or the other if the first is busy', () => {
    expect(isFree(anyVet, { appointments: [unassigned] })).toBe(true);
    const busy = visit(...atTen, assignedTo('bo', 'theatre'));
    expect(isFree(anyVet, { appointments: [unassigned, busy] })).toBe(false);
  });

  test('takes a selected vet only if no other is left for it', () => {
    const withAda = wantedOf({ store, vet: ada, type, petId: null, employees });
    expect(isFree(withAda, { appointments: [unassigned] })).toBe(true);
    // Bo is busy during the second half, so Ada has to take it.
    const later = visit('2026-06-08T14:15:00Z', '2026-06-08T14:45:00Z', assignedTo('bo', 'theatre'));
    expect(isFree(withAda, { appointments: [unassigned, later] })).toBe(false);
    const reasons = createWith({ appointments: [unassigned, later] }).against(withAda, ten);
    expect(reasons.withoutVet).toEqual([unassigned]);
  });

  test('takes no vet if its category needs none, or if it is a stay', () => {
    const one = { employees: employees.slice(0, 1) };
    expect(isFree(solo, { ...one, appointments: [{ ...unassigned, visitTypeCategory: 'grooming' }] })).toBe(true);
    const overnight = visit('2026-06-08T13:00:00Z', '2026-06-09T13:00:00Z', assignedTo(null, 'theatre'));
    expect(isFree(solo, { ...one, appointments: [overnight] })).toBe(true);
  });

  test('shares a vet with another one that does not overlap it', () => {
    const halves = [
      visit('2026-06-08T14:00:00Z', '2026-06-08T14:15:00Z', assignedTo(null, 'theatre')),
      visit('2026-06-08T14:15:00Z', '2026-06-08T14:30:00Z', assignedTo(null, 'theatre')),
    ];
    expect(isFree(anyVet, { appointments: halves })).toBe(true);
  });

  test('counts only against vets on duty, even if none of them is on duty for its whole length', () => {
    const shift = ['2026-06-08T08:00:00-04:00', '2026-06-08T10:15:00-04:00'] as const;
    const duty = (employeeId: string) => entry(...shift, { kind: 'on_duty', storeId: 'north', employeeId });
    const quarter = { length: QUARTER, from: ten.start, count: 1 };
    const starts = (plan: ReturnType<typeof duty>[]) =>
      createWith({ plan, appointments: [unassigned] }).freeStarts(anyVet, quarter)[0]?.start === ten.start;
    expect(starts([duty('ada')])).toBe(false);
    expect(starts([duty('ada'), duty('bo')])).toBe(true);
  });

  test('in another store takes a vet of both stores only if it has no other', () => {
    const south = { ...store, id: 'south', rooms: [] };
    const di = receivedEmployeeSchema.parse({ id: 'di', name: 'Di', storeIds: ['south'], role: 'vet' });
    const both = receivedEmployeeSchema.parse({ id: 'both', name: 'Both', storeIds: ['north', 'south'], role: 'vet' });
    const needs = wantedOf({ store, vet: null, type, petId: null, employees: [both] });
    const there = { ...unassigned, storeId: 'south' };
    const known = { stores: [store, south], appointments: [there] };
    expect(isFree(needs, { ...known, employees: [both] })).toBe(false);
    expect(isFree(needs, { ...known, employees: [both, di] })).toBe(true);
  });

  test('takes a suitable room, but a stay takes none', () => {
    const inRooms = (...rooms: (string | null)[]) =>
      rooms.map((room) => visit(...atTen, { ...assignedTo('nobody', room), ...consult }));
    expect(isFree(anyVet, { appointments: inRooms('r1') })).toBe(true);
    expect(isFree(anyVet, { appointments: inRooms('r1', null) })).toBe(false);
    const surgery = visit(...atTen, { ...assignedTo('nobody'), visitTypeCategory: 'surgery' });
    expect(isFree(anyVet, { appointments: [...inRooms('r1'), surgery] })).toBe(true);
    const boarding = visit('2026-06-08T13:00:00Z', '2026-06-09T13:00:00Z', { ...assignedTo('nobody'), ...consult });
    expect(isFree(anyVet, { appointments: [...inRooms('r1'), boarding] })).toBe(true);
    const { withoutRoom } = createWith({ appointments: inRooms('r1', null) }).against(anyVet, ten);
    expect(withoutRoom).toHaveLength(1);
  });

  test('takes no less on a day that is overbooked later', () => {
    const roomless = (from: string, to: string) =>
      visit(`2026-06-08T${from}:00Z`, `2026-06-08T${to}:00Z`, { ...assignedTo('nobody'), ...consult });
    const later = visit('2026-06-08T14:45:00Z', '2026-06-08T15:05:00Z', { ...assignedTo('nobody', 'r1'), ...consult });
    const appointments = [roomless('14:00', '15:00'), roomless('14:15', '15:15'), later];
    // Room 1 is taken until 14:20. From 14:15 there are two appointments without a room, and only one other room.
    const twenty = { length: 20 * MINUTE, from: ten.start, count: 1 };
    expect(createWith({ appointments }).freeStarts(anyVet, twenty)[0]).not.toBe(ten.start);
    const time = { start: ten.start, end: ten.start + 20 * MINUTE };
    expect(createWith({ appointments }).against(anyVet, time).withoutRoom).toHaveLength(2);
  });

  test('leaves the remaining vet and room to a walk-in', () => {
    const busy = visit('2026-06-08T14:15:00Z', '2026-06-08T14:45:00Z', assignedTo('bo', 'r2'));
    const unplaced = visit(...atTen, { ...assignedTo(null), ...consult });
    const third = receivedEmployeeSchema.parse({ id: 'cy', name: 'Cy', storeIds: ['north'], role: 'vet' });
    const staff = [...employees, third];
    const rooms = [...store.rooms, { id: 'r3', name: 'Room 3', categories: [] }];
    const there = { ...store, rooms };
    const needs = wantedOf({ store: there, vet: null, type, petId: null, employees: staff });
    const place = (appointments: ReturnType<typeof visit>[]) =>
      createWith({ appointments, stores: [there], employees: staff }).freePlace(needs, ten);
    expect(place([busy, unplaced])).toEqual({ employeeId: 'ada', roomId: 'r1' });
    expect(place([busy, unplaced, visit(...atTen, assignedTo('cy', 'r3'))])).toEqual({
      employeeId: null,
      roomId: null,
    });
  });
});

describe('the vet and room of an appointment that begins now', () => {
  const now = at('2026-06-08T14:40Z');
  const time = { start: now, end: now + 30 * MINUTE };
  const placeWith = (more: Partial<Parameters<typeof createBookable>[0]>) =>
    createWith({ now, ...more }).freePlace(anyVet, time);
  const busy = visit('2026-06-08T14:00:00Z', '2026-06-08T15:00:00Z', assignedTo('ada', 'r1'));

  test('are the first free vet and the first suitable free room', () => {
    expect(placeWith({})).toEqual({ employeeId: 'ada', roomId: 'r1' });
    expect(placeWith({ appointments: [busy] })).toEqual({ employeeId: 'bo', roomId: 'r2' });
    expect(placeWith({ appointments: [{ ...busy, status: 'cancelled' }] })).toEqual({
      employeeId: 'ada',
      roomId: 'r1',
    });
    const full = [busy, visit('2026-06-08T15:00:00Z', '2026-06-08T16:00:00Z', assignedTo('bo', 'r2'))];
    expect(placeWith({ appointments: full })).toEqual({ employeeId: null, roomId: null });
  });

  test('exclude those of a patient who is still being seen past the end', () => {
    const over = { ...busy, end: '2026-06-08T14:30:00.000Z', status: 'in_progress' };
    expect(placeWith({ appointments: [over] })).toEqual({ employeeId: 'bo', roomId: 'r2' });
  });

  test('include the first vet on duty', () => {
    const plan = [
      entry('2026-06-08T12:00:00Z', '2026-06-08T20:00:00Z', { kind: 'on_duty', storeId: 'north', employeeId: 'bo' }),
    ];
    expect(placeWith({ plan }).employeeId).toBe('bo');
  });
});

test('obstacles have their reason', () => {
  const lunch = entry('2026-06-08T12:00:00-04:00', '2026-06-08T13:00:00-04:00', { employeeId: 'ada', title: 'Lunch' });
  const cleaning = entry('2026-06-08T12:15:00-04:00', '2026-06-08T14:00:00-04:00', { storeId: 'north', roomId: 'r1' });
  const other = visit('2026-06-08T16:20:00Z', '2026-06-08T17:00:00Z', assignedTo('bo', 'r2'));
  const reasons = createWith({ plan: [lunch, cleaning], appointments: [other] }).against(anyVet, {
    start: at('2026-06-08T16:00Z'),
    end: at('2026-06-08T16:30Z'),
  });
  expect(reasons.store).toEqual([]);
  expect(reasons.staff.get('ada')).toMatchObject([{ kind: 'away', entry: lunch }]);
  expect(reasons.staff.get('bo')).toMatchObject([{ kind: 'visit', visit: other }]);
  expect(reasons.rooms.get('r1')).toMatchObject([{ kind: 'blocked', entry: cleaning }]);
  expect(reasons.rooms.get('r2')).toMatchObject([{ kind: 'visit' }]);
});

test('a stay needs its vet at its start and end, and its room and an open store throughout', () => {
  const stay = { start: at('2026-06-08T15:00Z'), end: at('2026-06-10T15:00Z') };
  const night = ['2026-06-08T22:00:00Z', '2026-06-10T12:00:00Z'] as const;
  const kindsWith = (more: Partial<ReceivedAvailability>, id: string) => {
    const { staff, rooms, store: there } = createWith({ plan: [entry(...night, more)] }).against(anyVet, stay);
    return [...(staff.get(id) ?? rooms.get(id) ?? there)].map(({ kind }) => kind);
  };
  expect(kindsWith({ employeeId: 'ada' }, 'ada')).toEqual([]);
  expect(kindsWith({ storeId: 'north', roomId: 'r1' }, 'r1')).toEqual(['blocked']);
  expect(kindsWith({ storeId: 'north' }, 'store')).toEqual(['closed']);
});

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
      const needs = wantedOf({ store: there, vet: chosen ? ada : null, type, petId: 'pet', employees: vets });
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
        /** The candidates for it, and whether they are free at a moment. */
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
        const isFree =
          isPetFree &&
          present.every(isOpen) &&
          moments.every(isStoreThere) &&
          (needs.rooms ?? []).some(
            ({ id }) =>
              moments.every((instant) => isRoomFree(id, instant)) && isLeftOver(id, withoutRoom, { start, end }),
          ) &&
          needs.staff.some(
            ({ id }) =>
              moments.every((instant) => isVetFree(id, instant)) &&
              present.every((instant) => isVetThere(id, instant)) &&
              isLeftOver(id, withoutVet, { start, end }),
          );
        if (isFree) expected.push(start);
      }
      const bookable = createBookable({
        ...{ span: whole, appointments, plan, employees: vets },
        stores: [there, south],
      });
      const starts = bookable.freeStarts(needs, { length, from: first, count: 4 });
      expect(texts(starts)).toEqual(expected.map(textOf));
      // An offered start has no warnings, and gets a room and a vet.
      for (const { start, employeeId, roomId } of starts) {
        const time = { start, end: start + length };
        const reasons = bookable.against(needs, time);
        expect([reasons.store, reasons.pet, reasons.withoutVet, reasons.withoutRoom]).toEqual([[], [], [], []]);
        const place = bookable.freePlace(needs, time);
        expect(reasons.rooms.get(place.roomId ?? '')).toEqual([]);
        expect(reasons.staff.get(place.employeeId ?? '')).toEqual([]);
        expect(place.employeeId).toBe(employeeId);
        expect(bookable.roomGiven(needs, time)).toBe(roomId);
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
    { numRuns: rounds({ few: 30, many: 1500 }) },
  );
});
