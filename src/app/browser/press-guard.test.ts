import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  containsPoint,
  createPressGuard,
  isSameTarget,
  type Point,
  type PressTarget,
  type ScreenRect,
  SECOND_PRESS_MS,
} from './press-guard.ts';

const spot: ScreenRect = { left: 0, right: 80, top: 0, bottom: 30 };
const point = { x: 40, y: 15 };
const named = (control: string, name = control): PressTarget => ({ control, name });

/** Presses targets at one point, each a number of milliseconds after the previous one, and returns which count. */
function pressed(...presses: readonly [gap: number, ...targets: PressTarget[]][]): boolean[] {
  const guard = createPressGuard();
  let at = 1000;
  return presses.map(([gap, ...targets]) => {
    at += gap;
    return guard.press({ targets, point, spot, at });
  });
}

describe('a press in the place of another one', () => {
  test('counts on the same control as often as it is pressed', () => {
    const next = named('Next day');
    expect(pressed([0, next], [90, next], [90, next])).toEqual([true, true, true]);
  });

  test('does not count on another control, or on the same one under another name', () => {
    expect(pressed([0, named('row 1', 'Confirm')], [200, named('row 2', 'Confirm')])).toEqual([true, false]);
    expect(pressed([0, named('step', 'Check in')], [200, named('step', 'Start')])).toEqual([true, false]);
  });

  test('counts after a pause', () => {
    const [first, second] = [named('row 1'), named('row 2')];
    expect(pressed([0, first], [SECOND_PRESS_MS, second])).toEqual([true, true]);
    expect(pressed([0, first], [400, second], [199, second], [1, second])).toEqual([true, false, false, true]);
  });

  test('counts only after a pause from when the control was replaced, however late that was', () => {
    const guard = createPressGuard();
    const press = (at: number, name: string) => guard.press({ targets: [named(name)], point, spot, at });
    press(0, 'Book');
    guard.release(80);
    guard.replaced(2000);
    expect(press(2000 + SECOND_PRESS_MS - 1, 'Cancel appointment')).toBe(false);
    expect(press(2000 + SECOND_PRESS_MS, 'Cancel appointment')).toBe(true);
  });

  test('counts on a button of the row that was pressed', () => {
    const row = named('row 1');
    expect(pressed([0, row], [200, named('button'), row])).toEqual([true, true]);
    expect(pressed([0, named('button'), row], [200, row])).toEqual([true, false]);
  });

  test('counts after a drag, and elsewhere', () => {
    const guard = createPressGuard();
    guard.press({ targets: [named('block')], point, spot, at: 0 });
    guard.forget();
    expect(guard.press({ targets: [named('other block')], point, spot, at: 100 })).toBe(true);
    const elsewhere = { left: 0, right: 80, top: 50, bottom: 80 };
    expect(guard.press({ targets: [named('row 3')], point: { x: 40, y: 60 }, spot: elsewhere, at: 200 })).toBe(true);
  });
});

test('a press does not count if its control has another name by the time it is released', () => {
  const guard = createPressGuard();
  guard.press({ targets: [named('step', 'Check in')], point, spot, at: 0 });
  guard.release(80);
  expect(guard.click([named('step', 'Check in')])).toBe(true);
  expect(guard.click([named('step', 'Start')])).toBe(false);
});

