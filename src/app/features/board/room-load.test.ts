import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coveredMinutes } from './room-load.ts';

const stretches = fc.array(
  fc
    .tuple(fc.integer({ min: 0, max: 1440 }), fc.integer({ min: 0, max: 1440 }))
    .map(([one, other]) => ({ fromMinute: Math.min(one, other), toMinute: Math.max(one, other) })),
);

test('covered minutes are those that a minute-by-minute count finds', () => {
  fc.assert(
    fc.property(stretches, fc.integer({ min: 0, max: 23 }), (list, hour) => {
      const [from, to] = [hour * 60, hour * 60 + 60];
      let counted = 0;
      for (let minute = from; minute < to; minute += 1) {
        if (list.some((stretch) => stretch.fromMinute <= minute && stretch.toMinute >= minute + 1)) counted += 1;
      }
      expect(coveredMinutes(list, from, to)).toBe(counted);
    }),
  );
});
