import { isDeepStrictEqual } from 'node:util';

/** The values of a record, keyed by field name. */
export type FieldValues = Readonly<Record<string, unknown>>;

/** The result of merging imported values into a record. */
interface MergeResult<Values> {
  /** The fields that get a new value. */
  updated: Partial<Values>;
  /** The last imported value of each field, for the next import. */
  base: FieldValues;
  /** The fields that keep their value although the import has another. */
  kept: string[];
}

/**
 * Merges imported values (`given`) into a record (`here`). A field gets the imported value unless it was changed in Frontdesk
 * since the last import. `base` has the last imported value of each field: a field that now differs from this value stays as
 * it is. So does a field that is not in `base`, because it may have been changed.
 */
export function mergeImportedFields<Values extends FieldValues>(
  here: FieldValues,
  base: FieldValues,
  given: Values,
): MergeResult<Values> {
  const different = Object.keys(given).filter((field) => !isDeepStrictEqual(here[field], given[field]));
  const kept = different.filter((field) => !(field in base && isDeepStrictEqual(here[field], base[field])));
  return {
    updated: filterFields(given, (field) => different.includes(field) && !kept.includes(field)),
    base: { ...base, ...filterFields(given, (field) => !kept.includes(field)) },
    kept,
  };
}

function filterFields<Values extends FieldValues>(
  values: Values,
  isIncluded: (field: string) => boolean,
): Partial<Values> {
  return Object.fromEntries(Object.entries(values).filter(([field]) => isIncluded(field))) as Partial<Values>;
}
