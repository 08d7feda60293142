import { isSame, type Typed } from './draft.ts';
import { type AnyFields, fieldsOf, type Kind } from './kind.ts';

const valueIn = (item: object, name: string): unknown => Reflect.get(item, name);

/** The values of a record as its inputs begin with them. */
export function typedOf<Reference>(fields: AnyFields<Reference>, item: object): Record<string, unknown> {
  return Object.fromEntries(fields.map(([name, field]) => [name, field.begin(valueIn(item, name))]));
}

/** What the inputs have: what was typed, over the record as it is now. What no field can have typed is left out. */
export function shownOf<Reference>(fields: AnyFields<Reference>, item: object, typed: Typed): Record<string, unknown> {
  const own = fields.flatMap(([name, field]) => {
    const change = typed[name];
    return change && field.typed.safeParse(change.to).success ? [[name, change.to] as const] : [];
  });
  return { ...typedOf(fields, item), ...Object.fromEntries(own) };
}

/** What is typed, with one more value. A field that is again as in the record counts as not typed. */
export function withTyped(typed: Typed, name: string, before: unknown, to: unknown): Typed {
  const { [name]: earlier, ...others } = typed;
  return isSame(before, to) ? others : { ...others, [name]: { from: earlier ? earlier.from : before, to } };
}

/** The fields that both the person and a colleague have changed, to different values. */
export function conflictsOf(typed: Typed, now: Record<string, unknown>): string[] {
  return Object.entries(typed)
    .filter(([name, { from, to }]) => !isSame(from, now[name]) && !isSame(to, now[name]))
    .map(([name]) => name);
}

interface ReadRecord<Values> {
  /** The values of the record with those that were typed. */
  values: Values;
  /** What is wrong, by field. */
  faults: Readonly<Record<string, string>>;
  /** The values to be sent: those that were typed and differ, and all of a new record. */
  changes: Readonly<Record<string, unknown>>;
}

interface ReadOptions<Item, Reference> {
  /** The fields that the practice system takes. */
  fields: AnyFields<Reference>;
  /** Null for a new one. */
  item: Item | null;
  others: readonly Item[];
  typed: Typed;
  reference: Reference;
}

/** Reads what was typed. What is as it was in the record is not looked at again. */
export function readRecord<Item extends { readonly id: string }, Name extends keyof Item & string, Reference>(
  kind: Kind<Item, Name, Reference>,
  { fields, item, others, typed, reference }: ReadOptions<Item, Reference>,
): ReadRecord<Pick<Item, Name>> {
  const begin: object = item ?? kind.blank(reference);
  const before = typedOf(fields, begin);
  const shown = shownOf(fields, begin, typed);
  const values = new Map(fieldsOf(kind).map(([name]) => [name, valueIn(begin, name)]));
  const changes: Record<string, unknown> = {};
  const faults: Record<string, string> = {};
  for (const [name, field] of fields) {
    if (item !== null && isSame(before[name], shown[name])) continue;
    const read = field.read(shown[name], reference);
    if ('fault' in read) {
      faults[name] = read.fault;
      continue;
    }
    values.set(name, read.value);
    if (!field.isLocal) changes[name] = read.value;
  }
  const whole = Object.fromEntries(values) as Pick<Item, Name>;
  const between = new Map<string, string | undefined>(Object.entries(kind.faults?.(whole, others, item) ?? {}));
  // What was right in the record, and was not typed, is not the fault of who edits it.
  for (const [name, fault] of between) if (fault && (name in changes || name in typed)) faults[name] ??= fault;
  return { values: whole, faults, changes };
}
