import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from './random.ts';

describe('createRandom', () => {
  it('gives the same draws for a key, and others for another key', () => {
    const draws = (...key: (string | number)[]) => {
      const random = createRandom(...key);
      return Array.from({ length: 5 }, () => random.fraction());
    };
    expect(draws(1, 'a')).toEqual(draws(1, 'a'));
    expect(draws(1, 'a')).not.toEqual(draws(1, 'b'));
    expect(draws(1, 2)).not.toEqual(draws(12));
  });

  it('stays within its bounds and includes both', () => {
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
