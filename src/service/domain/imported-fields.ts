import { isDeepStrictEqual } from 'node:util';

/** Values by the names of their fields. */
export type FieldValues = Readonly<Record<string, unknown>>;

/** What becomes of a record when a version of it is imported. */
interface Merged<Values> {
  /** The fields that become something else. */
  taken: Partial<Values>;
  /** What was last imported of each field, for the next time. */
  base: FieldValues;
  /** The fields that stay as they are although another value was given. */
  kept: string[];
}

/**
 * Imports a version of a record. A field becomes what is given unless it was changed here since: `base` has what was last
 * imported of each field, and a field that is something else here stays. So does one that is not in `base`, since nobody knows
 * whether it was changed.
 */
export function mergeImportedFields<Values extends FieldValues>(
  here: FieldValues,
  base: FieldValues,
  given: Values,
): Merged<Values> {
  const different = Object.keys(given).filter((field) => !isDeepStrictEqual(here[field], given[field]));
  const kept = different.filter((field) => !(field in base && isDeepStrictEqual(here[field], base[field])));
  return {
    taken: fieldsOf(given, (field) => different.includes(field) && !kept.includes(field)),
    base: { ...base, ...fieldsOf(given, (field) => !kept.includes(field)) },
    kept,
  };
}

function fieldsOf<Values extends FieldValues>(values: Values, isMeant: (field: string) => boolean): Partial<Values> {
  return Object.fromEntries(Object.entries(values).filter(([field]) => isMeant(field))) as Partial<Values>;
}
