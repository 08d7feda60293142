import fc from 'fast-check';
import { expect, test } from 'vitest';
import { appointmentSchema } from '#contract/appointment.ts';
import { type Client, clientPageSchema, clientSchema } from '#contract/clients-pets-staff.ts';
import type { ImportLine, ImportOutcome } from '#contract/practice-import.ts';
import { clientDefinition as clientKind } from '#service/db/manage/clients-and-pets.ts';
import { changeVersionedRecord } from '#service/db/manage/versioned-record.ts';
import { importLines } from '#service/db/practice-import/import-lines.ts';
import { clientLine, employeeLine, inShort, petLine, sendLines, visitLine } from '#testing/import-lines.ts';
import { type OwnPractice, ownPractice } from '#testing/managed-practice.ts';
import { describeService } from '#testing/suite.ts';
import { whileLocked } from '#testing/while-locked.ts';

const key = fc.constantFrom('1', '2', '3');
const word = fc.constantFrom('Anna', 'anna', 'Bo', 'Li  Wu');
const clientRef = fc.oneof(fc.record({ key }), fc.record({ name: word.map((name) => `${name} Berg`) }));

/** Lines that often share keys and names, and refer to one another in every way. */
function linesOf({ practice }: OwnPractice): fc.Arbitrary<ImportLine> {
  const storeId = fc.constantFrom(...practice.stores);
  const room = fc.record({ key, name: word, storeId }).map((given) => ({ kind: 'room' as const, ...given }));
  const reference = fc.oneof(fc.record({ key }), fc.constant({ id: practice.visitType }));
  const type = fc
    .record({ key, name: word, category: fc.constantFrom('dental' as const, 'other' as const) })
    .map((given) => ({ kind: 'appointment_type' as const, durationMinutes: 5, ...given }));
  const employee = fc
    .record({ key, firstName: word, isActive: fc.boolean(), role: fc.constantFrom('vet' as const, 'manager' as const) })
    .map(({ key, ...given }) => employeeLine(key, practice.stores, { lastName: 'Mensah', ...given }));
  const client = fc
    .record({ key, firstName: word })
    .map(({ key, ...given }) => clientLine(key, { lastName: 'Berg', ...given }));
  const pet = fc.record({ key, name: word, client: clientRef }).map(({ key, ...given }) => petLine(key, given));
  const visit = fc
    .record({
      ...{ key, storeId, visitType: reference },
      pet: fc.oneof(fc.record({ key }), fc.record({ name: word, client: clientRef })),
      employee: fc.option(fc.record({ key })),
      room: fc.option(fc.record({ key })),
      status: fc.constantFrom('confirmed' as const, 'completed' as const),
      end: fc.constantFrom('2026-03-02T09:30Z', '2026-03-02T09:00Z'),
    })
    .map(({ key, storeId, ...given }) => visitLine(key, storeId, given));
  return fc.oneof(employee, room, type, client, client, pet, pet, visit, visit);
}

