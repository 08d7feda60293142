import { describe, expect, test } from 'vitest';
import {
  createReceivedPageSchema,
  receivedAppointmentSchema,
  receivedAppointmentTypeSchema,
  receivedClientSchema,
  receivedCompanySchema,
  receivedEmployeeSchema,
  receivedEnumsSchema,
  receivedErrorSchema,
  receivedHistoryEntrySchema,
  receivedPetSchema,
} from './received.ts';
import { receivedWaitingListEntrySchema } from './received-waiting-list.ts';

describe('a row with only an id', () => {
  test.each([
    ['companies', receivedCompanySchema],
    ['employees', receivedEmployeeSchema],
    ['visit types', receivedAppointmentTypeSchema],
  ])('is unresolved in the %s', (_of, schema) => {
    const page = createReceivedPageSchema(schema).parse({ data: [{ id: 'bare' }, { id: 'full', name: 'Full' }] });
    expect(page.records.map(({ id }) => id)).toEqual(['full']);
    expect(page.unresolvedIds).toEqual(['bare']);
  });

  test('is left out of stores and rooms without affecting the others', () => {
    const company = receivedCompanySchema.parse({
      id: 'c',
      stores: [{ id: 'bare' }, null, { id: 's', name: 'North', rooms: [{ id: 'bare' }, 7, { id: 'r', name: 'One' }] }],
    });
    expect(company.stores).toMatchObject([{ id: 's', name: 'North', rooms: [{ id: 'r', name: 'One' }] }]);
    expect(company.stores[0]?.rooms).toHaveLength(1);
  });
});

describe('an appointment', () => {
  const least = { id: 'a', start: '2026-03-29T09:30+02:00', end: '2026-03-29T08:00:00.1239Z' };

  test('has its times in UTC, and null or an empty list for missing or invalid values', () => {
    const empty = receivedAppointmentSchema.parse(least);
    expect(empty).toMatchObject({ id: 'a', start: '2026-03-29T07:30:00.000Z', end: '2026-03-29T08:00:00.123Z' });
    const { id, start, end, ...others } = empty;
    expect(new Set(Object.values(others).map((value) => JSON.stringify(value)))).toEqual(new Set(['null', '""', '[]']));
    const wrong = Object.fromEntries(Object.keys(others).map((name) => [name, 7]));
    expect(receivedAppointmentSchema.parse({ ...least, ...wrong, more: 1 })).toEqual(empty);
    expect(receivedAppointmentSchema.parse({ ...least, petId: '', updatedAt: 'now' })).toEqual(empty);
  });

  test('keeps its version exactly as received', () => {
    const updatedAt = '2026-03-29T07:30:00.123456+01:00';
    expect(receivedAppointmentSchema.parse({ ...least, updatedAt }).updatedAt).toBe(updatedAt);
  });

  test.each([{ id: '' }, { id: 7 }, { start: null }, { start: '2026-02-29T07:30Z' }, { end: '2026-03-29T07:30' }])(
    'is unusable with %j',
    (wrong) => expect(receivedAppointmentSchema.safeParse({ ...least, ...wrong }).success).toBe(false),
  );

  test.each([null, 'a', [], {}])('rejects %j', (value) =>
    expect(receivedAppointmentSchema.safeParse(value).success).toBe(false),
  );

  test('has all of its employees, or none if one cannot be read', () => {
    const ada = { id: 'ada', isMainEmployee: true };
    const employeesOf = (employees: unknown) => receivedAppointmentSchema.parse({ ...least, employees }).employees;
    expect(employeesOf([ada, { id: 'bram', isMainEmployee: 'yes' }])).toEqual([
      ada,
      { id: 'bram', isMainEmployee: false },
    ]);
    expect(employeesOf([ada, { isMainEmployee: false }])).toEqual([]);
  });
});

test('an employee is active and in all stores by default, and named as well as possible', () => {
  const read = (employee: object) => receivedEmployeeSchema.parse({ id: 'e', role: 'vet', ...employee });
  expect(read({ firstName: 'Ada', lastName: '' })).toEqual({
    ...{ id: 'e', role: 'vet', name: 'Ada', storeIds: null, isActive: true },
  });
  expect(read({ name: 'Dr. Ada', isActive: false, storeIds: ['s'] })).toMatchObject({
    ...{ name: 'Dr. Ada', isActive: false, storeIds: ['s'] },
  });
  expect(read({ storeIds: ['s', 7] }).storeIds).toBeNull();
});

