import { createHash } from 'node:crypto';
import { dateTimeSchema, instantOf, textSchema, uuidSchema } from '#contract/primitives.ts';
import type { ImportRecord } from './import-kind.ts';

/** Indexed text must fit an index entry; nothing sensible is longer. */
const MAX_INDEXED_TEXT = 200;

/** Stands for the creation of what does not say when it was created. */
export const unknownTime = '1970-01-01T00:00:00.000Z';

/**
 * Reads the values of one record, and keeps what no column can hold: `raw` has the JSON text of each such value under
 * its field's name, `odd` says what is wrong in words.
 */
export class ImportValues {
  readonly raw: Record<string, string> = {};
  readonly odd: string[] = [];
  private readonly record: ImportRecord;

  constructor(record: ImportRecord) {
    this.record = record;
  }

  /** Notes that a value is kept aside, or dropped where the record has no place for it. */
  aside(field: string, problem: string): null {
    this.raw[field] = JSON.stringify(this.record[field] ?? null);
    this.odd.push(`${field} ${problem}`);
    return null;
  }

  note(remark: string): void {
    this.odd.push(remark);
  }

  value(field: string): unknown {
    return this.record[field] ?? null;
  }

  uuid(field: string): string | null {
    const value = this.value(field);
    if (value === null) return null;
    const parsed = uuidSchema.safeParse(value);
    return parsed.success ? parsed.data : this.aside(field, 'is not a UUID');
  }

  text(field: string): string | null {
    const value = this.value(field);
    if (value === null) return null;
    const parsed = textSchema.safeParse(value);
    return parsed.success ? parsed.data : this.aside(field, 'is not storable text');
  }

  /** Text of an indexed column, one of `allowed` by the contract; others are kept and said to be odd. */
  token(field: string, allowed: readonly string[]): string | null {
    const text = this.text(field);
    if (text === null) return null;
    if (text.length > MAX_INDEXED_TEXT) return this.aside(field, 'is too long');
    if (!allowed.includes(text)) this.note(`${field} is ${JSON.stringify(text)}, which is not a known value`);
    return text;
  }

  /** An instant in ISO 8601, UTC, to the millisecond. */
  instant(field: string): string | null {
    const value = this.value(field);
    if (value === null) return null;
    const parsed = dateTimeSchema.safeParse(value);
    if (!parsed.success) return this.aside(field, 'is not an ISO 8601 date and time with an offset');
    const instant = new Date(instantOf(parsed.data)).toISOString();
    return dateTimeSchema.safeParse(instant).success
      ? instant
      : this.aside(field, 'is outside the years 0001 to 9999 in UTC');
  }

  /** Says which properties are not kept. */
  ignoreAllBut(known: readonly string[]): void {
    const ignored = Object.keys(this.record).filter((field) => !known.includes(field));
    if (ignored.length > 0) this.note(`${ignored.slice(0, 5).join(', ')} is not a property of this record: ignored`);
  }
}

/** A UUID (version 8) that stands for any text: the same text always gives the same one. */
export function uuidFor(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** The id under which a record is kept. One that is no UUID, or none, gets a UUID that a second run finds again. */
export function importedId(values: ImportValues, companyId: string, line: string): string {
  const id = values.uuid('id');
  if (id !== null) return id;
  const given = values.value('id');
  if (given === null) values.aside('id', 'is missing');
  const derived = uuidFor(JSON.stringify([companyId, given ?? line]));
  values.note(`kept under the id ${derived}`);
  return derived;
}
