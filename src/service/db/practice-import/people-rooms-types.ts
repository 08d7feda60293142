import { sql } from 'drizzle-orm';
import type { EmployeeRole } from '#contract/clients-pets-staff.ts';
import type { VisitTypeCategory } from '#contract/enums.ts';
import { ServiceError } from '#contract/error.ts';
import { permissionSets, usualSetOf } from '#contract/permissions.ts';
import type { ImportLineKind, ImportLineOf, ImportOutcome, ImportRefusal } from '#contract/practice-import.ts';
import { fullName, nameKey } from '#contract/practice-setup.ts';
import { parseArray } from '#service/db/column-types.ts';
import { changeAppointmentType, createAppointmentType } from '#service/db/manage/appointment-types.ts';
import { changeEmployee, createEmployee } from '#service/db/manage/employees.ts';
import { NameTaken } from '#service/db/manage/managing.ts';
import { changeRoom, createRoom } from '#service/db/manage/stores-and-rooms.ts';
import { runQuery } from '#service/db/run-query.ts';
import { type FieldValues, mergeImportedFields } from '#service/domain/imported-fields.ts';
import {
  type Importing,
  importedIdOf,
  type NumberedLine,
  type ReportOutcome,
  readImported,
  refused,
  writeImported,
} from './importing.ts';

/** How lines of a kind are taken over that are a part of the practice itself: one by one, as a person would make them. */
interface ManagedKind<Line, Values extends FieldValues> {
  valuesOf(line: Line): Values;
  /** All on file, by their ids; what an earlier import kept may be none of the contract. */
  read(importing: Importing): Promise<Map<string, FieldValues>>;
  create(importing: Importing, values: Values): Promise<string>;
  change(importing: Importing, id: string, change: Partial<Values>): Promise<unknown>;
  /** The fields that an import does not change of one on file. */
  fixed(importing: Importing, id: string): readonly string[];
  /** The one on file that a line of an unknown key is about; null for a new one. */
  adopted(importing: Importing, values: Values, onFile: ReadonlyMap<string, FieldValues>): Promise<string | null>;
}

type Named = { firstName: string; lastName: string };
type Employee = Named & { role: EmployeeRole; storeIds: string[]; isActive: boolean };
type Room = { storeId: string; name: string };
type Type = { name: string; category: VisitTypeCategory; durationMinutes: number };

const employees: ManagedKind<ImportLineOf<'employee'>, Employee> = {
  valuesOf: ({ kind: _kind, key: _key, ...values }) => ({ ...values, storeIds: inOrder(values.storeIds) }),
  async read({ transaction, companyId }) {
    const rows = await runQuery<{ id: string; store_ids: string } & Omit<Employee, 'storeIds'>>(
      transaction,
      sql`select id, first_name as "firstName", last_name as "lastName", role, store_ids, is_active as "isActive"
        from employees where company_id = ${companyId}::uuid`,
    );
    return new Map(
      rows.map(({ id, store_ids, ...values }) => [id, { ...values, storeIds: inOrder(parseArray(store_ids)) }]),
    );
  },
  create: (importing, values) =>
    createEmployee(importing, {
      companyId: importing.companyId,
      ...values,
      permissions: [...permissionSets[usualSetOf(values.role)]],
    }),
  change: (importing, id, change) => changeEmployee(importing, { companyId: importing.companyId, id, ...change }),
  // Nobody ends their own access by an import, which could then not go on.
  fixed: ({ actor }, id) => (actor?.employeeId === id ? ['storeIds', 'isActive'] : []),
  async adopted(importing, values, onFile) {
    const name = nameKey(fullName(values));
    const called = [...onFile].filter(([, one]) => nameKey(`${one['firstName']} ${one['lastName']}`) === name);
    const [id] = called.length === 1 ? (called[0] ?? []) : [];
    if (id === undefined) return null;
    // Who is known by another key of the same source is somebody else of the same name.
    const known = await runQuery<{ source: string }>(
      importing.transaction,
      sql`select source from imported_records where company_id = ${importing.companyId}::uuid
        and record_id = ${id}::uuid and kind = 'employee'`,
    );
    return known.some(({ source }) => nameKey(source) === nameKey(importing.source)) ? null : id;
  },
};

const rooms: ManagedKind<ImportLineOf<'room'>, Room> = {
  valuesOf: ({ storeId, name }) => ({ storeId, name }),
  async read({ transaction, companyId }) {
    const rows = await runQuery<{ id: string } & Room>(
      transaction,
      sql`select id, store_id as "storeId", name from rooms where company_id = ${companyId}::uuid`,
    );
    return new Map(rows.map(({ id, ...values }) => [id, values]));
  },
  create: (importing, values) => createRoom(importing, { companyId: importing.companyId, ...values }),
  change: (importing, id, { name }) => changeRoom(importing, { companyId: importing.companyId, id, name }),
  fixed: () => ['storeId'],
  adopted: async () => null,
};

