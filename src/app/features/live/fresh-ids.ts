/** How long a change by others stays highlighted. */
export const FRESH_MS = 8_000;

/** Ids of what others changed a moment ago, each for {@link FRESH_MS} after its last change. */
export function createFreshIds(onChange: (ids: ReadonlySet<string>) => void) {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  function remove(ids: readonly string[]): void {
    const present = ids.filter((id) => timers.has(id));
    for (const id of present) {
      clearTimeout(timers.get(id));
      timers.delete(id);
    }
    if (present.length > 0) onChange(new Set(timers.keys()));
  }
  return {
    has: (id: string) => timers.has(id),
    add(ids: readonly string[]): void {
      for (const id of ids) {
        clearTimeout(timers.get(id));
        timers.set(
          id,
          setTimeout(() => remove([id]), FRESH_MS),
        );
      }
      if (ids.length > 0) onChange(new Set(timers.keys()));
    },
    remove,
    clear: () => remove([...timers.keys()]),
  };
}