describe('a key', () => {
  const key = (guard: ReturnType<typeof createPressGuard>, at: number, target: PressTarget, isRepeat = false) =>
    guard.key({ key: 'Enter', isRepeat, target, at });

  test('counts once while it is held', () => {
    const guard = createPressGuard();
    expect([0, 500, 550].map((at) => key(guard, at, named('Confirm'), at > 0))).toEqual([true, false, false]);
    expect(key(guard, 900, named('next Confirm'))).toBe(false);
    expect(key(guard, 1150, named('next Confirm'))).toBe(true);
  });

  test('does not press what has got the focus, but the same control again', () => {
    const guard = createPressGuard();
    expect(key(guard, 0, named('Next day'))).toBe(true);
    expect(key(guard, 100, named('Next day'))).toBe(true);
    expect(key(guard, 200, named('other'))).toBe(false);
    expect(guard.key({ key: 'd', isRepeat: false, target: named('other'), at: 250 })).toBe(true);
  });

  test('presses what the person has moved the focus to', () => {
    const guard = createPressGuard();
    key(guard, 0, named('row 1'));
    guard.otherKey();
    expect(key(guard, 100, named('row 2'))).toBe(true);
  });
});

/** What happens to the item that is pressed, in lists of this kind. */
type Kind =
  /** The item leaves, and the next one takes its place, as in requests, the waiting list, calls and notices. */
  | 'leaves'
  /** The same button offers the next step, as in the list of the day, appointments and details. */
  | 'next step'
  /** The item moves to the next column, as in the flow. */
  | 'moves';

interface Item {
  id: number;
  column: number;
  step: number;
}

/** A list on a screen which is drawn again some time after each change, in virtual time. */
function createList(kind: Kind, count: number) {
  let items: Item[] = Array.from({ length: count }, (_, id) => ({ id, column: 0, step: 0 }));
  let changes: { at: number; id: number }[] = [];
  const spotOf = (item: Item): ScreenRect => {
    const row = items.filter(({ column }) => column === item.column).indexOf(item);
    return { left: item.column * 100, right: item.column * 100 + 90, top: row * 40, bottom: row * 40 + 34 };
  };
  const change = (id: number) => {
    if (kind === 'leaves') items = items.filter((item) => item.id !== id);
    if (kind === 'next step') items = items.map((item) => (item.id === id ? { ...item, step: item.step + 1 } : item));
    if (kind === 'moves') items = items.map((item) => (item.id === id ? { ...item, column: item.column + 1 } : item));
  };
  return {
    items: () => items,
    spotOf,
    hit: ({ x, y }: Point) =>
      items.find((item) => {
        const { left, right, top, bottom } = spotOf(item);
        return x >= left && x <= right && y >= top && y <= bottom;
      }),
    changeAt: (at: number, id: number) => void changes.push({ at, id }),
    advance(to: number, onChange = (_at: number): void => undefined) {
      const due = changes.filter(({ at }) => at <= to).sort((one, other) => one.at - other.at);
      changes = changes.filter(({ at }) => at > to);
      for (const { at, id } of due) {
        change(id);
        onChange(at);
      }
    },
  };
}

const targetOf = (item: Item | undefined): PressTarget =>
  item ? { control: item.id, name: `${item.step} ${item.column}` } : named('page');

const burst = fc.record({
  pause: fc.integer({ min: 20, max: 1500 }),
  aim: fc.nat(),
  x: fc.integer({ min: 1, max: 89 }),
  y: fc.integer({ min: 1, max: 33 }),
  gaps: fc.array(fc.integer({ min: 30, max: SECOND_PRESS_MS - 1 }), { maxLength: 3 }),
  held: fc.integer({ min: 10, max: 200 }),
  /** How many milliseconds after the press the screen is drawn again. */
  drawn: fc.integer({ min: 0, max: 2000 }),
  /** A change by a colleague in the meantime; null for none. */
  others: fc.option(fc.record({ after: fc.integer({ min: 0, max: 900 }), item: fc.nat() })),
  arrow: fc.boolean(),
  isHeld: fc.boolean(),
});
const kinds = fc.constantFrom<Kind>('leaves', 'next step', 'moves');
const anyBursts = fc.array(burst, { minLength: 1, maxLength: 12 });

