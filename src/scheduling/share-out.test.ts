import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyChange, occupies } from '#contract/appointment-rules.ts';
import {
  type ReceivedAppointment,
  type ReceivedEmployee,
  receivedAppointmentSchema,
  receivedEmployeeSchema,
} from '#contract/received.ts';
import type { ReceivedAvailability } from '#contract/received-availability.ts';
import { entry } from '#testing/plan-entry.ts';
import { rounds } from '#testing/rounds.ts';
import { type BookableStore, createBookable } from './bookable.ts';
import { findClashes, isAssigned } from './clashes.ts';
import { type AbsentVet, createShareOut, findColleagues, type ShareOutResult } from './share-out.ts';
import { compareByStart, isAhead, takenTime } from './visit.ts';
import { findWarnings, subjectOf } from './warnings.ts';

const day = { start: Date.parse('2026-06-08T00:00Z'), end: Date.parse('2026-06-09T00:00Z') };
const room = (id: string, ...categories: string[]) => ({ id, name: id, categories });
const north: BookableStore = {
  id: 'north',
  timeZone: 'UTC',
  openingHours: [],
  rooms: [room('theatre', 'surgery'), room('one'), room('two')],
};
const south: BookableStore = { ...north, id: 'south', rooms: [] };
const employee = (id: string, more: Record<string, unknown> = {}) =>
  receivedEmployeeSchema.parse({ id, name: id, storeIds: ['north'], role: 'vet', ...more });
const [ada, bo, cy] = [employee('ada'), employee('bo'), employee('cy')];

/** A time of the day, in quarters of an hour after 8:00. */
const clock = (quarter: number) => new Date(Date.parse('2026-06-08T08:00Z') + quarter * 15 * 60_000).toISOString();
const main = (id: string) => ({ id, isMainEmployee: true });

function appointment(id: string, [from, to]: readonly [number, number], more: Record<string, unknown> = {}) {
  return receivedAppointmentSchema.parse({
    ...{ id, storeId: 'north', status: 'confirmed', visitTypeCategory: 'consult', updatedAt: '2026-06-01T00:00Z' },
    ...{ start: clock(from), end: clock(to), employees: [main('ada')], roomId: 'one' },
    ...more,
  });
}

const colleagues = [bo, cy];

function absent(appointments: readonly ReceivedAppointment[], more: Partial<AbsentVet> = {}): AbsentVet {
  return {
    ...{
      vetId: 'ada',
      loadedDays: [day],
      appointments,
      heldRequests: [],
      plan: [],
      stores: [north, south],
      employees: [ada, bo, cy],
    },
    ...{ canChangeRoom: true, now: day.start },
    ...more,
  };
}

const ofAda = (appointments: readonly ReceivedAppointment[]) =>
  appointments.filter((one) => isAhead(one, day.start) && isAssigned(one, 'ada')).sort(compareByStart);

function share(
  appointments: readonly ReceivedAppointment[],
  { to = [bo], ...more }: Partial<AbsentVet> & { to?: readonly ReceivedEmployee[] } = {},
): ShareOutResult {
  return createShareOut(absent(appointments, more))(ofAda(appointments), to);
}

/** The outcome for each appointment: its new vet and room, or why it stays. */
function outcome({ reassigned, staying }: ShareOutResult): Record<string, string> {
  return Object.fromEntries([
    ...reassigned.map(({ appointment: { id }, changes }) => [
      id,
      [changes.employeeId, changes.roomId].join(' ').trim(),
    ]),
    ...staying.map(({ appointment: { id }, why }) => [id, why.kind]),
  ]);
}

