/** How long a change by others stays highlighted. */
export const FRESH_MS = 8_000;

/**
 * Ids of what others changed a moment ago, each for {@link FRESH_MS} after its last change.
 *
 * @param onChange Called with all of them. Their marks are on the page, and no others, when it returns
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
      const again = ids.filter((id) => timers.has(id));
      if (again.length > 0) {
        remove(again);
        // The animation of a mark starts again only after the page was laid out without the mark.
        document.body.getBoundingClientRect();
      }
      for (const id of ids) {
        timers.set(
          id,
          setTimeout(() => remove([id]), FRESH_MS),
        );
      }
      onChange(new Set(timers.keys()));
    },
    remove,
  };
}
