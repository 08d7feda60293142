import { describe, expect, test } from 'vitest';
import type { Interval } from '#contract/interval.ts';
import { type ReceivedAppointment, receivedEmployeeSchema } from '#contract/received.ts';
import { at, MINUTE, store as storeWithTheatre, visit } from '#testing/bookable-store.ts';
import { entry } from '#testing/plan-entry.ts';
import { type BookableStore, createBookable, type HeldRequest } from './bookable.ts';
import type { PlanEntries } from './plan.ts';
import {
  appointmentsInWarnings,
  findWarnings,
  heldRequestsInWarnings,
  needsOfRequest,
  type RequestedAppointment,
  type Warning,
} from './warnings.ts';

/** A store with two rooms for any visit type. */
const store: BookableStore = { ...storeWithTheatre, rooms: storeWithTheatre.rooms.slice(1) };
const vet = receivedEmployeeSchema.parse({ id: 'ada', name: 'Ada Bell', storeIds: ['north'], role: 'vet' });
const bo = { ...vet, id: 'bo', name: 'Bo Chen' };
const nurse = { ...vet, id: 'nurse', role: 'nurse' };

const appointment = (changes: Record<string, unknown> = {}) =>
  visit('2026-06-02T10:15:00-04:00', '2026-06-02T10:45:00-04:00', {
    ...{ petId: 'other-pet', visitTypeCategory: 'consult' },
    ...changes,
  });
const vets = (...ids: string[]) => ({ employees: ids.map((id, index) => ({ id, isMainEmployee: index === 0 })) });

/** Tuesday 2 June 2026, 10:00 to 10:30 in New York. */
const ten = { start: at('2026-06-02T14:00Z'), end: at('2026-06-02T14:30Z') };
const request: RequestedAppointment = { store, vet, type: { category: 'consult' }, petId: 'pet', roomId: null };

interface Scene extends Partial<RequestedAppointment> {
  time?: Interval;
  appointments?: readonly ReceivedAppointment[];
  held?: readonly HeldRequest[];
  plan?: PlanEntries;
  employees?: Parameters<typeof needsOfRequest>[1];
  stores?: readonly BookableStore[];
  now?: number;
}

/** The warnings about a request, in a week that is fully loaded. */
function warnings({
  time = ten,
  appointments = [],
  held = [],
  plan = [],
  employees = [],
  now = 0,
  ...scene
}: Scene = {}) {
  const { stores, ...changes } = scene;
  const requested = { ...request, ...changes };
  const span = { start: at('2026-06-01T04:00Z'), end: at('2026-07-08T04:00Z') };
  const data = { span, appointments, heldRequests: held, plan, stores: stores ?? [requested.store], employees, now };
  return findWarnings(requested, time, { bookable: createBookable(data), employees, now });
}
const kinds = (scene: Scene) => warnings(scene).map(({ kind }) => kind);

test('an ordinary time has no warnings', () => {
  expect(warnings()).toEqual([]);
});

describe('the selected vet', () => {
  const busy = appointment({ ...vets('x', 'ada'), roomId: 'elsewhere' });

  test('is busy with an appointment, as an assistant and in another store, too', () => {
    expect(warnings({ appointments: [busy] })).toEqual([{ kind: 'vet-busy', vet, others: [busy] }]);
    const there = { ...busy, storeId: 'south' };
    expect(warnings({ appointments: [there] })).toEqual([{ kind: 'vet-busy', vet, others: [there] }]);
  });

  test('is free when the other appointment ends as this one begins', () => {
    const before = { ...busy, start: '2026-06-02T13:30:00.000Z', end: '2026-06-02T14:00:00.000Z' };
    expect(warnings({ appointments: [before] })).toEqual([]);
  });

  test('works at other stores; there is no warning if the practice system does not say where', () => {
    const far = { ...vet, storeIds: ['south'] };
    expect(warnings({ vet: far })).toEqual([{ kind: 'vet-elsewhere', vet: far }]);
    expect(warnings({ vet: { ...vet, storeIds: null } })).toEqual([]);
  });

  test('is away, but not also off if they work at other stores', () => {
    const holiday = entry('2026-06-01T00:00:00-04:00', '2026-06-03T00:00:00-04:00', {
      employeeId: 'ada',
      title: 'Holiday',
    });
    const [warning] = warnings({ plan: [holiday] });
    expect(warning).toMatchObject({ kind: 'vet-away', vet, absence: { kind: 'away', entry: holiday } });
    const duty = [
      entry('2026-06-02T08:00:00-04:00', '2026-06-02T18:00:00-04:00', {
        kind: 'on_duty',
        employeeId: 'bo',
        storeId: 'north',
      }),
    ];
    expect(warnings({ plan: duty })[0]).toMatchObject({ kind: 'vet-away', absence: { kind: 'off' } });
    expect(kinds({ plan: duty, vet: { ...vet, storeIds: ['south'] } })).toEqual(['vet-elsewhere']);
  });
});

