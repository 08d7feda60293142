import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { clockText, dayText } from '#app/scheduling/time-text.ts';
import { isolated } from '#app/text/isolated.ts';
import { receivedAppointmentSchema, receivedEmployeeSchema, receivedPetSchema } from '#contract/received.ts';
import { bookedNotice, bookedRoom, clashNotice, nothingFreeText, typedText, warningText } from './booking-text.ts';
import type { BookingStore } from './booking-values.ts';
import { bookingWarnings } from './warnings/booking-warnings.ts';

const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds;
const store: BookingStore = {
  id: 'north',
  name: 'North',
  timeZone: 'America/New_York',
  openingHours: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: '08:00', closes: '18:00' })),
  rooms: [{ id: 'r1', name: 'Room 1', categories: [] }],
};
const pets: Parameters<typeof clashNotice>[3] = new Map();
const vet = receivedEmployeeSchema.parse({ id: 'vet', name: "Tom D'Angelo", storeIds: ['north'], role: 'vet' });

test('a stay of a month names the opening hours of its first and its last day', () => {
  const time = { start: at('2026-06-02T22:30Z'), end: at('2026-07-02T22:30Z') };
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
    now: 0,
  };
  const [warning] = bookingWarnings(input);
  const eight = clockText(store.timeZone, at('2026-06-02T12:00Z'));
  const six = clockText(store.timeZone, at('2026-06-02T22:00Z'));
  const last = dayText(store.timeZone, time.end);
  expect(warning && warningText(warning, { store, stores: [store], time, petName: '', pets }).title).toBe(
    `${isolated('North')} is closed then (open ${eight} – ${six}, ${last}, ${eight} – ${six})`,
  );
});

test('that nothing is free names whom it is about', () => {
  const text = (over: { vet?: typeof vet }) =>
    nothingFreeText({ vet: null, store, length: 2 * 3_600_000, ...over }, 'Friday');
  expect(text({ vet })).toBe(`${isolated("Tom D'Angelo")} has no 2 h free until Friday.`);
  expect(text({})).toBe(`${isolated('North')} has no 2 h free until Friday.`);
});

test('a name that turns the direction of writing turns nothing around it, in no warning and no notice', () => {
  const name = 'Rex\u202e';
  const hostileStore = { ...store, name, rooms: [{ id: 'r1', name, categories: [] }] };
  const time = { start: at('2026-06-02T14:00Z'), end: at('2026-06-02T14:30Z') };
  const other = receivedAppointmentSchema.parse({
    id: 'a',
    petId: 'pet',
    storeId: 'south',
    roomId: 'r1',
    title: name,
    status: 'confirmed',
    start: '2026-06-02T14:00:00Z',
    end: '2026-06-02T14:30:00Z',
    employees: [{ id: 'vet', isMainEmployee: true }],
  });
  const input = {
    store: hostileStore,
    stores: [hostileStore],
    petId: 'pet',
    vet: { ...vet, name, storeIds: [] },
    type: null,
    employees: [],
    appointments: [other],
    plan: [],
    now: 0,
  };
  const stores = [hostileStore, { ...hostileStore, id: 'south' }];
  const sunday = { start: at('2026-06-07T14:00Z'), end: at('2026-06-07T14:30Z') };
  const warnings = [time, sunday].flatMap((asked) => bookingWarnings({ ...input, time: asked }));
  expect(warnings.map(({ kind }) => kind)).toEqual([
    'vet-busy',
    'vet-elsewhere',
    'rooms-taken',
    'pet-that-day',
    'vet-elsewhere',
    'store-closed',
  ]);
  const booked = { id: 'b', start: other.start, end: other.end, storeId: 'north', petName: name };
  const texts = [
    ...warnings.map((warning) => warningText(warning, { store: hostileStore, stores, petName: name, time, pets })),
    bookedNotice(booked, 'answered', stores),
    clashNotice([other], booked, stores, pets),
    nothingFreeText({ vet: input.vet, store: hostileStore, length: 1 }, 'Friday'),
  ];
  expect(JSON.stringify(texts)).toContain(isolated(name));
  expect(JSON.stringify(texts).replaceAll(isolated(name), '')).not.toContain('\u202e');
});

