import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ImportLineByKind } from '#contract/practice-import.ts';
import { uuidSchema } from '#contract/primitives.ts';
import { clientLine, inShort, petLine, sendLines, visitLine } from '#testing/import-lines.ts';
import { type OwnPractice, ownPractice } from '#testing/managed-practice.ts';
import { rounds } from '#testing/rounds.ts';
import { expectError } from '#testing/service-errors.ts';
import { describeService } from '#testing/suite.ts';

type Due = Pick<ImportLineByKind<'pet'>, 'dueOn' | 'dueFor'>;

/** A practice with the visit type `Vaccination`, which makes pets due again after `recallMonths`. */
async function practiceWithType(own: OwnPractice, recallMonths: number | null) {
  const { client, companyId, database } = own;
  const type = { companyId, name: 'Vaccination', category: 'vaccination', durationMinutes: 15, recallMonths };
  const { body } = await client.post('/v1/appointment-types', type);
  const typeId = uuidSchema.parse(body);
  return {
    ...own,
    typeId,
    send: async (given: Partial<ImportLineByKind<'pet'>>, options?: Parameters<typeof sendLines>[3]) =>
      inShort(await sendLines(client, companyId, [clientLine('1'), petLine('1', given)], options)).at(-1),
    /** Recalls by due date: the date, the status, and whether they came with an import. */
    async recalls() {
      const rows = await database.sql`select due_on::text, status, is_imported from recalls
        where company_id = ${companyId} order by due_on, created_at`;
      return rows.map((row) => `${row['due_on']} ${row['status']}${row['is_imported'] ? ' imported' : ''}`);
    },
    visit: (start: string) =>
      sendLines(client, companyId, [
        visitLine(start, own.practice.stores[0], {
          ...{ pet: { key: '1' }, visitType: { id: typeId }, start, end: start.replace('T09:', 'T10:') },
        }),
      ]),
  };
}

const vaccination = { dueOn: '2026-05-01', dueFor: 'vaccination' } as const;