describe('reassigning to one colleague', () => {
  test('leaves those for which the colleague has no time, with the reason', () => {
    const busy = appointment('busy', [4, 6], { employees: [main('bo')], roomId: 'two' });
    const result = share([appointment('early', [0, 4]), appointment('late', [5, 7]), busy]);
    expect(outcome(result)).toEqual({ early: 'bo', late: 'taken' });
    const warnings = [{ kind: 'vet-busy', vet: bo, others: [busy] }];
    expect(result.staying[0]?.why).toEqual({ kind: 'taken', warnings });
  });

  test('uses another suitable room if its own is taken', () => {
    const taken = appointment('taken', [0, 2], { employees: [main('cy')] });
    expect(outcome(share([appointment('a', [0, 2]), taken]))).toEqual({ a: 'bo two' });
    const full = appointment('full', [0, 2], { employees: [], visitTypeCategory: 'grooming', roomId: 'two' });
    expect(outcome(share([appointment('a', [0, 2]), taken, full]))).toEqual({ a: 'taken' });
    expect(outcome(share([appointment('a', [0, 2]), taken], { canChangeRoom: false }))).toEqual({ a: 'taken' });
  });

  test('tries an appointment again once a later one has left its room', () => {
    // The theatre is for surgery alone, so only the second can leave room one, which both have.
    const both = [appointment('a', [0, 4]), appointment('b', [2, 6], { visitTypeCategory: 'surgery' })];
    const two = appointment('two', [0, 6], { employees: [], visitTypeCategory: 'grooming', roomId: 'two' });
    expect(outcome(share([...both, two], { to: colleagues }))).toEqual({ a: 'cy', b: 'bo theatre' });
  });

  test('leaves appointments without a room as they are', () => {
    const [first] = share([appointment('a', [0, 2], { roomId: null })]).reassigned;
    expect(first?.changes).toEqual({ employeeId: 'bo' });
  });

  test('reserves the colleague for an appointment without a vet, which the vet who is away cannot take', () => {
    const withoutVet = appointment('lacking', [0, 2], { employees: [], roomId: 'two' });
    expect(outcome(share([appointment('a', [0, 2]), withoutVet]))).toEqual({ a: 'bo' });
    expect(outcome(share([appointment('a', [0, 2]), withoutVet], { employees: [ada, bo] }))).toEqual({ a: 'taken' });
  });

  test('reassigns nothing while the colleague is away, the store is closed, or the pet is elsewhere', () => {
    const plan = [entry(clock(1), clock(2), { employeeId: 'bo' }), entry(clock(2), clock(3), { storeId: 'north' })];
    const elsewhere = appointment('groomed', [3, 4], { petId: 'rex', employees: [], roomId: 'two' });
    const own = [0, 1, 2, 3].map((quarter) => appointment(`${quarter}`, [quarter, quarter + 1], { petId: 'rex' }));
    expect(outcome(share([...own, elsewhere], { plan }))).toEqual({ 0: 'bo', 1: 'taken', 2: 'taken', 3: 'taken' });
  });

  test('leaves appointments that have passed, but not a patient who is waiting now', () => {
    const both = [appointment('over', [0, 1]), appointment('waits', [1, 3], { status: 'checked_in' })];
    expect(outcome(share(both, { now: Date.parse(clock(2)) }))).toEqual({ over: 'passed', waits: 'bo' });
  });

  test('leaves appointments that cannot be changed or are not loaded: another main employee, another store, the next day', () => {
    const result = share([
      appointment('assists', [0, 1], { employees: [main('cy'), { id: 'ada', isMainEmployee: false }] }),
      appointment('two', [1, 2], { employees: [main('ada'), main('cy')] }),
      appointment('unversioned', [2, 3], { updatedAt: null }),
      appointment('there', [3, 4], { storeId: 'south', roomId: null }),
      appointment('overnight', [32, 100]),
    ]);
    const kinds = { assists: 'fixed', two: 'fixed', unversioned: 'fixed', there: 'taken', overnight: 'unknown' };
    expect(outcome(result)).toEqual(kinds);
  });
});

describe('sharing out', () => {
  test('takes the first colleague who is free, and says for which times none is', () => {
    const busy = appointment('busy', [0, 1], { employees: [main('bo')], roomId: 'two' });
    const three = ['a', 'b', 'c'].map((id) => appointment(id, [0, 1], { roomId: null }));
    const result = share([...three, appointment('later', [1, 2]), busy], { to: colleagues });
    expect(outcome(result)).toEqual({ a: 'cy', b: 'taken', c: 'taken', later: 'bo' });
    expect(result.staying[0]?.why).toMatchObject({ warnings: [{ kind: 'no-vet-free' }] });
  });

  test('covers several days', () => {
    const next = { start: clock(96), end: clock(98) };
    const loaded = [day, { start: day.end, end: day.end + 24 * 3_600_000 }];
    expect(outcome(share([appointment('a', [0, 2]), appointment('b', [0, 2], next)], { loadedDays: loaded }))).toEqual({
      ...{ a: 'bo', b: 'bo' },
    });
  });

  test('leaves the vet to a request from the web site that needs one', () => {
    const time = { start: Date.parse(clock(0)), end: Date.parse(clock(2)) };
    const request = { id: 'q', storeId: 'north', visitTypeCategory: 'consult', name: 'Bella', ...time };
    const all = [appointment('a', [0, 2]), appointment('b', [4, 6])];
    const result = share(all, { heldRequests: [request], employees: [ada, bo] });
    expect(outcome(result)).toEqual({ a: 'taken', b: 'bo' });
    expect(result.staying[0]?.why).toMatchObject({ warnings: [{ kind: 'vet-needed', held: [{ name: 'Bella' }] }] });
  });

  test('shares out 200 appointments of a day', () => {
    const many = Array.from({ length: 200 }, (_, index) => appointment(`a${index}`, [index % 32, (index % 32) + 1]));
    const vets = Array.from({ length: 12 }, (_, index) => employee(`vet${index}`));
    const rooms = Array.from({ length: 12 }, (_, index) => room(`room${index}`));
    const stores = [{ ...north, rooms: [...north.rooms, ...rooms] }];
    const result = share(many, { to: vets, employees: [ada, ...vets], stores });
    expect(result.reassigned).toHaveLength(200);
  });
});

