import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ReceivedAppointment, receivedAppointmentSchema } from '#contract/received.ts';
import { findAppointmentClashes, findClashes } from './clashes.ts';

function at(id: string, from: number, to: number, more: Partial<ReceivedAppointment> = {}): ReceivedAppointment {
  const time = (minute: number) => new Date(Date.UTC(2026, 5, 2, 9, minute)).toISOString();
  return { ...receivedAppointmentSchema.parse({ id, start: time(from), end: time(to), status: 'confirmed' }), ...more };
}

const staff = (id: string) => ({ employees: [{ id, isMainEmployee: true }] });

test('names the common room, employee or pet of simultaneous appointments, earliest first', () => {
  const moved = at('a', 0, 30, { roomId: 'r', petId: 'p', ...staff('v') });
  const others = [
    moved,
    at('pet', 20, 40, { petId: 'p' }),
    at('vet', 15, 45, staff('v')),
    at('room', 10, 20, { roomId: 'r' }),
    at('after', 30, 60, { roomId: 'r' }),
    at('cancelled', 0, 30, { roomId: 'r', status: 'cancelled' }),
    at('other', 0, 30, { roomId: 's', petId: 'q', ...staff('w') }),
  ];
  expect(findAppointmentClashes(moved, others).map(({ reason, other }) => [reason, other.id])).toEqual([
    ['room', 'room'],
    ['staff', 'vet'],
    ['pet', 'pet'],
  ]);
  expect(findAppointmentClashes({ ...moved, status: 'no_show' }, others)).toEqual([]);
});

test('the clashes of a day are those that each of its appointments has with the others', () => {
  const record = fc.record({
    from: fc.nat(90),
    length: fc.integer({ min: -5, max: 60 }),
    roomId: fc.constantFrom(null, 'r', 's'),
    petId: fc.constantFrom(null, 'p', 'q', 'o'),
    staff: fc.subarray(['v', 'w', 'x']),
    status: fc.constantFrom('confirmed', 'completed', 'cancelled', 'no_show', 'teleported'),
  });
  fc.assert(
    fc.property(fc.array(record, { maxLength: 12 }), (drawn) => {
      const day = drawn.map(({ from, length, staff: ids, ...more }, index) =>
        at(String(index), from, from + length, {
          ...more,
          employees: ids.map((id) => ({ id, isMainEmployee: false })),
        }),
      );
      const found = findClashes(day);
      const summary = (clashes: ReturnType<typeof findAppointmentClashes>) =>
        clashes.map(({ reason, other }) => `${other.id} ${reason}`).sort();
      for (const one of day) {
        expect(summary([...(found.get(one.id) ?? [])])).toEqual(summary(findAppointmentClashes(one, day)));
        const starts = (found.get(one.id) ?? []).map(({ other }) => Date.parse(other.start));
        expect(starts).toEqual(starts.toSorted((first, second) => first - second));
      }
      expect([...found.values()].every((clashes) => clashes.length > 0)).toBe(true);
    }),
  );
});

test('employees who do not count never clash, but their room does', () => {
  const day = [at('a', 0, 30, staff('nurse')), at('b', 10, 40, staff('nurse')), at('c', 20, 50, staff('vet'))];
  expect(findClashes(day, (id) => id === 'vet').size).toBe(0);
  const inRoom = day.map((visit) => ({ ...visit, roomId: 'r' }));
  expect(findClashes(inRoom, (id) => id === 'vet').get('a')).toMatchObject([{ reason: 'room' }, { reason: 'room' }]);
});

test('consecutive appointments are swept instead of compared in pairs', () => {
  let reads = 0;
  const day = Array.from({ length: 1000 }, (_, index) => {
    const visit = at(String(index), index * 10, index * 10 + 15, { roomId: 'r', ...staff('v') });
    return new Proxy(visit, {
      get(target, field, receiver) {
        reads += 1;
        return Reflect.get(target, field, receiver);
      },
    });
  });
  expect(findClashes(day).size).toBe(1000);
  expect(reads).toBeLessThan(60_000);
});
