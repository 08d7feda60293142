import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createEnumDisplays } from '#app/appearance/enum-display.ts';
import type { BoardColumn } from '#app/features/board/model/board-columns.ts';
import type { BoardItem } from '#app/features/board/model/board-items.ts';
import { receivedAppointmentSchema } from '#contract/received.ts';
import { boardOf, visit } from '#testing/board-fixture.ts';
import { type BoardEvent, createBoardEvents, putBlockedTimeBehind } from './board-events.ts';
import { toResources } from './calendar-settings.ts';

const display = createEnumDisplays(undefined, 'APPOINTMENT_STATUS').of('confirmed');
const column: BoardColumn = {
  ...{ id: 'room', title: 'Room', sectionId: 'store', group: '', storeId: 'store', roomId: 'room', employeeId: null },
  ...{ zone: 'UTC', date: '2026-06-10', openings: null },
};

function itemOf(id: string, more: Partial<BoardItem> = {}, record: Record<string, unknown> = {}): BoardItem {
  return {
    key: id,
    columnId: 'room',
    stay: null,
    appointment: receivedAppointmentSchema.parse({
      id,
      storeId: 'store',
      roomId: 'room',
      start: '2026-06-10T09:00:00Z',
      end: '2026-06-10T09:30:00Z',
      status: 'confirmed',
      ...record,
    }),
    display,
    heading: 'Rex',
    awaitsPet: false,
    client: 'Jo Null',
    type: '',
    time: '9:00',
    vet: '',
    species: '',
    alert: '',
    hasDied: false,
    label: '',
    fromMinute: 540,
    toMinute: 570,
    continuesBefore: false,
    continuesAfter: false,
    oddEnd: null,
    ...more,
  };
}

const eventsOf = (items: readonly BoardItem[]) =>
  createBoardEvents({ view: 'rooms', columns: [column], items, bands: [], canChangePlan: true });
const instant = (text: string) => Date.parse(text);

