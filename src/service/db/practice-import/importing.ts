import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import {
  defaultImportSource,
  type ImportLineKind,
  type ImportOutcome,
  type ImportRefusal,
} from '#contract/practice-import.ts';
import { nameKey } from '#contract/practice-setup.ts';
import { arrayLiteral, uuidOf } from '#service/db/column-types.ts';
import type { Managing } from '#service/db/manage/managing.ts';
import { type FieldsOf, parseFields, selectFields } from '#service/db/read-rows.ts';
import { runQuery } from '#service/db/run-query.ts';
import { importedRecords } from '#service/db/schema.ts';
import { insertNewRows, updateRows, upsertRows } from '#service/db/write-rows.ts';
import { type FieldValues, mergeImportedFields } from '#service/domain/imported-fields.ts';

/** The fields of a client that are imported. */
export type ClientValues = {
  firstName: string;
  lastName: string;
  email: string | null;
  phone: string | null;
  isActive: boolean;
};
/** The fields of a pet that are imported. */
export type PetValues = {
  clientId: string;
  name: string;
  species: string;
  breed: string | null;
  sex: string | null;
  dateOfBirth: string | null;
  deceasedOn: string | null;
  isActive: boolean;
};

/** Lines that are imported in one transaction. */
export interface Importing extends Managing {
  companyId: string;
  /** The name of the program that they come from. */
  source: string;
  /** Whether nothing is written; what is all the same is rolled back. */
  dryRun: boolean;
  /** The ids ({@link importedIdOf}) of what would be there by now in a dry run of several requests. */
  expected: ReadonlySet<string>;
  /** The clients and pets of this transaction as they are after it, by their ids: a dry run does not write them. */
  clients: Map<string, ClientValues>;
  pets: Map<string, PetValues>;
}

/** Reads records by their ids, and waits for other changes of them, in one order, unless nothing is written. */
export async function readRecords<Table extends PgTable, const Field extends keyof Table['$inferSelect'] & string>(
  { transaction, companyId, dryRun }: Importing,
  { table, fields, ids }: { table: Table; fields: readonly Field[]; ids: readonly string[] },
): Promise<Map<string, FieldsOf<Table, Field>>> {
  const rows = await runQuery<{ id: string }>(
    transaction,
    sql`select ${selectFields(table, ['id', ...fields])} from ${table}
      where company_id = ${companyId}::uuid and id = any(${arrayLiteral(ids)}::uuid[])
      ${dryRun ? sql`` : sql`order by id for update`}`,
  );
  return new Map(rows.map(({ id, ...row }) => [id, parseFields(table, row) as FieldsOf<Table, Field>]));
}

/** A line and its place in the request. */
export interface NumberedLine<Line> {
  nth: number;
  line: Line;
}

/** Reports what becomes of a line. */
export type ReportOutcome = (nth: number, outcome: ImportOutcome) => void;

export const refused = (reason: ImportRefusal): ImportOutcome => ({ outcome: 'refused', reason });

/** How Frontdesk 1.0.0 called the kinds that it imported, of one program alone. */
const firstKinds: Partial<Record<ImportLineKind, string>> = { client: 'clients', pet: 'pets', employee: 'staff' };

/**
 * The id of what a program knows by a kind and a key: always the same one, and another for every other program. Capitals do not
 * tell programs apart. For {@link defaultImportSource} those of 1.0.0, so that what it imported is found again.
 */
export function importedIdOf(
  { companyId, source }: Pick<Importing, 'companyId' | 'source'>,
  kind: ImportLineKind,
  key: string,
): string {
  const isDefault = nameKey(source) === nameKey(defaultImportSource);
  const first = isDefault ? firstKinds[kind] : undefined;
  if (first === undefined) return uuidOf(JSON.stringify([companyId, nameKey(source), kind, key]));
  return uuidOf(JSON.stringify([companyId, first, kind === 'pet' ? firstKeyOf(companyId, key) : key]));
}

/** The key that a pet without an id had in 1.0.0: its client is named by the id here instead of that in the program. */
function firstKeyOf(companyId: string, key: string): string {
  if (!key.startsWith('["')) return key;
  try {
    const [client, ...others] = JSON.parse(key) as unknown[];
    return JSON.stringify([uuidOf(JSON.stringify([companyId, firstKinds.client, client])), ...others]);
  } catch {
    return key;
  }
}

/** What was imported before: the record, and the values that were last imported. */
export interface Imported {
  recordId: string;
  base: FieldValues;
}

