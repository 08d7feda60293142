import type * as z from 'zod/mini';
import { isoOf } from '#contract/date-time.ts';
import { dateTimeSchema, textSchema, utcDateTimeSchema, uuidSchema } from '#contract/primitives.ts';
import { uuidOf } from '#service/db/column-types.ts';

/** A JSON object of unknown content. */
export type ImportRecord = Readonly<Record<string, unknown>>;

/** Indexed text must fit an index entry; nothing sensible is longer. */
const MAX_INDEXED_TEXT = 200;

/** The fields whose ids may be those of another program. */
const foreignIds = ['petId', 'clientId', 'roomId', 'visitTypeId', 'employeeId'];

/** The creation time of a record that does not say when it was created. */
export const unknownTime = '1970-01-01T00:00:00.000Z';

/**
 * Reads the values of one record into columns, and collects what no column can hold: `raw` has the JSON text of each such
 * value under its field's name, `warnings` describe what is wrong.
 */
export class RecordReader {
  readonly raw: Record<string, string> = {};
  readonly warnings: string[] = [];
  private readonly record: ImportRecord;

  constructor(record: ImportRecord) {
    this.record = record;
  }

  /** Keeps a value in `raw`, with a warning; the tables without such a column drop it. */
  keepRaw(field: string, problem: string): null {
    this.raw[field] = JSON.stringify(this.record[field] ?? null);
    this.warnings.push(`${field} ${problem}`);
    return null;
  }

  warn(warning: string): void {
    this.warnings.push(warning);
  }

  value(field: string): unknown {
    return this.record[field] ?? null;
  }

  /** The value of a schema, or none where it is not allowed. */
  private read(field: string, schema: z.ZodMiniType<string>, problem: string): string | null {
    const value = this.value(field);
    if (value === null) return null;
    const parsed = schema.safeParse(value);
    return parsed.success ? parsed.data : this.keepRaw(field, problem);
  }

  uuid(field: string): string | null {
    const problem = foreignIds.includes(field) ? 'is neither a UUID nor the id of a known record' : 'is not a UUID';
    return this.read(field, uuidSchema, problem);
  }

  text(field: string): string | null {
    return this.read(field, textSchema, 'is not storable text');
  }

  /** Text of an indexed column, one of `allowed` by the contract; others are kept, with a warning. */
  token(field: string, allowed: readonly string[]): string | null {
    const text = this.text(field);
    if (text === null) return null;
    if (text.length > MAX_INDEXED_TEXT) return this.keepRaw(field, 'is too long');
    if (!allowed.includes(text)) this.warn(`${field} is ${JSON.stringify(text)}, which is not a known value`);
    return text;
  }

  /** An instant in ISO 8601, UTC, to the millisecond. */
  instant(field: string): string | null {
    const dateTime = this.read(field, dateTimeSchema, 'is not an ISO 8601 date and time with an offset');
    if (dateTime === null) return null;
    return utcDateTimeSchema.safeParse(dateTime).success
      ? isoOf(dateTime)
      : this.keepRaw(field, 'is outside the years 0001 to 9999 in UTC');
  }

  /** Warns of the properties that are not kept. */
  warnOfOthers(known: readonly string[]): void {
    const ignored = Object.keys(this.record).filter((field) => !known.includes(field));
    if (ignored.length > 0) this.warn(`${ignored.slice(0, 5).join(', ')} is not a property of this record: ignored`);
  }
}

/** The id under which a record is kept. One that is no UUID, or none, gets a UUID that a second run finds again. */
export function importedId(reader: RecordReader, companyId: string, line: string): string {
  const id = reader.uuid('id');
  if (id !== null) return id;
  const given = reader.value('id');
  if (given === null) reader.keepRaw('id', 'is missing');
  const derived = uuidOf(JSON.stringify([companyId, given ?? line]));
  reader.warn(`kept under the id ${derived}`);
  return derived;
}
