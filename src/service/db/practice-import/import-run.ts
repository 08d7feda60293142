import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { ImportRefusal } from '#contract/enums.ts';
import { type ExportFile, normalizeExportedText } from '#contract/practice-export.ts';
import { defaultImportSource, type ImportLineKind, type ImportOutcome } from '#contract/practice-import.ts';
import { nameKey } from '#contract/practice-setup.ts';
import { arrayLiteral, deriveUuid } from '#service/db/column-types.ts';
import type { ClientRow, PetRow } from '#service/db/manage/clients-and-pets.ts';
import { readVersions } from '#service/db/practice-export/export-rows.ts';
import { parseFields, type RowFields, selectFields } from '#service/db/read-rows.ts';
import { runQuery } from '#service/db/run-query.ts';
import { importedRecords } from '#service/db/schema.ts';
import type { Writer } from '#service/db/write-records.ts';
import { upsertRows } from '#service/db/write-rows.ts';
import { type FieldValues, mergeImportedFields } from '#service/domain/imported-fields.ts';

/** An import of lines in one transaction. */
export interface ImportRun extends Writer {
  companyId: string;
  /** The name of the program that the lines come from. */
  source: string;
  /** Whether the import is only a trial. Everything that it writes is rolled back. */
  dryRun: boolean;
  /** The ids ({@link idOfLine}) of the records that earlier requests of the same dry run would have added. */
  expected: ReadonlySet<string>;
  /** The clients of this transaction in their final state, keyed by id. They are kept because a dry run does not write them. */
  clients: Map<string, ClientRow>;
  /** The pets of this transaction in their final state, keyed by id. */
  pets: Map<string, PetRow>;
}

/** Reads records by their ids. Unless this is a dry run, also locks them in a fixed order, waiting for concurrent changes. */
export async function readRecords<Table extends PgTable, const Field extends keyof Table['$inferSelect'] & string>(
  { transaction, companyId, dryRun }: ImportRun,
  { table, fields, ids }: { table: Table; fields: readonly Field[]; ids: readonly string[] },
): Promise<Map<string, RowFields<Table, Field>>> {
  const rows = await runQuery<{ id: string }>(
    transaction,
    sql`select ${selectFields(table, ['id', ...fields])} from ${table}
      where company_id = ${companyId}::uuid and id = any(${arrayLiteral(ids)}::uuid[])
      ${dryRun ? sql`` : sql`order by id for update`}`,
  );
  return new Map(rows.map(({ id, ...row }) => [id, parseFields(table, row) as RowFields<Table, Field>]));
}

/** A line and its position in the request. */
export interface NumberedLine<Line> {
  nth: number;
  line: Line;
}

/** Receives the position of a line in the request, and its outcome. */
export type ReportOutcome = (nth: number, outcome: ImportOutcome) => void;

export const refusedOutcome = (reason: ImportRefusal): ImportOutcome => ({ outcome: 'refused', reason });

/** The names that Frontdesk 1.0.0 used for the kinds that it imported from its only source. */
const kindsInVersion1: Partial<Record<ImportLineKind, string>> = { client: 'clients', pet: 'pets', employee: 'staff' };

/**
 * The id derived from a program, a kind and a key: always the same for one program, and different for every other program.
 * The case of the program's name makes no difference. For {@link defaultImportSource} the ids are those of version 1.0.0,
 * so that records imported by that version are found again.
 */
export function deriveImportedId(
  { companyId, source }: Pick<ImportRun, 'companyId' | 'source'>,
  kind: ImportLineKind,
  key: string,
): string {
  const isDefault = nameKey(source) === nameKey(defaultImportSource);
  const first = isDefault ? kindsInVersion1[kind] : undefined;
  if (first === undefined) return deriveUuid(JSON.stringify([companyId, nameKey(source), kind, key]));
  return deriveUuid(JSON.stringify([companyId, first, kind === 'pet' ? keyInVersion1(companyId, key) : key]));
}

/** The identity of a record: its own id if Frontdesk exported it, otherwise its key in its source. */
export interface LineIdentity {
  key: string;
  id?: string | undefined;
  /** The version of an exported record. */
  version?: string | undefined;
}

/** The id under which a line's record and its last import are found: the record's own id, or the id derived from its key. */
export const idOfLine = (
  of: Pick<ImportRun, 'companyId' | 'source'>,
  kind: ImportLineKind,
  { id, key }: LineIdentity,
): string => id ?? deriveImportedId(of, kind, key);

/**
 * Returns a function that tells whether an existing record is unchanged since it was exported: its version is still the one
 * in its line. All differences between such a record and its line were therefore made in the file.
 */
export async function findUnchangedRecords(
  { transaction, companyId }: ImportRun,
  file: ExportFile,
  lines: readonly NumberedLine<LineIdentity>[],
): Promise<(id: string) => boolean> {
  const given = new Map(lines.flatMap(({ line: { id, version } }) => (id && version ? [[id, version] as const] : [])));
  const present = await readVersions(transaction, { companyId, file }, [...given.keys()]);
  return (id) => present.has(id) && present.get(id) === given.get(id);
}

/** The key that version 1.0.0 used for a pet without an id: it contained the client's id in Frontdesk, not in the program. */
function keyInVersion1(companyId: string, key: string): string {
  if (!key.startsWith('["')) return key;
  try {
    const [client, ...others] = JSON.parse(key) as unknown[];
    return JSON.stringify([deriveUuid(JSON.stringify([companyId, kindsInVersion1.client, client])), ...others]);
  } catch {
    return key;
  }
}

