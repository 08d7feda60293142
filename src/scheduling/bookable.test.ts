import { describe, expect, test } from 'vitest';
import { receivedEmployeeSchema } from '#contract/received.ts';
import type { ReceivedAvailability } from '#contract/received-availability.ts';
import {
  ada,
  assignedTo,
  at,
  employees,
  everyDay,
  HOUR,
  MINUTE,
  QUARTER,
  store,
  texts,
  type,
  visit,
} from '#testing/bookable-store.ts';
import { entry } from '#testing/plan-entry.ts';
import { createBookable, determineNeeds } from './bookable.ts';

const anyVet = determineNeeds({ store, vet: null, type, petId: 'pet', employees });

/** A week from Friday 5 June 2026 in New York. */
const span = { start: at('2026-06-05T04:00Z'), end: at('2026-06-12T04:00Z') };
const evening = { length: HOUR, from: at('2026-06-05T20:40Z'), count: 3 };
const createWith = (more: Partial<Parameters<typeof createBookable>[0]> = {}) =>
  createBookable({ span, appointments: [], heldRequests: [], plan: [], stores: [store], employees, ...more });

describe('free starts', () => {
  test('continue from day to day within opening hours and the loaded span', () => {
    expect(texts(createWith().findFreeStarts(anyVet, evening))).toEqual([
      '2026-06-05T20:45',
      '2026-06-05T21:00',
      '2026-06-08T12:00',
    ]);
    const friday = { ...span, end: at('2026-06-06T04:00Z') };
    expect(createWith({ span: friday }).findFreeStarts(anyVet, evening)).toHaveLength(2);
    const night = { ...anyVet, store: { ...store, openingHours: everyDay('00:00', '24:00') } };
    expect(createWith({ span: friday }).findFreeStarts(night, { ...evening, from: at('2026-06-06T03:20Z') })).toEqual(
      [],
    );
  });

  test('exclude times of the pet’s other appointments, unless they are cancelled', () => {
    const times = ['2026-06-08T12:30:00Z', '2026-06-08T13:00:00Z'] as const;
    const third = (status: string) =>
      createWith({ appointments: [visit(...times, { petId: 'pet', status })] }).findFreeStarts(anyVet, evening)[2]
        ?.start;
    expect(third('confirmed')).toBe(at('2026-06-08T13:00Z'));
    expect(third('no_show')).toBe(at('2026-06-08T12:00Z'));
  });

  test('end at the requested time', () => {
    const { findFreeStarts } = createWith();
    const day = { length: HOUR, from: at('2026-06-05T18:00Z'), until: at('2026-06-05T18:30Z'), count: 9 };
    expect(texts(findFreeStarts(anyVet, day))).toEqual(['2026-06-05T18:00', '2026-06-05T18:15']);
  });

  test('name an available vet, and the room that the practice system assigns', () => {
    const nine = ['2026-06-08T13:00:00Z', '2026-06-08T14:00:00Z'] as const;
    const wish = { length: HOUR, from: at('2026-06-08T13:00Z'), count: 1 };
    const busy = { appointments: [visit(...nine, assignedTo('ada', 'r1'))] };
    expect(createWith(busy).findFreeStarts(anyVet, wish)).toEqual([
      { start: wish.from, employeeId: 'bo', roomId: anyVet.rooms?.find(({ id }) => id !== 'r1')?.id },
    ]);
    expect(createWith(busy).findFreeStarts({ ...anyVet, rooms: null, staff: null }, wish)).toEqual([
      { start: wish.from, employeeId: null, roomId: null },
    ]);
    // A store without any vet.
    expect(createWith(busy).findFreeStarts({ ...anyVet, staff: [] }, wish)).toEqual([]);
  });

  test('for a stay begin and end while the store is open', () => {
    const stay = { length: 15 * HOUR, from: at('2026-06-08T12:00Z'), count: 3 };
    expect(texts(createWith().findFreeStarts(anyVet, stay))).toEqual(
      ['21:15', '21:30', '21:45'].map((time) => `2026-06-08T${time}`),
    );
  });

  test('assume usual hours if they are unknown', () => {
    const unknown = { ...anyVet, store: { ...store, openingHours: [] } };
    expect(createWith().findFreeStarts(unknown, { ...evening, from: at('2026-06-06T05:00Z') })[0]?.start).toBe(
      at('2026-06-06T12:00Z'),
    );
  });

  test('avoid a holiday, a block and a team day', () => {
    const plan = [
      entry('2026-06-05T00:00:00-04:00', '2026-06-09T00:00:00-04:00', { employeeId: 'ada', title: 'Holiday' }),
      entry('2026-06-09T08:00:00-04:00', '2026-06-09T10:00:00-04:00', { storeId: 'north', title: 'Team day' }),
      entry('2026-06-09T10:00:00-04:00', '2026-06-09T11:00:00-04:00', { storeId: 'north', roomId: 'r1' }),
      entry('2026-06-09T10:00:00-04:00', '2026-06-09T10:30:00-04:00', { storeId: 'north', roomId: 'r2' }),
    ];
    const needs = determineNeeds({ store, vet: ada, type, petId: null, employees });
    expect(createWith({ plan }).findFreeStarts(needs, evening)[0]?.start).toBe(at('2026-06-09T14:30Z'));
  });
});

