import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyChange, occupies } from '#contract/appointment-rules.ts';
import { type ReceivedAppointment, receivedAppointmentSchema, receivedEmployeeSchema } from '#contract/received.ts';
import type { ReceivedAvailability } from '#contract/received-availability.ts';
import { entry } from '#testing/plan-entry.ts';
import { rounds } from '#testing/rounds.ts';
import type { BookableStore } from './bookable.ts';
import { clashesOf } from './clashes.ts';
import { openAppointmentsOf } from './conflicting-appointments.ts';
import { colleaguesFor, type Given, type Giving, giveAll } from './give.ts';
import { takenTime } from './visit.ts';

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

function giving(appointments: readonly ReceivedAppointment[], more: Partial<Giving> = {}): Giving {
  return {
    ...{ from: 'ada', span: day, appointments, plan: [], stores: [north, south], employees: [ada, bo, cy] },
    ...{ canChangeRoom: true, now: day.start },
    ...more,
  };
}

const ofAda = (appointments: readonly ReceivedAppointment[]) =>
  openAppointmentsOf({ kind: 'person', id: 'ada' }, appointments);

function give(appointments: readonly ReceivedAppointment[], more: Partial<Giving> = {}, to = bo): Given {
  return giveAll(ofAda(appointments), to, giving(appointments, more));
}

/** The outcome for each appointment: its new room, or why it stays. */
function outcome({ given, staying }: Given): Record<string, string> {
  return Object.fromEntries([
    ...given.map(({ appointment: { id }, changes }) => [id, changes.roomId ?? 'same room']),
    ...staying.map(({ appointment: { id }, why }) => [id, why.kind]),
  ]);
}

describe('giving appointments to a colleague', () => {
  test('keeps those for which the colleague has no time, with the reason', () => {
    const busy = appointment('busy', [4, 6], { employees: [main('bo')], roomId: 'two' });
    const given = give([appointment('early', [0, 4]), appointment('late', [5, 7]), busy]);
    expect(outcome(given)).toEqual({ early: 'same room', late: 'taken' });
    const [late] = given.staying;
    expect(late?.why).toEqual({ kind: 'taken', warnings: [{ kind: 'vet-busy', vet: bo, others: [busy] }] });
  });

  test('goes in order of time: the second of two simultaneous ones stays', () => {
    const two = [appointment('second', [1, 3], { roomId: 'two' }), appointment('first', [0, 2])];
    expect(outcome(give(two))).toEqual({ first: 'same room', second: 'taken' });
  });

  test('uses another suitable room if its own is taken', () => {
    const taken = appointment('taken', [0, 2], { employees: [main('cy')] });
    expect(outcome(give([appointment('a', [0, 2]), taken]))).toEqual({ a: 'two' });
    const full = appointment('full', [0, 2], { employees: [], visitTypeCategory: 'grooming', roomId: 'two' });
    expect(outcome(give([appointment('a', [0, 2]), taken, full]))).toEqual({ a: 'taken' });
    expect(outcome(give([appointment('a', [0, 2]), taken], { canChangeRoom: false }))).toEqual({ a: 'taken' });
  });

  test('leaves appointments without a room as they are', () => {
    const [gift] = give([appointment('a', [0, 2], { roomId: null })]).given;
    expect(gift?.changes).toEqual({ employeeId: 'bo' });
  });

  test('reserves the colleague for an appointment without a vet, which the giver cannot take', () => {
    const withoutVet = appointment('lacking', [0, 2], { employees: [], roomId: 'two' });
    expect(outcome(give([appointment('a', [0, 2]), withoutVet]))).toEqual({ a: 'same room' });
    expect(outcome(give([appointment('a', [0, 2]), withoutVet], { employees: [ada, bo] }))).toEqual({ a: 'taken' });
  });

  test('gives a colleague nothing while they are away', () => {
    const plan = [entry(clock(1), clock(2), { employeeId: 'bo' })];
    const given = give([appointment('a', [0, 1]), appointment('b', [1, 2])], { plan });
    expect(outcome(given)).toEqual({ a: 'same room', b: 'taken' });
  });

  test('keeps appointments that cannot be changed or are not loaded: another main employee, another store, the next day', () => {
    const given = give([
      appointment('assists', [0, 1], { employees: [main('cy'), { id: 'ada', isMainEmployee: false }] }),
      appointment('two', [1, 2], { employees: [main('ada'), main('cy')] }),
      appointment('unversioned', [2, 3], { updatedAt: null }),
      appointment('there', [3, 4], { storeId: 'south', roomId: null }),
      appointment('overnight', [32, 100]),
    ]);
    const kinds = { assists: 'fixed', two: 'fixed', unversioned: 'fixed', there: 'taken', overnight: 'unknown' };
    expect(outcome(given)).toEqual(kinds);
  });
});

