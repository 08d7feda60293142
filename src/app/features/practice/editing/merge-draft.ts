/** What is edited: the values as they were when they were last known to be in the practice, and as they are to be. */
export interface Draft<Values> {
  readonly base: Values;
  readonly values: Values;
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The fields in which two records differ. */
export function changedFields<Values extends object>(from: Values, to: Values): (keyof Values & string)[] {
  return (Object.keys(to) as (keyof Values & string)[]).filter((field) => !same(from[field], to[field]));
}

/**
 * A draft as it stands against the record as it is now. What a colleague changed is merged where the person changed nothing;
 * where both changed the same field to different values the person's own stays, and the field is one of the `conflicts`.
 */
export function mergeDraft<Values extends object>(
  { base, values }: Draft<Values>,
  current: Values,
): { draft: Draft<Values>; conflicts: (keyof Values & string)[] } {
  const next = { base: { ...base }, values: { ...values } };
  const conflicts: (keyof Values & string)[] = [];
  for (const field of changedFields(base, current)) {
    const isMine = !same(base[field], values[field]);
    if (isMine && !same(values[field], current[field])) {
      conflicts.push(field);
      continue;
    }
    next.base[field] = current[field];
    next.values[field] = current[field];
  }
  return { draft: next, conflicts };
}
