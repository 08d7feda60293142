/** How many changes of visits, and how many of the plan, a tab can undo. */
const UNDO_DEPTH = 20;

/** The latest changes, as many as can be undone: those of one number are one change. */
export function lastUndoable<Change extends { number: number }>(changes: readonly Change[]): readonly Change[] {
  const numbers = [...new Set(changes.map(({ number }) => number))].slice(-UNDO_DEPTH);
  return changes.filter(({ number }) => numbers.includes(number));
}
