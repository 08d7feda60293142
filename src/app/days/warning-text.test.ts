import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { isolateText } from '#app/text/isolate-text.ts';
import { clockText, dayText } from '#app/text/time-text.ts';
import { receivedAppointmentSchema, receivedEmployeeSchema, receivedPetSchema } from '#contract/received.ts';
import type { BookableStore, HeldRequest } from '#scheduling/bookable.ts';
import type { Warning } from '#scheduling/warnings.ts';
import { entry } from '#testing/plan-entry.ts';
import { appointmentText, type WarningContext, warningLine, warningText } from './warning-text.ts';

const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds;
const zone = 'America/New_York';
const room = { id: 'r1', name: 'Room 1', categories: [] };
const store: BookableStore & { name: string } = {
  ...{ id: 'north', name: 'North', timeZone: zone, openingHours: [], rooms: [room] },
};
const vet = receivedEmployeeSchema.parse({ id: 'vet', name: 'Ada Bell', storeIds: ['north'], role: 'vet' });
/** Tuesday 2 June 2026, 12:15 to 12:45 in New York. */
const time = { start: at('2026-06-02T16:15Z'), end: at('2026-06-02T16:45Z') };
const milo = receivedAppointmentSchema.parse({
  ...{ id: 'a', petId: 'milo', storeId: 'north', roomId: 'r1', title: 'Dental cleaning', status: 'confirmed' },
  ...{ start: '2026-06-02T16:00:00Z', end: '2026-06-02T16:30:00Z' },
});
const bella: HeldRequest = { id: 'q', storeId: 'north', visitTypeCategory: 'consult', name: 'Bella', ...time };
const place: WarningContext = {
  ...{ store, stores: [store, { id: 'south', name: 'South' }], time },
  ...{ petName: isolateText('Rex'), pets: new Map() },
};
const clock = (text: string) => clockText(zone, at(text));
const noon = clock('2026-06-02T16:15Z');
const times = `${clock('2026-06-02T16:00Z')} – ${clock('2026-06-02T16:30Z')}`;
const other = `${times} ${isolateText('Dental cleaning')}`;
const requested = `${isolateText('Bella')}, requested on the web site`;
const requestedAt = `${clock('2026-06-02T16:15Z')} – ${clock('2026-06-02T16:45Z')}`;
const [ada, north, one] = [isolateText('Ada Bell'), isolateText('North'), isolateText('Room 1')];

const timeOff = entry('2026-06-02T12:00:00-04:00', '2026-06-02T13:00:00-04:00', { employeeId: 'vet', title: 'Course' });
const absence = { ...time, kind: 'away', entry: timeOff } as const;
const closing = entry('2026-06-02T12:00:00-04:00', '2026-06-02T13:00:00-04:00', { storeId: 'north', title: 'Paint' });
const closed = { ...time, kind: 'closed', entry: closing } as const;
const blocked = { ...closed, kind: 'blocked' } as const;

test.each<[Warning, string, string[]]>([
  [{ kind: 'vet-busy', vet, others: [milo] }, `${ada} is busy at ${noon}`, [other]],
  [{ kind: 'vet-away', vet, absence }, `${ada} is away: ${isolateText('Course')}`, []],
  [{ kind: 'vet-away', vet, absence: { ...time, kind: 'off' } }, `${ada} is off`, []],
  [{ kind: 'no-vet-there', away: [] }, `No vet on duty at ${noon}`, []],
  [
    { kind: 'no-vet-there', away: [{ vet, absence }] },
    `No vet on duty at ${noon}`,
    [`${ada} is away: ${isolateText('Course')}`],
  ],
  [
    { kind: 'no-vet-free', busy: [{ vet, other: milo }], withoutVet: [milo], held: [] },
    `No vet free at ${noon}`,
    [`${ada}: ${other}`, `${isolateText('No vet yet')}: ${other}`],
  ],
  [
    { kind: 'vet-needed', vet, others: [milo], held: [], onDuty: 2, count: 2 },
    '2 vets on duty, 2 appointments: no vet left',
    [other],
  ],
  [
    { kind: 'vet-needed', vet, others: [milo], held: [bella], onDuty: 2, count: 3 },
    '2 vets on duty, 3 appointments: no vet left',
    [other, `${requestedAt} ${requested}`],
  ],
  [
    { kind: 'no-vet-free', busy: [], withoutVet: [], held: [bella] },
    `No vet free at ${noon}`,
    [`${requestedAt} ${requested}`],
  ],
  [
    { kind: 'room-needed', room: 'Room 1', others: [], held: [bella] },
    `${one} is the only room left for a request from the web site`,
    [`${requestedAt} ${requested}`],
  ],
  [
    { kind: 'rooms-taken', others: [], withoutRoom: [], held: [bella], blocked: [], all: true },
    `No room free at ${noon}`,
    [`${requestedAt} ${requested}`],
  ],
  [{ kind: 'vet-elsewhere', vet }, `${ada} does not work at ${north}`, []],
  [{ kind: 'no-room-suits' }, `No room at ${north} suits this visit type`, []],
  [{ kind: 'room-taken', room: 'Room 1', others: [milo] }, `${one} is taken at ${noon}`, [other]],
  [{ kind: 'room-blocked', room: 'Room 1', block: blocked }, `${one} is blocked: ${isolateText('Paint')}`, []],
  [
    { kind: 'room-needed', room: 'Room 1', others: [milo], held: [] },
    `${one} is the only room left for an appointment that has no room yet`,
    [other],
  ],
  [
    {
      ...{ kind: 'rooms-taken', others: [milo], withoutRoom: [milo], held: [], all: true },
      blocked: [{ room: 'Room 2', block: blocked }],
    },
    `No room free at ${noon}`,
    [
      `${one}: ${other}`,
      `${isolateText('No room yet')}: ${other}`,
      `${isolateText('Room 2')} is blocked: ${isolateText('Paint')}`,
    ],
  ],
  [
    { kind: 'rooms-taken', others: [{ ...milo, roomId: 'gone' }], withoutRoom: [], held: [], blocked: [], all: false },
    `No suitable room free at ${noon}`,
    [other],
  ],
  [{ kind: 'store-blocked', block: closed }, `${north} is closed: ${isolateText('Paint')}`, []],
  [{ kind: 'store-closed', open: [] }, `${north} is closed that day`, []],
  [{ kind: 'pet-busy', others: [milo] }, `${isolateText('Rex')} has another appointment at ${noon}`, [other]],
  [{ kind: 'in-past' }, `${noon} has passed`, []],
])('$kind says “$1”', (warning, title, details) => {
  expect(warningText(warning, place)).toEqual({ title, details });
});

