import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { uuidSchema } from '#contract/primitives.ts';
import { createRandom, orderedUuid, randomUuid } from './random.ts';

describe('createRandom', () => {
  it.each<[key: (string | number)[], draws: number[]]>([
    [
      [1, 'a'],
      [3505051554, 429034127, 1463796685],
    ],
    [
      [1, 2],
      [3639516153, 968043353, 2060418542],
    ],
    [[12], [478616719, 994184390, 623066500]],
  ])('gives the key %j the same draws for ever, or the demo would change with a release', (key, draws) => {
    const random = createRandom(...key);
    expect(draws.map(() => random.bits())).toEqual(draws);
  });

  it('keeps to its bounds and reaches both', () => {
    const random = createRandom('bounds');
    const drawn = new Set(Array.from({ length: 400 }, () => random.integer(3, 6)));
    expect([...drawn].sort()).toEqual([3, 4, 5, 6]);
  });

  it('draws by weight', () => {
    const random = createRandom('weights');
    const drawn = Array.from({ length: 4_000 }, () =>
      random.weighted([
        ['often', 9],
        ['seldom', 1],
      ]),
    );
    const seldom = drawn.filter((word) => word === 'seldom').length;
    expect(seldom).toBeGreaterThan(300);
    expect(seldom).toBeLessThan(500);
  });

  it('shuffles without losing anything', () => {
    fc.assert(
      fc.property(fc.integer(), fc.array(fc.integer()), (seed, items) => {
        const shuffled = createRandom(seed).shuffled(items);
        expect([...shuffled].sort()).toEqual([...items].sort());
      }),
    );
  });
});

describe('UUIDs', () => {
  it('are of the contract, whatever the draws', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(2 ** 40), (seed, epochMs) => {
        const random = createRandom(seed);
        for (const id of [randomUuid(random), orderedUuid(random, epochMs)]) expect(uuidSchema.parse(id)).toBe(id);
      }),
    );
  });

  it('sort by their time when they are ordered', () => {
    const random = createRandom('order');
    const ids = [0, 1, 255, 256, 2 ** 32, 2 ** 41].map((time) => orderedUuid(random, time));
    expect([...ids].sort()).toEqual(ids);
  });
});
