import { availabilityKindSchema } from '#contract/availability.ts';
import { uuidSchema } from '#contract/primitives.ts';
import type { KeyedRow } from '#service/db/write-rows.ts';
import { appointmentRow, availabilityRow, practiceRow } from './import-rows.ts';
import type { ImportRecord } from './record-reader.ts';

/** The kinds of records that can be imported, in the order of their references. */
export const importKinds = [
  'company',
  'store',
  'room',
  'employee',
  'appointment_type',
  'client',
  'pet',
  'appointment',
  'availability',
] as const;
export type ImportKind = (typeof importKinds)[number];

function isRecord(value: unknown): value is ImportRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function kindNamed(name: unknown): ImportKind | null {
  if (typeof name !== 'string') return null;
  const plain = name.toLowerCase().replace(/[^a-z]/g, '');
  const singular = plain.replace(/ies$/, 'y').replace(/s$/, '');
  return importKinds.find((kind) => kind.replace('_', '') === singular) ?? null;
}

/** Properties of which any one identifies the kind of a record, the most specific first. */
const characteristicProperties: readonly (readonly [ImportKind, readonly string[]])[] = [
  ['appointment', ['petId', 'start', 'end', 'visitTypeCategory', 'visitTypeId', 'title']],
  ['company', ['stores']],
  ['store', ['timeZone', 'openingHours']],
  ['appointment_type', ['durationMinutes', 'category']],
  ['pet', ['species', 'breed', 'clientId']],
  ['employee', ['role', 'permissions', 'storeIds']],
  ['client', ['firstName', 'lastName', 'email', 'phone']],
  ['room', ['storeId']],
];

/**
 * The kind of a line and its record: a record as the API shows it, whose properties identify its kind, one with a `kind`,
 * or one wrapped under the name of its kind as in `{ "pet": { … } }`. Null when the kind is unknown.
 */
function kindOf(line: ImportRecord): { kind: ImportKind; record: ImportRecord } | null {
  const [[key, inner] = ['', undefined], ...others] = Object.entries(line);
  const wrapper = others.length === 0 && isRecord(inner) ? kindNamed(key) : null;
  if (wrapper !== null && isRecord(inner)) return { kind: wrapper, record: inner };
  const { kind: name, ...record } = line;
  // An entry of the plan has a kind of its own.
  if (availabilityKindSchema.safeParse(name).success) return { kind: 'availability', record: line };
  const kind = kindNamed(name);
  if (kind !== null) return { kind, record: isRecord(record['record']) ? record['record'] : record };
  const found = characteristicProperties.find(([, properties]) =>
    properties.some((property) => Object.hasOwn(line, property)),
  );
  return found === undefined ? null : { kind: found[0], record: line };
}

/** One record of an import, with the number and the text of its line. */
export interface ImportedRecord {
  line: number;
  text: string;
  kind: ImportKind;
  record: ImportRecord;
}

/** The row of a record, null when the record must be refused, and what is wrong with it. */
interface ImportedRow {
  row: KeyedRow | null;
  warnings: string[];
}

/** The records of a line: none when it is not understood, several when a company brings its stores and rooms. */
function readImportLine(text: string, line: number): ImportedRecord[] {
  const parsed = parseObject(text);
  const found = parsed === null ? null : kindOf(parsed);
  if (found === null) return [];
  return [found, ...nestedRecords(found.kind, found.record)].map((record) => ({ line, text, ...record }));
}

/** How many records are read, completed and written together, or some more. */
const BATCH = 1_000;

/**
 * The records of lines in batches, each with how many lines were read by then; `refuse` is told of the lines that are not understood.
 */
export async function* readBatches(
  lines: Iterable<string> | AsyncIterable<string>,
  refuse: (line: number, why: string) => void,
): AsyncGenerator<{ batch: ImportedRecord[]; line: number }> {
  let batch: ImportedRecord[] = [];
  let line = 0;
  for await (const text of lines) {
    line += 1;
    if (text.trim() === '') continue;
    const records = readImportLine(text, line);
    if (records.length === 0) refuse(line, 'not a JSON object of a known kind of record');
    batch.push(...records);
    if (batch.length < BATCH) continue;
    yield { batch, line };
    batch = [];
  }
  yield { batch, line };
}

function parseObject(text: string): ImportRecord | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

/** The stores of a company and the rooms of a store, with their position there. */
function nestedRecords(kind: ImportKind, record: ImportRecord): { kind: ImportKind; record: ImportRecord }[] {
  if (kind !== 'company' && kind !== 'store') return [];
  const isCompany = kind === 'company';
  const nested: unknown = record[isCompany ? 'stores' : 'rooms'];
  if (!Array.isArray(nested)) return [];
  const companyId = isCompany ? record['id'] : record['companyId'];
  const parent = isCompany ? {} : { storeId: record['id'] };
  return nested.filter(isRecord).flatMap((child, position) => {
    const childRecord = { position, ...child, companyId, ...parent };
    const childKind = isCompany ? 'store' : 'room';
    return [{ kind: childKind, record: childRecord } as const, ...nestedRecords(childKind, childRecord)];
  });
}

/** The ids of the stores of each known company, in order. */
export type StoresByCompany = ReadonlyMap<string, readonly string[]>;

/** The company of a record: the one that it names, or the only one there is; null where none of them is known. */
export function companyOf(record: ImportRecord, stores: StoresByCompany): string | null {
  const [only, ...others] = stores.keys();
  const parsed = uuidSchema.safeParse(record['companyId'] ?? (others.length === 0 ? only : undefined));
  return parsed.success && stores.has(parsed.data) ? parsed.data : null;
}

/** Reads a record into the row of its table. */
export function toRow({ kind, record, text }: ImportedRecord, stores: StoresByCompany): ImportedRow {
  if (kind === 'company') return companyRow(record);
  const companyId = companyOf(record, stores);
  if (companyId === null) return { row: null, warnings: ['companyId names no company that is known'] };
  const source = { companyId, line: text };
  const [first, ...rest] = stores.get(companyId) ?? [];
  if (kind === 'availability') return availabilityRow(record, { ...source, storeIds: stores.get(companyId) ?? [] });
  if (kind !== 'appointment') return practiceRow(kind, record, source);
  if (first === undefined) return { row: null, warnings: ['the company has no stores'] };
  return appointmentRow(record, { ...source, storeIds: [first, ...rest] });
}

function companyRow(record: ImportRecord): ImportedRow {
  const id = uuidSchema.safeParse(record['id'] ?? record['companyId']);
  if (!id.success) return { row: null, warnings: ['the id of the company is not a UUID'] };
  const name = typeof record['name'] === 'string' ? record['name'] : '';
  const warnings = name === '' ? ['name is missing'] : [];
  const row = { company_id: id.data, id: id.data, name };
  return { row, warnings };
}
