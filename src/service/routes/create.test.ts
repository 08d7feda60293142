import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { appointmentPageSchema, appointmentSchema, createdSchema } from '#contract/appointment.ts';
import { serviceErrorSchema } from '#contract/error.ts';
import { addEmployee, addPractice, addVisitType, bookable, keyOf } from '#testing/practice-rows.ts';
import type { ServiceClient } from '#testing/service.ts';
import { describeService } from '#testing/suite.ts';

describeService('create', (suite) => {
  function wish(changes: Record<string, unknown> = {}) {
    const { practice } = suite();
    return {
      ...bookable(practice),
      start: '2026-03-29T02:30:00.1239+01:00',
      end: '2026-03-29T04:30+02:00',
      ...changes,
    };
  }

  async function created(changes: Record<string, unknown> = {}, client: ServiceClient = suite().client) {
    const answer = await client.post('/v1/appointments', wish(changes));
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const id = createdSchema.parse(answer.body);
    const { companyId } = suite().practice;
    const search = { companyId, limit: 1, filter: { createdFrom: { eq: 'external_api' } } };
    const page = appointmentPageSchema.parse((await suite().client.post('/v1/appointments/search', search)).body);
    expect(page.data[0]?.id).toBe(id);
    return appointmentSchema.parse(page.data[0]);
  }

  async function refusal(changes: Record<string, unknown>) {
    const answer = await suite().client.post('/v1/appointments', wish(changes));
    return [answer.status, serviceErrorSchema.parse(answer.body).data.suggestion.split(':')[0]];
  }

  test('fills the record as the specification says', async () => {
    const { practice, service } = suite();
    const plain = await created();
    expect(plain).toEqual({
      id: plain.id,
      companyId: practice.companyId,
      storeId: practice.stores[0],
      petId: practice.pet,
      clientId: practice.client,
      storeInvoiceId: null,
      billingContextId: null,
      title: 'Rex – Check-up',
      start: '2026-03-29T01:30:00.123Z',
      end: '2026-03-29T02:30:00.000Z',
      notes: null,
      bookingNotes: null,
      clientNotes: null,
      status: 'requested',
      location: null,
      roomId: practice.rooms[0][0],
      checkedInAt: null,
      createdFrom: 'external_api',
      visitTypeId: practice.visitType,
      visitTypeName: 'Check-up',
      visitTypeCategory: 'consult',
      createdAt: plain.createdAt,
      updatedAt: plain.createdAt,
      employees: [],
    });
    const notes = ' as typed\n<b>&\u202e "x" \\ \' 狗 👩‍👧 ';
    const full = await created({
      storeIds: [practice.stores[1].toUpperCase(), practice.stores[0]],
      status: 'checked_in',
      employeeId: practice.vet,
      notes,
    });
    expect(full).toMatchObject({
      storeId: practice.stores[1],
      status: 'checked_in',
      checkedInAt: full.createdAt,
      notes,
      employees: [{ id: practice.vet, isMainEmployee: true }],
    });
    expect(Date.parse(full.createdAt)).toBeLessThanOrEqual(service.clock.now());
    expect((await created({ notes: '' })).notes).toBe('');
  });

  test('assigns the first room that is free for the whole time, and none if all are taken', async () => {
    const { practice } = suite();
    const [first, second] = practice.rooms[1];
    const at = (start: string, end: string, status = 'confirmed') =>
      created({ storeIds: [practice.stores[1]], start: `2026-05-${start}Z`, end: `2026-05-${end}Z`, status }).then(
        (appointment) => appointment.roomId,
      );
    expect(await at('01T10:00', '20T11:00')).toBe(first);
    expect(await at('19T10:00', '19T10:30')).toBe(second);
    expect(await at('19T10:15', '19T10:20')).toBe(null);
    expect(await at('19T10:30', '19T11:00')).toBe(second);
    expect(await at('20T11:00', '20T12:00')).toBe(first);
    expect(await at('22T10:00', '22T11:00', 'cancelled')).toBe(first);
    expect(await at('22T10:00', '22T11:00', 'no_show')).toBe(first);
    expect(await at('22T10:00', '22T11:00')).toBe(first);
    expect(await at('22T10:59', '23T11:00')).toBe(second);
  });

  test('two concurrent creates never get the same room', async () => {
    const { practice, client } = suite();
    const start = '2026-06-01T10:00Z';
    const end = '2026-06-01T11:00Z';
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => client.post('/v1/appointments', wish({ start, end }))),
    );
    const ids = answers.map((answer) => createdSchema.parse(answer.body));
    const filter = { start: { gte: start, lte: start } };
    const found = await client.post('/v1/appointments/search', { companyId: practice.companyId, filter });
    const data = appointmentPageSchema.parse(found.body).data.map((item) => appointmentSchema.parse(item));
    expect(data.map((item) => item.id).sort()).toEqual(ids.sort());
    const roomIds = data.map((item) => item.roomId).filter((id) => id !== null);
    expect(roomIds.sort()).toEqual([...practice.rooms[0]].sort());
  });

  test('400 names the invalid field', async () => {
    const { practice, database } = suite();
    const other = await addPractice(database);
    const start = '2026-03-02T10:00:00Z';
    expect(await refusal({ start, end: start })).toEqual([400, 'end']);
    expect(await refusal({ start, end: '2026-03-02T10:59:59+01:00' })).toEqual([400, 'end']);
    expect(await refusal({ start, end: '2026-03-02T10:00:00.0009Z' })).toEqual([400, 'end']);
    expect(await refusal({ start: '2026-02-29T10:00Z' })).toEqual([400, 'start']);
    expect(await refusal({ start: '0001-01-01T00:00+01:00' })).toEqual([400, 'start']);
    expect(await refusal({ end: '9999-12-31T23:59-01:00' })).toEqual([400, 'end']);
    expect(await refusal({ petId: randomUUID() })).toEqual([400, 'petId']);
    expect(await refusal({ petId: other.pet })).toEqual([400, 'petId']);
    expect(await refusal({ visitTypeId: other.visitType })).toEqual([400, 'visitTypeId']);
    expect(await refusal({ visitTypeId: practice.retiredType })).toEqual([400, 'visitTypeId']);
    expect(await refusal({ employeeId: other.vet })).toEqual([400, 'employeeId']);
    expect(await refusal({ employeeId: practice.retiredVet })).toEqual([400, 'employeeId']);
    expect(await refusal({ employeeId: null })).toEqual([400, 'employeeId']);
    expect(await refusal({ notes: null })).toEqual([400, 'notes']);
    expect(await refusal({ notes: 'a\u0000b' })).toEqual([400, 'notes']);
    expect(await refusal({ notes: '\ud83d' })).toEqual([400, 'notes']);
    expect(await refusal({ status: 'Requested' })).toEqual([400, 'status']);
    expect(await refusal({ storeIds: [] })).toEqual([400, 'storeIds']);
    expect(await refusal({ storeIds: practice.stores[0] })).toEqual([400, 'storeIds']);
    expect(await refusal({ storeId: practice.stores[0] })).toEqual([400, 'storeId']);
    expect(await refusal({ ['__proto__']: 1 })).toEqual([400, '__proto__']);
    expect(await refusal({ petId: undefined })).toEqual([400, 'petId']);
  });

  test('a visit type with a category that appointments cannot have is 400, and creates nothing', async () => {
    const { practice, database } = suite();
    const odd = randomUUID();
    await addVisitType(database, { companyId: practice.companyId, id: odd, name: 'Alchemy' });
    await database.sql`
      update appointment_types set category = 'alchemy' where company_id = ${practice.companyId}::uuid and id = ${odd}::uuid`;
    expect(await refusal({ visitTypeId: odd })).toEqual([400, 'visitTypeId']);
    const found = { companyId: practice.companyId, filter: { visitTypeId: { eq: odd } } };
    expect((await suite().client.post('/v1/appointments/search', found)).body).toMatchObject({ totalCount: 0 });
  });

  test('404 for a store that does not exist in the company, 403 for one that the key cannot access, anywhere in storeIds', async () => {
    const { practice, service, database } = suite();
    const other = await addPractice(database);
    expect((await refusal({ storeIds: [practice.stores[0], randomUUID()] }))[0]).toBe(404);
    expect((await refusal({ storeIds: [other.stores[0]] }))[0]).toBe(404);
    const near = service.client(await keyOf(database, practice.near));
    expect((await near.post('/v1/appointments', wish({ storeIds: practice.stores }))).status).toBe(403);
    expect((await near.post('/v1/appointments', wish())).status).toBe(200);
    const reader = await addEmployee(database, {
      companyId: practice.companyId,
      storeIds: practice.stores,
      permissions: ['appointments.read'],
    });
    const client = service.client(await keyOf(database, reader));
    expect((await client.post('/v1/appointments', wish({ petId: randomUUID() }))).status).toBe(403);
  });
});