describe('a line is one sentence', () => {
  const [dental, rex] = [isolateText('Dental cleaning'), isolateText('Rex')];
  const line = (warning: Warning, there = place) => warningLine(warning, there);

  test.each<[Warning, string]>([
    [{ kind: 'vet-busy', vet, others: [milo] }, `${ada} has ${dental}, ${times}`],
    [{ kind: 'vet-busy', vet, others: [milo, milo] }, `${ada} has ${dental}, ${dental} at ${noon}`],
    [{ kind: 'room-taken', room: 'Room 1', others: [milo] }, `${one} is taken by ${dental}, ${times}`],
    [
      { kind: 'room-taken', room: 'Room 1', others: [milo, milo] },
      `${one} is taken by ${dental}, ${dental} at ${noon}`,
    ],
    [{ kind: 'room-needed', room: 'Room 1', others: [milo], held: [] }, `${one} is needed for ${dental}, ${times}`],
    [
      { kind: 'room-needed', room: 'Room 1', others: [milo, milo], held: [] },
      `${one} is needed for ${dental}, ${dental}`,
    ],
    [
      { kind: 'room-needed', room: 'Room 1', others: [], held: [bella] },
      `${one} is needed for ${requested}, ${requestedAt}`,
    ],
    [
      { kind: 'room-needed', room: 'Room 1', others: [milo], held: [bella] },
      `${one} is needed for ${dental}, ${requested}`,
    ],
    [
      { kind: 'no-vet-free', busy: [{ vet, other: milo }], withoutVet: [], held: [bella] },
      `No vet free at ${noon} (${ada}: ${dental}, ${requested})`,
    ],
    [
      { kind: 'vet-needed', vet, others: [], held: [{ ...bella, storeId: 'south' }], onDuty: 1, count: 1 },
      `1 vet on duty, 1 appointment: no vet left (${isolateText('Bella')} (${isolateText('South')}), requested on the web site)`,
    ],
    [
      { kind: 'rooms-taken', others: [milo], withoutRoom: [], held: [bella], blocked: [], all: true },
      `No room free at ${noon} (${one}: ${dental}, ${requested})`,
    ],
    [{ kind: 'pet-busy', others: [milo] }, `${rex} has another appointment: ${times}`],
    [{ kind: 'pet-busy', others: [milo, milo] }, `${rex} has another appointment at ${noon}`],
    [
      { kind: 'vet-needed', vet, others: [milo], held: [], onDuty: 2, count: 2 },
      `2 vets on duty, 2 appointments: no vet left (${dental})`,
    ],
    [{ kind: 'no-vet-there', away: [] }, `No vet on duty at ${noon}`],
    [
      { kind: 'no-vet-there', away: [{ vet, absence }] },
      `No vet on duty at ${noon} (${ada} is away: ${isolateText('Course')})`,
    ],
    [
      { kind: 'no-vet-free', busy: [{ vet, other: milo }], withoutVet: [milo], held: [] },
      `No vet free at ${noon} (${ada}: ${dental}, ${isolateText('No vet yet')}: ${dental})`,
    ],
    [
      {
        ...{ kind: 'rooms-taken', others: [milo], withoutRoom: [milo], held: [], all: true },
        blocked: [{ room: 'Room 2', block: blocked }],
      },
      `No room free at ${noon} (${one}: ${dental}, ${isolateText('No room yet')}: ${dental}, ${isolateText('Room 2')} is blocked: ${isolateText('Paint')})`,
    ],
    [{ kind: 'in-past' }, `${noon} has passed`],
  ])('$kind: “$1”', (warning, text) => {
    expect(line(warning)).toBe(text);
  });

  test('it names the first three appointments, a stay after the others', () => {
    const stay = { ...milo, title: 'Stay', start: '2026-06-01T16:00:00Z', end: '2026-06-04T16:00:00Z' };
    const of = (...others: (typeof milo)[]) => line({ kind: 'vet-busy', vet, others });
    expect(of(stay, milo)).toBe(`${ada} has ${dental}, ${isolateText('Stay')} at ${noon}`);
    expect(of(stay, milo, milo, milo, milo)).toBe(`${ada} has ${dental}, ${dental}, ${dental}, 2 more at ${noon}`);
  });

  test('it names the other appointment’s store if that is a different one', () => {
    const text = line({ kind: 'vet-busy', vet, others: [{ ...milo, storeId: 'south' }] });
    expect(text).toBe(`${ada} has ${dental} (${isolateText('South')}), ${times}`);
  });

  test('a pet without a known name is “the pet”', () => {
    const text = line({ kind: 'pet-busy', others: [milo] }, { ...place, petName: '' });
    expect(text).toBe(`The pet has another appointment: ${times}`);
  });
});

