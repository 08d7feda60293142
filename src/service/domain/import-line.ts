import { uuidSchema } from '#contract/primitives.ts';
import { importAppointment } from './import-appointment.ts';
import { type ImportKind, type ImportRecord, isRecord, kindOf } from './import-kind.ts';
import { importPart } from './import-practice.ts';

/** One record of an import and where it stands. */
export interface ImportedRecord {
  line: number;
  text: string;
  kind: ImportKind;
  record: ImportRecord;
}

/** The row of a record, null when it cannot be placed, and what is odd about it. */
export interface PlacedRecord {
  row: { company_id: string; id: string } | null;
  odd: string[];
}

/** The records of a line: none when it is not understood, several when a company brings its stores and rooms. */
export function readImportLine(text: string, line: number): ImportedRecord[] {
  const parsed = parseObject(text);
  const found = parsed === null ? null : kindOf(parsed);
  if (found === null) return [];
  return [found, ...partsOf(found.kind, found.record)].map((part) => ({ line, text, ...part }));
}

function parseObject(text: string): ImportRecord | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

/** What stands inside of a company or a store, with the place it has there. */
function partsOf(kind: ImportKind, record: ImportRecord): { kind: ImportKind; record: ImportRecord }[] {
  if (kind !== 'company' && kind !== 'store') return [];
  const isCompany = kind === 'company';
  const inside: unknown = record[isCompany ? 'stores' : 'rooms'];
  if (!Array.isArray(inside)) return [];
  const companyId = isCompany ? record['id'] : record['companyId'];
  const within = isCompany ? {} : { storeId: record['id'] };
  return inside.filter(isRecord).flatMap((part, position) => {
    const placed = { position, ...part, companyId, ...within };
    const partKind = isCompany ? 'store' : 'room';
    return [{ kind: partKind, record: placed } as const, ...partsOf(partKind, placed)];
  });
}

/**
 * Reads a record into the row of its table. `stores` are the ids of the stores of each known company, in order. A
 * record that names no company belongs to the only one there is.
 */
export function rowOf(
  { kind, record, text }: ImportedRecord,
  stores: ReadonlyMap<string, readonly string[]>,
): PlacedRecord {
  if (kind === 'company') return companyRow(record);
  const [only, ...others] = stores.keys();
  const given = record['companyId'] ?? (others.length === 0 ? only : undefined);
  const companyId = uuidSchema.safeParse(given);
  const storeIds = companyId.success ? stores.get(companyId.data) : undefined;
  if (!companyId.success || storeIds === undefined) {
    return { row: null, odd: ['companyId names no company that is known'] };
  }
  const place = { companyId: companyId.data, line: text };
  if (kind !== 'appointment') return importPart(kind, record, place);
  const [first, ...rest] = storeIds;
  if (first === undefined) return { row: null, odd: ['the company has no stores'] };
  return importAppointment(record, { ...place, storeIds: [first, ...rest] });
}

function companyRow(record: ImportRecord): PlacedRecord {
  const id = uuidSchema.safeParse(record['id'] ?? record['companyId']);
  if (!id.success) return { row: null, odd: ['the id of the company is not a UUID'] };
  const name = typeof record['name'] === 'string' ? record['name'] : '';
  const odd = name === '' ? ['name is missing'] : [];
  const row = { company_id: id.data, id: id.data, name };
  return { row, odd };
}
