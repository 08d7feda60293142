type Box = Pick<DOMRect, 'top' | 'bottom' | 'left' | 'right'>;

/** Whether two boxes stand in one column. */
function isSameColumn(one: Box, other: Box): boolean {
  return Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1;
}

/** The box with the smallest figure; undefined where there is none. */
function nearest<Stop>(stops: readonly Stop[], distance: (stop: Stop) => number): Stop | undefined {
  return stops.reduce<Stop | undefined>(
    (best, stop) => (best === undefined || distance(stop) < distance(best) ? stop : best),
    undefined,
  );
}

/**
 * The stop that an arrow key, Home or End leads to, by where the stops are drawn: within a column by up, down, Home and
 * End, and to the nearest column with a stop by left and right. Undefined where there is none in that direction, and for
 * other keys.
 */
export function stopAfter<Stop>(
  from: Stop,
  key: string,
  { stops, boxOf }: { stops: readonly Stop[]; boxOf: (stop: Stop) => Box },
): Stop | undefined {
  const box = boxOf(from);
  const others = stops.filter((stop) => stop !== from);
  const column = others.filter((stop) => isSameColumn(boxOf(stop), box));
  const above = column.filter((stop) => boxOf(stop).top < box.top);
  const below = column.filter((stop) => boxOf(stop).top > box.top);
  const across = (beside: readonly Stop[]) => {
    const gap = (stop: Stop) => Math.max(boxOf(stop).left - box.right, box.left - boxOf(stop).right);
    const first = nearest(beside, gap);
    if (first === undefined) return undefined;
    return nearest(
      beside.filter((stop) => isSameColumn(boxOf(stop), boxOf(first))),
      (stop) => Math.abs(boxOf(stop).top - box.top),
    );
  };
  const moves = new Map<string, () => Stop | undefined>([
    ['ArrowUp', () => nearest(above, (stop) => box.top - boxOf(stop).top)],
    ['ArrowDown', () => nearest(below, (stop) => boxOf(stop).top - box.top)],
    ['ArrowLeft', () => across(others.filter((stop) => boxOf(stop).right <= box.left + 1))],
    ['ArrowRight', () => across(others.filter((stop) => boxOf(stop).left >= box.right - 1))],
    ['Home', () => nearest(above, (stop) => boxOf(stop).top)],
    ['End', () => nearest(below, (stop) => -boxOf(stop).top)],
  ]);
  return moves.get(key)?.();
}
