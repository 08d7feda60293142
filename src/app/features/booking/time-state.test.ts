import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { isolateText } from '#app/text/isolate-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { clockText, dayAndClockText } from '#app/text/time-text.ts';
import { createUnnamedStore, receivedAppointmentSchema, receivedEmployeeSchema } from '#contract/received.ts';
import { createBookable } from '#scheduling/bookable.ts';
import type { Warning } from '#scheduling/warnings.ts';
import type { BookingStore } from './booking-values.ts';
import { describeTimeState, determineTimeState, offeredStartText, type TimeState } from './time-state.ts';
import type { BookingFreeTimes } from './use-free-times.ts';

const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds;
const zone = 'America/New_York';
/** Tuesday 2 June 2026, 12:15 to 12:45 in New York. */
const time = { start: at('2026-06-02T16:15Z'), end: at('2026-06-02T16:45Z') };
const free = (start: number) => ({ start, employeeId: 'vet', roomId: 'r1' });
const later = free(at('2026-06-02T17:45Z'));
const passed: Warning = { kind: 'in-past' };

const span = { start: 0, end: 0 };
const freeTimes: BookingFreeTimes = {
  ...{ state: 'loaded', retry: () => undefined, isPossible: true, starts: [later], noon: time.start, next: later },
  ...{ isSearching: false, searchedUntil: time.end, warningsAt: () => [], conflictsAt: () => [] },
  ...{
    placeAt: () => ({ employeeId: null, roomId: null }),
    isRoomFree: () => true,
    petIds: new Set(),
    petAppointments: [],
  },
  ...{ unreadable: 0, whyNone: () => ({ kind: 'closed' }), otherVetStart: null },
  loaded: {
    ...{
      state: 'enough',
      span,
      starts: [],
      appointments: [],
      held: [],
      plan: [],
      unreadable: 0,
      retry: () => undefined,
    },
    bookable: createBookable({ span, appointments: [], heldRequests: [], plan: [], stores: [], employees: [] }),
  },
};
const atTime = { start: time.start, time, isChosen: true };
const noTime = { start: null, time: null, isChosen: false };
const stateOf = (changes: Partial<BookingFreeTimes> = {}, when: Parameters<typeof determineTimeState>[1] = atTime) =>
  determineTimeState({ ...freeTimes, ...changes }, when);

describe('the state of a time', () => {
  test('is silent until pet, type and time are selected', () => {
    expect(stateOf({ state: 'waiting' })).toEqual({ kind: 'silent' });
    expect(stateOf({}, { ...noTime, isChosen: true })).toEqual({ kind: 'silent' });
    // A length that cannot be read.
    expect(stateOf({}, { ...noTime, start: time.start })).toEqual({ kind: 'silent' });
    expect(stateOf({}, noTime)).toEqual({ kind: 'silent' });
  });

  test('is being checked while the day or its warnings are unknown', () => {
    expect(stateOf({ state: 'loading' })).toEqual({ kind: 'checking' });
    expect(stateOf({ warningsAt: () => null })).toEqual({ kind: 'checking' });
  });

  test('is lost if the day or its plan could not be loaded', () => {
    expect(stateOf({ state: 'failed' })).toEqual({ kind: 'lost', isPlan: false });
    expect(stateOf({ state: 'unplanned' })).toEqual({ kind: 'lost', isPlan: true });
  });

  test('says why the day has no free time, with the next one and one with another vet', () => {
    const why = { kind: 'closed' } as const;
    expect(stateOf({ starts: [], next: null }, noTime)).toEqual({ kind: 'none', why, next: null, otherVetStart: null });
    const [next, otherVetStart] = [later, free(time.start)];
    expect(stateOf({ starts: [], otherVetStart }, noTime)).toEqual({ kind: 'none', why, next, otherVetStart });
  });

  test('is free without warnings, but uncertain if records could not be read', () => {
    expect(stateOf()).toEqual({ kind: 'free' });
    expect(stateOf({ unreadable: 2 })).toEqual({ kind: 'doubtful', unreadable: 2 });
  });

  test('is taken with the next free start, if that is a different one', () => {
    const warningsAt = () => [passed];
    expect(stateOf({ warningsAt, unreadable: 2 })).toEqual({ kind: 'taken', warnings: [passed], next: later });
    expect(stateOf({ warningsAt, next: free(time.start) })).toMatchObject({ kind: 'taken', next: null });
    expect(stateOf({ warningsAt, next: null })).toMatchObject({ kind: 'taken', next: null });
  });
});