describe('a held request', () => {
  const ten = { start: at('2026-06-08T14:00Z'), end: at('2026-06-08T14:30Z') };
  const request = { id: 'held', storeId: 'north', visitTypeCategory: 'consult', name: 'Rex', ...ten };
  const busy = visit('2026-06-08T14:00:00Z', '2026-06-08T14:30:00Z', assignedTo('ada', 'r1'));
  const quarters = { length: 30 * MINUTE, from: ten.start, count: 1 };
  const firstWith = (more: Parameters<typeof createWith>[0]) =>
    texts(createWith(more).findFreeStarts(anyVet, quarters))[0];

  test('takes a vet and a suitable room of its store for its time', () => {
    expect(firstWith({ appointments: [busy] })).toBe('2026-06-08T14:00');
    expect(firstWith({ appointments: [busy], heldRequests: [request] })).toBe('2026-06-08T14:30');
    expect(firstWith({ heldRequests: [request] })).toBe('2026-06-08T14:00');
    expect(firstWith({ heldRequests: [request, { ...request, id: 'second' }] })).toBe('2026-06-08T14:30');
    expect(firstWith({ appointments: [busy], heldRequests: [{ ...request, storeId: 'south' }] })).toBe(
      '2026-06-08T14:00',
    );
    expect(
      firstWith({ appointments: [busy], heldRequests: [{ ...request, ...{ start: ten.end, end: ten.end + HOUR } }] }),
    ).toBe('2026-06-08T14:00');
  });

  test('takes no vet if its type needs none', () => {
    const elsewhere = { ...busy, roomId: 'theatre' };
    const grooming = { ...request, visitTypeCategory: 'grooming' };
    expect(firstWith({ appointments: [elsewhere], heldRequests: [request] })).toBe('2026-06-08T14:30');
    expect(firstWith({ appointments: [elsewhere], heldRequests: [grooming] })).toBe('2026-06-08T14:00');
  });

  test('is among the reasons if it needs the last vet and room, beside the appointments that do', () => {
    const another = visit('2026-06-08T14:00:00Z', '2026-06-08T14:30:00Z', {
      ...assignedTo(null),
      visitTypeCategory: 'consult',
    });
    const reasons = createWith({ heldRequests: [request], appointments: [another] }).findReasonsAgainst(anyVet, ten);
    expect(reasons).toMatchObject({ heldRequestsForVet: [request], heldRequestsForRoom: [request] });
    expect([reasons.appointmentsWithoutVet, reasons.appointmentsWithoutRoom]).toEqual([[another], [another]]);
    const enough = createWith({ heldRequests: [request] }).findReasonsAgainst(anyVet, ten);
    expect([enough.heldRequestsForVet, enough.heldRequestsForRoom]).toEqual([[], []]);
  });

  test('stays when an appointment is replaced', () => {
    const replaced = createWith({ appointments: [busy], heldRequests: [request] }).withReplacement(busy, null);
    expect(texts(replaced.findFreeStarts(anyVet, quarters))[0]).toBe('2026-06-08T14:00');
    const back = replaced.withReplacement(busy, busy);
    expect(texts(back.findFreeStarts(anyVet, quarters))[0]).toBe('2026-06-08T14:30');
  });
});

