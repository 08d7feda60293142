/** A stream of pseudo-random draws; the same key always gives the same stream. */
export interface Random {
  /** A 32-bit unsigned integer. */
  bits(): number;
  /** A number in [0, 1). */
  fraction(): number;
  /** An integer from `min` to `max`, both included. */
  integer(min: number, max: number): number;
  /** True with the probability `share` (0 to 1). */
  chance(share: number): boolean;
  /** One of a list that is not empty. */
  pick<Item>(items: readonly Item[]): Item;
  /** One of the entries, by their weights (positive). */
  weighted<Item>(entries: readonly (readonly [Item, number])[]): Item;
  /** A copy in another order. */
  shuffled<Item>(items: readonly Item[]): Item[];
}

/** MurmurHash3's mixing of a string to 32 bits, for one of the four words of the generator's state. */
function hash(text: string, salt: number): number {
  let state = salt;
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), 0xcc9e2d51);
    state = Math.imul((state << 13) | (state >>> 19), 0x1b873593);
  }
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return (state ^ (state >>> 16)) >>> 0;
}

/**
 * Starts the stream of a key, for instance `(seed, 'store', 3)`. Streams of different keys are independent, so that one
 * day of one store can be generated without the others. The generator is sfc32.
 */
export function createRandom(...key: readonly (string | number)[]): Random {
  const text = key.join('\u001f');
  let a = hash(text, 0x9e3779b9);
  let b = hash(text, 0x243f6a88);
  let c = hash(text, 0xb7e15162);
  let counter = 1;

  const bits = () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return sum >>> 0;
  };
  // The first draws of nearby keys resemble one another; sfc32's author throws a dozen away.
  for (let round = 0; round < 12; round += 1) bits();

  const fraction = () => bits() / 0x1_0000_0000;
  const integer = (min: number, max: number) => min + Math.floor(fraction() * (max - min + 1));
  const at = <Item>(items: readonly Item[], index: number): Item => {
    const item = items[index];
    if (item === undefined) throw new RangeError('Nothing to draw from.');
    return item;
  };

  return {
    bits,
    fraction,
    integer,
    chance: (share) => fraction() < share,
    pick: (items) => at(items, integer(0, items.length - 1)),
    weighted(entries) {
      let left = fraction() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [item, weight] of entries) {
        left -= weight;
        if (left < 0) return item;
      }
      return at(entries, entries.length - 1)[0];
    },
    shuffled(items) {
      const copy = [...items];
      for (let last = copy.length - 1; last > 0; last -= 1) {
        const other = integer(0, last);
        [copy[last], copy[other]] = [at(copy, other), at(copy, last)];
      }
      return copy;
    },
  };
}

const hex = (bits: number) => bits.toString(16).padStart(8, '0');

function uuid(time: string, version: number, third: number, fourth: number): string {
  const tail = hex((third ^ fourth) >>> 0).slice(0, 3);
  const variant = ((third >>> 18) | 0x8000).toString(16);
  const node = `${hex(third).slice(4)}${hex(fourth)}`;
  return `${time.slice(0, 8)}-${time.slice(8, 12)}-${version}${tail}-${variant}-${node}`;
}

/** A UUID of version 4 (RFC 9562) from four draws. */
export function randomUuid(random: Random): string {
  return uuid(hex(random.bits()) + hex(random.bits()), 4, random.bits(), random.bits());
}

/** A UUID of version 7 (RFC 9562), which sorts by its time: `epochMs` in milliseconds since 1970-01-01T00:00Z. */
export function orderedUuid(random: Random, epochMs: number): string {
  return uuid(epochMs.toString(16).padStart(12, '0'), 7, random.bits(), random.bits());
}

/** The time of a UUID of version 7, in milliseconds since 1970-01-01T00:00Z. */
export function timeOfOrderedUuid(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
}
