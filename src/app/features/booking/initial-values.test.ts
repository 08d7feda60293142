import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { type BookingPrefill, type BookingStore, requestedTime } from './booking-values.ts';
import { initialValues, movedValues, restoredValues } from './initial-values.ts';
import { bookingWarnings } from './warnings/booking-warnings.ts';

const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds;
const north: BookingStore = {
  id: 'north',
  name: 'North',
  timeZone: 'America/New_York',
  openingHours: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: '08:30', closes: '18:00' })),
  rooms: [],
};
const lowe: BookingStore = { ...north, id: 'lowe', timeZone: 'Australia/Lord_Howe', openingHours: [] };
const everyDay = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: '08:00', closes: '18:00' }));
const dental = { id: 'dental', name: 'Dental', category: 'dental', durationMinutes: 90, isActive: true };
const types = [dental, { ...dental, id: 'phone', isActive: false }];

/** Tuesday 2 June 2026, 10:07 in New York. */
const now = at('2026-06-02T14:07Z');
const options = (prefill: BookingPrefill, over: { now?: number; twelveHours?: boolean } = {}) => ({
  prefill,
  stores: [north, lowe],
  types,
  now,
  twelveHours: false,
  ...over,
});
const begin = (...args: Parameters<typeof options>) => initialValues(options(...args));