const types: ManagedKind<ImportLineOf<'appointment_type'>, Type> = {
  valuesOf: ({ name, category, durationMinutes }) => ({ name, category, durationMinutes }),
  async read({ transaction, companyId }) {
    const rows = await runQuery<{ id: string } & Type>(
      transaction,
      sql`select id, name, category, duration_minutes as "durationMinutes" from appointment_types
        where company_id = ${companyId}::uuid`,
    );
    return new Map(rows.map(({ id, ...values }) => [id, values]));
  },
  create: (importing, values) => createAppointmentType(importing, { companyId: importing.companyId, ...values }),
  change: (importing, id, change) =>
    changeAppointmentType(importing, { companyId: importing.companyId, id, ...change }),
  fixed: () => [],
  adopted: async () => null,
};

const inOrder = (ids: readonly string[]) => [...new Set(ids)].sort();

/** Why the practice does not let a line be taken over; null for an error of another sort. */
function refusalOf(error: unknown): ImportRefusal | null {
  if (error instanceof NameTaken) return 'name_taken';
  if (!(error instanceof ServiceError)) return null;
  if (error.key === 'last_manager') return 'last_manager';
  return error.key === 'insufficient_access' ? 'more_rights' : null;
}

async function importManaged<Line extends { key: string }, Values extends FieldValues>(
  importing: Importing,
  kind: ImportLineKind,
  { valuesOf, read, create, change, fixed, adopted }: ManagedKind<Line, Values>,
  lines: readonly NumberedLine<Line>[],
  report: ReportOutcome,
): Promise<void> {
  const ids = lines.map(({ line }) => importedIdOf(importing, kind, line.key));
  const imported = await readImported(importing, ids);
  const onFile = await read(importing);

  async function take(
    id: string,
    values: Values,
  ): Promise<{ outcome: ImportOutcome; recordId: string; base: FieldValues }> {
    const known = imported.get(id);
    // What 1.0.0 took over has the derived id itself.
    const recordId =
      [known?.recordId, id].find((one) => one !== undefined && onFile.has(one)) ??
      (known === undefined ? await adopted(importing, values, onFile) : null);
    const here = recordId === null ? undefined : onFile.get(recordId);
    if (recordId === null || here === undefined) {
      const made = await create(importing, values);
      onFile.set(made, values);
      return { outcome: { outcome: 'new', kept: [] }, recordId: made, base: values };
    }
    const stays = fixed(importing, recordId);
    const oldBase = Object.entries(known?.base ?? {}).filter(([field]) => !stays.includes(field));
    const { taken, base, kept } = mergeImportedFields(here, Object.fromEntries(oldBase), values);
    if (Object.keys(taken).length === 0) return { outcome: { outcome: 'unchanged', kept }, recordId, base };
    try {
      await change(importing, recordId, taken);
    } catch (error) {
      if (!(error instanceof ServiceError && error.key === 'invalid_input') || error instanceof NameTaken) throw error;
      // Something is stored of it that the contract does not allow, so it stays as it is until somebody mends it.
      const fields = Object.keys(values).filter((field) => kept.includes(field) || field in taken);
      return { outcome: { outcome: 'unchanged', kept: fields }, recordId, base: known?.base ?? {} };
    }
    onFile.set(recordId, { ...here, ...taken });
    return { outcome: { outcome: 'changed', kept }, recordId, base };
  }

  for (const [index, { nth, line }] of lines.entries()) {
    const id = ids[index] ?? '';
    try {
      const { outcome, recordId, base } = await take(id, valuesOf(line));
      imported.set(id, { recordId, base });
      await writeImported(importing, kind, [{ id, key: line.key, recordId, base }]);
      report(nth, outcome);
    } catch (error) {
      // They are thrown before anything is written.
      const reason = refusalOf(error);
      if (reason === null) throw error;
      report(nth, refused(reason));
    }
  }
}

/** What takes over lines of a kind. */
const taking =
  <Line extends { key: string }, Values extends FieldValues>(
    kind: ImportLineKind,
    managed: ManagedKind<Line, Values>,
  ) =>
  (importing: Importing, lines: readonly NumberedLine<Line>[], report: ReportOutcome) =>
    importManaged(importing, kind, managed, lines, report);

/** Takes over employees. Who is on file by the same name is that person. */
export const importEmployees = taking('employee', employees);
export const importRooms = taking('room', rooms);
export const importTypes = taking('appointment_type', types);
