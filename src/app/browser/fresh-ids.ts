/** How long a change by others stays highlighted, in milliseconds. */
export const HIGHLIGHT_MS = 8_000;

/**
 * Creates the set of ids of the items that others have changed recently. Each id is retained for {@link HIGHLIGHT_MS} after
 * the last change to its item.
 *
 * @param onChange Called with all ids; it must mark exactly these on the page before it returns
 */
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
    add(ids: readonly string[]): void {
      if (ids.length === 0) return;
      const refreshed = ids.filter((id) => timers.has(id));
      if (refreshed.length > 0) {
        remove(refreshed);
        // The animation restarts only if the page was laid out without the mark in between.
        document.body.getBoundingClientRect();
      }
      for (const id of ids) {
        timers.set(
          id,
          setTimeout(() => remove([id]), HIGHLIGHT_MS),
        );
      }
      onChange(new Set(timers.keys()));
    },
    remove,
  };
}
