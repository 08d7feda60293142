import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { uuidSchema } from '#contract/primitives.ts';
import { createRandom, orderedUuid, randomUuid } from './random.ts';

describe('createRandom', () => {
  it('gives the same draws for the same key and others for another', () => {
    const draws = (...key: (string | number)[]) => {
      const random = createRandom(...key);
      return Array.from({ length: 8 }, () => random.bits());
    };
    expect(draws(1, 'a')).toEqual(draws(1, 'a'));
    expect(draws(1, 'a')).not.toEqual(draws(1, 'b'));
    expect(draws(1, 2)).not.toEqual(draws(12));
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