test('the room that was got is named, loudly where another was clicked', () => {
  const booked = {
    id: 'b',
    start: '2026-06-02T14:00:00Z',
    end: '2026-06-02T14:30:00Z',
    storeId: 'north',
    petName: 'Bo',
  };
  const stores = [{ ...store, rooms: [...store.rooms, { id: 'r2', name: 'Surgery', categories: [] }] }];
  const notice = (roomId: string | null, clicked: string | null = null, isPlaced = false) =>
    bookedNotice(booked, 'answered', stores, {
      room: bookedRoom({ roomId, location: null }, clicked, { stores, isPlaced }),
    });
  const plain = bookedNotice(booked, 'answered', stores);
  const [bo, one, surgery] = [isolated('Bo'), isolated('Room 1'), isolated('Surgery')];
  expect(notice('r2', 'r2')).toEqual({ ...plain, text: String(plain.text).replace(/\.$/, `, ${surgery}.`) });
  expect(notice('r1')).toEqual({ ...plain, text: String(plain.text).replace(/\.$/, `, ${one}.`) });
  expect(notice(null)).toEqual({ ...plain, text: `${plain.text} No room is assigned.` });
  expect(notice('r1', 'r2')).toMatchObject({
    id: plain.id,
    tone: 'warn',
    title: `Booked: ${bo}, in ${one}, not in ${surgery}`,
    text: expect.stringMatching(/The practice system assigns the room\.$/),
  });
  expect(notice('r1', 'r2', true).text).toMatch(/Changing the room failed: try again in the appointment’s details\.$/);
  expect(notice(null, 'r2')).toMatchObject({ tone: 'warn', title: `Booked: ${bo}, without a room, not in ${surgery}` });
});

test('what was typed for a caller who is not on file is copied as lines of text', () => {
  const time = { start: at('2026-06-02T14:00Z'), end: at('2026-06-02T14:30Z') };
  const typed = { typed: 'Rosa Kaufman', type: 'Dental', vet: 'Tom', length: '30 min', notes: 'Limps\nsince Monday ' };
  const [ten, halfPast] = [time.start, time.end].map((instant) => clockText(store.timeZone, instant));
  expect(typedText({ ...typed, place: { store, time } })).toBe(
    `Rosa Kaufman\nDental, 30 min\n${dayText(store.timeZone, time.start)}, ${ten} – ${halfPast} at North\nWith Tom\nLimps\nsince Monday`,
  );
  expect(typedText({ ...typed, type: '', vet: '', notes: '', place: { store, time: null } })).toBe(
    'Rosa Kaufman\n30 min\nNorth',
  );
});

test('an appointment whose recorded end is its start is told as it is', () => {
  const start = '2026-06-02T14:00:00Z';
  const time = { start: at(start), end: at(start) + 900_000 };
  const other = receivedAppointmentSchema.parse({
    ...{ id: 'a', petId: 'pet', storeId: 'north', title: 'Milo', status: 'confirmed', start, end: start },
    roomId: 'another room',
  });
  const [warning] = bookingWarnings({
    time,
    store,
    stores: [store],
    petId: 'pet',
    vet: null,
    type: null,
    employees: [],
    appointments: [other],
    plan: [],
    now: 0,
  });
  const clock = clockText(store.timeZone, time.start);
  expect(warning && warningText(warning, { store, stores: [store], petName: '', time, pets }).others[0]?.text).toBe(
    `${clock} (ends when it starts) ${isolated('Milo')}`,
  );
});

test('what else there is then is named by its pet, as on the board, and by its title where the pet is not known', () => {
  const start = '2026-06-02T14:00:00Z';
  const end = '2026-06-02T14:30:00Z';
  const other = receivedAppointmentSchema.parse({
    ...{ id: 'a', petId: 'pet', storeId: 'north', title: 'Dental cleaning', status: 'confirmed', start, end },
  });
  const booked = { id: 'b', storeId: 'north', petName: 'Rex', start, end };
  const known = new Map([['pet', receivedPetSchema.parse({ id: 'pet', name: 'Milo' })]]);
  const times = `${clockText(store.timeZone, at(start))} – ${clockText(store.timeZone, at(end))}`;
  expect(clashNotice([other], booked, [store], known).text).toBe(`${times} ${isolated('Milo')}`);
  expect(clashNotice([other], booked, [store], pets).text).toBe(`${times} ${isolated('Dental cleaning')}`);
  const options = { store, stores: [store], petName: '', time: { start: at(start), end: at(end) } };
  const lines = (of: typeof pets) =>
    warningText({ kind: 'pet-that-day', others: [other] }, { ...options, pets: of }).others.map(({ text }) => text);
  expect(lines(known)).toEqual([`${times} ${isolated('Milo')}`]);
  expect(lines(pets)).toEqual([`${times} ${isolated('Dental cleaning')}`]);
});