describeService('an import', (suite) => {
  test('does the same as its dry run, whatever the lines', async () => {
    const own = await ownPractice(suite());
    const { companyId, client } = own;
    const run = fc.asyncProperty(fc.array(linesOf(own), { minLength: 1, maxLength: 20 }), async (lines) => {
      const preview = await sendLines(client, companyId, lines, { dryRun: true });
      expect(await sendLines(client, companyId, lines)).toEqual(preview);
    });
    await fc.assert(run, { numRuns: 15 });
  });

  test('loses nothing and never fails if two run concurrently and a desk changes the same records', async () => {
    const own = await ownPractice(suite());
    const { companyId, client, practice } = own;
    const [storeId] = practice.stores;
    const keys = Array.from({ length: 30 }, (_, nth) => String(nth));
    const version = (phone: string, status: 'confirmed' | 'completed', order: readonly string[]) => [
      ...order.map((one) => clientLine(one, { phone })),
      ...order.map((one) => petLine(one)),
      ...order.map((one) => visitLine(one, storeId, { visitType: { id: practice.visitType }, status, notes: phone })),
    ];
    await sendLines(client, companyId, version('0', 'confirmed', keys));
    const search = await client.post('/v1/appointments/search', { companyId, query: 'bello', limit: 50 });
    const visits = (search.body as { data: unknown[] }).data.map((one) => appointmentSchema.parse(one));
    expect(visits).toHaveLength(30);
    const checkIns = visits.map(({ id, updatedAt: expectedUpdatedAt }) =>
      client.patch(`/v1/appointments/${id}`, { companyId, expectedUpdatedAt, status: 'checked_in' }),
    );
    const [first, second, ...answers] = await Promise.all([
      sendLines(client, companyId, version('1', 'completed', keys)),
      sendLines(client, companyId, version('2', 'completed', keys.toReversed())),
      ...checkIns,
    ]);
    // Each import changed every client; the second started from the result of the first.
    expect(inShort([...(first ?? []), ...(second ?? [])]).slice(0, 30)).toEqual(keys.map(() => 'changed'));
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    const after = await client.post('/v1/appointments/search', { companyId, query: 'bello', limit: 50 });
    const byId = new Map(
      (after.body as { data: unknown[] }).data.map((one) => [
        appointmentSchema.parse(one).id,
        appointmentSchema.parse(one),
      ]),
    );
    for (const [nth, { id }] of visits.entries()) {
      const isCheckedIn = answers[nth]?.status === 200;
      expect([id, byId.get(id)?.status]).toEqual([id, isCheckedIn ? 'checked_in' : 'completed']);
      expect(['1', '2']).toContain(byId.get(id)?.notes);
    }
  });

  test('waits for a concurrent change by a desk, and keeps it', async () => {
    const own = await ownPractice(suite());
    const { companyId, client, practice } = own;
    const [storeId] = practice.stores;
    const visit = (status: 'confirmed' | 'completed') =>
      visitLine('1', storeId, { visitType: { id: practice.visitType }, status });
    await sendLines(client, companyId, [clientLine('1'), petLine('1'), visit('confirmed')]);
    const outcomes = await whileLocked(
      own,
      ({ transaction }) => transaction`update appointments set status = 'no_show' where company_id = ${companyId}`,
      () => sendLines(client, companyId, [visit('completed')]),
    );
    expect(inShort(outcomes)).toEqual(['unchanged (kept status)']);
  });

  test('gives a client a later version than the change that it waited for', async () => {
    const own = await ownPractice(suite());
    const { companyId, client, service } = own;
    await sendLines(client, companyId, [clientLine('1', { lastName: 'Berg' })]);
    const read = async () => {
      const { body } = await client.get('/v1/clients', { companyId, query: 'berg' });
      return clientPageSchema.parse(body).data.map((one) => clientSchema.parse(one));
    };
    const [{ id, updatedAt: expectedUpdatedAt }] = (await read()) as [Client];
    const at = service.clock.now() + 60_000;
    await whileLocked(
      own,
      (by) =>
        changeVersionedRecord({ ...by, clock: () => at }, clientKind, {
          companyId,
          id,
          expectedUpdatedAt,
          phone: '0999',
        }),
      () => sendLines(client, companyId, [clientLine('1', { lastName: 'Berg', email: 'a@b.de' })]),
    );
    expect(await read()).toMatchObject([{ phone: '0999', email: 'a@b.de', updatedAt: new Date(at + 1).toISOString() }]);
  });

  test('from the command line, which may do everything, leaves a manager of the practice', async () => {
    const { database, companyId, practice, client } = await ownPractice(suite());
    await database.sql`update employees set permissions = '{}' where company_id = ${companyId} and id = ${practice.near}`;
    const byCommand = async (...lines: ImportLine[]): Promise<ImportOutcome[]> => {
      const records = { companyId, source: 'Old system', dryRun: false, lines };
      return (await importLines(database, records, { actor: null, clock: Date.now })).lines;
    };
    const vet = employeeLine('v', practice.stores, { firstName: 'Élodie', lastName: "O'Malley" });
    const manager = employeeLine('m', practice.stores, { role: 'manager' });
    expect(inShort(await byCommand(vet, manager))).toEqual(['unchanged', 'new']);
    const gone = { isActive: false };
    expect(inShort(await byCommand({ ...vet, ...gone }, { ...manager, ...gone }))).toEqual(['changed', 'last_manager']);
    expect((await client.get('/ping', { companyId })).status).toBe(401);
  });
});