test('assistants are checked like the vet', () => {
  const busy = appointment({ ...vets('bo'), roomId: 'elsewhere' });
  expect(warnings({ assistants: [bo], appointments: [busy] })).toEqual([{ kind: 'vet-busy', vet: bo, others: [busy] }]);
  const far = { ...nurse, storeIds: ['south'] };
  expect(warnings({ assistants: [bo, far] })).toEqual([{ kind: 'vet-elsewhere', vet: far }]);
});

describe('any vet', () => {
  const elsewhere = { ...vet, id: 'far', storeIds: ['south'] };
  const left = { ...vet, id: 'left', isActive: false };
  const employees = [vet, bo, elsewhere, left, nurse];
  const busy = (id: string) => appointment({ ...vets(id), roomId: 'elsewhere' });

  test('is not free if every vet of the store who is still employed has another appointment, which is named', () => {
    const [one, other] = [busy('ada'), busy('bo')];
    expect(warnings({ vet: null, employees, appointments: [one, other] })).toEqual([
      {
        kind: 'no-vet-free',
        busy: [
          { vet, other: one },
          { vet: bo, other },
        ],
        withoutVet: [],
        held: [],
      },
    ]);
    expect(warnings({ vet: null, employees, appointments: [one] })).toEqual([]);
    expect(warnings({ vet: nurse, employees, appointments: [one, other] })).toEqual([]);
  });

  test('is not needed for a type without a vet, or while no employees are loaded', () => {
    const appointments = [busy('ada'), busy('bo')];
    expect(warnings({ vet: null, type: { category: 'grooming' }, employees, appointments })).toEqual([]);
    expect(warnings({ vet: null, employees: [], appointments })).toEqual([]);
  });

  test('is not there at a store without any vet', () => {
    expect(warnings({ vet: null, employees: [nurse] })).toEqual([{ kind: 'no-vet-there', away: [] }]);
  });

  test('is not on duty if all are away; those who are merely off are not listed', () => {
    const plan = [
      entry('2026-06-02T08:00:00-04:00', '2026-06-02T12:00:00-04:00', { employeeId: 'ada', title: 'Course' }),
      entry('2026-06-02T12:00:00-04:00', '2026-06-02T18:00:00-04:00', {
        ...{ kind: 'on_duty', employeeId: 'bo', storeId: 'north' },
      }),
    ];
    expect(warnings({ vet: null, employees, plan })).toMatchObject([
      { kind: 'no-vet-there', away: [{ vet, absence: { kind: 'away' } }] },
    ]);
    expect(kinds({ vet: null, employees, plan, appointments: [appointment(vets('bo'))] })).toEqual(['no-vet-there']);
  });

  test('is not free while the only vet is still with a patient past the end', () => {
    const over = appointment({
      ...{ start: '2026-06-02T13:30:00Z', end: '2026-06-02T13:55:00Z', roomId: 'r1', status: 'in_progress' },
      ...vets('ada'),
    });
    const scene = { vet: null, employees: [vet], appointments: [over] };
    expect(kinds({ ...scene, now: ten.start })).toEqual(['no-vet-free']);
    expect(warnings({ ...scene, now: ten.start - 15 * MINUTE })).toEqual([]);
  });
});

