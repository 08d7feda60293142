import { isDeepStrictEqual } from 'node:util';
import type { PracticeChange } from '#contract/practice-management.ts';

export type FieldChange = PracticeChange['changes'][number];
type RecordValues = Readonly<Record<string, unknown>>;

/** Returns a normal form of a value, in which lists that differ only in order are equal. */
function normalizeOrder(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const toText = (item: unknown) =>
    JSON.stringify(typeof item === 'object' && item !== null ? Object.entries(item).sort() : item);
  return value.map(toText).sort();
}

/**
 * The fields in which two versions of a record differ; the order within a list makes no difference. If the record is new or
 * was removed, the other version has no fields.
 */
export function findFieldChanges(before: object, after: object): FieldChange[] {
  const [previous, since]: [RecordValues, RecordValues] = [{ ...before }, { ...after }];
  return [...new Set([...Object.keys(previous), ...Object.keys(since)])]
    .map((field) => ({ field, from: previous[field] ?? null, to: since[field] ?? null }))
    .filter(({ from, to }) => !isDeepStrictEqual(normalizeOrder(from), normalizeOrder(to)));
}

/** Whether one of these fields is among the changes to a record. */
export const includesField =
  <Row>(changes: readonly FieldChange[]) =>
  (...fields: readonly (keyof Row)[]) =>
    changes.some(({ field }) => fields.some((one) => one === field));
