import { expect, test } from 'vitest';
import { appointmentSchema } from '#contract/appointment.ts';
import { appointmentHistoryPageSchema } from '#contract/appointment-change.ts';
import { clientPageSchema, employeePageSchema, petPageSchema } from '#contract/clients-pets-staff.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ImportLine } from '#contract/practice-import.ts';
import { deriveUuid } from '#service/db/column-types.ts';
import { clientLine, employeeLine, inShort, petLine, sendLines, visitLine } from '#testing/import-lines.ts';
import { type OwnPractice, ownPractice } from '#testing/managed-practice.ts';
import { ownPlan } from '#testing/own-plan.ts';
import { expectError } from '#testing/service-errors.ts';
import { describeService } from '#testing/suite.ts';

type Own = Pick<OwnPractice, 'client' | 'companyId'>;

async function clientsOf({ client, companyId }: Own, query = '') {
  const { body } = await client.get('/v1/clients', { companyId, limit: '500', ...(query && { query }) });
  return clientPageSchema.parse(body).data.flatMap((one) => ('firstName' in one ? [one] : []));
}
async function petsOf({ client, companyId }: Own, query = '') {
  const { body } = await client.get('/v1/pets', { companyId, limit: '500', ...(query && { query }) });
  return petPageSchema.parse(body).data.flatMap((one) => ('species' in one ? [one] : []));
}
async function visitsOf({ client, companyId }: Own, title: string) {
  const { body } = await client.post('/v1/appointments/search', { companyId, query: title, limit: 5 });
  return (body as { data: unknown[] }).data.map((one) => appointmentSchema.parse(one));
}
async function visitOf(own: Own, title: string) {
  const [visit, ...others] = await visitsOf(own, title);
  if (visit === undefined) throw new Error(`there is no appointment ${title}`);
  expect(others).toEqual([]);
  return visit;
}

function wholePractice({ practice }: OwnPractice): ImportLine[] {
  const [storeId] = practice.stores;
  return [
    visitLine('7', storeId, { employee: { key: '3' }, room: { key: 'op' }, notes: 'limps' }),
    petLine('7'),
    clientLine('7', { lastName: 'Tierheim Süd e.V.', firstName: '' }),
    { kind: 'appointment_type', key: 'check', name: 'Vaccination', category: 'vaccination', durationMinutes: 15 },
    { kind: 'room', key: 'op', storeId, name: 'OP' },
    employeeLine('3', [storeId]),
  ];
}