describe('an appointment without a vet or a room', () => {
  const ten = { start: at('2026-06-08T14:00Z'), end: at('2026-06-08T14:30Z') };
  const atTen = ['2026-06-08T14:00:00Z', '2026-06-08T14:30:00Z'] as const;
  const solo = determineNeeds({ store, vet: null, type, petId: null, employees: employees.slice(0, 1) });
  const isFree = (needs: typeof anyVet, more: Parameters<typeof createWith>[0] = {}) =>
    createWith(more).findFreeStarts(needs, { length: 30 * MINUTE, from: ten.start, count: 1 })[0]?.start === ten.start;
  const consult = { visitTypeCategory: 'consult' };
  const unassigned = visit(...atTen, { ...assignedTo(null, 'theatre'), ...consult });

  test('takes no vet if its category needs none, or if it is a stay', () => {
    const one = { employees: employees.slice(0, 1) };
    expect(isFree(solo, { ...one, appointments: [{ ...unassigned, visitTypeCategory: 'grooming' }] })).toBe(true);
    const overnight = visit('2026-06-08T13:00:00Z', '2026-06-09T13:00:00Z', assignedTo(null, 'theatre'));
    expect(isFree(solo, { ...one, appointments: [overnight] })).toBe(true);
  });

  test('shares a vet with another one that does not overlap it', () => {
    const halves = [
      visit('2026-06-08T14:00:00Z', '2026-06-08T14:15:00Z', assignedTo(null, 'theatre')),
      visit('2026-06-08T14:15:00Z', '2026-06-08T14:30:00Z', assignedTo(null, 'theatre')),
    ];
    expect(isFree(anyVet, { appointments: halves })).toBe(true);
  });

  test('counts only against vets on duty, even if none of them is on duty for its whole length', () => {
    const shift = ['2026-06-08T08:00:00-04:00', '2026-06-08T10:15:00-04:00'] as const;
    const duty = (employeeId: string) => entry(...shift, { kind: 'on_duty', storeId: 'north', employeeId });
    const quarter = { length: QUARTER, from: ten.start, count: 1 };
    const starts = (plan: ReturnType<typeof duty>[]) =>
      createWith({ plan, appointments: [unassigned] }).findFreeStarts(anyVet, quarter)[0]?.start === ten.start;
    expect(starts([duty('ada')])).toBe(false);
    expect(starts([duty('ada'), duty('bo')])).toBe(true);
  });

  test('in another store takes a vet of both stores only if that store has no other', () => {
    const south = { ...store, id: 'south', rooms: [] };
    const di = receivedEmployeeSchema.parse({ id: 'di', name: 'Di', storeIds: ['south'], role: 'vet' });
    const both = receivedEmployeeSchema.parse({ id: 'both', name: 'Both', storeIds: ['north', 'south'], role: 'vet' });
    const needs = determineNeeds({ store, vet: null, type, petId: null, employees: [both] });
    const there = { ...unassigned, storeId: 'south' };
    const known = { stores: [store, south], appointments: [there] };
    expect(isFree(needs, { ...known, employees: [both] })).toBe(false);
    expect(isFree(needs, { ...known, employees: [both, di] })).toBe(true);
  });

  test('takes a suitable room, but a stay takes none', () => {
    const inRooms = (...rooms: (string | null)[]) =>
      rooms.map((room) => visit(...atTen, { ...assignedTo('nobody', room), ...consult }));
    expect(isFree(anyVet, { appointments: inRooms('r1') })).toBe(true);
    expect(isFree(anyVet, { appointments: inRooms('r1', null) })).toBe(false);
    const surgery = visit(...atTen, { ...assignedTo('nobody'), visitTypeCategory: 'surgery' });
    expect(isFree(anyVet, { appointments: [...inRooms('r1'), surgery] })).toBe(true);
    const boarding = visit('2026-06-08T13:00:00Z', '2026-06-09T13:00:00Z', { ...assignedTo('nobody'), ...consult });
    expect(isFree(anyVet, { appointments: [...inRooms('r1'), boarding] })).toBe(true);
    const { appointmentsWithoutRoom } = createWith({
      appointments: inRooms('r1', null),
    }).findReasonsAgainst(anyVet, ten);
    expect(appointmentsWithoutRoom).toHaveLength(1);
  });

  test('takes no less on a day that is overbooked later', () => {
    const roomless = (from: string, to: string) =>
      visit(`2026-06-08T${from}:00Z`, `2026-06-08T${to}:00Z`, { ...assignedTo('nobody'), ...consult });
    const later = visit('2026-06-08T14:45:00Z', '2026-06-08T15:05:00Z', { ...assignedTo('nobody', 'r1'), ...consult });
    const appointments = [roomless('14:00', '15:00'), roomless('14:15', '15:15'), later];
    // Room 1 is taken until 14:20. From 14:15 there are two appointments without a room, and only one other room.
    const twenty = { length: 20 * MINUTE, from: ten.start, count: 1 };
    expect(createWith({ appointments }).findFreeStarts(anyVet, twenty)[0]).not.toBe(ten.start);
    const time = { start: ten.start, end: ten.start + 20 * MINUTE };
    expect(createWith({ appointments }).findReasonsAgainst(anyVet, time).appointmentsWithoutRoom).toHaveLength(2);
  });

  test('leaves the remaining vet and room to a walk-in', () => {
    const busy = visit('2026-06-08T14:15:00Z', '2026-06-08T14:45:00Z', assignedTo('bo', 'r2'));
    const unplaced = visit(...atTen, { ...assignedTo(null), ...consult });
    const third = receivedEmployeeSchema.parse({ id: 'cy', name: 'Cy', storeIds: ['north'], role: 'vet' });
    const staff = [...employees, third];
    const rooms = [...store.rooms, { id: 'r3', name: 'Room 3', categories: [] }];
    const there = { ...store, rooms };
    const needs = determineNeeds({ store: there, vet: null, type, petId: null, employees: staff });
    const place = (appointments: ReturnType<typeof visit>[]) =>
      createWith({ appointments, stores: [there], employees: staff }).findFreePlace(needs, ten);
    expect(place([busy, unplaced])).toEqual({ employeeId: 'ada', roomId: 'r1' });
    expect(place([busy, unplaced, visit(...atTen, assignedTo('cy', 'r3'))])).toEqual({
      employeeId: null,
      roomId: null,
    });
  });
});

