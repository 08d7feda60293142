/** A stretch of a lane's day in minutes; `toMinute` is after `fromMinute`. */
interface Stretch {
  fromMinute: number;
  toMinute: number;
}

/** The part of a lane's width that a block takes: tracks `first` to `first + span` of `tracks` equal ones. */
export interface Share {
  first: number;
  span: number;
  tracks: number;
}

/**
 * Lays what overlaps side by side. Stretches that hang together share as many tracks as overlap at most at once; each
 * takes the first track that is free, in order of start and the longer before the shorter, and then all tracks to its
 * right that are free for its whole time. Two stretches of which one ends when the other begins do not overlap.
 *
 * @returns each item with its share, in order of start
 */
export function arrangeLane<Item>(
  items: readonly Item[],
  stretchOf: (item: Item) => Stretch,
): (Share & { item: Item })[] {
  const blocks = items
    .map((item) => ({ item, ...stretchOf(item), first: 0, span: 1, tracks: 1 }))
    .sort((one, other) => one.fromMinute - other.fromMinute || other.toMinute - one.toMinute);
  let cluster: typeof blocks = [];
  /** When each track of the cluster is free again. */
  let freeFrom: number[] = [];
  let clusterEnd = 0;

  function close() {
    for (const block of cluster) {
      block.tracks = freeFrom.length;
      const right = cluster.filter((other) => other.first > block.first && overlap(block, other));
      block.span = Math.min(freeFrom.length, ...right.map((other) => other.first)) - block.first;
    }
    cluster = [];
    freeFrom = [];
  }

  for (const block of blocks) {
    if (block.fromMinute >= clusterEnd) close();
    const free = freeFrom.findIndex((minute) => minute <= block.fromMinute);
    block.first = free === -1 ? freeFrom.length : free;
    freeFrom[block.first] = block.toMinute;
    clusterEnd = Math.max(clusterEnd, block.toMinute);
    cluster.push(block);
  }
  close();
  return blocks.map(({ item, first, span, tracks }) => ({ item, first, span, tracks }));
}

function overlap(one: Stretch, other: Stretch): boolean {
  return one.fromMinute < other.toMinute && other.fromMinute < one.toMinute;
}