describeService('an import', (suite) => {
  test('separates two programs with the same ids', async () => {
    const own = await ownPractice(suite());
    const { client, companyId } = own;
    await sendLines(client, companyId, [clientLine('10001', { lastName: 'One' }), petLine('10001')]);
    const other = [clientLine('10001', { lastName: 'Two' }), petLine('10001', { name: 'Mia' })];
    expect(inShort(await sendLines(client, companyId, other, { source: 'Vet++' }))).toEqual(['new', 'new']);
    expect((await petsOf(own, 'anna')).map(({ name, clientName }) => [name, clientName])).toEqual([
      ['Bello', 'Anna One'],
      ['Mia', 'Anna Two'],
    ]);
    expect(inShort(await sendLines(client, companyId, other, { source: 'vet++' }))).toEqual(['unchanged', 'unchanged']);
  });

  test('imports changes made there, and keeps changes made here', async () => {
    const own = await ownPractice(suite());
    const { client, companyId, practice, database } = own;
    const lines = wholePractice(own);
    await sendLines(client, companyId, lines);
    const visit = await visitOf(own, 'bello');
    const change = { companyId, expectedUpdatedAt: visit.updatedAt, status: 'no_show' };
    expect((await client.patch(`/v1/appointments/${visit.id}`, change)).status).toBe(200);
    await database.sql`update clients set phone = '0999' where company_id = ${companyId} and last_name like 'Tierheim%'`;
    const [storeId] = practice.stores;
    const later = [
      visitLine('7', storeId, { room: { key: 'op' }, status: 'cancelled', end: '2026-03-02T10:00Z' }),
      petLine('7', { name: 'Bella' }),
      clientLine('7', { firstName: '', lastName: 'Tierheim Nord', phone: '0123', email: 'a@b.de' }),
    ];
    const expected = ['changed (kept status)', 'changed', 'changed (kept phone)'];
    for (const dryRun of [true, false])
      expect(inShort(await sendLines(client, companyId, later, { dryRun }))).toEqual(expected);
    const [pet] = await petsOf(own, 'nord');
    expect(pet).toMatchObject({ name: 'Bella', clientName: 'Tierheim Nord' });
    expect(await clientsOf(own, 'nord')).toMatchObject([{ phone: '0999', email: 'a@b.de' }]);
    expect(await petsOf(own, 'süd')).toEqual([]);
    const after = await visitOf(own, 'bella');
    expect(after).toMatchObject({ status: 'no_show', end: '2026-03-02T10:00:00.000Z', employees: [], notes: null });
    expect(after.updatedAt > visit.updatedAt).toBe(true);
    const history = await client.get(`/v1/appointments/${visit.id}/history`, { companyId });
    const [last, ...earlier] = appointmentHistoryPageSchema.parse(history.body).data;
    expect(earlier.at(-1)).toMatchObject({
      employeeId: practice.vet,
      changes: expect.arrayContaining([{ field: 'status', from: null, to: 'completed' }]),
    });
    expect(last?.changes.map(({ field }) => field)).toEqual(['end', 'employeeId', 'notes']);
    const again = ['unchanged (kept status)', 'unchanged', 'unchanged (kept phone)'];
    expect(inShort(await sendLines(client, companyId, later))).toEqual(again);
  });

  test('that renames a pet changes the titles composed of its name, in upcoming appointments only', async () => {
    const own = await ownPractice(suite());
    const { client, companyId, practice, service } = own;
    const [storeId] = practice.stores;
    const day = 24 * 3_600_000;
    const visit = (key: string, fromNow: number) =>
      visitLine(key, storeId, {
        ...{ pet: { key: '1' }, visitType: { id: practice.visitType } },
        start: new Date(service.clock.now() + fromNow).toISOString(),
        end: new Date(service.clock.now() + fromNow + 60_000).toISOString(),
      });
    const visits = [visit('past', -day), visit('soon', day)];
    await sendLines(client, companyId, [clientLine('1'), petLine('1'), petLine('2', { name: 'Rex' }), ...visits]);
    const before = await visitsOf(own, 'check-up');
    await sendLines(client, companyId, [petLine('1', { name: 'Bella' }), petLine('2', { name: 'Max' })]);
    const past = await visitOf(own, 'bello');
    expect(before).toContainEqual(past);
    const soon = before.find(({ id }) => id !== past.id);
    const renamed = await visitOf(own, 'bella');
    expect(renamed).toEqual({ ...soon, title: 'Bella – Check-up', updatedAt: renamed.updatedAt });
    expect(instantOf(renamed.updatedAt)).toBeGreaterThan(instantOf(soon?.updatedAt ?? ''));
    expect(instantOf(past.start)).toBeLessThan(instantOf(renamed.start));
  });

  test('leaves absent values unchanged, and imports them once they are present', async () => {
    const own = await ownPractice(suite());
    const { client, companyId } = own;
    const untold: ImportLine[] = [
      clientLine('1', { phone: '1', email: 'a@b.de' }),
      { kind: 'client', key: '2', firstName: 'Bo', lastName: 'Berg' },
      { kind: 'pet', key: '1', client: { key: '1' }, name: 'Bello' },
      petLine('2', { breed: 'Mops' }),
    ];
    await sendLines(client, companyId, untold);
    expect(await petsOf(own, 'anna')).toMatchObject([{ species: '', breed: null }]);
    const later: ImportLine[] = [
      { kind: 'client', key: '1', firstName: 'Anna', lastName: 'Berg 1' },
      { kind: 'client', key: '2', firstName: 'Bo', lastName: 'Berg', phone: '2' },
      petLine('1', { species: 'Hund' }),
      { kind: 'pet', key: '2', client: { key: '2' }, name: 'Bella', sex: 'w' },
    ];
    expect(inShort(await sendLines(client, companyId, later))).toEqual(['unchanged', 'changed', 'changed', 'changed']);
    expect(await clientsOf(own, 'berg')).toMatchObject([
      { phone: '1', email: 'a@b.de' },
      { phone: '2', email: null },
    ]);
    expect(await petsOf(own, 'berg')).toMatchObject([
      { name: 'Bella', breed: 'Mops', sex: 'w', species: 'Hund' },
      { name: 'Bello', species: 'Hund' },
    ]);
    expect(inShort(await sendLines(client, companyId, untold)).slice(0, 2)).toEqual(['unchanged', 'unchanged']);
  });

  test('treats the later of two lines with the same key as if it came later', async () => {
    const own = await ownPractice(suite());
    const { client, companyId } = own;
    const lines = [
      clientLine('1', { phone: '1' }),
      clientLine('1', { phone: '2' }),
      clientLine('1', { phone: '2' }),
      clientLine('2'),
    ];
    for (const dryRun of [true, false])
      expect(inShort(await sendLines(client, companyId, lines, { dryRun }))).toEqual([
        'new',
        'changed',
        'unchanged',
        'new',
      ]);
    expect(await clientsOf(own, 'berg')).toMatchObject([{ phone: '2' }, { phone: null }]);
  });

  test('never takes back that a client asked here not to be written to', async () => {
    const own = await ownPractice(suite());
    const { client, companyId } = own;
    const send = async (given: Parameters<typeof clientLine>[1]) =>
      inShort(await sendLines(client, companyId, [clientLine('1', given)]));
    const now = async () => (await clientsOf(own, 'berg'))[0];
    const set = async (contactBy: string | null) => {
      const { id, updatedAt } = (await now()) ?? {};
      const body = { companyId, expectedUpdatedAt: updatedAt, contactBy };
      expect(await client.patch(`/v1/clients/${id}`, body)).toMatchObject({ status: 200 });
    };
    expect(await send({ contactBy: 'email', language: 'de' })).toEqual(['new']);
    expect(await send({ contactBy: 'sms', language: 'ar' })).toEqual(['changed']);
    await set('none');
    for (const contactBy of ['email', 'sms', null] as const)
      expect(await send({ contactBy })).toEqual(['unchanged (kept contactBy)']);
    expect(await send({})).toEqual(['unchanged']);
    expect(await now()).toMatchObject({ contactBy: 'none', language: 'ar' });
    // What the other program says itself, it may change.
    await set('sms');
    expect(await send({ contactBy: 'none' })).toEqual(['changed']);
    expect(await send({ contactBy: 'email' })).toEqual(['changed']);
    // About recalls they may have said so themselves since.
    expect(await send({ recallsBy: 'sms' })).toEqual(['changed']);
    expect(await send({ recallsBy: 'none' })).toEqual(['changed']);
    for (const recallsBy of ['email', null] as const)
      expect(await send({ recallsBy })).toEqual(['unchanged (kept recallsBy)']);
    expect(await now()).toMatchObject({ contactBy: 'email', recallsBy: 'none' });
  });

  test('takes the fields that an earlier version did not have', async () => {
    const own = await ownPractice(suite());
    const { client, companyId, database } = own;
    await sendLines(client, companyId, [clientLine('1')]);
    await database.sql`update imported_records set imported = imported - '{contactBy,recallsBy,language}'::text[]
      where company_id = ${companyId}`;
    const lines = [clientLine('1', { contactBy: 'none', recallsBy: 'email', language: 'nl' })];
    expect(inShort(await sendLines(client, companyId, lines))).toEqual(['changed']);
    expect(await clientsOf(own, 'berg')).toMatchObject([{ contactBy: 'none', recallsBy: 'email', language: 'nl' }]);
  });

  test('finds records imported by 1.0.0, without knowing what changed since', async () => {
    const own = await ownPractice(suite());
    const { client, companyId, database } = own;
    await sendLines(client, companyId, [clientLine('1'), petLine('1'), employeeLine('1', own.practice.stores)]);
    await database.sql`delete from imported_records where company_id = ${companyId}`;
    const lines = [clientLine('1', { phone: '7' }), petLine('1', { client: { key: '1' } })];
    expect(inShort(await sendLines(client, companyId, lines))).toEqual(['unchanged (kept phone)', 'unchanged']);
    const same = [clientLine('1', { firstName: 'Anne', phone: '7' })];
    expect(inShort(await sendLines(client, companyId, same))).toEqual(['changed (kept phone)']);
    // Without an id, a pet was identified by its client's id here, its name and its species.
    const clientId = deriveUuid(JSON.stringify([companyId, 'clients', '1']));
    const petId = deriveUuid(JSON.stringify([companyId, 'pets', JSON.stringify([clientId, 'Mia', 'Katze'])]));
    await database.sql`insert into pets (company_id, id, client_id, name, species, sort_name, words, created_at, updated_at)
      select company_id, ${petId}::uuid, client_id, 'Mia', 'Katze', 'mia', words, created_at, updated_at from pets
      where company_id = ${companyId} and name = 'Bello'`;
    const mia = petLine('["1","Mia","Katze"]', { client: { key: '1' }, name: 'Mia', species: 'Katze' });
    expect(inShort(await sendLines(client, companyId, [mia]))).toEqual(['unchanged']);
  });

  test('requires the permission to write each kind of its lines, in a dry run as well', async () => {
    const own = await ownPractice(suite());
    const { client, companyId, practice, database } = own;
    const [storeId] = practice.stores;
    const visit = visitLine('1', storeId, { visitType: { id: practice.visitType } });
    const cases = [
      ['clients.write', 'client', clientLine('1')],
      ['pets.write', 'pet', petLine('1')],
      ['appointments.write', 'appointment', visit],
    ] as const;
    const lines = [employeeLine('1', practice.stores), ...cases.map(([, , line]) => line)];
    for (const [permission, kind] of cases) {
      await database.sql`update employees set permissions = array_remove(permissions, ${permission})
        where company_id = ${companyId} and id = ${practice.vet}`;
      for (const dryRun of [true, false]) {
        const answer = await client.post('/v1/practice/import', { companyId, source: 'Old system', dryRun, lines });
        expectError(answer, 'insufficient_access', new RegExp(`kind ${kind}: .* ${permission}$`));
      }
      await database.sql`update employees set permissions = array_append(permissions, ${permission})
        where company_id = ${companyId} and id = ${practice.vet}`;
    }
    expect(await clientsOf(own, 'berg')).toEqual([]);
    expect(inShort(await sendLines(client, companyId, lines))).toEqual(lines.map(() => 'new'));
  });

  test('requires all stores of the company, checks its stores, and rejects a body beyond its limits', async () => {
    const { client, near, companyId } = await ownPractice(suite());
    const body = { companyId, source: 'Old system', dryRun: true, lines: [clientLine('1')] };
    expectError(await near.post('/v1/practice/import', body), 'insufficient_access', /all its stores/);
    const away = employeeLine('1', ['00000000-0000-4000-8000-000000000000']);
    expectError(await client.post('/v1/practice/import', { ...body, lines: [away] }), 'not_found', /lines\[0\]/);
    const noName = clientLine('1', { firstName: ' ', lastName: '' });
    expectError(await client.post('/v1/practice/import', { ...body, lines: [noName] }), 'invalid_input', /lastName/);
    const notes = 'x'.repeat(3 * 1024 * 1024);
    const long = { ...body, lines: [{ ...visitLine('1', companyId), notes }] };
    expectError(await client.post('/v1/practice/import', long), 'not_found');
    const longer = JSON.stringify({ ...long, more: notes });
    expectError(await client.post('/v1/practice/import', longer), 'payload_too_large');
  });
});

