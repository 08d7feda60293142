import { expect, test } from 'vitest';
import { shortcutKey } from './shortcut-key.ts';

test.each([
  // A Latin letter comes from the label of the key, wherever the key is.
  ['n', 'KeyN', false, 'n'],
  ['n', 'KeyL', false, 'n'],
  ['N', 'KeyN', true, 'n'],
  ['z', 'KeyY', false, 'z'],
  ['&', 'Digit1', false, '&'],
  ['é', 'Digit2', false, 'é'],
  ['£', 'Digit3', true, '£'],
  ['§', 'Digit3', true, '§'],
  ['-', 'Slash', false, '-'],
  ['/', 'Digit7', true, '/'],
  ['ArrowLeft', 'ArrowLeft', false, 'ArrowLeft'],
  // Cyrillic, Greek, Hebrew, Arabic with its ligature, mark, sign and digit, Thai.
  ['т', 'KeyN', false, 'n'],
  ['Ы', 'KeyS', true, 's'],
  ['ν', 'KeyN', false, 'n'],
  ['מ', 'KeyN', false, 'n'],
  ['ى', 'KeyN', false, 'n'],
  ['لا', 'KeyB', false, 'b'],
  ['ٍ', 'KeyS', true, 's'],
  ['ظ', 'Slash', false, '/'],
  ['؟', 'Slash', true, '?'],
  ['٣', 'Digit3', false, '3'],
  ['ื', 'KeyN', false, 'n'],
  ['ж', 'Semicolon', false, 'ж'],
] as const)('%s on the key %s (Shift %s) is %s', (key, code, shiftKey, expected) => {
  expect(shortcutKey({ key, code, shiftKey })).toBe(expected);
});
