import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import type { BookingStore } from '#app/features/booking/booking-schema.ts';
import { warningText } from '#app/features/booking/booking-text.ts';
import { dateIn } from '#app/scheduling/calendar-day.ts';
import { isolated } from '#app/text/isolated.ts';
import { type ReceivedAppointment, receivedAppointmentSchema, receivedEmployeeSchema } from '#contract/received.ts';
import { bookingWarnings, daysToKnow, type WarningInput } from './booking-warnings.ts';

const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds;
const HOUR = 3_600_000;

const weekdays = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: '08:00', closes: '18:00' }));
const store: BookingStore = {
  id: 'north',
  name: 'North',
  timeZone: 'America/New_York',
  openingHours: weekdays,
  rooms: [
    { id: 'r1', name: 'Room 1', categories: [] },
    { id: 'r2', name: 'Room 2', categories: [] },
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
  stores: [store],
  petId: 'pet',
  vet,
  type,
  employees: [],
  appointments: [],
  plan: [],
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
    const { title, others } = warningText(warning, {
      store,
      stores: [store],
      time: ten,
      petName: 'Rex',
      pets: new Map(),
    });
    expect(title).toBe(`${isolated('Ada Bell')} is busy then`);
    expect(others[0]?.text).toContain('Milo – Dental');
  });

  test('is busy in another store, too, which is named', () => {
    const south: BookingStore = { ...store, id: 'south', name: 'South' };
    const elsewhere = { ...busy, storeId: 'south' };
    const [warning] = bookingWarnings({ ...input, appointments: [elsewhere] });
    expect(warning?.kind).toBe('vet-busy');
    if (!warning) return;
    const { others } = warningText(warning, { store, stores: [store, south], time: ten, petName: '', pets: new Map() });
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

describe('an appointment without a vet or a room', () => {
  const bo = { ...vet, id: 'bo', name: 'Bo Both' };
  const lacking = appointment({ ...atTen, roomId: 'r1', visitTypeCategory: 'consult' });
  const textsOf = (changes: Partial<WarningInput>) =>
    bookingWarnings({ ...input, ...changes }).map((warning) =>
      warningText(warning, { store, stores: [store], time: ten, petName: '', pets: new Map() }),
    );

  test('leaves no vet free where it needs the only one', () => {
    const asked = { vet: null, employees: [vet], appointments: [lacking] };
    expect(bookingWarnings({ ...input, ...asked })).toEqual([{ kind: 'no-vet-free', busy: [], withoutVet: [lacking] }]);
    expect(kinds({ ...asked, employees: [vet, bo] })).toEqual([]);
    const [warning] = textsOf(asked);
    expect(warning?.title).toBe('No vet is free then');
    expect(warning?.others.map(({ text }) => text).join()).toMatch(/No vet yet.*: .*10:15.*Milo – Dental/);
  });

  test('leaves no vet free while the only one is still seeing a patient past the end', () => {
    const over = appointment({
      ...{ start: '2026-06-02T13:30:00Z', end: '2026-06-02T13:55:00Z', roomId: 'r1', status: 'in_progress' },
      employees: [{ id: 'vet', isMainEmployee: true }],
    });
    const asked = { vet: null, employees: [vet], appointments: [over] };
    expect(kinds({ ...asked, now: ten.start })).toEqual(['no-vet-free']);
    expect(kinds({ ...asked, now: ten.start - HOUR / 4 })).toEqual([]);
  });

  test('needs a chosen vet where no other is left for it', () => {
    const asked = { vet, employees: [vet, bo], appointments: [lacking] };
    expect(kinds(asked)).toEqual([]);
    const busy = appointment({ ...atTen, roomId: 'r1', employees: [{ id: 'bo', isMainEmployee: true }] });
    const [warning] = textsOf({ ...asked, appointments: [lacking, busy] });
    expect(warning?.title).toBe(`${isolated('Ada Bell')} is needed for an appointment without a vet`);
    expect(warning?.others).toHaveLength(1);
  });

  test('takes the last room, or the one that was chosen', () => {
    const other = appointment({ ...atTen, roomId: 'r1', employees: [{ id: 'x', isMainEmployee: true }] });
    const roomless = { ...other, id: 'roomless', roomId: null, visitTypeCategory: 'consult' };
    const [warning] = textsOf({ appointments: [other, roomless] });
    expect(warning?.title).toBe('Every room is taken then');
    expect(warning?.others.map(({ text }) => text).join()).toMatch(/No room yet.*Milo – Dental/);
    expect(textsOf({ roomId: 'r2', appointments: [other, roomless] })[0]?.title).toBe(
      `${isolated('Room 2')} is needed for an appointment without a room`,
    );
    expect(kinds({ roomId: 'r2', appointments: [roomless] })).toEqual([]);
  });
});

describe('the rooms', () => {
  test('are taken when none is free for the whole time', () => {
    const one = appointment({ ...atTen, roomId: 'r1' });
    const two = appointment({ start: '2026-06-02T14:00:00Z', end: '2026-06-02T14:05:00Z', roomId: 'r2' });
    expect(kinds({ appointments: [one] })).toEqual([]);
    expect(bookingWarnings({ ...input, appointments: [one, two] })).toEqual([
      { kind: 'rooms-taken', others: [one, two], withoutRoom: [], blocked: [], all: true },
    ]);
  });

  test('one that was chosen and is taken is told, whatever else is free', () => {
    const one = appointment({ ...atTen, roomId: 'r1' });
    const told = bookingWarnings({ ...input, roomId: 'r1', appointments: [one] });
    expect(told).toEqual([{ kind: 'room-taken', room: store.rooms[0]?.name, others: [one] }]);
    expect(bookingWarnings({ ...input, roomId: 'r2', appointments: [one] })).toEqual([]);
  });

  test('that are for other visits do not count, and that none suits is told', () => {
    const [first, second] = store.rooms.map((room) => ({ ...room, categories: ['dental'] }));
    const taken = [appointment({ ...atTen, roomId: 'r1' })];
    const rooms = [{ ...store.rooms[0], id: 'r1', name: 'Room 1', categories: [] }, ...(second ? [second] : [])];
    expect(bookingWarnings({ ...input, store: { ...store, rooms }, appointments: taken })).toEqual([
      { kind: 'rooms-taken', others: taken, withoutRoom: [], blocked: [], all: false },
    ]);
    const none = { ...store, rooms: [first, second].flatMap((room) => room ?? []) };
    expect(kinds({ store: none })).toEqual(['no-room-suits']);
    expect(kinds({ store: none, type: { ...type, category: 'dental' } })).toEqual([]);
    expect(kinds({ store: none, type: null })).toEqual([]);
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

describe('no vet is free', () => {
  const bo = { ...vet, id: 'bo', name: 'Bo Chen' };
  const elsewhere = { ...vet, id: 'far', storeIds: ['south'] };
  const left = { ...vet, id: 'left', isActive: false };
  const nurse = { ...vet, id: 'nurse', role: 'nurse' };
  const employees = [vet, bo, elsewhere, left, nurse];
  const busy = (id: string) =>
    appointment({ ...atTen, roomId: 'another room', employees: [{ id, isMainEmployee: true }] });

  test('where nobody in particular is asked for and each vet of the store has another', () => {
    const appointments = [busy('vet'), busy('bo')];
    expect(kinds({ vet: null, employees, appointments })).toEqual(['no-vet-free']);
    expect(kinds({ vet: null, employees, appointments: [busy('vet')] })).toEqual([]);
    expect(kinds({ vet: nurse, employees, appointments })).toEqual([]);
  });

  test('of no visit that is seen to by others, and not where nobody is known to be a vet', () => {
    const appointments = [busy('vet'), busy('bo')];
    const grooming = { ...type, category: 'grooming' };
    expect(kinds({ vet: null, type: grooming, employees, appointments })).toEqual([]);
    expect(kinds({ vet: null, employees: [nurse], appointments })).toEqual([]);
  });
});

test('the days of a visit are those that it touches', () => {
  const days = (start: string, end: string) =>
    Object.values(daysToKnow({ start: at(start), end: at(end) }, 'America/New_York')).map((text) =>
      dateIn('America/New_York', text),
    );
  expect(days('2026-06-02T14:00Z', '2026-06-02T15:00Z')).toEqual(['2026-06-02', '2026-06-03']);
  expect(days('2026-06-02T14:00Z', '2026-06-03T04:00Z')).toEqual(['2026-06-02', '2026-06-03']);
  expect(days('2026-06-02T14:00Z', '2026-06-05T14:00Z')).toEqual(['2026-06-02', '2026-06-06']);
});