describeService('the employees of an import', (suite) => {
  test('match existing ones with the same name, and get only the default permissions', async () => {
    const own = await ownPractice(suite());
    const { client, companyId, practice } = own;
    const lines = [
      employeeLine('1', practice.stores, { firstName: 'élodie', lastName: "O'MALLEY" }),
      employeeLine('2', practice.stores, { firstName: 'Élodie', lastName: "O'Malley" }),
      employeeLine('3', practice.stores, { role: 'manager' }),
      employeeLine('4', practice.stores, { role: 'nurse', isActive: false }),
    ];
    const expected = ['unchanged (kept firstName, lastName)', 'new', 'new', 'new'];
    expect(inShort(await sendLines(client, companyId, lines, { dryRun: true }))).toEqual(expected);
    expect(inShort(await sendLines(client, companyId, lines))).toEqual(expected);
    const { body } = await client.get('/v1/employees', { companyId, query: 'mensah' });
    const people = employeePageSchema.parse(body).data;
    expect(people).toMatchObject([
      { role: 'manager', isActive: true },
      { role: 'nurse', isActive: false },
    ]);
    const may = await Promise.all(people.map(({ id }) => client.get(`/v1/employees/${id}`, { companyId })));
    const manages = may.map((answer) =>
      (answer.body as { permissions: string[] }).permissions.includes('practice.write'),
    );
    expect(manages).toEqual([true, false]);
  });

  test('lose upcoming shifts when an import makes them inactive', async () => {
    const { client, companyId, practice, plan, list, duty } = await ownPlan(suite());
    const line = employeeLine('1', practice.stores);
    await sendLines(client, companyId, [line]);
    const { body } = await client.get('/v1/employees', { companyId, query: 'mensah' });
    const [person] = employeePageSchema.parse(body).data;
    const later = { start: '2026-04-01T09:00Z', end: '2026-04-01T10:00Z' };
    await plan({ ...duty, ...later });
    await plan({ ...duty, ...later, employeeId: person?.id });
    await sendLines(client, companyId, [{ ...line, isActive: false }], { dryRun: true });
    expect(await list()).toHaveLength(2);
    await sendLines(client, companyId, [{ ...line, isActive: false }]);
    expect(await list()).toMatchObject([{ employeeId: duty.employeeId }]);
  });

  test('are refused if their permissions exceed the caller’s, or if the last manager would lose access', async () => {
    const own = await ownPractice(suite());
    const { client, companyId, practice, database, history } = own;
    await sendLines(client, companyId, [employeeLine('1', practice.stores, { role: 'manager' })]);
    await database.sql`update employees set permissions = '{practice.write,clients.write}'
      where company_id = ${companyId} and id = ${practice.vet}`;
    const noted = await history();
    const more = [
      employeeLine('1', practice.stores, { role: 'manager', isActive: false }),
      employeeLine('2', practice.stores),
      clientLine('1'),
    ];
    expect(inShort(await sendLines(client, companyId, more))).toEqual(['more_rights', 'more_rights', 'new']);
    expect(await history()).toEqual(noted);
    // The importing person keeps their own access, whatever the file says.
    const myself = employeeLine('9', practice.stores, { firstName: 'Élodie', lastName: "O'Malley", isActive: false });
    expect(inShort(await sendLines(client, companyId, [myself]))).toEqual(['unchanged (kept isActive)']);
  });

  test('work in rooms that are created again after being deleted, and names are unique', async () => {
    const own = await ownPractice(suite());
    const { client, companyId, practice, database } = own;
    const [storeId] = practice.stores;
    const room = (key: string, name: string): ImportLine => ({ kind: 'room', key, storeId, name });
    const type = { kind: 'appointment_type', category: 'other', durationMinutes: 5 } as const;
    const lines = [room('1', 'Lab'), room('2', 'LAB'), { ...type, key: '1', name: 'check-UP' }];
    const expected = ['new', 'name_taken', 'name_taken'];
    expect(inShort(await sendLines(client, companyId, lines, { dryRun: true }))).toEqual(expected);
    expect(inShort(await sendLines(client, companyId, lines))).toEqual(expected);
    expect(inShort(await sendLines(client, companyId, [room('1', 'Laboratory')]))).toEqual(['changed']);
    const [{ id } = { id: '' }] = await database.sql<{ id: string }[]>`
      select id from rooms where company_id = ${companyId} and name = 'Laboratory'`;
    expect((await client.delete(`/v1/rooms/${id}`, { companyId })).body).toBe(true);
    expect(inShort(await sendLines(client, companyId, [room('1', 'Laboratory')]))).toEqual(['new']);
  });
});
