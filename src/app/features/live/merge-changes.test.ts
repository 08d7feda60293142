import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AppointmentDay } from '#app/api/appointments.ts';
import { type ReceivedAppointment, receivedAppointmentSchema } from '#contract/received.ts';
import { belongsTo, type DayPages, mergeChanges } from './merge-changes.ts';

const DAY: AppointmentDay = {
  companyId: 'c',
  storeIds: ['s'],
  from: '2026-06-10T00:00:00.000Z',
  to: '2026-06-11T00:00:00.000Z',
};

const onDay = (record: ReceivedAppointment) => belongsTo(record, DAY);

function appointment(id: string, hour: number, version: number, more: Partial<ReceivedAppointment> = {}) {
  const start = Date.parse(DAY.from) + hour * 3_600_000;
  return {
    ...receivedAppointmentSchema.parse({
      id,
      storeId: 's',
      start: new Date(start).toISOString(),
      end: new Date(start + 1_800_000).toISOString(),
      updatedAt: new Date(Date.parse(DAY.from) + version).toISOString(),
    }),
    ...more,
  };
}

function pagesOf(...records: ReceivedAppointment[]): DayPages {
  return {
    pages: [{ records, unresolvedIds: ['broken'], nextCursor: null, totalCount: records.length + 1 }],
    pageParams: [null],
  };
}

describe('mergeChanges', () => {
  test('an echo of what is known changes nothing at all', () => {
    const before = pagesOf(appointment('a', 9, 5));
    const merged = mergeChanges(before, onDay, {
      records: [appointment('a', 9, 5), appointment('a', 11, 4)],
      unresolvedIds: [],
    });
    expect(merged.pages).toBe(before);
    expect(merged.changedIds).toEqual([]);
  });

  test('a new booking joins, a moved one leaves, a changed one is replaced in its place', () => {
    const before = pagesOf(appointment('a', 9, 1), appointment('b', 10, 1), appointment('c', 11, 1));
    const merged = mergeChanges(before, onDay, {
      records: [appointment('d', 12, 2), appointment('b', 40, 2), appointment('c', 11, 2, { status: 'completed' })],
      unresolvedIds: [],
    });
    expect(merged.pages.pages[0]?.records.map(({ id, status }) => [id, status])).toEqual([
      ['d', ''],
      ['a', ''],
      ['c', 'completed'],
    ]);
    expect(merged.changedIds.sort()).toEqual(['b', 'c', 'd']);
    expect(merged.pages.pages[0]?.totalCount).toBe(4);
  });

  test('what becomes unreadable is counted, what becomes readable is drawn', () => {
    const before = pagesOf(appointment('a', 9, 1));
    const lost = mergeChanges(before, onDay, { records: [], unresolvedIds: ['a', 'elsewhere'] });
    expect(lost.pages.pages[0]).toMatchObject({ records: [], unresolvedIds: ['broken', 'a'], totalCount: 2 });
    const found = mergeChanges(before, onDay, { records: [appointment('broken', 10, 2)], unresolvedIds: [] });
    expect(found.pages.pages[0]).toMatchObject({ unresolvedIds: [], totalCount: 2 });
    expect(found.pages.pages[0]?.records).toHaveLength(2);
  });

  test('in whatever order and however often changes come, the day ends as a fresh reading of it', () => {
    const versions = fc.array(
      fc.record({
        id: fc.constantFrom('a', 'b', 'c', 'd'),
        hour: fc.integer({ min: -30, max: 40 }),
        store: fc.constantFrom('s', 't'),
      }),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(versions, fc.integer({ min: 0, max: 5 }), (history, repeats) => {
        const stamped = history.map(({ id, hour, store }, version) =>
          appointment(id, hour, version, { storeId: store }),
        );
        let pages = pagesOf();
        for (let index = 0; index < stamped.length; index += 1) {
          const batch = stamped.slice(Math.max(0, index - repeats), index + 1).reverse();
          pages = mergeChanges(pages, onDay, { records: batch, unresolvedIds: [] }).pages;
        }
        const final = new Map(stamped.map((record) => [record.id, record]));
        const expected = [...final.values()].filter(onDay).map(({ id, start }) => `${id} ${start}`);
        const records = pages.pages.flatMap((page) => page.records);
        expect(records.map(({ id, start }) => `${id} ${start}`).sort()).toEqual(expected.sort());
        expect(pages.pages[0]?.totalCount).toBe(records.length + 1);
      }),
    );
  });
});
