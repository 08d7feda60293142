import fc from 'fast-check';
import { expect, test } from 'vitest';
import { receivedAppointmentSchema } from '#contract/received.ts';
import { appointmentsTakingPlace, groupAppointments } from './pet-appointments.ts';

const HOUR = 3_600_000;
const now = Date.parse('2026-03-10T14:00:00Z');

/** An appointment that begins and ends a number of hours from now. */
function appointment(id: string, from: number, to: number, status = 'confirmed') {
  const [start, end] = [from, to].map((hours) => new Date(now + hours * HOUR).toISOString());
  return receivedAppointmentSchema.parse({ id, start, end, status });
}

const idsAt = (...appointments: ReturnType<typeof appointment>[]) => {
  const { underWay, toCome, past } = groupAppointments(appointments, now);
  return [underWay, toCome, past].map((list) => list.map(({ id }) => id));
};

test('ended appointments are past, latest first; future ones are sorted, next first', () => {
  expect(
    idsAt(
      appointment('last year', -8760, -8759, 'completed'),
      appointment('tomorrow', 24, 25),
      appointment('yesterday', -24, -23, 'completed'),
      appointment('here', -0.5, 0.5, 'in_progress'),
      appointment('in an hour', 1, 2, 'requested'),
    ),
  ).toEqual([['here'], ['in an hour', 'tomorrow'], ['yesterday', 'last year']]);
});

test('an end of now is over, a start of now is in progress', () => {
  expect(idsAt(appointment('over', -1, 0), appointment('begun', 0, 1))).toEqual([['begun'], [], ['over']]);
});

test('an appointment that was completed early is over, and a missed one is not in progress', () => {
  expect(
    idsAt(
      appointment('done', -0.5, 0.5, 'completed'),
      appointment('missed', -0.5, 0.5, 'no_show'),
      appointment('called off', 1, 2, 'cancelled'),
    ),
  ).toEqual([[], ['called off'], ['missed', 'done']]);
});

test('a pet that checked in early is here', () => {
  expect(idsAt(appointment('early', 0.25, 1, 'checked_in'), appointment('later', 0.25, 1))).toEqual([
    ['early'],
    ['later'],
    [],
  ]);
});

test('the clock decides about an unknown status', () => {
  expect(idsAt(appointment('a', -2, -1, 'on_the_way'), appointment('b', 1, 2, 'on_the_way'))).toEqual([
    [],
    ['b'],
    ['a'],
  ]);
});

test('an end before the start counts as the start', () => {
  expect(idsAt(appointment('backwards', -1, -2), appointment('to come', 1, -3))).toEqual([
    [],
    ['to come'],
    ['backwards'],
  ]);
});

test('cancelled and missed appointments do not count as taking place', () => {
  const all = ['completed', 'cancelled', 'no_show', 'confirmed', 'anything'].map((status) =>
    appointment(status, -2, -1, status),
  );
  expect(appointmentsTakingPlace(all).map(({ id }) => id)).toEqual(['completed', 'confirmed', 'anything']);
});

test('every appointment is in one sorted group', () => {
  const some = fc.array(
    fc.record({
      from: fc.integer({ min: -50, max: 50 }),
      length: fc.integer({ min: -2, max: 30 }),
      status: fc.constantFrom('confirmed', 'checked_in', 'completed', 'cancelled', 'no_show', 'odd'),
    }),
  );
  fc.assert(
    fc.property(some, (list) => {
      const all = list.map(({ from, length, status }, index) => appointment(`${index}`, from, from + length, status));
      const { underWay, toCome, past } = groupAppointments(all, now);
      expect([...underWay, ...toCome, ...past].map(({ id }) => id).sort()).toEqual(all.map(({ id }) => id).sort());
      for (const ascending of [underWay, toCome, past.toReversed()]) {
        const starts = ascending.map(({ start }) => Date.parse(start));
        expect(starts).toEqual(starts.toSorted((a, b) => a - b));
      }
      expect(toCome.every(({ start }) => Date.parse(start) > now)).toBe(true);
    }),
  );
});
