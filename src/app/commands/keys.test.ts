import fc from 'fast-check';
import { expect, test } from 'vitest';

import { boardViews } from '#scheduling/board-day.ts';
import { keysOf, pressedAction, pressedKey, type ShortcutId, shortcutIds } from './keys.ts';

/** The actions of the requests, whose keys only work on a focused request. */
const ofRequests: readonly ShortcutId[] = ['confirm', 'reschedule', 'decline'];
const onOtherPages = shortcutIds.filter((id) => !ofRequests.includes(id));

/** The event of a key in the notation of the table, on an English keyboard. */
function press(keys: string, mod: 'ctrlKey' | 'metaKey' = 'ctrlKey'): Parameters<typeof pressedKey>[0] {
  const parts = keys.split(' ');
  const key = parts.at(-1) ?? '';
  return {
    ...{ ctrlKey: false, metaKey: false, altKey: parts.includes('Alt') },
    ...(parts.includes('Mod') ? { [mod]: true } : {}),
    shiftKey: parts.includes('Shift') || key === '?',
    key: parts.includes('Shift') ? key.toUpperCase() : key,
    code: /^[a-z]$/.test(key) ? `Key${key.toUpperCase()}` : key,
  };
}

test('each key of the table is recognised when it is pressed, and does one thing on a page', () => {
  fc.assert(
    fc.property(fc.constantFrom(...shortcutIds), fc.constantFrom('ctrlKey' as const, 'metaKey' as const), (id, mod) => {
      for (const key of keysOf(id)) {
        expect(pressedKey(press(key, mod))).toBe(key);
        const ids = ofRequests.includes(id) ? ofRequests : onOtherPages;
        expect(ids.filter((other) => pressedAction(press(key, mod), [other]))).toEqual([id]);
      }
    }),
  );
});

test('a key with another modifier is another key', () => {
  fc.assert(
    fc.property(fc.constantFrom(...onOtherPages), (id) => {
      for (const key of keysOf(id).filter((one) => !one.includes(' '))) {
        for (const modifier of ['Mod', 'Alt'])
          expect(pressedAction(press(`${modifier} ${key}`), [id]), `${modifier} ${key}`).toBeUndefined();
      }
    }),
  );
});

test('Caps Lock and Shift do not change a letter, but are distinguished where Shift matters', () => {
  const upper = { ...press('n'), key: 'N' };
  expect(pressedAction(upper, ['new appointment'])).toBe('new appointment');
  expect(pressedAction(press('Shift s'), ['next status', 'other status'])).toBe('other status');
  expect(pressedAction(press('s'), ['next status', 'other status'])).toBe('next status');
});

test('the digits show the views in their order', () => {
  expect(boardViews.map((view) => keysOf(`${view} view`)[0])).toEqual(boardViews.map((_, index) => String(index + 1)));
});