describe('an appointment without a vet or a room', () => {
  const unassigned = appointment({ roomId: 'r1' });

  test('takes the only vet', () => {
    const scene = { vet: null, employees: [vet], appointments: [unassigned] };
    expect(warnings(scene)).toEqual([{ kind: 'no-vet-free', busy: [], withoutVet: [unassigned], held: [] }]);
    expect(warnings({ ...scene, employees: [vet, bo] })).toEqual([]);
  });

  test('needs a selected vet if no other is left over for it', () => {
    const scene = { employees: [vet, bo], appointments: [unassigned] };
    expect(warnings(scene)).toEqual([]);
    const busy = appointment({ ...vets('bo'), roomId: 'r1' });
    expect(warnings({ ...scene, appointments: [unassigned, busy] })).toEqual([
      { kind: 'vet-needed', vet, others: [unassigned], held: [], onDuty: 2, count: 2 },
    ]);
  });

  test('takes the last room, or the selected one', () => {
    const other = appointment({ ...vets('x'), roomId: 'r1' });
    const roomless = appointment({ ...vets('y'), roomId: null });
    expect(warnings({ appointments: [other, roomless] })).toEqual([
      { kind: 'rooms-taken', others: [other], withoutRoom: [roomless], held: [], blocked: [], all: true },
    ]);
    expect(warnings({ roomId: 'r2', appointments: [other, roomless] })).toEqual([
      { kind: 'room-needed', room: 'Room 2', others: [roomless], held: [] },
    ]);
    expect(warnings({ roomId: 'r2', appointments: [roomless] })).toEqual([]);
  });
});

describe('a held request', () => {
  const bella = { id: 'q', storeId: 'north', ...ten, visitTypeCategory: 'consult', name: 'Bella' };

  test('takes the only vet and the last room, like an appointment with neither', () => {
    const only = { vet: null, employees: [vet], held: [bella] };
    expect(warnings(only)).toEqual([{ kind: 'no-vet-free', busy: [], withoutVet: [], held: [bella] }]);
    expect(warnings({ ...only, employees: [vet, bo] })).toEqual([]);
    const other = appointment({ ...vets('x'), roomId: 'r1' });
    expect(warnings({ appointments: [other], held: [bella] })).toEqual([
      { kind: 'rooms-taken', others: [other], withoutRoom: [], held: [bella], blocked: [], all: true },
    ]);
    expect(warnings({ appointments: [other] })).toEqual([]);
  });

  test('needs a selected vet or room if no other is left over for it', () => {
    const busy = appointment({ ...vets('bo'), roomId: 'r1' });
    const scene = { employees: [vet, bo], appointments: [busy], held: [bella] };
    expect(warnings({ ...scene, roomId: 'r2' })).toEqual([
      { kind: 'vet-needed', vet, others: [], held: [bella], onDuty: 2, count: 2 },
      { kind: 'room-needed', room: 'Room 2', others: [], held: [bella] },
    ]);
    expect(warnings({ ...scene, roomId: 'r2', held: [] })).toEqual([]);
  });

  test('takes no vet if its visit type needs none, and nothing at another time', () => {
    const scene = { vet: null, employees: [vet] };
    expect(warnings({ ...scene, held: [{ ...bella, visitTypeCategory: 'grooming' }] })).toEqual([]);
    expect(warnings({ ...scene, held: [{ ...bella, start: ten.end, end: ten.end + 30 * MINUTE }] })).toEqual([]);
  });
});

