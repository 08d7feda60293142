import { type CommandLog, isPending, type OutboxCommand } from './outbox.ts';

/** Whether two lists have the same items in the same order. */
export function isSameList<Item>(one: readonly Item[], other: readonly Item[]): boolean {
  return one.length === other.length && one.every((item, nth) => item === other[nth]);
}

/**
 * Creates the overlay on the loaded data: the unsaved changes, and a change that is being previewed, for example during
 * a drag.
 *
 * @param overlayOf derives the overlay from the log and from the preview, which is null if nothing is previewed
 */
export function createOverlay<Task, Answer, Now, Previewed, Overlay>(
  { commands, notify }: Pick<CommandLog<Task, Answer, Now>, 'commands' | 'notify'>,
  overlayOf: (log: readonly OutboxCommand<Task, Answer, Now>[], preview: Previewed | null) => Overlay,
) {
  let preview: Previewed | null = null;
  let last: { pending: readonly unknown[]; preview: Previewed | null; overlay: Overlay } | null = null;
  return {
    preview(previewed: Previewed | null): void {
      preview = previewed;
      notify();
    },
    /** Returns the same object until the unsaved or previewed changes differ. */
    unsaved(): Overlay {
      const pending = commands().filter(isPending);
      if (last?.preview !== preview || !isSameList(last.pending, pending))
        last = { pending, preview, overlay: overlayOf(commands(), preview) };
      return last.overlay;
    },
  };
}