describe('a new form begins', () => {
  test('today with the next quarter of an hour in the first store', () => {
    expect(begin({})).toMatchObject({
      storeId: 'north',
      date: '2026-06-02',
      start: '10:15',
      length: '30 min',
      notes: '',
    });
  });

  test('when the store opens, before it does and on another day', () => {
    expect(begin({}, { now: at('2026-06-02T09:00Z') }).start).toBe('08:30');
    expect(begin({ date: '2026-06-03' }).start).toBe('08:30');
  });

  test('at nine on a day on which the store is closed', () => {
    expect(begin({ date: '2026-06-07' })).toMatchObject({ date: '2026-06-07', start: '09:00' });
  });

  test('when the store opens next, once it has closed for today', () => {
    expect(begin({}, { now: at('2026-06-02T21:50Z') })).toMatchObject({ date: '2026-06-03', start: '08:30' });
    expect(begin({}, { now: at('2026-06-06T14:00Z') })).toMatchObject({ date: '2026-06-08', start: '08:30' });
  });

  test('on the first open day from one that any may follow', () => {
    expect(begin({ from: '2026-06-06', date: '2026-06-20' })).toMatchObject({ date: '2026-06-08', start: '08:30' });
    expect(begin({ from: '2026-06-04' })).toMatchObject({ date: '2026-06-04', start: '08:30' });
    expect(begin({ from: '2020-01-01' })).toMatchObject({ date: '2026-06-02', start: '10:15' });
    expect(begin({ from: '2026-06-06', start: '2026-06-20T14:30' })).toMatchObject({ date: '2026-06-20' });
  });

  test('within a usual day where nobody knows the hours', () => {
    const lordHowe = (time: string) => begin({ storeId: 'lowe' }, { now: at(`2026-06-02T${time}+10:30`) });
    expect(lordHowe('10:07')).toMatchObject({ date: '2026-06-02', start: '10:15' });
    expect(lordHowe('22:07')).toMatchObject({ date: '2026-06-03', start: '08:00' });
    expect(begin({ storeId: 'lowe', from: '2026-07-01' })).toMatchObject({ date: '2026-07-01', start: '08:00' });
  });

  test('early enough for the visit to end before the store closes', () => {
    const late = { now: at('2026-06-02T21:10Z') };
    expect(begin({}, late)).toMatchObject({ date: '2026-06-02', start: '17:15' });
    const again = { visitTypeId: 'dental', from: '2026-06-01' };
    expect(begin(again, late)).toMatchObject({ date: '2026-06-03', start: '08:30', length: '1 h 30 min' });
  });

  test('at no time that is past or closed, after whatever earlier visit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 21 * 24 * 60 }),
        fc.integer({ min: -30, max: 60 }),
        fc.constantFrom(undefined, 'dental'),
        fc.constantFrom('north', 'lowe'),
        (minutes, days, visitTypeId, storeId) => {
          const moment = at('2026-10-20T00:00Z') + minutes * 60_000;
          const from = Temporal.PlainDate.from('2026-10-20').add({ days }).toString();
          const values = begin({ storeId, visitTypeId, from }, { now: moment });
          const store = storeId === 'north' ? north : { ...lowe, openingHours: everyDay };
          const time = requestedTime(values, store);
          if (!time) throw new Error('the form holds a time');
          expect(time.start).toBeGreaterThanOrEqual(moment);
          const input = {
            time,
            store,
            stores: [store],
            petId: null,
            vet: null,
            type: null,
            employees: [],
            appointments: [],
            plan: [],
            now: moment,
          };
          expect(bookingWarnings(input)).toEqual([]);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('today where the board shows a day that has passed, unless a time is named', () => {
    expect(begin({ date: '2026-05-02' })).toMatchObject({ date: '2026-06-02', start: '10:15' });
    expect(begin({ storeId: 'lowe', date: '2026-06-02' }).date).toBe('2026-06-03');
    expect(begin({ date: '2026-05-02', start: '2026-05-02T14:30' })).toMatchObject({
      date: '2026-05-02',
      start: '14:30',
    });
  });

  test('on the calendar of the store', () => {
    expect(begin({ storeId: 'lowe' }).date).toBe('2026-06-03');
  });

  test('with what a place on the board names', () => {
    const place = { storeId: 'lowe', employeeId: 'vet', start: '2026-06-05T14:30', end: '2026-06-05T15:15' };
    expect(begin(place, { twelveHours: true })).toMatchObject({
      storeId: 'lowe',
      employeeId: 'vet',
      date: '2026-06-05',
      start: '2:30 PM',
      length: '45 min',
    });
  });

  test('with the length of a named type', () => {
    expect(begin({ visitTypeId: 'dental' })).toMatchObject({ visitTypeId: 'dental', length: '1 h 30 min' });
    expect(begin({ visitTypeId: 'gone' }).visitTypeId).toBeNull();
  });

  test('without a type that can no longer be booked, and without its length', () => {
    expect(begin({ visitTypeId: 'phone' })).toMatchObject({ visitTypeId: null, length: '30 min' });
  });

  test('as usual where a link makes no sense', () => {
    expect(begin({ start: 'soon', end: '2026-06-05T15:15', date: '31.2.' })).toMatchObject({
      date: '2026-06-02',
      start: '10:15',
    });
    expect(begin({ start: '2026-06-05T14:30', end: '2026-06-05T14:00' }).length).toBe('30 min');
  });
});

test('a place on the board wins over the time of a draft, and over nothing else of it', () => {
  const draft = { ...begin({}), notes: 'typed', length: '20 min', start: '11:00' };
  const prefill = { storeId: 'north', start: '2026-06-05T14:30' };
  expect(restoredValues(draft, options(prefill), false)).toMatchObject({
    notes: 'typed',
    length: '20 min',
    date: '2026-06-05',
    start: '14:30',
  });
  expect(restoredValues(draft, options({}), false)).toEqual(draft);
});

test('a draft whose time has passed begins with the next one, unless it was sent', () => {
  const draft = { ...begin({ start: '2026-06-01T11:00' }), notes: 'typed', end: '11:40' };
  const next = { ...draft, date: '2026-06-02', start: '10:15', end: '' };
  expect(restoredValues(draft, options({}), false)).toEqual(next);
  expect(restoredValues(draft, options({ from: '2026-06-05' }), false)).toEqual({
    ...next,
    date: '2026-06-05',
    start: '08:30',
  });
  expect(restoredValues(draft, options({}), true)).toEqual(draft);
});

test('a type that can no longer be booked takes nothing from a draft', () => {
  const draft = { ...begin({ visitTypeId: 'dental' }), length: '20 min' };
  const prefill = { visitTypeId: 'phone' };
  expect(restoredValues(draft, options(prefill), false)).toEqual(draft);
});

test('text that was left in a field of a draft is there again, unless the field was opened with something', () => {
  const unmatched = { pet: 'lunx', visitTypeId: 'zz', employeeId: 'kw' };
  const draft = { ...begin({}), unmatched };
  expect(restoredValues(draft, options({}), false).unmatched).toEqual(unmatched);
  const prefill = { visitTypeId: 'dental', employeeId: 'vet' };
  expect(restoredValues(draft, options(prefill), false).unmatched).toEqual({
    pet: 'lunx',
    visitTypeId: '',
    employeeId: '',
  });
});

describe('a booking that is moved on the board', () => {
  const values = { ...begin({ storeId: 'lowe', roomId: 'r1', start: '2026-06-03T10:00' }), end: '10:45' };
  const moved = (prefill: BookingPrefill) => movedValues(values, options(prefill));

  test('keeps its length, and store and room where the column has none of its own', () => {
    expect(moved({ start: '2026-06-04T11:00' })).toMatchObject({
      ...{ storeId: 'lowe', roomId: 'r1', date: '2026-06-04', start: '11:00', length: '45 min', end: '' },
    });
  });

  test('takes room, store and length of where it is put', () => {
    const place = { storeId: 'north', roomId: 'r2', start: '2026-06-04T11:00', end: '2026-06-04T12:00' };
    expect(moved(place)).toMatchObject({ storeId: 'north', roomId: 'r2', length: '1 h', end: '' });
    expect(moved({ storeId: 'north', start: '2026-06-04T11:00' }).roomId).toBeNull();
  });
});
