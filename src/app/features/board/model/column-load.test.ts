import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fullnessOf } from '#app/features/board/calendar/fullness.ts';
import { boardOf, visit } from '#testing/board-fixture.ts';
import { columnIds } from './board-columns.ts';
import { loadsOf } from './column-load.ts';

const uptown = (roomId: string | null) => columnIds.room('uptown', roomId);

test('a column tells its visits and the share of its opening hours, a store those of all its rooms', () => {
  const { columns, items } = boardOf([
    // Two at once take their time once, and what is before opening takes none of it.
    visit('first', '07:00', '09:00'),
    visit('beside', '08:30', '10:00'),
    visit('cancelled', '12:00', '17:00', { status: 'cancelled' }),
    visit('stay', '09:00', '18:00', { roomId: 'r2' }),
    visit('nowhere', '09:00', '12:00', { roomId: null }),
  ]);
  const { whole, byColumn } = loadsOf(
    columns.filter(({ storeId }) => storeId === 'uptown'),
    items,
  );
  expect(byColumn.get(uptown('r1'))).toEqual({ visits: 2, share: 0.2 });
  expect(byColumn.get(uptown('r2'))).toEqual({ visits: 1, share: 0.9 });
  expect(byColumn.get(uptown(null))).toEqual({ visits: 1, share: null });
  expect(whole.visits).toBe(4);
  expect(whole.share).toBeCloseTo(0.55);
});

test('a share is never more than the opening hours, whatever is booked', () => {
  const minute = fc.integer({ min: 0, max: 24 * 60 - 1 });
  const time = (minutes: number) =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  fc.assert(
    fc.property(fc.array(fc.tuple(minute, minute), { maxLength: 8 }), (times) => {
      const { columns, items, days } = boardOf(
        times.map(([one, other], index) =>
          visit(String(index), time(Math.min(one, other)), time(Math.max(one, other))),
        ),
      );
      const open = Array.from({ length: 600 }, (_, index) => 480 + index);
      const taken = open.filter((at) => items.some(({ fromMinute, toMinute }) => fromMinute <= at && at < toMinute));
      const room = columns.find(({ id }) => id === uptown('r1'));
      if (!room) throw new Error('The board has no such room.');
      expect(loadsOf([room], items).whole.share).toBeCloseTo(taken.length / open.length);
      for (const part of fullnessOf({ ...room, employeeId: null }, items, days) ?? []) {
        expect(part).toBeGreaterThanOrEqual(0);
        expect(part).toBeLessThanOrEqual(0.5);
      }
    }),
    { numRuns: 50 },
  );
});

test('each half hour of a day is as full as rooms are taken, and a vet is busy or not', () => {
  const { columns, items, days } = boardOf(
    [
      visit('both', '09:00', '10:00'),
      visit('too', '09:30', '09:45', { roomId: 'r2' }),
      visit('nowhere', '09:00', '12:00', { roomId: null }),
      visit('cancelled', '12:00', '13:00', { status: 'cancelled' }),
    ],
    { view: 'week' },
  );
  const day = columns.find(({ date }) => date === '2026-06-10');
  if (!day) throw new Error('The week does not have the day.');
  const at = (hour: number, of = day) => fullnessOf(of, items, days)?.[hour * 2];
  expect([8, 9, 9.5, 10, 12].map((hour) => at(hour))).toEqual([0, 0.5, 0.75, 0, 0]);
  expect([8, 9, 11.5, 12].map((hour) => at(hour, { ...day, employeeId: 'ada' }))).toEqual([0, 1, 1, 0]);
  expect(fullnessOf(day, items, [])).toBeNull();
});
