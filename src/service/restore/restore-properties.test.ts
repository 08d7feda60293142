import { getTableName, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { appointmentSchema } from '#contract/appointment.ts';
import { availabilitySchema } from '#contract/availability.ts';
import { appointmentTypeSchema, clientSchema, employeeSchema, petSchema } from '#contract/clients-pets-staff.ts';
import { visitTypeCategories } from '#contract/enums.ts';
import { waitingListEntrySchema } from '#contract/waiting-list.ts';
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

// Shrinking would make all ids equal.
const uuid = fc.noShrink(fc.uuid());
const typed = fc.string({ unit: 'grapheme' }).map((given) => given.replaceAll('\0', ''));
const text = fc.oneof(fc.constantFrom('Zoë', 'Ünal', '', 'O\'Malley \\ "x"', 'a\nb'), typed);
const range = { min: new Date('2001-01-01'), max: new Date('2100-01-01'), noInvalidDate: true };
const instant = fc.date(range).map((date) => date.toISOString());
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const categories = fc.subarray([...visitTypeCategories]);
const assigned = fc.uniqueArray(fc.record({ id: uuid, isMainEmployee: fc.boolean() }), { selector: ({ id }) => id });

const storeRecord = fc.record({
  ...{ id: uuid, name: text, timeZone: fc.constantFrom('UTC', 'Europe/Kyiv') },
  openingHours: fc.constantFrom([], [{ weekday: 1, opens: '08:00', closes: '24:00' }]),
  rooms: fc.array(fc.record({ id: uuid, name: text, categories }), { maxLength: 3 }),
});

/** Up to four records that satisfy a schema of the contract. */
function listOf(schema: z.ZodMiniObject, companyId: string, storeIds: readonly string[]): fc.Arbitrary<ApiRecord[]> {
  const generators = new Map<string, fc.Arbitrary<unknown>>(
    [
      [uuid, 'id petId clientId employeeId appointmentId'],
      [orNull(uuid), 'storeInvoiceId billingContextId roomId visitTypeId seriesId'],
      [fc.constant(companyId), 'companyId'],
      [fc.constantFrom(...storeIds), 'storeId'],
      [fc.subarray([...storeIds], { minLength: 1 }), 'storeIds'],
      [text, 'firstName lastName name species title clientName'],
      [orNull(text), 'email phone breed sex alert notes bookingNotes clientNotes location visitTypeName'],
      [instant, 'createdAt updatedAt'],
      [orNull(instant), 'checkedInAt'],
      [fc.constantFrom('2026-03-02T08:00:00.000Z', '2026-03-02T09:00:00.000Z'), 'start'],
      [fc.constant('2026-03-02T17:00:00.000Z'), 'end'],
      [fc.constantFrom(null, '2020-02-29'), 'dateOfBirth deceasedOn'],
      [fc.boolean(), 'isActive'],
      [fc.constant('2026-03-02'), 'from'],
      [fc.constantFrom(null, '2026-03-02'), 'until'],
      [fc.constantFrom(null, '08:00'), 'earliest'],
      [fc.constantFrom(null, '24:00'), 'latest'],
      [fc.subarray([1, 3, 7]), 'weekdays'],
      [fc.integer({ min: 1, max: 500 }), 'durationMinutes'],
      [assigned, 'employees'],
    ].flatMap(([generator, names]) =>
      String(names)
        .split(' ')
        .map((name) => [name, generator] as never),
    ),
  );
  const fields = Object.entries(schema.shape).map(([name, field]) => {
    const listed = field instanceof z.ZodMiniEnum ? fc.constantFrom(...field.options) : undefined;
    const generator = listed ?? generators.get(name);
    if (generator === undefined) throw new Error(`say here how to generate a value of ${name}`);
    return [name, generator];
  });
  return fc.array(fc.record(Object.fromEntries(fields)), { maxLength: 4 });
}

/** Records of one company as the API returns them, in any order. */
const companyRecords = fc
  .tuple(uuid, text, fc.array(storeRecord, { minLength: 1, maxLength: 3 }))
  .chain(([companyId, name, stores]) => {
    const company: ApiRecord = { id: companyId, name, stores: stores.map((store) => ({ companyId, ...store })) };
    const storeIds = stores.map(({ id }) => id);
    const schemas = [
      employeeSchema,
      appointmentTypeSchema,
      clientSchema,
      petSchema,
      availabilitySchema,
      appointmentSchema,
    ];
    const waiting = listOf(waitingListEntrySchema, companyId, storeIds).map((entries) =>
      entries.map(
        ({ appointmentId, ...entry }): ApiRecord => ({
          ...entry,
          visitTypeId: entry['petId'],
          appointmentId: entry['status'] === 'booked' ? appointmentId : null,
        }),
      ),
    );
    return fc
      .tuple(...schemas.map((schema) => listOf(schema, companyId, storeIds)), waiting)
      .map((lists) => [company, ...lists.flat()])
      .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }))
      .map((records) => ({ companyId, storeIds, records }));
  });