/** What was imported before under these ids, by them. */
export async function readImported(
  { transaction, companyId }: Importing,
  ids: readonly string[],
): Promise<Map<string, Imported>> {
  if (ids.length === 0) return new Map();
  const rows = await runQuery<{ id: string; record_id: string; imported: FieldValues }>(
    transaction,
    sql`select id, record_id, imported from imported_records
      where company_id = ${companyId}::uuid and id = any(${arrayLiteral(ids)}::uuid[])`,
  );
  return new Map(rows.map(({ id, record_id, imported }) => [id, { recordId: record_id, base: imported }]));
}

/** Keeps what was imported. */
export async function writeImported(
  { transaction, companyId, source }: Importing,
  kind: ImportLineKind,
  entries: readonly (Imported & { id: string; key: string })[],
): Promise<void> {
  const rows = entries.map(({ id, key, recordId, base }) => ({
    ...{ company_id: companyId, id, source, kind, key, record_id: recordId, imported: base },
  }));
  await upsertRows(transaction, importedRecords, rows);
}

/** A record while lines are imported into it, whose id here is that of {@link importedIdOf}. */
export interface Slot<Values extends FieldValues> {
  id: string;
  key: string;
  /** The record before; null where there is none. */
  before: Values | null;
  /** The record as it is after the lines so far. */
  now: Values | null;
  /** What was last imported before, and after the lines so far. */
  oldBase: FieldValues | null;
  base: FieldValues;
}

/** The records of lines, each once, in the order of their ids, so that whoever locks them does it in one order. */
export async function slotsOf<Values extends FieldValues>(
  importing: Importing,
  kind: ImportLineKind,
  lines: readonly NumberedLine<{ key: string }>[],
  read: (ids: readonly string[]) => Promise<Map<string, Values>>,
): Promise<Map<string, Slot<Values>>> {
  const keys = new Map(lines.map(({ line: { key } }) => [importedIdOf(importing, kind, key), key]));
  const ids = [...keys.keys()].sort();
  const imported = await readImported(importing, ids);
  const records = await read(ids);
  return new Map(
    ids.map((id) => {
      const before = records.get(id) ?? null;
      const oldBase = imported.get(id)?.base ?? null;
      const base = (before === null ? null : oldBase) ?? {};
      return [keys.get(id) ?? '', { id, key: keys.get(id) ?? '', before, now: before, oldBase, base }];
    }),
  );
}

/**
 * Merges a version of a record into its slot. Of one that is there, what is left out (undefined) stays as it is; in one that is new it
 * is as in `blank`.
 */
export function mergeImported<Values extends FieldValues>(
  slot: Slot<Values>,
  given: { readonly [Field in keyof Values]?: Values[Field] | undefined },
  blank: NoInfer<Values>,
): ImportOutcome {
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  if (slot.now === null) {
    slot.now = { ...blank, ...present };
    slot.base = slot.now;
    return { outcome: 'new', kept: [] };
  }
  const { taken, base, kept } = mergeImportedFields(slot.now, slot.base, present);
  slot.now = { ...slot.now, ...taken };
  slot.base = base;
  return { outcome: Object.keys(taken).length > 0 ? 'changed' : 'unchanged', kept };
}

/** A record that is new (`before` is null) or another than before. */
export interface ChangedRecord<Values> {
  id: string;
  before: Values | null;
  now: Values;
}

/** The records of slots that are new or another than before. */
export function changedRecords<Values extends FieldValues>(slots: Map<string, Slot<Values>>): ChangedRecord<Values>[] {
  return [...slots.values()].flatMap(({ id, before, now }) =>
    now === null || isDeepStrictEqual(before, now) ? [] : [{ id, before, now }],
  );
}

/** Writes records, of which `row` makes rows: all that are new have the same columns, and so have all others. */
export async function writeRecords<Values>(
  { transaction }: Importing,
  table: PgTable,
  records: readonly ChangedRecord<Values>[],
  row: (record: ChangedRecord<Values>) => Record<string, unknown>,
): Promise<void> {
  const added = records.filter(({ before }) => before === null).map(row);
  const changed = records.filter(({ before }) => before !== null).map(row);
  if (added.length > 0) await runQuery(transaction, insertNewRows(table, added));
  if (changed.length > 0) await runQuery(transaction, updateRows(table, changed));
}

/** Keeps what was last imported of each slot, where it is not the same as before. */
export async function writeSlots<Values extends FieldValues>(
  importing: Importing,
  kind: ImportLineKind,
  slots: Map<string, Slot<Values>>,
): Promise<void> {
  const entries = [...slots.values()]
    .filter(({ now, base, oldBase }) => now !== null && !isDeepStrictEqual(base, oldBase))
    .map(({ id, key, base }) => ({ id, key, base, recordId: id }));
  await writeImported(importing, kind, entries);
}
