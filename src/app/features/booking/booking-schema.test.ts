import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { createAppointmentSchema } from '#contract/appointment.ts';
import {
  type BookingStore,
  createBookingSchema,
  type FormValues,
  requestedTime,
  startFields,
} from './booking-values.ts';

const companyId = '00000000-0000-4000-8000-000000000001';
const storeId = '00000000-0000-4000-8000-000000000002';
const petId = '00000000-0000-4000-8000-000000000003';
const typeId = '00000000-0000-4000-8000-000000000004';
const vetId = '00000000-0000-4000-8000-000000000005';

const store: BookingStore = { id: storeId, name: 'North', timeZone: 'Europe/Berlin', openingHours: [], rooms: [] };
const schema = createBookingSchema({ companyId, stores: [store] });

const filled: FormValues = {
  pet: { id: petId, clientId: null, clientName: 'Ann Lee', name: 'Rex', species: 'dog', breed: null },
  visitTypeId: typeId,
  storeId,
  date: '2026-06-01',
  start: '9.30',
  fold: null,
  length: '45',
  end: '',
  employeeId: null,
  roomId: null,
  status: 'requested',
  notes: '',
  unmatched: { pet: '', visitTypeId: '', employeeId: '' },
  newClient: null,
};

const faultsOf = (values: FormValues) =>
  (schema.safeParse(values).error?.issues ?? []).map((issue) => issue.path.join('.'));

test('a filled form becomes a request with exactly the properties of the document', () => {
  expect(schema.parse(filled)).toEqual({
    companyId,
    storeIds: [storeId],
    petId,
    visitTypeId: typeId,
    start: '2026-06-01T07:30:00.000Z',
    end: '2026-06-01T08:15:00.000Z',
  });
});

test('what was changed from the default is sent, and the contract takes it', () => {
  const request = schema.parse({ ...filled, status: 'confirmed', employeeId: vetId, notes: 'Nervous at the door' });
  expect(request).toMatchObject({ status: 'confirmed', employeeId: vetId, notes: 'Nervous at the door' });
  expect(createAppointmentSchema.safeParse(request).success).toBe(true);
});

test('a status that joined the enum later is sent as it is', () => {
  expect(schema.parse({ ...filled, status: 'waitlisted' }).status).toBe('waitlisted');
});

test('an end wins over the length while it stands; earlier than the start means the next day', () => {
  expect(schema.parse({ ...filled, end: '10:00' }).end).toBe('2026-06-01T08:00:00.000Z');
  expect(schema.parse({ ...filled, end: '8:00' }).end).toBe('2026-06-02T06:00:00.000Z');
});

describe('faults', () => {
  test('every wrong field has its own', () => {
    const faults = faultsOf({
      ...filled,
      pet: null,
      visitTypeId: null,
      storeId: '',
      date: '',
      start: 'x',
      length: '0',
    });
    expect(faults).toEqual(['pet', 'visitTypeId', 'storeId', 'date', 'start', 'length']);
  });

  test('text that matches nothing in a list is wrong, also where something was chosen before', () => {
    const unmatched = { pet: 'lunx', visitTypeId: 'zz', employeeId: 'kwx' };
    expect(faultsOf({ ...filled, unmatched })).toEqual(['pet', 'visitTypeId', 'employeeId']);
    expect(faultsOf({ ...filled, pet: null, visitTypeId: null, unmatched })).toHaveLength(3);
  });

  test('a time that the clock skips', () => {
    expect(faultsOf({ ...filled, date: '2026-03-29', start: '02:30' })).toEqual(['start']);
  });

  test('a time that comes twice, until one is chosen', () => {
    const twice = { ...filled, date: '2026-10-25', start: '02:30' };
    expect(faultsOf(twice)).toEqual(['start']);
    expect(schema.parse({ ...twice, fold: 'first' }).start).toBe('2026-10-25T00:30:00.000Z');
    expect(schema.parse({ ...twice, fold: 'second' }).start).toBe('2026-10-25T01:30:00.000Z');
  });

  test('text that cannot be stored is named at the notes', () => {
    expect(faultsOf({ ...filled, notes: 'a\u0000b' })).toEqual(['notes']);
  });

  test('a year beyond those that are booked is named at the date', () => {
    for (const date of ['+010000-01-01', '0000-06-01', '1899-12-31', '9999-01-01'])
      expect(faultsOf({ ...filled, date }), date).toEqual(['date']);
  });
});

test('whatever is typed, the form either names a field or makes a request that the contract takes', () => {
  const typed = fc.record({
    pet: fc.constantFrom(filled.pet, null),
    visitTypeId: fc.constantFrom(typeId, null, 'x'),
    storeId: fc.constantFrom(storeId, '', 'y'),
    date: fc.oneof(fc.constantFrom('2026-03-29', '2026-10-25', '', '2026-02-30'), fc.string({ maxLength: 12 })),
    start: fc.oneof(fc.constantFrom('2:30', '9', '23:59'), fc.string({ maxLength: 6 })),
    fold: fc.constantFrom(null, 'first' as const, 'second' as const),
    end: fc.oneof(fc.constantFrom('', '3:15'), fc.string({ maxLength: 4 })),
    length: fc.oneof(fc.constantFrom('30', '1h', '2d'), fc.string({ maxLength: 6 })),
    employeeId: fc.constantFrom(null, vetId, 'z'),
    status: fc.constantFrom('requested', 'confirmed', ''),
    notes: fc.string(),
    unmatched: fc.record({
      pet: fc.constantFrom('', 'lunx'),
      visitTypeId: fc.constantFrom('', 'zz'),
      employeeId: fc.constantFrom('', 'kw'),
    }),
  });
  fc.assert(
    fc.property(typed, (values) => {
      const result = schema.safeParse(values);
      if (result.success) expect(createAppointmentSchema.safeParse(result.data).error).toBeUndefined();
      else expect(result.error.issues.every((issue) => issue.path.length === 1 && issue.message !== '')).toBe(true);
    }),
    { numRuns: 500 },
  );
});

const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds;

test('a start that is offered is the one that the form then asks for, also where a time comes twice', () => {
  const quarters = fc.oneof(
    fc.integer({ min: -200, max: 20_000 }),
    // The hours around the change of clocks in New York, Lord Howe and Berlin.
    ...['2026-11-01T06:00Z', '2027-04-03T15:00Z', '2026-10-25T01:00Z'].map((change) =>
      fc.integer({ min: -8, max: 8 }).map((near) => near + (at(change) - at('2026-06-02T00:00Z')) / 900_000),
    ),
  );
  const zones = fc.constantFrom('America/New_York', 'Australia/Lord_Howe', 'Europe/Berlin');
  fc.assert(
    fc.property(quarters, zones, fc.boolean(), (quarter, zone, twelveHours) => {
      const instant = at('2026-06-02T00:00Z') + quarter * 900_000;
      const fields = startFields(zone, instant, twelveHours);
      expect(requestedTime({ ...fields, length: '30 min', end: '' }, { timeZone: zone, openingHours: [] })).toEqual({
        start: instant,
        end: instant + 30 * 60_000,
      });
    }),
    { numRuns: 500 },
  );
  expect(startFields('America/New_York', at('2026-11-01T06:15Z'), true)).toEqual({
    date: '2026-11-01',
    start: '1:15 AM',
    fold: 'second',
  });
});