describeService('pets that are imported with a due date', (suite) => {
  test('are due again, once, however often they are imported', async () => {
    const own = await practiceWithType(await ownPractice(suite()), null);
    const { send, recalls, database, companyId } = own;
    expect(await send({})).toBe('new');
    expect(await send({ ...vaccination, breed: null }, { dryRun: true })).toBe('changed');
    expect(await recalls()).toEqual([]);
    expect(await send(vaccination)).toBe('changed');
    expect(await send(vaccination)).toBe('unchanged');
    expect(await send({ dueOn: null, dueFor: null })).toBe('unchanged');
    // The open one stays as it is.
    expect(await send({ ...vaccination, dueOn: '2027-05-01' })).toBe('unchanged');
    expect(await recalls()).toEqual(['2026-05-01 due imported']);
    await database.sql`update recalls set status = 'declined' where company_id = ${companyId}`;
    for (const dueOn of ['2026-05-01', '2026-04-30']) expect(await send({ ...vaccination, dueOn })).toBe('unchanged');
    expect(await send({ ...vaccination, dueOn: '2027-05-01' })).toBe('changed');
    expect(await recalls()).toEqual(['2026-05-01 declined imported', '2027-05-01 due imported']);
  });

  test('are never due by the same line again, whatever became of it', async () => {
    const change = fc.record({
      status: fc.constantFrom('due', 'done', 'declined'),
      dueOn: fc.constantFrom('2025-11-30', '2026-05-01', '2026-05-02', '2030-01-01'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 3 }), async (changes) => {
        const own = await practiceWithType(await ownPractice(suite()), null);
        expect(await own.send(vaccination)).toBe('new');
        for (const { status, dueOn } of changes) {
          await own.database.sql`update recalls set status = ${status}, due_on = ${dueOn}::date
            where company_id = ${own.companyId}`;
          expect(await own.send(vaccination)).toBe('unchanged');
        }
        expect(await own.recalls()).toHaveLength(1);
      }),
      { numRuns: rounds({ few: 6, many: 200 }) },
    );
  });

  test('are not due if they are dead or inactive', async () => {
    const own = await practiceWithType(await ownPractice(suite()), null);
    expect(await own.send({ ...vaccination, isActive: false })).toBe('new');
    expect(await own.send({ ...vaccination, isActive: true, deceasedOn: '2026-01-01' })).toBe('changed');
    expect(await own.recalls()).toEqual([]);
  });

  test('need the name of an active visit type with the date, and the permission to write appointments', async () => {
    const own = await practiceWithType(await ownPractice(suite()), null);
    const { client, companyId, practice, database } = own;
    const post = (due: Due, dryRun = false) =>
      client.post('/v1/practice/import', {
        ...{ companyId, source: 'Old system', dryRun, lines: [clientLine('1'), petLine('1', due)] },
      });
    const names = await database.sql`select name from appointment_types where id = ${practice.retiredType}`;
    for (const dueFor of ['Vaccinations', String(names[0]?.['name'])])
      for (const dryRun of [true, false])
        expectError(
          await post({ ...vaccination, dueFor }, dryRun),
          'invalid_input',
          /^lines\[1\]\.dueFor: .* active visit type$/,
        );
    for (const half of [{ dueOn: '2026-05-01' }, { dueFor: 'Vaccination', dueOn: null }])
      expectError(await post(half), 'invalid_input', /lines\[1\]\.dueFor: needs dueOn/);
    for (const dueFor of [{ key: 'rabies' }, { id: practice.retiredType }])
      expect(await own.send({ ...vaccination, dueFor })).toBe('no_type');
    expect(await own.recalls()).toEqual([]);
    await database.sql`update employees set permissions = array_remove(permissions, 'appointments.write')
      where company_id = ${companyId} and id = ${practice.vet}`;
    expectError(await post(vaccination), 'insufficient_access', /appointments\.write/);
    expect(await own.send({ species: 'Katze' })).toBe('new');
  });

  test('can be due for a visit type of the same import, by name or key, in a dry run of several requests, too', async () => {
    const own = await practiceWithType(await ownPractice(suite()), null);
    const { client, companyId } = own;
    const type = { kind: 'appointment_type', key: 'r', name: 'Rabies', category: 'vaccination' } as const;
    const pet = petLine('1', { dueOn: '2026-06-01', dueFor: { key: 'r' } });
    const expected = [
      { kind: 'appointment_type', key: 'r' },
      { kind: 'client', key: '1' },
    ];
    expect(inShort(await sendLines(client, companyId, [pet], { dryRun: true, expected }))).toEqual(['new']);
    const lines = [
      { ...type, durationMinutes: 10, recallMonths: 36 },
      clientLine('1'),
      pet,
      petLine('2', { client: { key: '1' }, dueOn: '2026-07-01', dueFor: 'RABIES' }),
    ];
    for (const dryRun of [true, false])
      expect(inShort(await sendLines(client, companyId, lines, { dryRun }))).toEqual(['new', 'new', 'new', 'new']);
    expect(await own.recalls()).toEqual(['2026-06-01 due imported', '2026-07-01 due imported']);
    const { body } = await client.get('/v1/appointment-types', { companyId, limit: '100' });
    expect(Object(body).data).toContainEqual(expect.objectContaining({ name: 'Rabies', recallMonths: 36 }));
  });
});

describeService('imported visits of pets that were imported with a due date', (suite) => {
  test('leave it as it is if the other program counted them', async () => {
    const own = await practiceWithType(await ownPractice(suite()), 12);
    await own.send({ ...vaccination, dueOn: '2100-05-01' });
    for (const start of ['2024-05-01T09:00Z', '2025-05-01T09:00Z', '2023-05-01T09:00Z']) await own.visit(start);
    expect((await own.recalls()).filter((recall) => recall.includes(' due'))).toEqual(['2100-05-01 due imported']);
  });

  test('end it if they were on that day or later', async () => {
    const own = await practiceWithType(await ownPractice(suite()), 12);
    await own.send({ ...vaccination, dueOn: '2024-05-01' });
    await own.visit('2024-05-01T09:00Z');
    expect(await own.recalls()).toEqual(['2024-05-01 done imported', '2025-05-01 due imported']);
    const later = await practiceWithType(await ownPractice(suite()), null);
    await later.send({ ...vaccination, dueOn: '2024-05-01' });
    await later.visit('2026-03-02T09:00Z');
    expect(await later.recalls()).toEqual(['2024-05-01 done imported']);
  });
});