test('skips appointments that are over, cancelled or being seen', () => {
  const all = ['completed', 'cancelled', 'no_show', 'in_progress', 'checked_in', 'confirmed'].map((status, index) =>
    appointment(status, [index, index + 1], { status }),
  );
  expect(ofAda(all).map(({ id }) => id)).toEqual(['checked_in', 'confirmed']);
});

test('offers active colleagues who see patients at a store of the appointments, those of the same role apart', () => {
  const employees = [
    ...[ada, bo, employee('gone', { isActive: false }), employee('nurse', { role: 'nurse' })],
    employee('desk', { role: 'receptionist' }),
    ...[employee('south', { storeIds: ['south'] }), employee('anywhere', { storeIds: null })],
  ];
  const { sameRole, otherRoles } = findColleagues([appointment('a', [0, 1])], {
    vetId: 'ada',
    employees,
  });
  expect(sameRole.map(({ id }) => id)).toEqual(['bo', 'anywhere']);
  expect(otherRoles.map(({ id }) => id)).toEqual(['nurse']);
});

describe('on any day', () => {
  const quarters = fc
    .tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 6 }))
    .map(([from, length]): [number, number] => [from, from + length]);
  const anyAppointment = (vets: readonly (string | null)[], rooms: readonly (string | null)[]) =>
    fc.record({
      quarters,
      vet: fc.constantFrom(...vets),
      roomId: fc.constantFrom(...rooms),
      status: fc.constantFrom('confirmed', 'confirmed', 'checked_in', 'cancelled', 'completed'),
      category: fc.constantFrom('consult', 'surgery'),
    });
  const anyDay = (vets: readonly (string | null)[], rooms: readonly (string | null)[]) =>
    fc.record({
      appointments: fc.array(anyAppointment(vets, rooms), { maxLength: 14 }).map((list) =>
        list.map((one, index) =>
          appointment(`a${index}`, one.quarters, {
            ...{ roomId: one.roomId, status: one.status, visitTypeCategory: one.category },
            employees: one.vet === null ? [] : [main(one.vet)],
          }),
        ),
      ),
      plan: fc
        .array(fc.record({ quarters, who: fc.constantFrom('bo', 'one') }), { maxLength: 2 })
        .map((list) =>
          list.map(({ quarters: [from, to], who }) =>
            entry(clock(from), clock(to), who === 'bo' ? { employeeId: who } : { storeId: 'north', roomId: who }),
          ),
        ),
    });
  const anyHeld = fc
    .array(fc.record({ quarters, visitTypeCategory: fc.constantFrom('consult', 'surgery', 'grooming') }), {
      maxLength: 3,
    })
    .map((list) =>
      list.map(({ quarters: [from, to], visitTypeCategory }, index) => ({
        ...{ id: `request ${index}`, storeId: 'north', name: 'Bella', visitTypeCategory },
        ...{ start: Date.parse(clock(from)), end: Date.parse(clock(to)) },
      })),
    );
  const numRuns = rounds({ few: 150, many: 5000 });

  /** The day after the appointments were shared out. */
  const afterwards = (
    appointments: readonly ReceivedAppointment[],
    { reassigned }: Pick<ShareOutResult, 'reassigned'>,
  ) =>
    appointments.map((appointment) => {
      const changes = reassigned.find((one) => one.appointment.id === appointment.id)?.changes;
      return changes ? applyChange(appointment, changes, appointment.start) : appointment;
    });
  const anyone = anyDay(['ada', 'ada', 'bo', 'cy', null], ['theatre', 'one', 'two', null]);
  const idsOf = (list: readonly { appointment: ReceivedAppointment }[]) => list.map((one) => one.appointment.id);

  test('every appointment is reassigned or stays; a reassigned one could be booked like that by hand', () => {
    fc.assert(
      fc.property(anyone, anyHeld, ({ appointments, plan }, held) => {
        const result = share(appointments, { heldRequests: held, plan, to: colleagues });
        const { reassigned, staying } = result;
        expect([...idsOf(reassigned), ...idsOf(staying)].sort()).toEqual(
          ofAda(appointments)
            .map((one) => one.id)
            .sort(),
        );
        const next = afterwards(appointments, result);
        for (const { appointment: before } of reassigned) {
          const after = next.find(({ id }) => id === before.id) ?? before;
          expect({ ...after, employees: [], roomId: null }).toEqual({ ...before, employees: [], roomId: null });
          expect(findClashes(next).has(after.id)).toBe(false);
          const bookable = createBookable({
            ...{ span: day, plan, stores: [north], employees: [bo, cy], now: day.start },
            ...{ heldRequests: held, appointments: next.filter(({ id }) => id !== after.id) },
          });
          const vet = colleagues.find(({ id }) => id === after.employees[0]?.id) ?? null;
          const type = { category: after.visitTypeCategory };
          const requested = { store: north, vet, type, petId: after.petId, roomId: after.roomId };
          const warnings = findWarnings(requested, takenTime(after), {
            bookable,
            employees: [bo, cy],
            now: day.start,
          });
          // An appointment without a room stays without one.
          expect(warnings.filter((one) => after.roomId !== null || subjectOf(one) !== 'room')).toEqual([]);
        }
      }),
      { numRuns },
    );
  });

  test('the outcome is the same each time, whatever the order of the list, and nothing more fits afterwards', () => {
    fc.assert(
      fc.property(anyone, anyHeld, ({ appointments, plan }, held) => {
        const result = share(appointments, { heldRequests: held, plan, to: colleagues });
        expect(outcome(share(appointments.toReversed(), { heldRequests: held, plan, to: colleagues }))).toEqual(
          outcome(result),
        );
        const again = share(afterwards(appointments, result), { heldRequests: held, plan, to: colleagues });
        expect(again.reassigned).toEqual([]);
        expect(idsOf(again.staying)).toEqual(idsOf(result.staying));
      }),
      { numRuns },
    );
  });

  test('it goes by time and takes the first vet and room that a model in quarters of an hour finds free', () => {
    /** Whether a person or a room is free during an appointment. */
    function isFree(
      who: string,
      during: ReceivedAppointment,
      others: readonly ReceivedAppointment[],
      plan: readonly ReceivedAvailability[],
    ) {
      const needs = (one: ReceivedAppointment) => one.roomId === who || one.employees.some(({ id }) => id === who);
      return ![
        ...others.filter((one) => one.id !== during.id && occupies(one) && needs(one)),
        ...plan.filter(({ employeeId, roomId }) => employeeId === who || roomId === who),
      ].some(
        ({ start, end }) => Date.parse(start) < Date.parse(during.end) && Date.parse(during.start) < Date.parse(end),
      );
    }
    fc.assert(
      // With a vet and a room for each, no one has to be spared.
      fc.property(anyDay(['ada', 'ada', 'bo', 'cy'], ['theatre', 'one', 'two']), ({ appointments, plan }) => {
        let all = appointments;
        let rest = ofAda(appointments);
        const expected: Record<string, string> = {};
        for (let count = -1; count !== rest.length; ) {
          count = rest.length;
          for (const one of rest) {
            const suitable = one.visitTypeCategory === 'surgery' ? ['theatre', 'one', 'two'] : ['one', 'two'];
            const vet = ['bo', 'cy'].find((id) => isFree(id, one, all, plan));
            const place = [one.roomId ?? '', ...suitable].find((id) => isFree(id, one, all, plan));
            if (vet === undefined || place === undefined) continue;
            expected[one.id] = place === one.roomId ? vet : `${vet} ${place}`;
            const changes = { employeeId: vet, roomId: place };
            all = all.map((other) => (other.id === one.id ? applyChange(one, changes, one.start) : other));
          }
          rest = rest.filter(({ id }) => expected[id] === undefined);
        }
        for (const { id } of rest) expected[id] = 'taken';
        expect(outcome(share(appointments, { plan, to: colleagues }))).toEqual(expected);
      }),
      { numRuns },
    );
  });
});
