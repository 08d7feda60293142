import { createHash, randomBytes } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { customType } from 'drizzle-orm/pg-core';

/** A PostgreSQL array literal with every element quoted. */
export function arrayLiteral(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

/** The elements of a one-dimensional array without nulls in PostgreSQL's format. */
export function parseArray(literal: string): string[] {
  if (literal === '{}') return [];
  const elements = literal.slice(1, -1).match(/"(?:[^"\\]|\\.)*"|[^,]+/g) ?? [];
  return elements.map((element) => (element.startsWith('"') ? element.slice(1, -1).replace(/\\(.)/g, '$1') : element));
}

/**
 * Text that is compared by bytes, whatever the collation of the database, so that order and prefixes are the same everywhere.
 */
export const exactText = customType<{ data: string; driverData: string }>({ dataType: () => 'text collate "C"' });

/** Words as exact lexemes, without a parser or a dictionary of the search engine. */
export const wordVector = customType<{ data: readonly string[]; driverData: string | SQL }>({
  dataType: () => 'tsvector',
  toDriver: (words) => sql`array_to_tsvector(${arrayLiteral(words)}::text[])`,
});

/** A list of uuids in an array column. */
export const uuidArray = customType<{ data: readonly string[]; driverData: string }>({
  dataType: () => 'uuid[]',
  toDriver: (ids) => arrayLiteral(ids),
  fromDriver: parseArray,
});

/** A list of short texts in an array column. */
export const textArray = customType<{ data: readonly string[]; driverData: string }>({
  dataType: () => 'text[]',
  toDriver: (values) => arrayLiteral(values),
  fromDriver: parseArray,
});

/** An instant with millisecond precision, in the format of the API: ISO 8601 in UTC, of the years 0001 to 9999. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp(3) with time zone',
  fromDriver: isoInstant,
});

/** The 64-bit id of the transaction that wrote the row. */
export const transactionId = customType<{ data: string; driverData: string }>({ dataType: () => 'xid8' });

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });

/**
 * Converts an instant from PostgreSQL's format in a UTC session, `2026-03-29 07:30:00+00` with up to three fractional digits,
 * to ISO 8601, `2026-03-29T07:30:00.000Z`. Supports the years 0001 to 9999.
 */
export function isoInstant(text: string): string {
  const fraction = text.length > 22 ? text.slice(20, -3) : '';
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(3, '0')}Z`;
}

/** Formats an instant (milliseconds since 1970) as a PostgreSQL literal. It may also be before 0001 or after 9999. */
export function instantLiteral(milliseconds: number): string {
  const iso = new Date(milliseconds).toISOString();
  if (iso.startsWith('+')) return iso.slice(1);
  if (!iso.startsWith('-') && !iso.startsWith('0000')) return iso;
  const year = iso.startsWith('-') ? Number(iso.slice(1, 7)) + 1 : 1;
  return `${String(year).padStart(4, '0')}${iso.slice(iso.startsWith('-') ? 7 : 4)} BC`;
}

/** A UUID of version 7 (RFC 9562): epoch milliseconds, then 74 random bits. New rows are adjacent in the index. */
export function createOrderedUuid(epochMs: number): string {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(epochMs, 0, 6);
  bytes.set(randomBytes(10), 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** A UUID (version 8) derived from a text. The same text always gives the same UUID. */
export function deriveUuid(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
