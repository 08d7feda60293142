import { sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { ImportRefusal } from '#contract/enums.ts';
import { ServiceError } from '#contract/error.ts';
import { defaultPermissionSet, permissionSets } from '#contract/permissions.ts';
import type { ImportLineByKind, ImportLineKind, ImportOutcome } from '#contract/practice-import.ts';
import { fullName, nameKey } from '#contract/practice-setup.ts';
import { appointmentTypeDefinition } from '#service/db/manage/appointment-types.ts';
import { employeeDefinition } from '#service/db/manage/employees.ts';
import {
  changeRecord,
  createRecord,
  type KindRow,
  NameTakenError,
  type PracticeRecordKind,
} from '#service/db/manage/practice-record.ts';
import { roomDefinition } from '#service/db/manage/stores-and-rooms.ts';
import { readRows } from '#service/db/read-rows.ts';
import { runQuery } from '#service/db/run-query.ts';
import type { PartialRow } from '#service/db/write-records.ts';
import { type FieldValues, mergeImportedFields } from '#service/domain/imported-fields.ts';
import {
  findUnchangedRecords,
  type ImportRun,
  idOfLine,
  type LineIdentity,
  type NumberedLine,
  type ReportOutcome,
  readPreviousImports,
  refusedOutcome,
  writePreviousImports,
} from './import-run.ts';

/** Describes how the lines of a kind of practice record are imported: one at a time, as if a person made each change. */
interface ImportedKind<Line, Row extends object> {
  kind: PracticeRecordKind<Row>;
  /** The fields that an import sets. */
  fields: readonly (keyof Row & string)[];
  valuesOf(line: Line): PartialRow<Row>;
  /** Further values, which only a new record gets. */
  defaults?(line: Line): PartialRow<Row>;
  /** The fields of an existing record that an import does not change. */
  findFixedFields?(importing: ImportRun, id: string): readonly string[];
  /** The id of the existing record that a line with an unknown key refers to; null if the line is about a new record. */
  findExistingId?(importing: ImportRun, line: Line, onFile: ReadonlyMap<string, FieldValues>): Promise<string | null>;
}

const employeeImport: ImportedKind<ImportLineByKind<'employee'>, KindRow<typeof employeeDefinition>> = {
  kind: employeeDefinition,
  fields: ['firstName', 'lastName', 'role', 'isActive', 'storeIds'],
  valuesOf: ({ kind: _kind, key: _key, id: _id, version: _version, ...values }) => ({
    ...values,
    storeIds: sortUnique(values.storeIds),
  }),
  defaults: ({ role, isActive }) => ({
    permissions: permissionSets[defaultPermissionSet(role)],
    // The history does not record that a new employee is active.
    isActive: isActive ? undefined : false,
  }),
  // An import must not end the caller's own access, because it could then not continue.
  findFixedFields: ({ actor }, id) => (actor?.employeeId === id ? ['storeIds', 'isActive'] : []),
  async findExistingId(importing, line, onFile) {
    const name = nameKey(fullName(line));
    const called = [...onFile].filter(([, one]) => nameKey(`${one['firstName']} ${one['lastName']}`) === name);
    const [id] = called.length === 1 ? (called[0] ?? []) : [];
    if (id === undefined) return null;
    // If the employee on file comes from the same source under another key, the line is about a different person with the
    // same name.
    const earlier = await runQuery<{ source: string }>(
      importing.transaction,
      sql`select source from imported_records where company_id = ${importing.companyId}::uuid
        and record_id = ${id}::uuid and kind = 'employee'`,
    );
    return earlier.some(({ source }) => nameKey(source) === nameKey(importing.source)) ? null : id;
  },
};

const roomImport: ImportedKind<ImportLineByKind<'room'>, KindRow<typeof roomDefinition>> = {
  kind: roomDefinition,
  fields: ['storeId', 'name'],
  valuesOf: ({ storeId, name }) => ({ storeId, name }),
  defaults: () => ({ categories: [] }),
  findFixedFields: () => ['storeId'],
};

const typeImport: ImportedKind<ImportLineByKind<'appointment_type'>, KindRow<typeof appointmentTypeDefinition>> = {
  kind: appointmentTypeDefinition,
  fields: ['name', 'category', 'durationMinutes'],
  valuesOf: ({ name, category, durationMinutes }) => ({ name, category, durationMinutes }),
  defaults: ({ isMessaged, preparation, recallMonths, isActive }) => ({
    ...{ isMessaged, preparation, recallMonths },
    isActive: isActive === false ? false : undefined,
  }),
};

const sortUnique = (ids: readonly string[]) => [...new Set(ids)].sort();

/** All existing records of a kind, keyed by id. Values stored by an earlier import may violate the contract. */
async function readExisting(
  { transaction, companyId }: ImportRun,
  { kind: { table }, fields }: { kind: { table: PgTable }; fields: readonly string[] },
): Promise<Map<string, FieldValues>> {
  const rows = await readRows<PgTable, string>(
    transaction,
    table,
    ['id', ...fields],
    sql`where company_id = ${companyId}::uuid`,
  );
  return new Map(
    rows.map((row) => {
      const { id, storeIds, ...values } = row;
      return [String(id), { ...values, ...(Array.isArray(storeIds) && { storeIds: sortUnique(storeIds) }) }];
    }),
  );
}

/** The reason for which the practice refuses a line; null for any other error. */
function toRefusal(error: unknown): ImportRefusal | null {
  if (error instanceof NameTakenError) return 'name_taken';
  if (!(error instanceof ServiceError)) return null;
  if (error.key === 'last_manager') return 'last_manager';
  return error.key === 'insufficient_access' ? 'more_rights' : null;
}

async function importPracticeRecords<Line extends LineIdentity, Row extends object>(
  importing: ImportRun,
  lineKind: ImportLineKind,
  imported: ImportedKind<Line, Row>,
  lines: readonly NumberedLine<Line>[],
  report: ReportOutcome,
): Promise<void> {
  const { kind, valuesOf, defaults, findFixedFields, findExistingId } = imported;
  const { companyId } = importing;
  const ids = lines.map(({ line }) => idOfLine(importing, lineKind, line));
  const earlierImports = await readPreviousImports(importing, ids);
  const onFile = await readExisting(importing, imported);
  const isUnchanged = await findUnchangedRecords(importing, 'people', lines);

  async function importOne(
    id: string,
    line: Line,
  ): Promise<{ outcome: ImportOutcome; recordId: string; base: FieldValues }> {
    const values: FieldValues = { ...valuesOf(line) };
    const earlier = earlierImports.get(id);
    // In imports of version 1.0.0, the derived id is itself the record's id.
    const recordId =
      [earlier?.recordId, id].find((one) => one !== undefined && onFile.has(one)) ??
      (earlier === undefined ? ((await findExistingId?.(importing, line, onFile)) ?? null) : null);
    const stored = recordId === null ? undefined : onFile.get(recordId);
    if (recordId === null || stored === undefined) {
      const given = { companyId, ...valuesOf(line), ...defaults?.(line) };
      const newId = await createRecord(importing, kind, given, line.id);
      onFile.set(newId, values);
      return { outcome: { outcome: 'new', kept: [] }, recordId: newId, base: values };
    }
    const stays = findFixedFields?.(importing, recordId) ?? [];
    const lastValues = isUnchanged(recordId) ? stored : (earlier?.base ?? {});
    const oldBase = Object.entries(lastValues).filter(([field]) => !stays.includes(field));
    const { updated, base, kept } = mergeImportedFields(stored, Object.fromEntries(oldBase), values);
    if (Object.keys(updated).length === 0) return { outcome: { outcome: 'unchanged', kept }, recordId, base };
    try {
      await changeRecord(importing, kind, { companyId, id: recordId, ...(updated as PartialRow<Row>) });
    } catch (error) {
      if (!(error instanceof ServiceError && error.key === 'invalid_input') || error instanceof NameTakenError)
        throw error;
      // A stored value violates the contract, so the record stays unchanged until someone corrects it.
      const fields = Object.keys(values).filter((field) => kept.includes(field) || field in updated);
      return { outcome: { outcome: 'unchanged', kept: fields }, recordId, base: earlier?.base ?? {} };
    }
    onFile.set(recordId, { ...stored, ...updated });
    return { outcome: { outcome: 'changed', kept }, recordId, base };
  }

  for (const [index, { nth, line }] of lines.entries()) {
    const id = ids[index] ?? '';
    try {
      const { outcome, recordId, base } = await importOne(id, line);
      earlierImports.set(id, { recordId, base });
      await writePreviousImports(importing, lineKind, [{ id, key: line.key, recordId, base }]);
      report(nth, outcome);
    } catch (error) {
      // These errors are thrown before anything is written, so the transaction can go on.
      const reason = toRefusal(error);
      if (reason === null) throw error;
      report(nth, refusedOutcome(reason));
    }
  }
}

/** Creates the function that imports lines of a kind. */
const createImporter =
  <Line extends LineIdentity, Row extends object>(lineKind: ImportLineKind, kind: ImportedKind<Line, Row>) =>
  (importing: ImportRun, lines: readonly NumberedLine<Line>[], report: ReportOutcome) =>
    importPracticeRecords(importing, lineKind, kind, lines, report);

/** Imports employees. A line with the name of an existing employee refers to that person. */
export const importEmployees = createImporter('employee', employeeImport);
export const importRooms = createImporter('room', roomImport);
export const importTypes = createImporter('appointment_type', typeImport);
