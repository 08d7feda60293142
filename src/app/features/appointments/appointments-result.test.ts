import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AppointmentPage } from '#app/api/appointments.ts';
import { receivedAppointmentSchema } from '#contract/received.ts';
import { combinePages, findNextPosition, mergeResults } from './appointments-result.ts';

const record = (id: string, hour = 8) =>
  receivedAppointmentSchema.parse({
    ...{ id, title: 'Bella – Dental', createdAt: `2026-05-01T${String(hour).padStart(2, '0')}:00:00Z` },
    start: `2026-06-01T${String(hour).padStart(2, '0')}:00:00Z`,
    end: `2026-06-01T${String(hour).padStart(2, '0')}:30:00Z`,
  });

const pageOf = (ids: string[], over: Partial<AppointmentPage> = {}): AppointmentPage => ({
  records: ids.map((id) => record(id)),
  ...{ unresolvedIds: [], nextCursor: null, totalCount: ids.length },
  ...over,
});
const noPets = { ids: [], isCut: false };

test('two results are merged in order without duplicates, and no record appears too early', () => {
  const hours = fc.array(
    fc.record({ hour: fc.integer({ min: 0, max: 23 }), where: fc.constantFrom('one', 'other', 'both') }),
  );
  const order = fc.constantFrom('start' as const, '-start' as const, 'created' as const);
  fc.assert(
    fc.property(hours, order, fc.nat(), fc.nat(), (drawn, sortOrder, first, second) => {
      const all = drawn.map(({ hour, where }, index) => ({
        where,
        record: record(`${String(index).padStart(3, '0')}`, hour),
      }));
      const whole = mergeResults(
        [
          { records: all.map((one) => one.record), isWhole: true },
          { records: [], isWhole: true },
        ],
        sortOrder,
      );
      const partOf = (name: string) =>
        whole.filter(({ id }) =>
          all.some((one) => one.record.id === id && (one.where === name || one.where === 'both')),
        );
      const parts = [partOf('one'), partOf('other')].map((records, index) => {
        const read = (index === 0 ? first : second) % (records.length + 1);
        return { records: records.slice(0, read), isWhole: read === records.length };
      });
      // The loaded rows are always the beginning of the whole result.
      const shown = mergeResults(parts, sortOrder);
      expect(shown).toEqual(whole.slice(0, shown.length));
      expect(
        mergeResults(
          [partOf('one'), partOf('other')].map((records) => ({ records, isWhole: true })),
          sortOrder,
        ),
      ).toEqual(whole);
    }),
  );
});

test('each search continues from its own cursor until it ends', () => {
  const first = { pets: noPets, parts: [pageOf(['a'], { nextCursor: 't2' }), pageOf(['b'])] };
  expect(findNextPosition([first])).toEqual({ pets: noPets, cursors: ['t2', undefined] });
  expect(findNextPosition([first, { pets: noPets, parts: [pageOf(['c']), null] }])).toBeNull();
  // Pages that repeat earlier ones would never end.
  const repeatedPage = { pets: null, parts: [pageOf(['a'], { nextCursor: 'x' })] };
  expect(findNextPosition([repeatedPage, repeatedPage])).toBeNull();
  expect(combinePages([repeatedPage, repeatedPage], 'start').isEndless).toBe(true);
});

test('the total is exact, or null', () => {
  const total = (...parts: AppointmentPage[]) => combinePages([{ pets: noPets, parts }], 'start').total;
  expect(total(pageOf(['a'], { totalCount: 1200, nextCursor: 'x' }))).toBe(1200);
  expect(total(pageOf(['a'], { totalCount: null, nextCursor: 'x' }))).toBeNull();
  expect(total(pageOf([]), pageOf(['a', 'b']))).toBe(2);
  // Appointments in both counts are counted once.
  expect(total(pageOf(['a', 'b']), pageOf(['b', 'c'], { unresolvedIds: ['u'] }))).toBe(4);
  expect(total(pageOf(['a'], { totalCount: 7, nextCursor: 'x' }), pageOf(['b']))).toBeNull();
});