test('clients and pets are active and without alerts by default', () => {
  const unmarked = { alert: null, isActive: true };
  expect(receivedClientSchema.parse({ id: 'c' })).toMatchObject(unmarked);
  expect(receivedPetSchema.parse({ id: 'p', deceasedOn: 7 })).toMatchObject({ ...unmarked, deceasedOn: null });
  const marked = { alert: 'bites', isActive: false };
  expect(receivedClientSchema.parse({ id: 'c', ...marked })).toMatchObject(marked);
  const died = { ...marked, deceasedOn: '2026-02-28' };
  expect(receivedPetSchema.parse({ id: 'p', ...died })).toMatchObject(died);
});

test('a visit type has a positive duration or none', () => {
  const minutes = [30, 0, -5, '30', null].map(
    (durationMinutes) => receivedAppointmentTypeSchema.parse({ id: 't', durationMinutes }).durationMinutes,
  );
  expect(minutes).toEqual([30, null, null, null, null]);
});

test('opening hours and the categories of rooms are read completely or not at all', () => {
  const monday = { weekday: 1, opens: '08:00', closes: '18:00' };
  const storeOf = (store: object) =>
    receivedCompanySchema.parse({ id: 'c', stores: [{ id: 's', name: 'North', ...store }] }).stores[0];
  expect(storeOf({ openingHours: [monday] })?.openingHours).toEqual([monday]);
  expect(storeOf({ openingHours: [monday, { ...monday, weekday: 8 }] })?.openingHours).toEqual([]);
  const categoriesOf = (categories: unknown) =>
    storeOf({ rooms: [{ id: 'r', name: 'One', categories }] })?.rooms[0]?.categories;
  expect([categoriesOf(['dental']), categoriesOf(['dental', 7]), categoriesOf(null)]).toEqual([['dental'], [], []]);
});

test('enum entries are texts or objects, and others are left out', () => {
  const statuses = ['a', { value: 'b', label: 'B', color: '#12ab9F' }, { value: 'c', color: 'red' }, { label: 'd' }, 7];
  expect(receivedEnumsSchema.parse({ statuses, none: null })).toEqual({
    statuses: [
      { value: 'a', label: null, color: null },
      { value: 'b', label: 'B', color: '#12ab9F' },
      { value: 'c', label: null, color: null },
    ],
    none: [],
  });
});

test('unreadable changes are dropped from a history entry', () => {
  const changes = [{ field: 'title', from: null, to: 'b' }, { from: 'a' }];
  expect(receivedHistoryEntrySchema.parse({ at: '2026-03-29T07:30Z', changes })).toEqual({
    at: '2026-03-29T07:30:00.000Z',
    employeeId: null,
    changes: [{ field: 'title', from: null, to: 'b' }],
    reason: null,
  });
});

test('an entry of the waiting list needs its pet, its type and its creation time', () => {
  const entry = { id: 'e', storeId: 's', petId: 'p', visitTypeId: 't', durationMinutes: 30, status: 'waiting' };
  const times = { createdAt: '2026-03-29T07:30Z', updatedAt: '2026-03-29T07:30Z' };
  const read = (given: object) =>
    createReceivedPageSchema(receivedWaitingListEntrySchema).parse({ data: [{ ...entry, ...times, ...given }] })
      .records[0];
  const open = { from: null, until: null, weekdays: [], earliest: null, latest: null };
  expect(read({})).toEqual({
    ...{ ...entry, ...open, clientId: null, employeeId: null, notes: null, appointmentId: null },
    ...{ createdAt: '2026-03-29T07:30:00.000Z', updatedAt: '2026-03-29T07:30Z' },
  });
  expect(read({ from: 'soon', until: 7, earliest: '8 am', latest: null })).toMatchObject(open);
  expect(read({ from: '2026-02-30', until: '2026-13-01', earliest: '25:00', latest: '09:60' })).toMatchObject(open);
  for (const wrong of [{ status: 'away' }, { durationMinutes: 0 }, { petId: null }, { weekdays: [8] }])
    expect(read(wrong)).toBeUndefined();
});

test.each([null, 'no', { message: 7, data: [] }, { data: 'x' }])('the error %j is read with all parts null', (body) => {
  expect(receivedErrorSchema.parse(body)).toEqual({
    message: null,
    data: { suggestion: null, errorInstanceId: null },
  });
});