test('random presses act only on what was there when the first of them began, and each at most once', () => {
  fc.assert(
    fc.property(kinds, anyBursts, (kind, bursts) => {
      const list = createList(kind, 6);
      const guard = createPressGuard();
      const begun: { spot: ScreenRect; last: number; aim: PressTarget }[] = [];
      let now = 0;
      /** The press whose control is watched, until something else is in its place. */
      let watched: { place: Point; target: PressTarget; first: (typeof begun)[number] } | null = null;
      const onChange = (at: number) => {
        if (watched === null || isSameTarget(targetOf(list.hit(watched.place)), watched.target)) return;
        guard.replaced(at);
        watched.first.last = Math.max(watched.first.last, at);
        watched = null;
      };
      for (const { pause, aim, x, y, gaps, held, drawn, others } of bursts) {
        now += pause;
        list.advance(now, onChange);
        // The pointer is moved to another item.
        watched = null;
        const aimedAt = list.items()[aim % Math.max(list.items().length, 1)];
        if (!aimedAt) return;
        const { left, top } = list.spotOf(aimedAt);
        const place = { x: left + x, y: top + y };
        if (others) list.changeAt(now + others.after, others.item % 6);
        for (const gap of [0, ...gaps]) {
          now += gap;
          list.advance(now, onChange);
          const hit = list.hit(place);
          const spotHit = hit ? list.spotOf(hit) : { left: place.x, right: place.x, top: place.y, bottom: place.y };
          const earlier = begun.find((one) => now - one.last < SECOND_PRESS_MS && containsPoint(one.spot, place));
          const first = earlier ?? { spot: spotHit, last: now, aim: targetOf(hit) };
          if (!earlier) begun.unshift(first);
          const counts = guard.press({ targets: [targetOf(hit)], point: place, spot: spotHit, at: now });
          if (!earlier) expect(counts).toBe(true);
          if (counts) watched = { place, target: targetOf(hit), first };
          now += held;
          list.advance(now, onChange);
          guard.release(now);
          if (counts) first.last = now;
          const under = list.hit(place);
          if (!counts || under?.id !== hit?.id || !guard.click([targetOf(under)]) || !under) continue;
          expect(targetOf(under)).toEqual(first.aim);
          list.changeAt(now + drawn, under.id);
        }
      }
    }),
    { numRuns: 2000 },
  );
});

test('random keys act only on what had the focus when the first of them began', () => {
  fc.assert(
    fc.property(kinds, anyBursts, (kind, bursts) => {
      const list = createList(kind, 6);
      const guard = createPressGuard();
      let focused = 0;
      let now = 0;
      let begun: { last: number; aim: PressTarget } | null = null;
      /** As the app does, the focus goes to the next item if the focused one leaves. */
      const inFocus = () => {
        const item = list.items().find(({ id }) => id >= focused);
        focused = item?.id ?? focused;
        return item;
      };
      for (const { pause, aim, gaps, drawn, others, arrow, isHeld } of bursts) {
        now += pause;
        list.advance(now);
        if (arrow) {
          focused = aim % 6;
          guard.otherKey();
          begun = null;
        }
        if (others) list.changeAt(now + others.after, others.item % 6);
        for (const [index, gap] of [0, ...gaps].entries()) {
          now += gap;
          list.advance(now);
          const item = inFocus();
          const isRepeat = isHeld && index > 0;
          const first: { last: number; aim: PressTarget } =
            begun && now - begun.last < SECOND_PRESS_MS ? begun : { last: now, aim: targetOf(item) };
          const isFirst = first !== begun;
          begun = first;
          const counts = guard.key({ key: 'Enter', isRepeat, target: targetOf(item), at: now });
          if (counts || isRepeat) first.last = now;
          if (isFirst && !isRepeat) expect(counts).toBe(true);
          if (isRepeat) expect(counts).toBe(false);
          if (!counts || !item) continue;
          expect(targetOf(item)).toEqual(first.aim);
          list.changeAt(now + drawn, item.id);
        }
      }
    }),
    { numRuns: 2000 },
  );
});
