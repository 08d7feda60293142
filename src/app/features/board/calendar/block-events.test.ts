import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createEnumDisplays } from '#app/appearance/enum-display.ts';
import type { BoardItem } from '#app/features/board/model/board-items.ts';
import type { BoardView } from '#app/session/board-search.ts';
import { receivedAppointmentSchema } from '#contract/received.ts';
import { eventsOf } from './block-events.ts';
import { businessHoursOf } from './calendar-settings.ts';

const display = createEnumDisplays(undefined, 'APPOINTMENT_STATUS').of('confirmed');

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
    client: 'Jo Null',
    type: '',
    alert: '',
    time: '9:00',
    initials: '',
    label: '',
    fromMinute: 540,
    toMinute: 570,
    continuesBefore: false,
    continuesAfter: false,
    oddEnd: null,
    ...more,
  };
}

const stayDates = () => ({ first: '2026-06-09', last: '2026-06-11' });
const at = (text: string) => Date.parse(text);

describe('eventsOf', () => {
  test('a visit is an event at its instants, the very same one as long as its item is', () => {
    const item = itemOf('a');
    const events = () => eventsOf({ view: 'rooms', items: [item], hiddenItems: [], stayDates });
    expect(events()).toMatchObject([
      { id: 'a', resourceId: 'room', start: at('2026-06-10T09:00:00Z'), end: at('2026-06-10T09:30:00Z') },
    ]);
    expect(events()[0]).toBe(events()[0]);
  });

  test('a record without length is drawn with a quarter of an hour, which does not reach into the next day', () => {
    const end = { end: '2026-06-10T00:00:00Z' };
    const early = itemOf('a', { oddEnd: 'before-start' }, end);
    const late = itemOf('b', { oddEnd: 'before-start', fromMinute: 1435 }, { start: '2026-06-10T23:55:00Z', ...end });
    expect(eventsOf({ view: 'rooms', items: [early, late], hiddenItems: [], stayDates })).toMatchObject([
      { start: at('2026-06-10T09:00:00Z'), end: at('2026-06-10T09:15:00Z') },
      { start: at('2026-06-10T23:45:00Z'), end: at('2026-06-11T00:00:00Z') },
    ]);
  });

  test('a stay is a bar over its days and a band in its room, but takes no room that is none and no day of a week', () => {
    const stay = itemOf('a', { stay: ['Tue 9:00', '→ Thu 9:30'] });
    const roomless = itemOf('b', { stay: ['Tue 9:00', '→ Thu 9:30'] }, { roomId: null });
    const calledOff = itemOf('c', { stay: ['Tue 9:00', '→ Thu 9:30'] }, { status: 'cancelled' });
    const kinds = (view: 'rooms' | 'week', item: BoardItem) =>
      eventsOf({ view, items: [item], hiddenItems: [], stayDates }).map(({ id, allDay, display }) => [
        id,
        allDay,
        display,
      ]);
    expect(kinds('rooms', stay)).toEqual([
      ['a', true, undefined],
      ['stay a', undefined, 'background'],
    ]);
    for (const [view, item] of [
      ['week', itemOf('a', { stay: ['x', 'y'] })],
      ['rooms', roomless],
      ['rooms', calledOff],
    ] as const)
      expect(kinds(view, item)).toHaveLength(1);
    expect(eventsOf({ view: 'rooms', items: [stay], hiddenItems: [], stayDates })[0]).toMatchObject({
      start: '2026-06-09',
      end: '2026-06-12',
    });
  });

  test('hidden visits leave a band where they take time, and none where they were called off', () => {
    const hiddenItems = [itemOf('a'), itemOf('b', {}, { status: 'no_show' })];
    expect(eventsOf({ view: 'rooms', items: [], hiddenItems, stayDates })).toMatchObject([
      { id: 'hidden a', display: 'background', start: at('2026-06-10T09:00:00Z') },
    ]);
  });

  test('whatever its shape, a hidden visit that takes place covers its time, and at least what a block would', () => {
    const midnight = at('2026-06-10T00:00:00Z');
    const shape = fc.record({
      fromMinute: fc.integer({ min: 0, max: 1439 }),
      length: fc.oneof(fc.integer({ min: -90, max: 20 }), fc.integer({ min: 1, max: 3000 })),
      status: fc.constantFrom('confirmed', 'in_progress', 'completed', 'not known'),
      stays: fc.boolean(),
      roomId: fc.constantFrom('room', null),
    });
    fc.assert(
      fc.property(
        fc.array(shape, { minLength: 1 }),
        fc.constantFrom('rooms', 'vets', 'week'),
        (shapes, view: BoardView) => {
          const hiddenItems = shapes.map(({ fromMinute, length, status, stays, roomId }, index) => {
            const start = midnight + fromMinute * 60_000;
            const times = {
              start: new Date(start).toISOString(),
              end: new Date(start + length * 60_000).toISOString(),
            };
            const oddEnd = length > 0 ? null : length === 0 ? 'at-start' : 'before-start';
            const stay = stays && length > 0 ? (['a', 'stay'] as const) : null;
            return itemOf(String(index), { fromMinute, oddEnd, stay }, { ...times, status, roomId });
          });
          const events = eventsOf({ view, items: [], hiddenItems, stayDates });
          for (const { appointment, fromMinute } of hiddenItems) {
            const band = events.find(({ id }) => id === `hidden ${appointment.id}`);
            const [start, end] = [Number(band?.start), Number(band?.end)];
            expect(start).toBeLessThanOrEqual(at(appointment.start));
            expect(end).toBeGreaterThanOrEqual(at(appointment.end));
            const untilMidnight = midnight + 1440 * 60_000 - at(appointment.start);
            expect(end - at(appointment.start)).toBeGreaterThanOrEqual(Math.min(15 * 60_000, untilMidnight));
            expect(end - start).toBeGreaterThanOrEqual(Math.min(15 * 60_000, (1440 - fromMinute) * 60_000));
          }
        },
      ),
    );
  });
});

test('a closed day is no open one, and a store that says nothing of its hours is shaded nowhere', () => {
  expect(businessHoursOf([{ date: '2026-06-10', openings: null }])).toBe(false);
  expect(businessHoursOf([{ date: '2026-06-14', openings: [] }])).toEqual([
    { daysOfWeek: [0], startTime: '00:00', endTime: '00:00' },
  ]);
  expect(
    businessHoursOf([
      { date: '2026-06-10', openings: [{ fromMinute: 485, toMinute: 1440 }] },
      { date: '2026-06-11', openings: null },
    ]),
  ).toEqual([
    { daysOfWeek: [3], startTime: '08:05', endTime: '24:00' },
    { daysOfWeek: [4], startTime: '00:00', endTime: '24:00' },
  ]);
});
