import { is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import type { AppointmentType, Client, Company, Employee, Pet } from '#contract/clients-pets-staff.ts';
import type { Permission } from '#contract/permissions.ts';
import { nameKeysOf, sortNameOf, wordsOf } from '#service/domain/search-words.ts';
import type { Database } from './database.ts';
import { type Executor, runQuery } from './run-query.ts';
import * as schema from './schema.ts';

/** A company with all records that appointments refer to. */
export interface PracticeRecords {
  readonly company: Company;
  readonly employees: readonly (Employee & { readonly permissions: readonly Permission[] })[];
  readonly types: readonly AppointmentType[];
  readonly clients: readonly Client[];
  readonly pets: readonly Pet[];
}

type Transaction = Parameters<Parameters<Database['db']['transaction']>[0]>[0];

/** Writes a company with its stores, rooms, staff, types, clients and pets. Existing rows stay as they are. */
export async function writePractice(tx: Transaction, practice: PracticeRecords): Promise<void> {
  const { company } = practice;
  const companyId = company.id;
  const add = async <Table extends PgTable>(table: Table, rows: readonly Table['$inferInsert'][]) => {
    if (rows.length > 0)
      await tx
        .insert(table)
        .values([...rows])
        .onConflictDoNothing();
  };

  await add(schema.companies, [{ companyId, name: company.name }]);
  await add(
    schema.stores,
    company.stores.map(({ rooms: _, ...store }, position) => ({ ...store, position })),
  );
  await add(
    schema.rooms,
    company.stores.flatMap((store) =>
      store.rooms.map((room, position) => ({ ...room, companyId, storeId: store.id, position })),
    ),
  );
  await add(
    schema.employees,
    practice.employees.map((employee) => ({ ...employee, ...nameKeysOf(employee.firstName, employee.lastName) })),
  );
  await add(
    schema.appointmentTypes,
    practice.types.map((type) => ({ ...type, ...nameKeysOf(type.name) })),
  );
  await add(
    schema.clients,
    practice.clients.map((client) => ({ ...client, ...nameKeysOf(client.firstName, client.lastName) })),
  );
  await add(
    schema.pets,
    practice.pets.map((pet) => ({
      ...pet,
      sortName: sortNameOf(pet.name),
      words: wordsOf(pet.name, pet.clientName),
    })),
  );
}

/** Deletes companies with all their data, including keys. */
export async function removeCompanies(executor: Executor, companyIds: readonly string[]): Promise<void> {
  const { appointments, companies } = schema;
  const tables = Object.values(schema).filter((table) => is(table, PgTable));
  const others = tables.filter((table) => table !== appointments && table !== companies);
  // Deleting appointments writes totals and updates companies: they are deleted first, companies last.
  for (const table of [appointments, ...others, companies]) {
    for (const id of companyIds) await runQuery(executor, sql`delete from ${table} where company_id = ${id}::uuid`);
  }
}
