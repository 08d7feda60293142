import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { employeePageSchema } from '#contract/clients-pets-staff.ts';
import { type FreeTime, freeTimesPageSchema } from '#contract/free-times.ts';
import { appointmentTypes, availability, employees, rooms, stores } from '#service/db/schema.ts';
import {
  addAppointments,
  addEmployee,
  addPractice,
  appointmentIn,
  keyOf,
  type TestAppointment,
} from '#testing/practice-rows.ts';
import { createTestService, pagesOf, type ServiceClient } from '#testing/service.ts';
import { expectError } from '#testing/service-errors.ts';
import { describeService } from '#testing/suite.ts';

const path = '/v1/free-times';
const DAY_MS = 86_400_000;
const everyDay = (opens: string, closes: string) =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens, closes }));

describeService('free times', (suite) => {
  /** A practice of two stores in Amsterdam with two rooms each, both open from 8 to 18, and `vet` in both. */
  async function ownDesk(now = '2026-03-01T12:00:00Z') {
    const { database } = suite();
    const practice = await addPractice(database);
    const { companyId } = practice;
    const service = createTestService(database, Date.parse(now));
    const as = async (employee: string) => service.client(await keyOf(database, employee));
    const client = await as(practice.vet);
    const { db } = database;
    const [here, there] = practice.stores;
    const change = (storeId: string, values: Partial<typeof stores.$inferInsert>) =>
      db
        .update(stores)
        .set(values)
        .where(and(eq(stores.companyId, companyId), eq(stores.id, storeId)));
    for (const id of practice.stores) await change(id, { openingHours: everyDay('08:00', '18:00') });
    const day = { start: '2026-03-02T00:00+01:00', end: '2026-03-03T00:00+01:00' };
    const defaults = { companyId, visitTypeId: practice.visitType, ...day, storeIds: here };
    const ask = (query: Record<string, string> = {}, by = client) => by.get(path, { ...defaults, ...query });
    const page = async (query: Record<string, string> = {}, by?: ServiceClient) =>
      freeTimesPageSchema.parse((await ask(query, by)).body);
    return {
      ...{ database, db, practice, companyId, service, as, client, here, there, change, ask, page },
      /** The starts of a day, on the clock of Amsterdam. */
      starts: async (query: Record<string, string> = {}) => {
        const { data } = await page({ limit: '500', ...query });
        return data.map(({ start }) => clockOf(start));
      },
      add: (...given: Partial<TestAppointment>[]) =>
        addAppointments(
          database,
          practice,
          given.map((one) => appointmentIn(practice, { petId: randomUUID(), ...one })),
        ),
    };
  }

  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Amsterdam', timeStyle: 'short' });
  const clockOf = (instant: string) => clock.format(new Date(instant));

  test('begin at multiples of the step from an odd opening, and end before it closes', async () => {
    const { here, change, starts, page } = await ownDesk();
    await change(here, { openingHours: everyDay('08:10', '09:20') });
    expect(await starts()).toEqual(['08:10', '08:25', '08:40', '08:55']);
    expect(await starts({ step: '30' })).toEqual(['08:10', '08:40']);
    expect(await starts({ step: '7', durationMinutes: '50' })).toEqual(['08:10', '08:17', '08:24']);
    // A start within the step begins no other.
    expect(await starts({ start: '2026-03-02T08:20+01:00', step: '30' })).toEqual(['08:40']);
    expect((await page({ durationMinutes: '71' })).totalCount).toBe(0);
  });

  test('have the employees in the order of their list, and the rooms, best first', async () => {
    const { db, client, practice, page, add, here } = await ownDesk();
    const { companyId, vet, near, rooms: ofStores } = practice;
    const [first, second] = ofStores[0];
    await db
      .update(rooms)
      .set({ categories: ['consult'] })
      .where(eq(rooms.id, second));
    const nine = { start: '2026-03-02T08:00:00.000Z', end: '2026-03-02T08:20:00.000Z' };
    const at = async (clockTime: string, query: Record<string, string> = {}) =>
      (await page({ limit: '500', ...query })).data.find(({ start }) => clockOf(start) === clockTime);
    const free = { start: nine.start, end: nine.end, storeId: here };
    const listed = employeePageSchema.parse((await client.get('/v1/employees', { companyId })).body);
    const vets = listed.data.map(({ id }) => id).filter((id) => id === vet || id === near);
    expect(await at('09:00')).toEqual({ ...free, employeeIds: vets, roomIds: [second, first] });
    await add({ ...nine, employeeIds: [near], roomId: second });
    expect(await at('09:00')).toEqual({ ...free, employeeIds: [vet], roomIds: [first] });
    expect(await at('09:00', { employeeId: near })).toBeUndefined();
    expect(await at('09:00', { roomId: second })).toBeUndefined();
    expect(await at('09:00', { roomId: first, employeeId: vet })).toMatchObject({ employeeIds: [vet] });
    await db.update(appointmentTypes).set({ category: 'grooming' }).where(eq(appointmentTypes.companyId, companyId));
    expect(await at('09:00')).toEqual({ ...free, employeeIds: [], roomIds: [first] });
    await db.delete(rooms).where(eq(rooms.companyId, companyId));
    expect(await at('09:00')).toEqual({ ...free, employeeIds: [], roomIds: [] });
  });

  test('are none while the only vet of the store is needed elsewhere, blocked or gone', async () => {
    const { db, companyId, practice, page, there, add, starts } = await ownDesk();
    const ten = { start: '2026-03-02T09:00:00.000Z', end: '2026-03-02T10:00:00.000Z' };
    const atOther = { storeIds: there, durationMinutes: '60' };
    expect(await starts(atOther)).toContain('10:00');
    // An appointment without a vet takes the only one of its store.
    await add({ ...ten, storeId: there });
    expect(await starts(atOther)).not.toContain('10:00');
    expect(await starts(atOther)).toContain('11:00');
    const blocked = { companyId, id: randomUUID(), kind: 'unavailable' as const, createdAt: ten.start };
    await db.insert(availability).values({
      ...blocked,
      ...{ employeeId: practice.vet, updatedAt: ten.start },
      ...{ start: '2026-03-02T10:00:00.000Z', end: '2026-03-02T12:00:00.000Z' },
    });
    expect(await starts(atOther)).not.toContain('11:00');
    expect(await starts(atOther)).toContain('13:00');
    await db.update(employees).set({ role: 'nurse' }).where(eq(employees.id, practice.vet));
    expect((await page(atOther)).totalCount).toBe(0);
    await db.update(appointmentTypes).set({ category: 'nurse' }).where(eq(appointmentTypes.companyId, companyId));
    expect(await starts(atOther)).toContain('11:00');
  });

  test('are none on a full day, while the pet is here, outside known hours, and in the past', async () => {
    const { practice, here, change, add, starts, page, service } = await ownDesk();
    const all = await starts();
    expect(all).toHaveLength(39);
    const whole = { start: '2026-03-02T07:00:00.000Z', end: '2026-03-02T17:00:00.000Z' };
    await add({ ...whole, start: '2026-03-02T11:00:00.000Z', petId: practice.pet, employeeIds: [practice.retiredVet] });
    expect(await starts({ petId: practice.pet })).toEqual(all.filter((start) => start < '11:45'));
    expect(await starts()).toEqual(all);
    await add({ ...whole, employeeIds: [practice.vet] }, { ...whole, employeeIds: [practice.near], status: 'no_show' });
    expect(await starts()).toEqual(all);
    await add({ ...whole, employeeIds: [practice.near] });
    expect(await page()).toEqual({ data: [], nextCursor: null, hasMore: false, totalCount: 0 });

    await change(here, { openingHours: [] });
    const tomorrow = { start: '2026-03-03T00:00+01:00', end: '2026-03-04T00:00+01:00' };
    expect(await starts(tomorrow)).toEqual([]);
    await change(here, { openingHours: everyDay('08:00', '18:00').slice(2) });
    expect(await starts(tomorrow)).toEqual([]);
    const wednesday = { start: '2026-03-04T00:00+01:00', end: '2026-03-05T00:00+01:00' };
    expect(await starts(wednesday)).toEqual(all);
    service.clock.pass(Date.parse('2026-03-04T17:10+01:00') - service.clock.now());
    expect(await starts(wednesday)).toEqual(['17:15', '17:30']);
    expect(await starts()).toEqual([]);
  });

  test('go on through the night, and through the changes of clocks', async () => {
    const { here, change, starts } = await ownDesk();
    await change(here, { openingHours: everyDay('22:30', '03:30') });
    const night = { start: '2026-03-28T12:00Z', end: '2026-03-29T12:00Z', step: '60', durationMinutes: '30' };
    // From 2:00 the clock goes to 3:00.
    expect(await starts(night)).toEqual(['22:30', '23:30', '00:30', '01:30']);
    const longer = { ...night, start: '2026-10-24T12:00Z', end: '2026-10-25T12:00Z' };
    // From 3:00 it goes back to 2:00.
    expect(await starts(longer)).toEqual(['22:30', '23:30', '00:30', '01:30', '02:30', '02:30']);
    // A store that never closes opens anew at midnight.
    await change(here, { openingHours: everyDay('00:00', '24:00') });
    const always = { start: '2026-03-02T20:00Z', end: '2026-03-03T02:00Z', step: '50', durationMinutes: '30' };
    expect(await starts(always)).toEqual(['21:40', '22:30', '23:20', '00:00', '00:50', '01:40', '02:30']);
  });

  test('come in pages by start, then in the order of the stores, without a gap or a double', async () => {
    const { here, there, page, ask } = await ownDesk();
    const both = { storeIds: `${there},${here}`, start: '2026-03-02T07:00Z', end: '2026-03-04T07:00Z' };
    const all = await page({ ...both, limit: '500' });
    expect(all).toMatchObject({ totalCount: 156, hasMore: false });
    expect(all.data.slice(0, 4).map(({ start, storeId }) => [clockOf(start), storeId])).toEqual([
      ['08:00', here],
      ['08:00', there],
      ['08:15', here],
      ['08:15', there],
    ]);
    const found: FreeTime[] = [];
    for await (const { data, totalCount } of pagesOf((cursor) => page({ ...both, limit: '7', cursor }))) {
      expect(totalCount).toBe(156);
      found.push(...data);
    }
    expect(found).toEqual(all.data);
    const { nextCursor } = await page({ ...both, limit: '7' });
    expectError(await ask({ ...both, step: '20', cursor: nextCursor ?? '' }), 'invalid_input', /^cursor: /);
  });

  test('are refused for what cannot be booked, and for stores out of reach', async () => {
    const { practice, companyId, database, there, as, ask, page } = await ownDesk();
    const { retiredType, retiredVet, near, rooms: ofStores } = practice;
    for (const [field, id] of [
      ['visitTypeId', randomUUID()],
      ['visitTypeId', retiredType],
      ['employeeId', randomUUID()],
      ['roomId', randomUUID()],
      ['petId', randomUUID()],
    ] as const)
      expectError(await ask({ [field]: id }), 'invalid_input', new RegExp(`^${field}: `));
    expectError(await ask({ durationMinutes: '0' }), 'invalid_input', /^durationMinutes: /);
    expectError(await ask({ step: '4' }), 'invalid_input', /^step: /);
    expectError(await ask({ end: '2026-03-01T00:00Z' }), 'invalid_input', /^end: /);
    expectError(await ask({ end: '2026-04-03T00:00+01:00' }), 'invalid_input', /^end: /);
    // Known, but never free there.
    expect((await page({ employeeId: retiredVet })).totalCount).toBe(0);
    expect((await page({ employeeId: near, storeIds: there })).totalCount).toBe(0);
    expect((await page({ roomId: ofStores[1][0] })).totalCount).toBe(0);
    expect((await page({ start: '9999-12-30T00:00Z', end: '9999-12-31T00:00Z' })).totalCount).toBe(0);

    const atFirst = await as(near);
    expectError(await ask({ storeIds: there }, atFirst), 'insufficient_access');
    expectError(await ask({ storeIds: randomUUID() }), 'not_found');
    const blind = await addEmployee(database, { companyId, storeIds: practice.stores, permissions: ['clients.read'] });
    expectError(await ask({}, await as(blind)), 'insufficient_access');
  });

  test('count vets and appointments of stores that the key cannot access', async () => {
    const { practice, there, add, as, page, db, companyId } = await ownDesk();
    const busy = { start: '2026-03-02T07:00:00.000Z', end: '2026-03-02T11:00:00.000Z' };
    await add({ ...busy, storeId: there, employeeIds: [practice.vet] });
    const { data } = await page({ limit: '1' }, await as(practice.near));
    expect(data[0]?.employeeIds).toEqual([practice.near]);
    await db.delete(availability).where(eq(availability.companyId, companyId));
  });

  test('of a month are counted, though a page has three', async () => {
    const { practice, page, add } = await ownDesk();
    const first = Date.parse('2026-03-02T07:00:00Z');
    // Every other half hour of two vets in two rooms, all month.
    const taken = Array.from({ length: 30 * 10 }, (_, index) => {
      const start = first + Math.floor(index / 10) * DAY_MS + (index % 10) * 3_600_000;
      const time = { start: new Date(start).toISOString(), end: new Date(start + 1_800_000).toISOString() };
      return [practice.vet, practice.near].map((id, nth) => ({
        ...{ ...time, employeeIds: [id], roomId: practice.rooms[0][nth] ?? null },
      }));
    });
    await add(...taken.flat());
    const month = { end: '2026-03-29T00:00+01:00', durationMinutes: '30', step: '30' };
    expect((await page({ ...month, limit: '3' })).data.map(({ start }) => clockOf(start))).toEqual([
      '08:30',
      '09:30',
      '10:30',
    ]);
    expect((await page(month)).totalCount).toBe(270);
  });
});
