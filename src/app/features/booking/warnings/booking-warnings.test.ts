import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import type { BookingStore } from '#app/features/booking/booking-schema.ts';
import { warningText } from '#app/features/booking/booking-text.ts';
import { openIntervals } from '#app/scheduling/opening-hours.ts';
import { isolated } from '#app/text/isolated.ts';
import { type ReceivedAppointment, receivedAppointmentSchema, receivedEmployeeSchema } from '#contract/received.ts';
import { rounds } from '#testing/rounds.ts';
import { bookingWarnings, type WarningInput } from './booking-warnings.ts';
import { daysToKnow, freeTimes } from './free-times.ts';

const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds;
const HOUR = 3_600_000;
const QUARTER = 900_000;

const weekdays = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: '08:00', closes: '18:00' }));
const store: BookingStore = {
  id: 'north',
  name: 'North',
  timeZone: 'America/New_York',
  openingHours: weekdays,
  rooms: [
    { id: 'r1', name: 'Room 1' },
    { id: 'r2', name: 'Room 2' },
  ],
};
const vet = receivedEmployeeSchema.parse({ id: 'vet', name: 'Ada Bell', storeIds: ['north'], role: 'vet' });
const type = { id: 't', name: 'Check', category: 'consult', durationMinutes: 30, isActive: true };

let next = 0;
function appointment(changes: Record<string, unknown>): ReceivedAppointment {
  next += 1;
  return receivedAppointmentSchema.parse({
    id: `a${next}`,
    petId: 'other-pet',
    storeId: 'north',
    title: 'Milo – Dental',
    status: 'confirmed',
    ...changes,
  });
}

/** Tuesday 2 June 2026, 10:00 to 10:30 in New York. */
const ten = { start: at('2026-06-02T14:00Z'), end: at('2026-06-02T14:30Z') };
const atTen = { start: '2026-06-02T10:15:00-04:00', end: '2026-06-02T10:45:00-04:00' };

const input: WarningInput = {
  time: ten,
  store,
  petId: 'pet',
  vet,
  type,
  appointments: [],
  now: at('2026-06-02T12:00Z'),
};
const kinds = (changes: Partial<WarningInput>) => bookingWarnings({ ...input, ...changes }).map(({ kind }) => kind);

test('an ordinary booking is warned of by nothing', () => {
  expect(kinds({})).toEqual([]);
});

describe('the vet', () => {
  const busy = appointment({ ...atTen, employees: [{ id: 'vet', isMainEmployee: false }] });

  test('is busy then, with what is named', () => {
    const [warning] = bookingWarnings({ ...input, appointments: [busy] });
    expect(warning).toMatchObject({ kind: 'vet-busy', others: [busy] });
    if (!warning) return;
    const { title, others } = warningText(warning, { store, stores: [store], time: ten, petName: 'Rex' });
    expect(title).toBe(`${isolated('Ada Bell')} is busy then`);
    expect(others[0]?.text).toContain('Milo – Dental');
  });

  test('is busy in another store, too, which is named', () => {
    const south: BookingStore = { ...store, id: 'south', name: 'South' };
    const elsewhere = { ...busy, storeId: 'south' };
    const [warning] = bookingWarnings({ ...input, appointments: [elsewhere] });
    expect(warning?.kind).toBe('vet-busy');
    if (!warning) return;
    const { others } = warningText(warning, { store, stores: [store, south], time: ten, petName: '' });
    expect(others[0]?.text).toContain(`(${isolated('South')})`);
  });

  test.each(['cancelled', 'no_show'])('is free where the other is %s', (status) => {
    expect(kinds({ appointments: [{ ...busy, status }] })).toEqual([]);
  });

  test('is busy with a status that no document lists', () => {
    expect(kinds({ appointments: [{ ...busy, status: 'waitlisted' }] })).toEqual(['vet-busy']);
  });

  test('is free when the other ends as this begins', () => {
    const before = { ...busy, start: '2026-06-02T13:30:00.000Z', end: '2026-06-02T14:00:00.000Z' };
    expect(kinds({ appointments: [before] })).toEqual([]);
  });

  test('belongs to other stores only; where nobody says, nothing is warned of', () => {
    expect(kinds({ vet: { ...vet, storeIds: ['south'] } })).toEqual(['vet-elsewhere']);
    expect(kinds({ vet: { ...vet, storeIds: null } })).toEqual([]);
  });
});