const vet = receivedEmployeeSchema.parse({ id: 'vet', name: 'Kwame Mensah', storeIds: ['north'], role: 'vet' });
const store: BookingStore = {
  ...{ ...createUnnamedStore('north'), name: 'North', timeZone: zone },
  rooms: [{ id: 'r1', name: 'Consult 2', categories: [] }],
};
const names = {
  ...{ store, stores: [store], time, petName: '', pets: new Map(), employees: [vet] },
  ...{ employeeId: 'vet', roomId: 'r1', isStaffingUnknown: false, day: '2026-06-02' },
};

describe('the line about a time', () => {
  const line = (state: TimeState, changes: Partial<typeof names> | { employeeId: null } | { roomId: null } = {}) =>
    describeTimeState(state, { ...names, ...changes });
  const [kwame, consult] = [isolateText('Kwame Mensah'), isolateText('Consult 2')];

  test('names the vet and the room of a free time', () => {
    const text = (...args: Partial<Parameters<typeof describeTimeState>[1]>[]) =>
      describeTimeState({ kind: 'free' }, Object.assign({ ...names }, ...args))?.text;
    expect(text()).toBe(`Free with ${kwame}, ${consult}`);
    expect(text({ roomId: null })).toBe(`Free with ${kwame}`);
    expect(text({ employeeId: null })).toBe(`Free in ${consult}`);
    expect(text({ employeeId: null, roomId: null })).toBe(texts.timeIsFree);
    expect(text({ employeeId: null, isStaffingUnknown: true })).toBe(`Free in ${consult} · who is on duty isn’t known`);
    expect(line({ kind: 'free' })?.tone).toBe('ok');
  });

  test('shows the first reason, with the others as details', () => {
    const other = receivedAppointmentSchema.parse({
      ...{ id: 'a', storeId: 'north', title: 'Milo', start: '2026-06-02T16:00:00Z', end: '2026-06-02T16:30:00Z' },
    });
    const warnings: Warning[] = [
      { kind: 'no-vet-free', busy: [{ vet, other }], withoutVet: [], held: [] },
      { kind: 'room-taken', room: 'Consult 2', others: [other] },
      passed,
    ];
    const noon = clockText(zone, time.start);
    const milo = `${clockText(zone, at('2026-06-02T16:00Z'))} – ${clockText(zone, at('2026-06-02T16:30Z'))} ${isolateText('Milo')}`;
    expect(line({ kind: 'taken', warnings, next: null })).toEqual({
      tone: 'warn',
      text: `No vet free at ${noon}`,
      details: [`${kwame}: ${milo}`, `${consult} is taken at ${noon}`, milo, `${noon} has passed`],
    });
    expect(line({ kind: 'taken', warnings: [passed], next: null })?.details).toEqual([]);
  });

  test('says what is unknown, and is null if there is nothing to say', () => {
    expect(line({ kind: 'checking' })).toMatchObject({ tone: 'quiet', text: texts.checkingClashes });
    expect(line({ kind: 'lost', isPlan: false })).toMatchObject({ tone: 'warn', text: texts.clashesUnknown });
    expect(line({ kind: 'lost', isPlan: true })?.text).toMatch(/^The shifts couldn’t be loaded/);
    expect(line({ kind: 'doubtful', unreadable: 1 })?.text).toMatch(/^1 record on that day couldn’t be read/);
    expect(line({ kind: 'doubtful', unreadable: 2 })?.text).toMatch(/^2 records on that day couldn’t be read/);
    expect(line({ kind: 'silent' })).toBeNull();
  });
});

test('a free start includes its day unless that is the shown one', () => {
  expect(offeredStartText(zone, later.start, '2026-06-02')).toBe(clockText(zone, later.start));
  expect(offeredStartText(zone, later.start, '2026-06-01')).toBe(dayAndClockText(zone, later.start));
  // 22:00 in New York is the next day in UTC.
  const evening = at('2026-06-03T02:00Z');
  expect(offeredStartText(zone, evening, '2026-06-02')).toBe(clockText(zone, evening));
});
