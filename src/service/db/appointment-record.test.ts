import fc from 'fast-check';
import type postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { appointmentSchema } from '#contract/appointment.ts';
import { appointmentOrigins, appointmentStatuses, visitTypeCategories } from '#contract/enums.ts';
import { databaseKind, openSharedDatabase } from '#testing/databases.ts';
import { addAppointments, addPractice, appointmentIn } from '#testing/practice-rows.ts';
import { rounds } from '#testing/rounds.ts';
import { arrayLiteral } from './column-types.ts';
import type { Database } from './database.ts';
import { recordFunction, recordMigration } from './record-function.ts';
import { appointments } from './schema.ts';
import { upsertRows } from './write-rows.ts';

const hex = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`));
/** Any uuid that PostgreSQL can store, most of them with a version and variant that the contract accepts. */
const uuid = fc.oneof(
  { weight: 30, arbitrary: fc.uuid() },
  {
    weight: 1,
    arbitrary: fc.constantFrom('00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'),
  },
  { weight: 1, arbitrary: fc.tuple(hex(8), hex(4), hex(4), hex(4), hex(12)).map((parts) => parts.join('-')) },
);
/** An instant as PostgreSQL accepts it; most are in the years that the contract accepts. */
const instant = fc.oneof(
  {
    weight: 30,
    arbitrary: fc
      .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })
      .map((date) => date.toISOString()),
  },
  { weight: 1, arbitrary: fc.constantFrom('0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('infinity', '-infinity', '0044-03-15 12:00:00+00 BC', '10000-01-01 00:00:00+00'),
  },
);
/** Any text that PostgreSQL stores: control characters, quotes, characters that JSON must escape, and astral characters. */
const text = fc
  .string({
    unit: fc.oneof(
      fc.string({ unit: 'binary', maxLength: 1 }),
      fc.constantFrom('"', '\\', '\n', '\u2028', '\u007f', '\u0001', '</script>', '🐕', 'é'),
    ),
  })
  .map((some) => some.replaceAll('\0', ''));
const nullable = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 6 });
const mostly = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 60 });

const row = fc
  .record({
    company_id: uuid,
    id: uuid,
    store_id: uuid,
    pet_id: mostly(uuid),
    client_id: mostly(uuid),
    store_invoice_id: nullable(uuid),
    billing_context_id: nullable(uuid),
    title: mostly(text),
    start_at: mostly(instant),
    end_at: mostly(instant),
    notes: nullable(text),
    booking_notes: nullable(text),
    client_notes: nullable(text),
    status: mostly(fc.constantFrom(...appointmentStatuses, 'odd')),
    location: nullable(text),
    room_id: nullable(uuid),
    checked_in_at: nullable(instant),
    created_from: mostly(fc.constantFrom(...appointmentOrigins)),
    visit_type_id: nullable(uuid),
    visit_type_name: nullable(text),
    visit_type_category: mostly(fc.constantFrom(...visitTypeCategories)),
    created_at: instant,
    updated_at: instant,
    staff: fc.array(fc.record({ id: uuid, main: fc.boolean() }), { maxLength: 3 }),
    title_words: fc.constant([]),
  })
  .map(({ staff, ...columns }) => ({
    ...columns,
    employee_ids: staff.map(({ id }) => id),
    main_employee_ids: staff.flatMap(({ id, main }) => (main ? [id] : [])),
  }))
  // PostgreSQL has no interval between infinities, and before version 17 none from or to an infinity.
  .filter(({ start_at, end_at }) => !start_at || !end_at || ![start_at, end_at].some((at) => at.endsWith('infinity')));
type Row = typeof row extends fc.Arbitrary<infer Value> ? Value : never;

/** The fields of a row as a record, whether the contract allows them or not. */
function toRecord(from: Row) {
  return {
    id: from.id,
    petId: from.pet_id,
    clientId: from.client_id,
    storeId: from.store_id,
    companyId: from.company_id,
    storeInvoiceId: from.store_invoice_id,
    billingContextId: from.billing_context_id,
    title: from.title,
    start: from.start_at,
    end: from.end_at,
    notes: from.notes,
    bookingNotes: from.booking_notes,
    clientNotes: from.client_notes,
    status: from.status,
    location: from.location,
    roomId: from.room_id,
    checkedInAt: from.checked_in_at,
    createdFrom: from.created_from,
    visitTypeId: from.visit_type_id,
    visitTypeName: from.visit_type_name,
    visitTypeCategory: from.visit_type_category,
    createdAt: from.created_at,
    updatedAt: from.updated_at,
    employees: from.employee_ids.map((id) => ({ id, isMainEmployee: from.main_employee_ids.includes(id) })),
  };
}

/** The JSON of a row according to the contract's schema. */
function expectedJson(from: Row): string {
  const parsed = appointmentSchema.safeParse(toRecord(from));
  return JSON.stringify(parsed.success ? parsed.data : { id: from.id });
}

describe(`on ${databaseKind}`, () => {
  let database: Database;
  beforeAll(async () => {
    database = await openSharedDatabase();
  });
  afterAll(() => database.close());

  test('the database writes the JSON of a row exactly as the contract’s schema does', async () => {
    const rows = [
      ...new Map(
        fc.sample(row, rounds({ few: 500, many: 5_000 })).map((one) => [`${one.company_id}/${one.id}`, one]),
      ).values(),
    ];
    await upsertRows(database.sql, appointments, rows);
    const stored = await database.sql<{ key: string; record: string }[]>`
      select company_id || '/' || id as key, record from appointments
      where company_id = any(${arrayLiteral(rows.map(({ company_id }) => company_id))}::uuid[])`;
    const records = new Map(stored.map(({ key, record }) => [key, record]));
    expect(rows.map((one) => records.get(`${one.company_id}/${one.id}`))).toEqual(rows.map(expectedJson));
    const unresolved = stored.filter(({ record }) => record.length < 50).length;
    expect(Math.min(unresolved, stored.length - unresolved)).toBeGreaterThan(rows.length / 10);
  });

  test('the record follows every change of its row', async () => {
    const practice = await addPractice(database);
    const mine = appointmentIn(practice);
    await addAppointments(database, practice, [mine]);
    const change = (assignments: string) =>
      database.sql.unsafe<{ record: string }[]>(
        `update appointments set ${assignments} where company_id = $1::uuid and id = $2::uuid returning record`,
        [practice.companyId, mine.id],
      );
    const recordAfter = async (assignments: string): Promise<unknown> =>
      JSON.parse((await change(assignments))[0]?.record ?? '');
    expect(await recordAfter(`title = 'a "b" \\', notes = E'\\x01\\n'`)).toMatchObject({
      title: 'a "b" \\',
      notes: '\u0001\n',
    });
    expect(await recordAfter(`status = 'odd'`)).toEqual({ id: mine.id });
    expect(await recordAfter(`status = 'completed'`)).toMatchObject({ id: mine.id, status: 'completed' });
    expect(await recordAfter(`employee_ids = array[null, id]`)).toEqual({ id: mine.id });
    expect(await recordAfter(`employee_ids = '{}', raw = '{"id":"\\"A-1 \\\\u0000\\""}'`)).toEqual({
      id: 'A-1 \u0000',
    });
    for (const broken of [`"\\"cut"`, `"7"`, `7`, `null`, `"\\"a\\" , \\"b\\""`]) {
      expect(await recordAfter(`raw = '{"id":${broken}}'`)).toEqual({ id: mine.id });
    }
  });

  test('a restore, which has no search path and fires no triggers, creates records too', async () => {
    const practice = await addPractice(database);
    await addAppointments(database, practice, [appointmentIn(practice)]);
    const restored = await database.sql.begin(async (transaction) => {
      await transaction`set local search_path = ''`;
      await transaction`set local session_replication_role = 'replica'`;
      return transaction<{ record: string }[]>`
        update public.appointments set notes = 'restored' where company_id = ${practice.companyId}::uuid returning record`;
    });
    expect(JSON.parse(restored[0]?.record ?? '')).toMatchObject({ notes: 'restored' });
  });

  /** Runs statements in a transaction that is rolled back, and returns the result of the query at its end. */
  async function triedOut<Result>(
    statements: readonly string[],
    ask: (sql: postgres.TransactionSql) => Promise<Result>,
  ) {
    const tried: Result[] = [];
    const rolledBack = database.sql.begin(async (transaction) => {
      for (const statement of statements) await transaction.unsafe(statement);
      tried.push(await ask(transaction));
      throw new Error('taken back');
    });
    await expect(rolledBack).rejects.toThrow('taken back');
    return tried[0];
  }

  test('the function in the newest migration is the one generated from the contract', async () => {
    const read = async (sql: Pick<postgres.ISql, 'unsafe'>) => {
      const found = await sql.unsafe<{ text: string }[]>(
        `select pg_get_functiondef(oid) as text from pg_proc where proname = 'appointment_record'`,
      );
      return found.map(({ text }) => text.replace(/--.*$/gm, '').replace(/\s+/g, ''));
    };
    const given = await triedOut([recordFunction()], read);
    expect(given?.length, 'functions of that name').toBe(1);
    expect(await read(database.sql), 'see `npm run migration` in CONTRIBUTING.md').toEqual(given);
  });

  test('a migration for a new value in the contract returns the rows that have it, and the others as before', async () => {
    const practice = await addPractice(database);
    const given = ['waitlisted', 'odd', 'confirmed'].map((status) => appointmentIn(practice, { status }));
    await addAppointments(database, practice, given);
    const read = (sql: Pick<postgres.ISql, 'unsafe'>) =>
      sql.unsafe<{ record: string }[]>('select record from appointments where company_id = $1::uuid order by status', [
        practice.companyId,
      ]);
    const [confirmed, odd, waitlisted] = await read(database.sql);
    const status = z.enum([...appointmentStatuses, 'waitlisted']);
    const after = await triedOut(recordMigration({ ...appointmentSchema.shape, status }), read);
    const { id: unresolved } = z.strictObject({ id: z.string() }).parse(JSON.parse(waitlisted?.record ?? ''));
    expect(after?.slice(0, 2)).toEqual([confirmed, odd]);
    expect(z.extend(appointmentSchema, { status }).parse(JSON.parse(after?.[2]?.record ?? ''))).toMatchObject({
      id: unresolved,
      status: 'waitlisted',
    });
  });

  test('every value in the contract is returned', async () => {
    const practice = await addPractice(database);
    const all = [
      ...appointmentStatuses.map((status) => ({ status })),
      ...appointmentOrigins.map((createdFrom) => ({ createdFrom })),
      ...visitTypeCategories.map((visitTypeCategory) => ({ visitTypeCategory })),
    ].map((given) => appointmentIn(practice, given));
    await addAppointments(database, practice, all);
    const stored = await database.sql<{ record: string }[]>`
      select record from appointments where company_id = ${practice.companyId}::uuid`;
    const served = stored.filter(({ record }) => appointmentSchema.safeParse(JSON.parse(record)).success);
    expect(served.length).toBe(all.length);
  });
});