describe('the rooms', () => {
  test('are taken when none is free for the whole time', () => {
    const one = appointment({ ...atTen, roomId: 'r1' });
    const two = appointment({ start: '2026-06-02T14:00:00Z', end: '2026-06-02T14:05:00Z', roomId: 'r2' });
    expect(kinds({ appointments: [one] })).toEqual([]);
    expect(bookingWarnings({ ...input, appointments: [one, two] })).toEqual([
      { kind: 'rooms-taken', others: [one, two] },
    ]);
  });

  test('are not spoken of where a store has none', () => {
    expect(kinds({ store: { ...store, rooms: [] }, appointments: [appointment(atTen)] })).toEqual([]);
  });
});

describe('the store', () => {
  test.each([
    ['before it opens', '2026-06-02T11:30Z', '2026-06-02T12:15Z'],
    ['over its closing', '2026-06-02T21:45Z', '2026-06-02T22:15Z'],
    ['on a Sunday', '2026-06-07T14:00Z', '2026-06-07T14:30Z'],
  ])('is closed %s', (_name, start, end) => {
    expect(kinds({ time: { start: at(start), end: at(end) }, now: 0, type: null })).toEqual(['store-closed']);
  });

  test('is not closed for a stay that begins and ends while it is open', () => {
    const stay = { start: at('2026-06-02T14:00Z'), end: at('2026-06-04T14:00Z') };
    expect(kinds({ time: stay, type: null })).toEqual([]);
    expect(kinds({ time: { ...stay, end: at('2026-06-04T03:00Z') }, type: null })).toEqual(['store-closed']);
  });

  test('names its hours of the first and the last day of a stay alone', () => {
    const stay = { start: at('2026-06-02T22:30Z'), end: at('2026-07-02T22:30Z') };
    const [warning] = bookingWarnings({ ...input, time: stay, type: null });
    expect(warning).toEqual({
      kind: 'store-closed',
      open: [
        { start: at('2026-06-02T12:00Z'), end: at('2026-06-02T22:00Z') },
        { start: at('2026-07-02T12:00Z'), end: at('2026-07-02T22:00Z') },
      ],
    });
  });

  test('that tells no hours is not warned of', () => {
    const silent = { ...store, openingHours: [] };
    expect(kinds({ store: silent, time: { start: at('2026-06-07T07:00Z'), end: at('2026-06-07T07:30Z') } })).toEqual(
      [],
    );
  });

  test('open past midnight is open then', () => {
    const night = { ...store, openingHours: [{ weekday: 2, opens: '20:00', closes: '02:00' }] };
    const openings = openIntervals(night, { start: at('2026-06-03T05:00Z'), end: at('2026-06-03T05:30Z') });
    expect(openings).toContainEqual({ start: at('2026-06-03T00:00Z'), end: at('2026-06-03T06:00Z') });
  });
});

test('the pet has a visit on the same calendar day of the store', () => {
  const late = appointment({ petId: 'pet', start: '2026-06-03T03:00:00Z', end: '2026-06-03T03:30:00Z' });
  const tomorrow = appointment({ petId: 'pet', start: '2026-06-03T04:00:00Z', end: '2026-06-03T04:30:00Z' });
  expect(kinds({ appointments: [late] })).toEqual(['pet-that-day']);
  expect(kinds({ appointments: [tomorrow] })).toEqual([]);
});

test('a time that has passed', () => {
  expect(kinds({ now: ten.start + 1 })).toEqual(['in-past']);
});

test('a slip of the keyboard in the length', () => {
  expect(kinds({ time: { ...ten, end: ten.start + 3 * HOUR } })).toEqual(['unusually-long']);
  expect(kinds({ time: { ...ten, end: ten.start + 45 * 60_000 } })).toEqual([]);
});

test('nothing is said of others while they are not loaded', () => {
  expect(kinds({ appointments: null })).toEqual([]);
});