describe('the rooms', () => {
  const one = appointment({ roomId: 'r1', ...vets('x') });

  test('are taken if none is free for the whole time', () => {
    const two = appointment({
      ...{ start: '2026-06-02T14:00:00Z', end: '2026-06-02T14:05:00Z', roomId: 'r2' },
      ...vets('y'),
    });
    expect(warnings({ appointments: [one] })).toEqual([]);
    expect(warnings({ appointments: [one, two] })).toEqual([
      { kind: 'rooms-taken', others: [one, two], withoutRoom: [], held: [], blocked: [], all: true },
    ]);
  });

  test('count as taken if they are blocked, and the block is named', () => {
    const block = entry('2026-06-02T09:00:00-04:00', '2026-06-02T11:00:00-04:00', { storeId: 'north', roomId: 'r2' });
    expect(warnings({ appointments: [one], plan: [block] })).toMatchObject([
      { kind: 'rooms-taken', others: [one], blocked: [{ room: 'Room 2', block: { kind: 'blocked', entry: block } }] },
    ]);
    expect(warnings({ roomId: 'r2', plan: [block] })).toMatchObject([{ kind: 'room-blocked', room: 'Room 2' }]);
    expect(warnings({ roomId: 'r1', plan: [block] })).toEqual([]);
  });

  test('do not matter if one is selected: only that one does', () => {
    expect(warnings({ roomId: 'r1', appointments: [one] })).toEqual([
      { kind: 'room-taken', room: 'Room 1', others: [one] },
    ]);
    expect(warnings({ roomId: 'r2', appointments: [one] })).toEqual([]);
  });

  test('for other visit types do not count', () => {
    const rooms = [
      { id: 'r1', name: 'Room 1', categories: [] },
      { id: 'r2', name: 'Dental', categories: ['dental'] },
    ];
    expect(warnings({ store: { ...store, rooms }, appointments: [one] })).toEqual([
      { kind: 'rooms-taken', others: [one], withoutRoom: [], held: [], blocked: [], all: false },
    ]);
    const none = { ...store, rooms: rooms.map((room) => ({ ...room, categories: ['dental'] })) };
    expect(warnings({ store: none })).toEqual([{ kind: 'no-room-suits' }]);
    expect(warnings({ store: none, type: { category: 'dental' } })).toEqual([]);
    expect(warnings({ store: none, type: null })).toEqual([]);
  });

  test('are not mentioned if a store has none', () => {
    expect(warnings({ store: { ...store, rooms: [] }, appointments: [one] })).toEqual([]);
  });
});

describe('the store', () => {
  test.each([
    ['before it opens', '2026-06-02T11:30Z', '2026-06-02T12:15Z'],
    ['over its closing', '2026-06-02T21:45Z', '2026-06-02T22:15Z'],
    ['on a Sunday', '2026-06-07T14:00Z', '2026-06-07T14:30Z'],
  ])('is closed %s', (_name, start, end) => {
    expect(kinds({ time: { start: at(start), end: at(end) } })).toEqual(['store-closed']);
  });

  test('is not closed for a stay that begins and ends while it is open', () => {
    const stay = { start: at('2026-06-02T14:00Z'), end: at('2026-06-04T14:00Z') };
    expect(warnings({ time: stay })).toEqual([]);
    expect(kinds({ time: { ...stay, end: at('2026-06-04T03:00Z') } })).toEqual(['store-closed']);
  });

  test('is closed by its hours only on the first and last day of a stay', () => {
    const stay = { start: at('2026-06-02T22:30Z'), end: at('2026-07-02T22:30Z') };
    expect(warnings({ time: stay })).toEqual([
      {
        kind: 'store-closed',
        open: [
          { start: at('2026-06-02T12:00Z'), end: at('2026-06-02T22:00Z') },
          { start: at('2026-07-02T12:00Z'), end: at('2026-07-02T22:00Z') },
        ],
      },
    ]);
  });

  test('is not closed if its hours are unknown', () => {
    const night = { start: at('2026-06-07T07:00Z'), end: at('2026-06-07T07:30Z') };
    expect(warnings({ store: { ...store, openingHours: [] }, time: night })).toEqual([]);
  });

  test('is closed by the plan', () => {
    const team = entry('2026-06-02T09:00:00-04:00', '2026-06-02T12:00:00-04:00', { storeId: 'north', title: 'Team' });
    expect(warnings({ plan: [team] })).toMatchObject([{ kind: 'store-blocked', block: { entry: team } }]);
  });
});

test('warns about another appointment of the pet at the same time, but not later that day', () => {
  const overlapping = appointment({ petId: 'pet', ...vets('x'), roomId: 'elsewhere' });
  expect(warnings({ appointments: [overlapping] })).toEqual([{ kind: 'pet-busy', others: [overlapping] }]);
  const later = { ...overlapping, start: '2026-06-02T15:00:00Z', end: '2026-06-02T15:30:00Z' };
  expect(warnings({ appointments: [later] })).toEqual([]);
  expect(warnings({ petId: null, appointments: [overlapping] })).toEqual([]);
});