describe('the vet and room of an appointment that begins now', () => {
  const now = at('2026-06-08T14:40Z');
  const time = { start: now, end: now + 30 * MINUTE };
  const placeWith = (more: Partial<Parameters<typeof createBookable>[0]>) =>
    createWith({ now, ...more }).findFreePlace(anyVet, time);
  const busy = visit('2026-06-08T14:00:00Z', '2026-06-08T15:00:00Z', assignedTo('ada', 'r1'));

  test('are the first free vet and the first suitable free room', () => {
    expect(placeWith({})).toEqual({ employeeId: 'ada', roomId: 'r1' });
    expect(placeWith({ appointments: [busy] })).toEqual({ employeeId: 'bo', roomId: 'r2' });
    expect(placeWith({ appointments: [{ ...busy, status: 'cancelled' }] })).toEqual({
      employeeId: 'ada',
      roomId: 'r1',
    });
    const full = [busy, visit('2026-06-08T15:00:00Z', '2026-06-08T16:00:00Z', assignedTo('bo', 'r2'))];
    expect(placeWith({ appointments: full })).toEqual({ employeeId: null, roomId: null });
  });

  test('exclude those of a patient who is still being seen past the end', () => {
    const over = { ...busy, end: '2026-06-08T14:30:00.000Z', status: 'in_progress' };
    expect(placeWith({ appointments: [over] })).toEqual({ employeeId: 'bo', roomId: 'r2' });
  });

  test('include the first vet on duty', () => {
    const plan = [
      entry('2026-06-08T12:00:00Z', '2026-06-08T20:00:00Z', { kind: 'on_duty', storeId: 'north', employeeId: 'bo' }),
    ];
    expect(placeWith({ plan }).employeeId).toBe('bo');
  });
});

test('a stay needs its vet at its start and end, and its room and an open store throughout', () => {
  const stay = { start: at('2026-06-08T15:00Z'), end: at('2026-06-10T15:00Z') };
  const night = ['2026-06-08T22:00:00Z', '2026-06-10T12:00:00Z'] as const;
  const kindsWith = (more: Partial<ReceivedAvailability>, id: string) => {
    const {
      staff,
      rooms,
      store: there,
    } = createWith({ plan: [entry(...night, more)] }).findReasonsAgainst(anyVet, stay);
    return [...(staff.get(id) ?? rooms.get(id) ?? there)].map(({ kind }) => kind);
  };
  expect(kindsWith({ employeeId: 'ada' }, 'ada')).toEqual([]);
  expect(kindsWith({ storeId: 'north', roomId: 'r1' }, 'r1')).toEqual(['blocked']);
  expect(kindsWith({ storeId: 'north' }, 'store')).toEqual(['closed']);
});
