/** An element that arrow keys move to, limited to what is needed to compare positions. */
type Stop = Pick<Element, 'getBoundingClientRect' | 'closest'>;

/**
 * The position of a stop. In a grid, a stop counts as wide as its cell, so that blocks side by side are in one column.
 */
function positionOf<One extends Stop>(stop: One) {
  const { top, left: own } = stop.getBoundingClientRect();
  const { left, right } = (stop.closest('[role=gridcell]') ?? stop).getBoundingClientRect();
  return { stop, top, own, left, right };
}

/**
 * The stop to which a key moves the focus. Up, down, Home and End stay within the column; left and right lead to the
 * closest stop in the nearest column that has any. Undefined if there is no such stop, or if the key does not move the
 * focus.
 */
export function stopInDirection<One extends Stop>(stops: readonly One[], from: One, key: string): One | undefined {
  const start = positionOf(from);
  const positions = stops.map(positionOf).filter(({ left, right }) => right > left);
  const column = positions
    .filter(({ left, right }) => Math.min(right, start.right) - Math.max(left, start.left) > 1)
    .sort((a, b) => a.top - b.top || a.own - b.own);
  const index = column.findIndex(({ stop }) => stop === from);
  const nearestInNextColumn = (columnGap: (place: typeof start) => number) => {
    const reachable = positions.filter((place) => columnGap(place) > -1);
    const nearest = Math.min(...reachable.map(columnGap));
    const verticalDistance = ({ top }: typeof start) => Math.abs(top - start.top);
    return reachable
      .filter((place) => columnGap(place) <= nearest + 1)
      .sort((a, b) => verticalDistance(a) - verticalDistance(b) || a.own - b.own)[0];
  };
  switch (key) {
    case 'ArrowUp':
      return column[index - 1]?.stop;
    case 'ArrowDown':
      return column[index + 1]?.stop;
    case 'Home':
      return column[0]?.stop;
    case 'End':
      return column.at(-1)?.stop;
    case 'ArrowLeft':
      return nearestInNextColumn(({ right }) => start.left - right)?.stop;
    case 'ArrowRight':
      return nearestInNextColumn(({ left }) => left - start.right)?.stop;
    default:
      return undefined;
  }
}
