/**
 * Wraps a function that creates a value for an object, so that each object has a single value, created on first use.
 * The other parameters have an effect only on that first use.
 *
 * @example
 * const changesOf = memoizePerObject((outbox: Outbox, api: ApiClient) => createChanges(outbox, api));
 */
export function memoizePerObject<Of extends object, Params extends readonly unknown[], Value>(
  create: (of: Of, ...params: Params) => Value,
): (of: Of, ...params: Params) => Value {
  const created = new WeakMap<Of, { value: Value }>();
  return (of, ...params) => {
    const existing = created.get(of);
    if (existing !== undefined) return existing.value;
    const value = create(of, ...params);
    created.set(of, { value });
    return value;
  };
}
