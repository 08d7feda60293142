import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BoardItem } from '#app/features/board/model/board-items.ts';
import { takesTimeIn } from './calendar-layout.ts';
import { findFoldedHours } from './day-window.ts';

const range = fc
  .tuple(fc.integer({ min: 0, max: 1440 }), fc.integer({ min: 0, max: 1440 }))
  .filter(([one, other]) => one !== other)
  .map(([one, other]) => ({ fromMinute: Math.min(one, other), toMinute: Math.max(one, other) }));
const itemWith = (times: { fromMinute: number; toMinute: number }) => ({ ...times, stay: null }) as BoardItem;

test('whatever is not drawn is in the folded hours of its side, which exist only for something to show or fold', () => {
  fc.assert(
    fc.property(fc.array(range), range, range, (visits, hours, opened) => {
      const items = visits.map(itemWith);
      const window = {
        fromMinute: Math.min(hours.fromMinute, opened.fromMinute),
        toMinute: Math.max(hours.toMinute, opened.toMinute),
      };
      const before = findFoldedHours(items, { hours, window }, 'before');
      const after = findFoldedHours(items, { hours, window }, 'after');
      for (const item of items) {
        const isSomewhere = takesTimeIn(item, window) || before?.items.includes(item) || after?.items.includes(item);
        expect(isSomewhere).toBe(true);
      }
      expect(before === null).toBe(
        window.fromMinute === hours.fromMinute && items.every((item) => item.fromMinute >= window.fromMinute),
      );
      expect(after === null).toBe(
        window.toMinute === hours.toMinute && items.every((item) => item.toMinute <= window.toMinute),
      );
    }),
  );
});
