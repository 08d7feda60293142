import { getTableName, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appointmentOrigins, appointmentStatuses, visitTypeCategories } from '#contract/enums.ts';
import type { Database } from '#service/db/database.ts';
import { runQuery } from '#service/db/run-query.ts';
import { readLists } from '#testing/api-lists.ts';
import { openSharedDatabase } from '#testing/databases.ts';
import { addEmployee, keyOf } from '#testing/practice-rows.ts';
import { rounds } from '#testing/rounds.ts';
import { createTestService } from '#testing/service.ts';
import { recordKinds } from './record-kinds.ts';
import { restoreRecords } from './restore.ts';

let database: Database;
beforeAll(async () => {
  database = await openSharedDatabase();
});
afterAll(() => database.close());

type ApiRecord = Record<string, unknown>;

const text = fc.oneof(
  fc.constantFrom('Zoë', 'Ünal', '', 'O\'Malley \\ "x"', 'a\nb'),
  fc.string({ unit: 'grapheme' }).map((given) => given.replaceAll('\0', '')),
);
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const instant = fc
  .date({ min: new Date('2001-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const hours = fc.constantFrom([], [{ weekday: 1, opens: '08:00', closes: '24:00' }]);
const some = <Value>(record: fc.Arbitrary<Value>) => fc.array(record, { maxLength: 4 });

/** Records of one company as the API serves them, in any order. */
const recordList = fc
  .record({
    id: fc.uuid(),
    name: text,
    stores: fc.array(
      fc.record({
        id: fc.uuid(),
        name: text,
        timeZone: fc.constantFrom('UTC', 'Europe/Kyiv'),
        openingHours: hours,
        rooms: some(fc.record({ id: fc.uuid(), name: text, categories: fc.subarray([...visitTypeCategories]) })),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  })
  .chain(({ id: companyId, name, stores }) => {
    const storeIds = stores.map(({ id }) => id);
    const own = { id: fc.uuid(), companyId: fc.constant(companyId) };
    const times = { createdAt: instant, updatedAt: instant };
    const person = { firstName: text, lastName: text };
    const company = { id: companyId, name, stores: stores.map((store) => ({ companyId, ...store })) };
    const employee = fc.record({
      ...{ ...own, ...person, storeIds: fc.subarray(storeIds), isActive: fc.boolean() },
      role: fc.constantFrom('vet', 'nurse', 'manager'),
    });
    const type = fc.record({
      ...{ ...own, name: text, isActive: fc.boolean() },
      ...{ category: fc.constantFrom(...visitTypeCategories), durationMinutes: fc.integer({ min: 1, max: 500 }) },
    });
    const client = fc.record({ ...own, ...person, email: orNull(text), phone: orNull(text), ...times });
    const pet = fc.record({
      ...{
        ...own,
        clientId: fc.uuid(),
        clientName: text,
        name: text,
        species: text,
        breed: orNull(text),
        sex: orNull(text),
      },
      ...{ dateOfBirth: fc.constantFrom(null, '2020-02-29'), ...times },
    });
    const duty = fc.record({
      ...{ ...own, kind: fc.constant('on_duty'), storeId: fc.constantFrom(...storeIds), employeeId: fc.uuid() },
      ...{ roomId: orNull(fc.uuid()), title: orNull(text), seriesId: orNull(fc.uuid()), ...times },
      ...{ start: fc.constant('2026-03-02T08:00:00.000Z'), end: fc.constant('2026-03-02T17:00:00.000Z') },
    });
    const appointment = fc.record({
      ...{ ...own, petId: fc.uuid(), clientId: fc.uuid(), storeId: fc.constantFrom(...storeIds), ...times },
      ...{
        storeInvoiceId: orNull(fc.uuid()),
        billingContextId: orNull(fc.uuid()),
        title: text,
        start: instant,
        end: instant,
      },
      ...{ notes: orNull(text), bookingNotes: orNull(text), clientNotes: orNull(text), location: orNull(text) },
      ...{ status: fc.constantFrom(...appointmentStatuses), roomId: orNull(fc.uuid()), checkedInAt: orNull(instant) },
      ...{
        createdFrom: fc.constantFrom(...appointmentOrigins),
        visitTypeId: orNull(fc.uuid()),
        visitTypeName: orNull(text),
      },
      visitTypeCategory: fc.constantFrom(...visitTypeCategories),
      employees: fc.uniqueArray(fc.record({ id: fc.uuid(), isMainEmployee: fc.boolean() }), {
        ...{ selector: ({ id }: { id: string }) => id, maxLength: 3 },
      }),
    });
    return fc
      .tuple(some(employee), some(type), some(client), some(pet), some(duty), fc.array(appointment, { maxLength: 8 }))
      .chain((lists) => fc.shuffledSubarray([company, ...lists.flat()], { minLength: 1 + lists.flat().length }))
      .map((records): { companyId: string; records: ApiRecord[] } => ({ companyId, records }));
  });

const linesOf = (records: readonly ApiRecord[]) => records.map((record) => JSON.stringify(record));

/** Every row of a company that a restore writes, without what the database adds by itself. */
async function rowsOf(companyId: string): Promise<unknown[]> {
  const found = await Promise.all(
    recordKinds.map(({ table }) =>
      runQuery(
        database.sql,
        sql`select to_jsonb(t) - 'added_by' - 'cursor_secret' - 'appointments_epoch' as row from ${table} t
          where company_id = ${companyId}::uuid order by 1`,
      ),
    ),
  );
  return found.flat();
}

async function remove(companyId: string): Promise<void> {
  const tables = [...recordKinds.map(({ table }) => getTableName(table)), 'appointment_history', 'practice_history'];
  for (const name of tables) {
    await runQuery(database.sql, sql`delete from ${sql.identifier(name)} where company_id = ${companyId}::uuid`);
  }
}

test('any list of records is restored as it was served, and once more changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(recordList, fc.integer({ min: 1, max: 9 }), async ({ companyId, records }, batchSize) => {
      const lines = linesOf(records);
      const result = await restoreRecords(database, () => lines, { batchSize });
      expect(result).toMatchObject({ lines: lines.length, changed: 0, unchanged: 0, refused: 0, unresolved: 0 });
      const storeIds = await database.sql`select id from stores where company_id = ${companyId}::uuid`;
      const reader = await addEmployee(database, { companyId, storeIds: storeIds.map((row) => String(row['id'])) });
      const lists = await readLists(createTestService(database).client(await keyOf(database, reader)), companyId);
      const served = new Map(
        Object.values(lists)
          .flat()
          .map((record) => [record['id'], record]),
      );
      for (const { clientName: _, ...record } of records) {
        // Somebody without a store is in no list.
        const isListed = !Array.isArray(record['storeIds']) || record['storeIds'].length > 0;
        if (isListed) expect(served.get(record['id'])).toMatchObject(record);
      }
      const again = await restoreRecords(database, () => lines, { batchSize: 1_000 });
      expect(again).toEqual({ ...result, added: 0, unchanged: result.added });
    }),
    { numRuns: rounds({ few: 15, many: 500 }) },
  );
});

class Interrupted extends Error {}

test('a restore that was interrupted ends the same when it is run again', async () => {
  await fc.assert(
    fc.asyncProperty(
      recordList,
      fc.nat(),
      fc.integer({ min: 1, max: 5 }),
      async ({ companyId, records }, point, batchSize) => {
        const lines = linesOf(records);
        await restoreRecords(database, () => lines, { batchSize });
        const whole = await rowsOf(companyId);
        await remove(companyId);
        let remaining = point % (2 * lines.length);
        function* interrupted() {
          for (const line of lines) {
            if (remaining === 0) throw new Interrupted();
            remaining -= 1;
            yield line;
          }
        }
        const first = restoreRecords(database, interrupted, { batchSize });
        await expect(first).rejects.toThrow(Interrupted);
        await restoreRecords(database, () => lines, { batchSize });
        expect(await rowsOf(companyId)).toEqual(whole);
      },
    ),
    { numRuns: rounds({ few: 15, many: 500 }) },
  );
});

test('a record with any values is restored, served as its id, or refused with its line', async () => {
  const odd = fc.record({
    nth: fc.nat(),
    field: fc.nat(),
    value: fc.oneof(fc.jsonValue(), fc.constantFrom('\0', '\ud83d', 'x'.repeat(5_000))),
  });
  await fc.assert(
    fc.asyncProperty(
      recordList,
      fc.array(odd, { minLength: 1, maxLength: 6 }),
      async ({ companyId, records }, faults) => {
        const given = records.map((record) => ({ ...record }));
        for (const { nth, field, value } of faults) {
          const record = given[nth % given.length] ?? {};
          const name = Object.keys(record)[field % Object.keys(record).length] ?? '';
          if (!Object.hasOwn(record, 'stores') && name !== 'companyId') record[name] = value;
        }
        const problems = new Map<number, string>();
        const result = await restoreRecords(database, () => linesOf(given), {
          onProblem: (line, problem) => void problems.set(line, problem),
        });
        expect(result.added).toBe((await rowsOf(companyId)).length);
        // Stores and rooms stand inside their company.
        const inside = JSON.stringify(records).match(/"(timeZone|categories)":/g) ?? [];
        expect(result.added + result.refused).toBe(records.length + inside.length);
        expect([...problems.values()].filter((problem) => problem.startsWith('refused')).length).toBe(result.refused);
        const rows = await runQuery<{ id: string; record: string }>(
          database.sql,
          sql`select id, record from appointments where company_id = ${companyId}::uuid`,
        );
        const alone = rows.filter(({ record }) => Object.keys(JSON.parse(record)).length === 1);
        const flawed = [...problems].filter(
          ([line]) => Object.hasOwn(given[line - 1] ?? {}, 'petId') && problems.get(line)?.startsWith('served'),
        );
        expect(alone.length).toBe(flawed.length);
      },
    ),
    { numRuns: rounds({ few: 30, many: 2_000 }) },
  );
});
