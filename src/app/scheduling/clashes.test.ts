import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ReceivedAppointment, receivedAppointmentSchema } from '#contract/received.ts';
import { clashesOf } from './clashes.ts';

function at(id: string, from: number, to: number, more: Partial<ReceivedAppointment> = {}): ReceivedAppointment {
  const time = (minute: number) => new Date(Date.UTC(2026, 5, 2, 9, minute)).toISOString();
  return { ...receivedAppointmentSchema.parse({ id, start: time(from), end: time(to), status: 'confirmed' }), ...more };
}

const staff = (id: string) => ({ employees: [{ id, isMainEmployee: true }] });

test('names who needs the same room, staff or pet at the same time, the earliest first', () => {
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
  expect(clashesOf(moved, others).map(({ reason, other }) => [reason, other.id])).toEqual([
    ['room', 'room'],
    ['staff', 'vet'],
    ['pet', 'pet'],
  ]);
  expect(clashesOf({ ...moved, status: 'no_show' }, others)).toEqual([]);
});

test('a clash is mutual', () => {
  const record = fc.record({
    from: fc.nat(90),
    length: fc.integer({ min: 0, max: 60 }),
    room: fc.constantFrom(null, 'r', 's'),
  });
  fc.assert(
    fc.property(record, record, (one, two) => {
      const [a, b] = [one, two].map(({ from, length, room }, index) =>
        at(String(index), from, from + length, { roomId: room }),
      );
      if (!a || !b) return;
      expect(clashesOf(a, [b]).length).toBe(clashesOf(b, [a]).length);
    }),
  );
});