test('a pet without a known name is “the pet”', () => {
  const { title } = warningText({ kind: 'pet-busy', others: [milo] }, { ...place, petName: '' });
  expect(title).toBe(`The pet has another appointment at ${noon}`);
});

test('a stay of a month names the opening hours of its first and last day', () => {
  const stay = { start: at('2026-06-02T22:30Z'), end: at('2026-07-02T22:30Z') };
  const open = ['2026-06-02', '2026-07-02'].map((day) => ({ start: at(`${day}T12:00Z`), end: at(`${day}T22:00Z`) }));
  const [eight, six] = [clock('2026-06-02T12:00Z'), clock('2026-06-02T22:00Z')];
  const { title } = warningText({ kind: 'store-closed', open }, { ...place, time: stay });
  expect(title).toBe(
    `${north} is closed at that time (open ${eight} – ${six}, ${dayText(zone, stay.end)}, ${eight} – ${six})`,
  );
});

describe('another appointment is named', () => {
  const pets = new Map([['milo', receivedPetSchema.parse({ id: 'milo', name: 'Milo' })]]);

  test('by its pet, as on the calendar, or by its title if the pet is unknown', () => {
    expect(appointmentText(milo, { ...place, pets })).toBe(`${times} ${isolateText('Milo')}`);
    expect(appointmentText(milo, place)).toBe(other);
    expect(appointmentText({ ...milo, title: '' }, place)).toBe(`${times} an appointment`);
  });

  test('with its store if that is a different one', () => {
    expect(appointmentText({ ...milo, storeId: 'south' }, place)).toBe(`${other} (${isolateText('South')})`);
    expect(appointmentText({ ...milo, storeId: 'unlisted' }, place)).toBe(other);
  });

  test('as it is if its recorded end equals its start', () => {
    const withoutLength = { ...milo, end: milo.start };
    const text = `${clock(String(milo.start))} (ends when it starts) ${isolateText('Dental cleaning')}`;
    expect(appointmentText(withoutLength, place)).toBe(text);
  });
});

test('a name with right-to-left characters does not affect the text around it', () => {
  const name = 'Rex\u202e';
  const hostile = { ...store, name, rooms: [{ ...room, name }] };
  const hostilePlace = { store: hostile, stores: [hostile, { id: 'south', name }], time, petName: isolateText(name) };
  const others = [{ ...milo, title: name, storeId: 'south' }];
  const held = [{ ...bella, name, storeId: 'south' }];
  const named = { ...vet, name };
  const titled = { ...absence, entry: { ...timeOff, title: name } };
  const block = { ...blocked, entry: { ...closing, title: name } };
  const warnings: Warning[] = [
    { kind: 'vet-busy', vet: named, others },
    { kind: 'vet-away', vet: named, absence: titled },
    { kind: 'no-vet-there', away: [{ vet: named, absence: titled }] },
    { kind: 'no-vet-free', busy: others.map((one) => ({ vet: named, other: one })), withoutVet: others, held },
    { kind: 'vet-needed', vet: named, others, held, onDuty: 1, count: 1 },
    { kind: 'vet-elsewhere', vet: named },
    { kind: 'no-room-suits' },
    { kind: 'room-taken', room: name, others },
    { kind: 'room-blocked', room: name, block },
    { kind: 'room-needed', room: name, others, held },
    { kind: 'rooms-taken', others, withoutRoom: others, held, blocked: [{ room: name, block }], all: true },
    { kind: 'store-blocked', block: { ...block, kind: 'closed' } },
    { kind: 'store-closed', open: [] },
    { kind: 'pet-busy', others },
  ];
  for (const warning of warnings) {
    const there = { ...hostilePlace, pets: new Map() };
    for (const text of [JSON.stringify(warningText(warning, there)), warningLine(warning, there)]) {
      expect(text, warning.kind).toContain(isolateText(name));
      expect(text.replaceAll(isolateText(name), ''), warning.kind).not.toContain('\u202e');
    }
  }
});