test('skips appointments that are over or cancelled', () => {
  const all = ['completed', 'cancelled', 'no_show', 'in_progress', 'confirmed'].map((status, index) =>
    appointment(status, [index, index + 1], { status }),
  );
  expect(ofAda(all).map(({ id }) => id)).toEqual(['in_progress', 'confirmed']);
});

test('offers active colleagues of the same role at a store of the appointments', () => {
  const employees = [
    ...[ada, bo, employee('gone', { isActive: false }), employee('nurse', { role: 'nurse' })],
    ...[employee('south', { storeIds: ['south'] }), employee('anywhere', { storeIds: null })],
  ];
  const colleagues = colleaguesFor([appointment('a', [0, 1])], { from: 'ada', employees });
  expect(colleagues.map(({ id }) => id)).toEqual(['bo', 'anywhere']);
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
  const numRuns = rounds({ few: 150, many: 5000 });

  /** The day after the appointments were given. */
  const withGifts = (appointments: readonly ReceivedAppointment[], { given }: Given) =>
    appointments.map((appointment) => {
      const changes = given.find(({ appointment: { id } }) => id === appointment.id)?.changes;
      return changes ? applyChange(appointment, changes, appointment.start) : appointment;
    });
  const isPlannedOff = (plan: readonly ReceivedAvailability[], id: string, of: ReceivedAppointment) =>
    plan.some(
      ({ employeeId, roomId, start, end }) =>
        (employeeId === id || roomId === id) &&
        takenTime(of).start < Date.parse(end) &&
        Date.parse(start) < takenTime(of).end,
    );

  test('every appointment is given or stays, and given ones have no obstacles', () => {
    fc.assert(
      fc.property(
        anyDay(['ada', 'ada', 'bo', 'cy', null], ['theatre', 'one', 'two', null]),
        ({ appointments, plan }) => {
          const result = give(appointments, { plan });
          const { given, staying } = result;
          const ids = [...given, ...staying].map(({ appointment: { id } }) => id).sort();
          expect(ids).toEqual(
            ofAda(appointments)
              .map(({ id }) => id)
              .sort(),
          );
          const next = withGifts(appointments, result);
          for (const { appointment: before } of given) {
            const taken = next.find(({ id }) => id === before.id) ?? before;
            expect(clashesOf(taken, next)).toEqual([]);
            expect(isPlannedOff(plan, 'bo', taken) || isPlannedOff(plan, taken.roomId ?? '', taken)).toBe(false);
            expect({ ...taken, employees: [], roomId: null }).toEqual({ ...before, employees: [], roomId: null });
          }
        },
      ),
      { numRuns },
    );
  });

  test('appointments stay only if they do not fit after the previous ones, according to a model in quarters of an hour', () => {
    /** The quarters of an hour at which a person or a room is taken. */
    const takenBy = (
      id: string,
      appointments: readonly ReceivedAppointment[],
      plan: readonly ReceivedAvailability[],
    ) => {
      const own = [
        ...appointments.filter(
          (appointment) =>
            occupies(appointment) && (appointment.roomId === id || appointment.employees.some((it) => it.id === id)),
        ),
        ...plan.filter(({ employeeId, roomId }) => employeeId === id || roomId === id),
      ];
      const taken = new Set<string>();
      for (const { start, end } of own)
        for (let quarter = -1; quarter < 40; quarter += 1)
          if (clock(quarter) >= start && clock(quarter) < new Date(end).toISOString()) taken.add(clock(quarter));
      return taken;
    };
    fc.assert(
      fc.property(anyDay(['ada', 'ada', 'bo', 'cy'], ['theatre', 'one', 'two']), ({ appointments, plan }) => {
        const result = give(appointments, { plan });
        for (const { appointment: staying, why } of result.staying) {
          expect(why.kind === 'taken' ? why.warnings : []).not.toEqual([]);
          const { start, id, visitTypeCategory } = staying;
          const earlier = result.given.filter(
            ({ appointment: one }) => one.start < start || (one.start === start && one.id < id),
          );
          const others = withGifts(appointments, { given: earlier, staying: [] }).filter((one) => one.id !== id);
          const isFree = (who: string) => {
            const taken = takenBy(who, others, plan);
            for (let quarter = 0; quarter < 40; quarter += 1)
              if (clock(quarter) >= start && clock(quarter) < staying.end && taken.has(clock(quarter))) return false;
            return true;
          };
          const suitableRooms = visitTypeCategory === 'surgery' ? ['theatre', 'one', 'two'] : ['one', 'two'];
          const rooms = [staying.roomId ?? '', ...suitableRooms];
          expect(isFree('bo') && rooms.some(isFree)).toBe(false);
        }
      }),
      { numRuns },
    );
  });
});
