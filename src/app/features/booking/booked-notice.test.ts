import { Temporal } from 'temporal-polyfill';
import { expect, test, vi } from 'vitest';
import { isolateText } from '#app/text/isolate-text.ts';
import { clockText, dayText, shortZoneText } from '#app/text/time-text.ts';
import {
  createUnnamedStore,
  receivedAppointmentSchema,
  receivedEmployeeSchema,
  receivedPetSchema,
} from '#contract/received.ts';
import { bookedNotice, notBookedNotice } from './booked-notice.ts';
import type { BookingStore } from './booking-values.ts';

const zone = 'America/New_York';
const north: BookingStore = {
  ...{ ...createUnnamedStore('north'), name: 'North', timeZone: zone },
  rooms: [
    { id: 'r1', name: 'Room 1', categories: [] },
    { id: 'r2', name: 'Surgery', categories: [] },
  ],
};
const south: BookingStore = { ...north, id: 'south', name: 'South', rooms: [] };
const vet = receivedEmployeeSchema.parse({ id: 'vet', name: 'Ada Bell', role: 'vet' });
const booked = {
  ...{ id: 'b', start: '2026-06-02T14:00:00Z', end: '2026-06-02T14:30:00Z', storeId: 'north' },
  ...{ petId: 'bo', petName: 'Bo', roomId: null },
};
const record = receivedAppointmentSchema.parse({
  ...{ ...booked, status: 'confirmed', roomId: 'r1' },
  employees: [{ id: 'vet', isMainEmployee: true }],
});
const milo = receivedAppointmentSchema.parse({ ...record, id: 'm', petId: 'milo', title: 'Dental cleaning' });

const notice = (changes: Partial<Parameters<typeof bookedNotice>[0]> = {}) =>
  bookedNotice({
    ...{ booked, how: 'answered', record, stores: [north], employees: [vet], pets: new Map(), clashes: [] },
    ...{ canAssignRooms: true, onUndo: null, onShow: null },
    ...changes,
  });
const start = Temporal.Instant.from('2026-06-02T14:00Z').epochMilliseconds;
const [ten, half] = [start, start + 1_800_000].map((instant) => clockText(zone, instant));
const when = `${dayText(zone, start)}, ${ten} – ${half} ${shortZoneText(zone, start)}`;
const [bo, ada, one, surgery] = ['Bo', 'Ada Bell', 'Room 1', 'Surgery'].map(isolateText);

test('the notice has time, vet and room, and stays as long as Undo works', () => {
  expect(notice()).toEqual({
    ...{ id: 'appointment b', tone: 'ok', title: `Booked: ${bo}`, text: `${when}, ${ada}, ${one}` },
    readingMs: expect.any(Number),
  });
  expect(notice({ record: null }).text).toBe(when);
  expect(notice({ record: { ...record, status: 'checked_in' } }).title).toBe(`Checked in: ${bo}`);
  expect(notice({ booked: { ...booked, petName: '' } }).title).toBe('Booked: the appointment');
});

test('names the store if there are several', () => {
  expect(notice({ stores: [north, south] }).text).toBe(`${when} at ${isolateText('North')}, ${ada}, ${one}`);
});

test('says that no room is assigned, if the store has rooms', () => {
  const roomless = { ...record, roomId: null };
  expect(notice({ record: roomless }).text).toBe(`${when}, ${ada}. No room is assigned.`);
  const there = { booked: { ...booked, storeId: 'south' }, record: { ...roomless, storeId: 'south' }, stores: [south] };
  expect(notice(there).text).toBe(`${when}, ${ada}`);
});

test('a different room is a warning that stays until the notice is closed', () => {
  const chosen = { booked: { ...booked, roomId: 'r2' } };
  expect(notice({ booked: { ...booked, roomId: 'r1' } })).toEqual(notice());
  expect(notice(chosen)).toEqual({
    ...{ id: 'appointment b', tone: 'warn', title: `Booked: ${bo}, in ${one} instead of ${surgery}` },
    text: `${when}, ${ada}, ${one}. The room couldn’t be changed. Try again in the appointment’s details.`,
  });
  expect(notice({ ...chosen, canAssignRooms: false }).text).toMatch(/The practice system assigns the room\.$/);
  expect(notice({ ...chosen, record: { ...record, roomId: null } }).title).toBe(
    `Booked: ${bo}, with no room instead of ${surgery}`,
  );
  expect(notice({ ...chosen, record: null }).tone).toBe('ok');
});

test('a clash is named after its pet, as on the calendar; several are counted', () => {
  const pets = new Map([['milo', receivedPetSchema.parse({ id: 'milo', name: 'Milo' })]]);
  const clash = (changes: Parameters<typeof notice>[0]) => notice(changes).title;
  expect(clash({ clashes: [milo], pets })).toBe(`Booked: ${bo}, clashes with ${isolateText('Milo')}`);
  expect(clash({ clashes: [milo] })).toBe(`Booked: ${bo}, clashes with ${isolateText('Dental cleaning')}`);
  expect(clash({ clashes: [{ ...milo, title: '' }] })).toBe(`Booked: ${bo}, clashes with 1 appointment`);
  expect(clash({ clashes: [milo, milo] })).toBe(`Booked: ${bo}, clashes with 2 appointments`);
  expect(notice({ clashes: [milo] }).tone).toBe('warn');
});

test('says that the booking was found after its response was lost', () => {
  expect(notice({ how: 'found' }).text).toBe(
    `${when}, ${ada}, ${one}. The response was lost, but the appointment is booked.`,
  );
  expect(notice({ how: 'found', record: { ...record, roomId: null } }).text).toBe(
    `${when}, ${ada}. No room is assigned. The response was lost, but the appointment is booked.`,
  );
});

test('has Undo and Show if they are possible', () => {
  const [onUndo, onShow] = [vi.fn(), vi.fn()];
  expect(notice({ onUndo, onShow })).toMatchObject({
    action: { label: 'Undo', onClick: onUndo },
    link: { label: 'Show', onClick: onShow },
  });
});

test('a name with direction marks does not affect the text around it', () => {
  const name = 'Rex\u202e';
  const stores = [north, south].map((store) => ({
    ...store,
    name,
    rooms: store.rooms.map((room) => ({ ...room, name })),
  }));
  const hostile = { booked: { ...booked, petName: name, roomId: 'r2' }, stores, employees: [{ ...vet, name }] };
  const text = JSON.stringify([notice(hostile), notice({ clashes: [{ ...milo, title: name }] })]);
  expect(text).toContain(isolateText(name));
  expect(text.replaceAll(isolateText(name), '')).not.toContain('\u202e');
});

test('for a booking that failed after its panel was closed, says whether that is certain', () => {
  expect(notBookedNotice(true).title).not.toBe(notBookedNotice(false).title);
  expect(notBookedNotice(true).text).toMatch(/everything you typed is still there/);
});
