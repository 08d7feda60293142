import type * as z from 'zod/mini';
import { type DraftInput, isSameValue } from './draft.ts';
import type { Field } from './field.ts';
import { type AnyFields, listFields, type RecordKind } from './record-kind.ts';

const valueIn = (item: object, name: string): unknown => Reflect.get(item, name);

/** The initial input for the values of a record. */
export function initialInput<Reference>(fields: AnyFields<Reference>, item: object): Record<string, unknown> {
  return Object.fromEntries(fields.map(([name, field]) => [name, field.begin(valueIn(item, name))]));
}

/** The current input: the draft applied to the current record. Invalid parts of the draft are left out. */
export function currentInput<Reference>(
  fields: AnyFields<Reference>,
  item: object,
  typed: DraftInput,
): Record<string, unknown> {
  const typedValues = fields.flatMap(([name, field]) => {
    const change = typed[name];
    return change && field.input.safeParse(change.to).success ? [[name, change.to] as const] : [];
  });
  return { ...initialInput(fields, item), ...Object.fromEntries(typedValues) };
}

/** The draft with one more value. A field that is back at its original value counts as unchanged. */
export function withInput(typed: DraftInput, name: string, before: unknown, to: unknown): DraftInput {
  const { [name]: earlier, ...others } = typed;
  return isSameValue(before, to) ? others : { ...others, [name]: { from: earlier ? earlier.from : before, to } };
}

/** The fields that both the person and a colleague have changed to different values. */
export function conflictingFields(typed: DraftInput, now: Record<string, unknown>): string[] {
  return Object.entries(typed)
    .filter(([name, { from, to }]) => !isSameValue(from, now[name]) && !isSameValue(to, now[name]))
    .map(([name]) => name);
}

type FieldValues<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends { readonly value: z.ZodMiniType<infer Value> } ? Value : never;
};

/**
 * Reads the input of a form that does not edit a record: returns its values, or null and the problems, keyed by field.
 */
export function readFields<Fields extends Readonly<Record<string, Field<unknown, unknown, Reference>>>, Reference>(
  fields: Fields,
  input: Readonly<Record<keyof Fields, unknown>>,
  reference: Reference,
): { values: FieldValues<Fields> | null; problems: Partial<Record<keyof Fields, string>> } {
  const read = listFields({ fields }).map(([name, field]) => [name, field.read(input[name], reference)] as const);
  const problems = read.flatMap(([name, one]) => ('problem' in one ? [[name, one.problem] as const] : []));
  const values = read.map(([name, one]) => [name, 'value' in one ? one.value : null] as const);
  return {
    values: problems.length === 0 ? (Object.fromEntries(values) as FieldValues<Fields>) : null,
    problems: Object.fromEntries(problems) as Partial<Record<keyof Fields, string>>,
  };
}

interface RecordReadOptions<Item, Reference> {
  /** The fields that the practice system supports. */
  fields: AnyFields<Reference>;
  /** Null for a new record. */
  item: Item | null;
  others: readonly Item[];
  typed: DraftInput;
  reference: Reference;
}

/**
 * Reads the input of a form that edits or adds a record. Values that are unchanged from the record are not validated
 * again.
 */
export function readRecord<Item extends { readonly id: string }, Name extends keyof Item & string, Reference>(
  kind: RecordKind<Item, Name, Reference>,
  { fields, item, others, typed, reference }: RecordReadOptions<Item, Reference>,
) {
  const initialItem: object = item ?? kind.create?.blank(reference) ?? {};
  const before = initialInput(fields, initialItem);
  const shown = currentInput(fields, initialItem, typed);
  const values = new Map(listFields(kind).map(([name]) => [name, valueIn(initialItem, name)]));
  const changes: Record<string, unknown> = {};
  const problems: Record<string, string> = {};
  for (const [name, field] of fields) {
    if (item !== null && isSameValue(before[name], shown[name])) continue;
    const read = field.read(shown[name], reference);
    if ('problem' in read) {
      problems[name] = read.problem;
      continue;
    }
    values.set(name, read.value);
    changes[name] = read.value;
  }
  const allValues = Object.fromEntries(values) as Pick<Item, Name>;
  const between = new Map<string, string | undefined>(Object.entries(kind.problems?.(allValues, others, item) ?? {}));
  // A problem between values that were already in the record and were not changed is not reported.
  for (const [name, problem] of between) if (problem && (name in changes || name in typed)) problems[name] ??= problem;
  return {
    /** The values of the record with the typed ones applied. */
    values: allValues,
    problems,
    /** The values to send: changed ones, or all of a new record. */
    changes,
  };
}
