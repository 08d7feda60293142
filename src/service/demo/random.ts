import { createHash } from 'node:crypto';

/** A stream of pseudo-random draws. The same key always gives the same stream. */
export interface Random {
  /** A number in [0, 1). */
  fraction(): number;
  /** An integer from `min` to `max`, inclusive. */
  integer(min: number, max: number): number;
  /** True with the probability `share` (0 to 1). */
  chance(share: number): boolean;
  /** A random item of a non-empty list. */
  pick<Item>(items: readonly Item[]): Item;
  /** A random item. The probability of each is proportional to its weight, which is positive. */
  weighted<Item>(entries: readonly (readonly [Item, number])[]): Item;
  /** A copy of the items in random order. */
  shuffled<Item>(items: readonly Item[]): Item[];
}

/** Starts the stream of a key, such as `(seed, 'store', 3)`. The generator is mulberry32, whose state is a single number. */
export function createRandom(...key: readonly (string | number)[]): Random {
  let state = createHash('sha256').update(key.join('\u001f')).digest().readUInt32LE();
  const drawFraction = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const drawInteger = (min: number, max: number) => min + Math.floor(drawFraction() * (max - min + 1));
  function pickItem<Item>(items: readonly Item[]): Item {
    const item = items[drawInteger(0, items.length - 1)];
    if (item === undefined) throw new RangeError('Nothing to draw from.');
    return item;
  }
  function pickWeighted<Item>(entries: readonly (readonly [Item, number])[]): Item {
    let remaining = drawFraction() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [item, weight] of entries) {
      remaining -= weight;
      if (remaining < 0) return item;
    }
    return pickItem(entries)[0];
  }
  return {
    fraction: drawFraction,
    integer: drawInteger,
    chance: (share) => drawFraction() < share,
    pick: pickItem,
    weighted: pickWeighted,
    shuffled: (items) =>
      items
        .map((item) => ({ item, place: drawFraction() }))
        .sort((one, other) => one.place - other.place)
        .map(({ item }) => item),
  };
}
