import { is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import type { AppointmentType, Client, Company, Employee, Pet } from '#contract/clients-pets-staff.ts';
import type { Permission } from '#contract/permissions.ts';
import { wordsOf } from '#service/domain/search-words.ts';
import type { Database } from './database.ts';
import { appointmentTypeDefinition } from './manage/appointment-types.ts';
import { clientDefinition, petDefinition } from './manage/clients-and-pets.ts';
import { employeeDefinition } from './manage/employees.ts';
import * as kinds from './manage/stores-and-rooms.ts';
import { type Executor, runQuery } from './run-query.ts';
import * as schema from './schema.ts';
import type { RecordKind } from './write-records.ts';
import { insertNewRows, toColumnRow } from './write-rows.ts';

/** A company with all records that appointments refer to. */
export interface PracticeRecords {
  readonly company: Company;
  readonly employees: readonly (Employee & { readonly permissions: readonly Permission[] })[];
  readonly types: readonly AppointmentType[];
  readonly clients: readonly Client[];
  readonly pets: readonly Pet[];
}

/** Writes a company with its stores, rooms, staff, types, clients and pets. Existing rows stay unchanged. */
export async function writePractice(
  tx: Pick<Database['db'], 'execute'>,
  { company, employees, types, clients, pets }: PracticeRecords,
): Promise<void> {
  const { id: companyId, name, stores } = company;
  const insertRecords = async (
    { table, derived }: Pick<RecordKind<object>, 'table' | 'derived'>,
    records: readonly object[],
  ) => {
    const rows = records.map((record) => toColumnRow<PgTable, object>(table, { ...record, ...derived?.(record) }));
    if (rows.length > 0) await tx.execute(insertNewRows(table, rows));
  };
  await insertRecords(kinds.companyDefinition, [{ companyId, name }]);
  await insertRecords(
    kinds.storeDefinition,
    stores.map((store, position) => ({ ...store, position })),
  );
  await insertRecords(
    kinds.roomDefinition,
    stores.flatMap(({ id: storeId, rooms }) =>
      rooms.map((room, position) => ({ ...room, companyId, storeId, position })),
    ),
  );
  await insertRecords(employeeDefinition, employees);
  await insertRecords(appointmentTypeDefinition, types);
  await insertRecords(clientDefinition, clients);
  await insertRecords(
    petDefinition,
    pets.map((one) => ({ ...one, words: wordsOf(one.name, one.clientName) })),
  );
}

/** Deletes companies with all their data, including keys. */
export async function removeCompanies(executor: Executor, companyIds: readonly string[]): Promise<void> {
  const { appointments, companies } = schema;
  const tables = Object.values(schema).filter((table) => is(table, PgTable));
  const others = tables.filter((table) => table !== appointments && table !== companies);
  // Deleting appointments writes totals and updates companies, so appointments are deleted first and companies last.
  for (const table of [appointments, ...others, companies]) {
    for (const id of companyIds) await runQuery(executor, sql`delete from ${table} where company_id = ${id}::uuid`);
  }
}