const linesOf = (records: readonly ApiRecord[]) => records.map((record) => JSON.stringify(record));

/** Every row of a company that a restore writes, without the columns that the database fills. */
async function rowsOf(companyId: string): Promise<unknown[]> {
  const rows = recordKinds.map(({ table }) =>
    runQuery(
      database.sql,
      sql`select to_jsonb(t) - 'added_by' - 'cursor_secret' - 'appointments_epoch' as row from ${table} t
        where company_id = ${companyId}::uuid order by 1`,
    ),
  );
  return (await Promise.all(rows)).flat();
}

test('any list of records is restored as it was returned, and a second restore changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(companyRecords, fc.integer({ min: 1, max: 9 }), async (given, batchSize) => {
      const { companyId, storeIds, records } = given;
      const result = await restoreRecords(database, () => linesOf(records), { batchSize });
      expect(result).toMatchObject({ lines: records.length, changed: 0, unchanged: 0, refused: 0, unresolved: 0 });
      const key = await keyOf(database, await addEmployee(database, { companyId, storeIds }));
      const lists = await readLists(createTestService(database).client(key), companyId);
      const served = new Map(lists.map((record) => [record['id'], record]));
      for (const { clientName: _, ...record } of records) expect(served.get(record['id'])).toMatchObject(record);
      const again = await restoreRecords(database, () => linesOf(records));
      expect(again).toEqual({ ...result, added: 0, unchanged: result.added });
    }),
    { numRuns: rounds({ few: 15, many: 500 }) },
  );
});

class Interrupted extends Error {}

test('an interrupted restore has the same result when it is repeated', async () => {
  const tables = [...recordKinds.map(({ table }) => getTableName(table)), 'appointment_history', 'practice_history'];
  await fc.assert(
    fc.asyncProperty(companyRecords, fc.nat(), async ({ companyId, records }, point) => {
      const lines = linesOf(records);
      await restoreRecords(database, () => lines);
      const uninterrupted = await rowsOf(companyId);
      for (const name of tables) {
        await runQuery(database.sql, sql`delete from ${sql.identifier(name)} where company_id = ${companyId}::uuid`);
      }
      // The lines are read twice.
      let remaining = point % (2 * lines.length);
      function* interrupted() {
        for (const line of lines) {
          if (remaining === 0) throw new Interrupted();
          remaining -= 1;
          yield line;
        }
      }
      await expect(restoreRecords(database, interrupted, { batchSize: 2 })).rejects.toThrow(Interrupted);
      await restoreRecords(database, () => lines, { batchSize: 3 });
      expect(await rowsOf(companyId)).toEqual(uninterrupted);
    }),
    { numRuns: rounds({ few: 15, many: 500 }) },
  );
});

test('a record with arbitrary values is restored, returned as its id, or refused with its line', async () => {
  const value = fc.oneof(fc.jsonValue(), fc.constantFrom('\0', '\ud83d', 'x'.repeat(5_000)));
  const faults = fc.array(fc.record({ nth: fc.nat(), field: fc.nat(), value }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(companyRecords, faults, async ({ companyId, records }, wrong) => {
      const given = records.map((record) => ({ ...record }));
      for (const { nth, field, value } of wrong) {
        const record = given[nth % given.length] ?? {};
        const name = Object.keys(record)[field % Object.keys(record).length] ?? '';
        if (!Object.hasOwn(record, 'stores')) record[name] = value;
      }
      const problems: { line: number; problem: string }[] = [];
      const result = await restoreRecords(database, () => linesOf(given), {
        onProblem: (line, problem) => void problems.push({ line, problem }),
      });
      expect(result.added).toBe((await rowsOf(companyId)).length);
      expect(problems.filter(({ problem }) => problem.startsWith('refused'))).toHaveLength(result.refused);
      // Stores and rooms are nested in their company.
      const inside = JSON.stringify(records).match(/"(timeZone|categories)":/g) ?? [];
      expect(result.added + result.refused).toBe(records.length + inside.length);
      const rows = await runQuery<{ record: string }>(
        database.sql,
        sql`select record from appointments where company_id = ${companyId}::uuid`,
      );
      const alone = rows.filter(({ record }) => Object.keys(JSON.parse(record)).length === 1);
      const unresolved = problems.filter(
        ({ line, problem }) => Object.hasOwn(given[line - 1] ?? {}, 'petId') && problem.startsWith('returned'),
      );
      expect(unresolved).toHaveLength(alone.length);
    }),
    { numRuns: rounds({ few: 30, many: 2_000 }) },
  );
});