describe('createBoardEvents', () => {
  test('an appointment becomes an event at its instants in its column', () => {
    expect(eventsOf([itemOf('a')])).toMatchObject([
      {
        ...{ id: 'a', kind: 'appointment', columnId: 'room', resourceId: 'room' },
        ...{ start: instant('2026-06-10T09:00:00Z'), end: instant('2026-06-10T09:30:00Z') },
      },
    ]);
  });

  test('a record without a duration is drawn as 15 minutes, without extending into the next day', () => {
    const end = { end: '2026-06-10T00:00:00Z' };
    const early = itemOf('a', { oddEnd: 'before-start' }, end);
    const late = itemOf('b', { oddEnd: 'before-start', fromMinute: 1435 }, { start: '2026-06-10T23:55:00Z', ...end });
    expect(eventsOf([early, late])).toMatchObject([
      { start: instant('2026-06-10T09:00:00Z'), end: instant('2026-06-10T09:15:00Z') },
      { start: instant('2026-06-10T23:45:00Z'), end: instant('2026-06-11T00:00:00Z') },
    ]);
  });

  test('a stay becomes a bar across its days and a band in its room, but no band without a room or vet', () => {
    const stay = ['Tue 9:00', '→ Thu 9:30'] as const;
    const days = { start: '2026-06-09T09:00:00Z', end: '2026-06-11T09:30:00Z' };
    expect(eventsOf([itemOf('a', { stay }, days)])).toMatchObject([
      { id: 'a', kind: 'stay', allDay: true, start: '2026-06-09', end: '2026-06-12' },
      { id: 'stay a', kind: 'taken', display: 'background' },
    ]);
    for (const record of [{ roomId: null }, { status: 'cancelled' }])
      expect(eventsOf([itemOf('b', { stay }, { ...days, ...record })])).toHaveLength(1);
    const byVet = (record: Record<string, unknown>) => {
      const items = [itemOf('c', { stay }, { ...days, ...record })];
      return createBoardEvents({ view: 'vets', columns: [column], items, bands: [], canChangePlan: true });
    };
    expect(byVet({ employees: [{ id: 'ada', isMainEmployee: true }] })).toHaveLength(2);
    expect(byVet({ employees: [] })).toHaveLength(1);
  });

  test('the band of any stay covers its time', () => {
    const midnight = instant('2026-06-10T00:00:00Z');
    const shape = fc.record({
      fromMinute: fc.integer({ min: 0, max: 1439 }),
      length: fc.integer({ min: 1, max: 3000 }),
    });
    fc.assert(
      fc.property(fc.array(shape, { minLength: 1 }), (shapes) => {
        const items = shapes.map(({ fromMinute, length }, index) => {
          const start = midnight + fromMinute * 60_000;
          const times = { start: new Date(start).toISOString(), end: new Date(start + length * 60_000).toISOString() };
          return itemOf(String(index), { fromMinute, stay: ['a', 'stay'] }, times);
        });
        const events = eventsOf(items);
        for (const { appointment } of items) {
          const band = events.find(({ id }) => id === `stay ${appointment.id}`);
          expect(Number(band?.start)).toBeLessThanOrEqual(instant(appointment.start));
          expect(Number(band?.end)).toBeGreaterThanOrEqual(instant(appointment.end));
        }
      }),
    );
  });

  test('every received appointment is drawn or unresolved, and none twice', () => {
    // From 1:00 on, when it is the same day in both stores.
    const minute = fc
      .integer({ min: 4, max: 95 })
      .map((quarter) => `${Math.floor(quarter / 4)}:${(quarter % 4) * 15 || '00'}`);
    const records = fc.uniqueArray(
      fc.record({
        id: fc.uuid(),
        from: minute,
        to: minute,
        storeId: fc.constantFrom('uptown', 'lakeside'),
        roomId: fc.constantFrom('r1', 'r2', 'elsewhere', null),
        employees: fc.constantFrom([], [{ id: 'ada', isMainEmployee: true }], [{ id: 'gone', isMainEmployee: true }]),
        status: fc.constantFrom('confirmed', 'cancelled', 'no_show', 'completed', 'teleported', ''),
      }),
      { selector: ({ id }) => id, maxLength: 12 },
    );
    const views = fc.constantFrom('rooms' as const, 'vets' as const);
    fc.assert(
      fc.property(records, fc.integer({ min: 0, max: 3 }), views, (received, unread, view) => {
        const board = boardOf(
          received.map(({ id, from, to, ...more }) => visit(id, from, to, more)),
          {
            ...{ view, storeIds: ['uptown', 'lakeside'] },
            unresolvedIds: Array.from({ length: unread }, (_, index) => `unread ${index}`),
          },
        );
        const { columns, items, unresolvedIds } = board;
        const events = createBoardEvents({ view, columns, items, bands: [], canChangePlan: true });
        expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
        const drawn = events.filter(({ item }) => item).length;
        expect(drawn + unresolvedIds.length).toBe(received.length + unread);
        const columnIds = new Set(columns.map(({ id }) => id));
        expect(events.every(({ columnId }) => columnIds.has(columnId))).toBe(true);
      }),
    );
  });
});

test('a closed day has no open hours, and a store with unknown hours has no shading', () => {
  const hoursOf = (openings: BoardColumn['openings'], date = '2026-06-10') =>
    toResources([{ ...column, openings, date }])[0]?.businessHours;
  expect(hoursOf(null)).toBe(false);
  expect(hoursOf([], '2026-06-14')).toEqual([{ daysOfWeek: [0], startTime: '00:00', endTime: '00:00' }]);
  expect(hoursOf([{ fromMinute: 485, toMinute: 1440 }])).toEqual([
    { daysOfWeek: [3], startTime: '08:05', endTime: '24:00' },
  ]);
});

test('blocked time is put behind the appointments of its column that share its time, and only then', () => {
  const at = (hour: number) => instant(`2026-06-10T${String(hour).padStart(2, '0')}:00:00Z`);
  const blocked = (id: string, columnId: string, from: number, to: number): BoardEvent => ({
    ...{ id, kind: 'block', columnId, resourceId: columnId, title: '', label: '', className: '' },
    ...{ start: at(from), end: at(to) },
  });
  const events = putBlockedTimeBehind([
    ...eventsOf([itemOf('a')]),
    blocked('all day', 'room', 8, 18),
    blocked('before', 'room', 8, 9),
    blocked('elsewhere', 'other', 8, 18),
  ]);
  expect(events.filter(({ display }) => display === 'background').map(({ id }) => id)).toEqual(['all day']);
});