test('warns about a time in the past', () => {
  expect(warnings({ now: ten.start })).toEqual([]);
  expect(warnings({ now: ten.start + 1 })).toEqual([{ kind: 'in-past' }]);
});

test('the most serious warning comes first', () => {
  const both = appointment({ petId: 'pet', ...vets('ada'), roomId: 'r1' });
  expect(kinds({ roomId: 'r1', appointments: [both], now: ten.end })).toEqual([
    'vet-busy',
    'room-taken',
    'pet-busy',
    'in-past',
  ]);
});

describe('a request needs', () => {
  const theatre = { id: 'r3', name: 'Theatre', categories: ['surgery'] };
  const withTheatre = { ...store, rooms: [...store.rooms, theatre] };
  const needs = (changes: Partial<RequestedAppointment>) => {
    const { rooms, staff } = needsOfRequest({ ...request, store: withTheatre, ...changes }, [vet, bo, nurse]);
    return { rooms: rooms?.map(({ id }) => id), staff: staff?.map(({ id }) => id) };
  };

  test('a suitable room, and the selected vet or any', () => {
    expect(needs({})).toEqual({ rooms: ['r1', 'r2'], staff: ['ada'] });
    expect(needs({ vet: null })).toEqual({ rooms: ['r1', 'r2'], staff: ['ada', 'bo'] });
  });

  test('only the selected room, even if it is for other visit types', () => {
    expect(needs({ roomId: 'r2' }).rooms).toEqual(['r2']);
    expect(needs({ roomId: 'r3' }).rooms).toEqual(['r3']);
  });

  test('any room if the selected one belongs to another store', () => {
    expect(needs({ roomId: 'elsewhere' }).rooms).toEqual(['r1', 'r2']);
  });
});

test('each conflicting appointment and request is named once, and no other', () => {
  const [busy, vetless, roomless] = [appointment(), appointment(), appointment()];
  const [inRoom, ofPet] = [appointment(), appointment()];
  const bella = { id: 'q', storeId: 'north', ...ten, visitTypeCategory: 'consult', name: 'Bella' };
  const all: Warning[] = [
    { kind: 'no-vet-free', busy: [{ vet, other: busy }], withoutVet: [vetless], held: [bella] },
    { kind: 'rooms-taken', others: [inRoom, busy], withoutRoom: [roomless], held: [bella], blocked: [], all: true },
    { kind: 'store-closed', open: [] },
    { kind: 'pet-busy', others: [ofPet] },
    { kind: 'in-past' },
  ];
  expect(appointmentsInWarnings(all)).toEqual([busy, vetless, inRoom, roomless, ofPet]);
  expect(appointmentsInWarnings([])).toEqual([]);
  expect(heldRequestsInWarnings(all)).toEqual([bella]);
});

test('a store that is closed all day is the first warning; closed for an hour, it comes after vet and room', () => {
  const closure = (from: string, to: string) =>
    entry(`2026-06-02T${from}:00-04:00`, to, { kind: 'unavailable', storeId: 'north', title: 'Holiday' });
  const busy = appointment({ ...vets('ada'), roomId: 'elsewhere' });
  const plan = [closure('00:00', '2026-06-03T00:00:00-04:00')];
  expect(kinds({ appointments: [busy], plan })).toEqual(['store-blocked', 'vet-busy']);
  const hour = [closure('10:00', '2026-06-02T11:00:00-04:00')];
  expect(kinds({ appointments: [busy], plan: hour })).toEqual(['vet-busy', 'store-blocked']);
  const saturday = { start: at('2026-06-06T14:00Z'), end: at('2026-06-06T14:30Z') };
  const then = { ...busy, start: '2026-06-06T14:00:00Z', end: '2026-06-06T14:30:00Z' };
  expect(kinds({ appointments: [then], time: saturday })).toEqual(['store-closed', 'vet-busy']);
});