/** A record that was imported before, and its last imported values. */
export interface PreviousImport {
  recordId: string;
  base: FieldValues;
}

/** The earlier imports with these ids, keyed by id. */
export async function readPreviousImports(
  { transaction, companyId }: ImportRun,
  ids: readonly string[],
): Promise<Map<string, PreviousImport>> {
  if (ids.length === 0) return new Map();
  const rows = await runQuery<{ id: string; record_id: string; imported: FieldValues }>(
    transaction,
    sql`select id, record_id, imported from imported_records
      where company_id = ${companyId}::uuid and id = any(${arrayLiteral(ids)}::uuid[])`,
  );
  return new Map(rows.map(({ id, record_id, imported }) => [id, { recordId: record_id, base: imported }]));
}

/** Stores the last imported values. */
export async function writePreviousImports(
  { transaction, companyId, source }: ImportRun,
  kind: ImportLineKind,
  entries: readonly (PreviousImport & { id: string; key: string })[],
): Promise<void> {
  const rows = entries.map(({ id, key, recordId, base }) => ({
    ...{ company_id: companyId, id, source, kind, key, record_id: recordId, imported: base },
  }));
  await upsertRows(transaction, importedRecords, rows);
}

/** A record while lines are merged into it. Its id is the result of {@link idOfLine}. */
export interface ImportSlot<Values extends FieldValues> {
  id: string;
  key: string;
  /** The record before the import; null if there was none. */
  before: Values | null;
  /** The record after the lines that were merged so far; null if it does not exist yet. */
  now: Values | null;
  /** The values of the previous import; null if there was none. */
  oldBase: FieldValues | null;
  /** The values with which the next line is compared: `oldBase`, updated by an unchanged export and the merged lines. */
  base: FieldValues;
}

/**
 * Creates a slot for each record that the lines refer to. The slots are keyed by the keys of the lines, and in the order of
 * the ids, so that all imports lock the records in the same order.
 */
export async function createSlots<Values extends FieldValues>(
  importing: ImportRun,
  { kind, file }: { kind: ImportLineKind; file: ExportFile },
  lines: readonly NumberedLine<LineIdentity>[],
  read: (ids: readonly string[]) => Promise<Map<string, Values>>,
): Promise<Map<string, ImportSlot<Values>>> {
  const keys = new Map(lines.map(({ line }) => [idOfLine(importing, kind, line), line.key]));
  const ids = [...keys.keys()].sort();
  const imported = await readPreviousImports(importing, ids);
  const records = await read(ids);
  const isUnchanged = await findUnchangedRecords(importing, file, lines);
  return new Map(
    ids.map((id) => {
      const before = records.get(id) ?? null;
      const oldBase = imported.get(id)?.base ?? null;
      const base = before === null ? {} : isUnchanged(id) ? { ...oldBase, ...before } : (oldBase ?? {});
      return [keys.get(id) ?? '', { id, key: keys.get(id) ?? '', before, now: before, oldBase, base }];
    }),
  );
}

/**
 * Merges the values of a line into the slot of its record. A field that is undefined stays as it is in an existing record, and
 * gets the value of `blank` in a new one.
 */
export function mergeImported<Values extends FieldValues>(
  slot: ImportSlot<Values>,
  given: { readonly [Field in keyof Values]?: Values[Field] | undefined },
  blank: NoInfer<Values>,
): ImportOutcome {
  const { now } = slot;
  const present = Object.fromEntries(
    Object.entries(given).filter(([field, value]) => value !== undefined && !isSameText(now?.[field], value)),
  );
  if (now === null) {
    slot.now = { ...blank, ...present };
    slot.base = slot.now;
    return { outcome: 'new', kept: [] };
  }
  const { updated, base, kept } = mergeImportedFields(now, slot.base, present);
  slot.now = { ...now, ...updated };
  slot.base = base;
  return { outcome: Object.keys(updated).length > 0 ? 'changed' : 'unchanged', kept };
}

/** Whether two different texts are the same in an exported file. */
const isSameText = (here: unknown, given: unknown) =>
  typeof here === 'string' && here !== given && normalizeExportedText(here) === (given ?? '');

/** A new record (`before` is null) or a changed one. */
export interface ChangedRecord<Values> {
  id: string;
  before: Values | null;
  after: Values;
}

/** The records of slots that are new or changed. */
export function listChangedRecords<Values extends FieldValues>(
  slots: Map<string, ImportSlot<Values>>,
): ChangedRecord<Values>[] {
  return [...slots.values()].flatMap(({ id, before, now }) =>
    now === null || isDeepStrictEqual(before, now) ? [] : [{ id, before, after: now }],
  );
}

/** Stores the last imported values of each slot if they have changed. */
export async function writeSlots<Values extends FieldValues>(
  importing: ImportRun,
  kind: ImportLineKind,
  slots: Map<string, ImportSlot<Values>>,
): Promise<void> {
  const entries = [...slots.values()]
    .filter(
      ({ before, now, base, oldBase }) =>
        now !== null && !isDeepStrictEqual(base, oldBase) && !(oldBase === null && isDeepStrictEqual(base, before)),
    )
    .map(({ id, key, base }) => ({ id, key, base, recordId: id }));
  await writePreviousImports(importing, kind, entries);
}