describe('free times', () => {
  test('of a night are those that begin and end while the store is open', () => {
    const night = { start: at('2026-06-02T22:30Z'), end: at('2026-06-03T13:30Z') };
    const morning = { start: night.start - 10 * HOUR, end: night.end - 10 * HOUR };
    for (const time of [night, morning]) {
      const knownUntil = daysToKnow(time, store.timeZone).end;
      const options = { time, store, petId: null, vetId: null, appointments: [], knownUntil, now: input.now, count: 9 };
      expect(freeTimes(options)).toEqual(['2026-06-02T21:15Z', '2026-06-02T21:30Z', '2026-06-02T21:45Z'].map(at));
    }
  });

  const zones = ['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu'];
  const scene = fc.record({
    zone: fc.constantFrom(...zones),
    // Days with and without a change of clocks, and a Sunday.
    day: fc.constantFrom('2026-03-08', '2026-03-29', '2026-04-05', '2026-06-02', '2026-10-25', '2026-11-01'),
    quarter: fc.integer({ min: 0, max: 95 }),
    // Visits, and stays of a night and of days: longer than any store is open.
    minutes: fc.constantFrom(10, 15, 30, 60, 145, 13 * 60, 15 * 60, 24 * 60, 50 * 60),
    now: fc.integer({ min: 0, max: 30 }),
    taken: fc.array(
      fc.record({
        quarter: fc.integer({ min: 0, max: 100 }),
        quarters: fc.integer({ min: 0, max: 12 }),
        roomId: fc.constantFrom('r1', 'r2', null),
        vet: fc.boolean(),
        pet: fc.boolean(),
        status: fc.constantFrom('confirmed', 'cancelled'),
      }),
      { maxLength: 14 },
    ),
    hours: fc.constantFrom(
      [],
      [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: '08:00', closes: '18:00' })),
      [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: '00:00', closes: '24:00' })),
    ),
  });

  test('are the nearest starts that nothing speaks against, and all of them', () => {
    fc.assert(
      fc.property(scene, ({ zone, day, quarter, minutes, now, taken, hours }) => {
        const midnight = Temporal.PlainDate.from(day).toZonedDateTime(zone);
        const end = midnight.add({ days: 1 }).epochMilliseconds;
        const begin = midnight.epochMilliseconds;
        const instant = (quarters: number) => new Date(begin + quarters * QUARTER).toISOString();
        const there: BookingStore = { ...store, timeZone: zone, openingHours: hours };
        const appointments = taken.map((one) =>
          appointment({
            start: instant(one.quarter),
            end: instant(one.quarter + one.quarters),
            roomId: one.roomId,
            status: one.status,
            petId: one.pet ? 'pet' : 'other-pet',
            employees: one.vet ? [{ id: 'vet', isMainEmployee: true }] : [],
          }),
        );
        const start = Math.min(begin + quarter * QUARTER, end - QUARTER);
        const time = { start, end: start + minutes * 60_000 };
        const knownUntil = daysToKnow(time, zone).end;
        const moment = begin + now * QUARTER;
        const speaksAgainst = (from: number) => {
          const candidate = { start: from, end: from + minutes * 60_000 };
          const found = bookingWarnings({
            time: candidate,
            store: there,
            petId: null,
            vet,
            type: null,
            appointments,
            now: moment,
          });
          // The pet may have another visit that day, but not at the same time.
          const pet = bookingWarnings({
            time: candidate,
            store: { ...there, rooms: [], openingHours: [] },
            petId: null,
            vet: { ...vet, id: 'pet-as-vet' },
            type: null,
            appointments: appointments
              .filter(({ petId }) => petId === 'pet')
              .map((one) => ({ ...one, employees: [{ id: 'pet-as-vet', isMainEmployee: true }] })),
            now: 0,
          });
          return found.length > 0 || pet.length > 0 || candidate.end > knownUntil;
        };
        const possible: number[] = [];
        for (let from = begin; from < end; from += QUARTER) if (!speaksAgainst(from)) possible.push(from);
        const expected = possible
          .sort((a, b) => Math.abs(a - start) - Math.abs(b - start) || a - b)
          .slice(0, 4)
          .sort((a, b) => a - b);
        expect(
          freeTimes({
            time,
            store: there,
            petId: 'pet',
            vetId: 'vet',
            appointments,
            knownUntil,
            now: moment,
            count: 4,
          }),
        ).toEqual(expected);
      }),
      { numRuns: rounds({ few: 80, many: 1000 }) },
    );
  });
});
