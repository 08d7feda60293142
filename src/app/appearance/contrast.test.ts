import fc from 'fast-check';
import { expect, test } from 'vitest';
import { colorForText, contrastOf, MIN_CONTRAST, tintOf } from './contrast.ts';

const colors = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

/** `--raised` in styles.css. */
const plain = { light: '#ffffff', dark: '#23292e' };

test('contrast follows WCAG', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

test('text and bar stand out from the tint and from the plain ground, for any colour in both themes', () => {
  fc.assert(
    fc.property(colors, fc.constantFrom('light' as const, 'dark' as const), (color, theme) => {
      const tint = tintOf(color, theme);
      for (const ground of [tint.ground, plain[theme]]) {
        expect(contrastOf(tint.ink, ground)).toBeGreaterThanOrEqual(MIN_CONTRAST.text);
        expect(contrastOf(tint.bar, ground)).toBeGreaterThanOrEqual(MIN_CONTRAST.graphics);
      }
    }),
    { numRuns: 2000 },
  );
});

test('a value without a colour always gets the same generated colour', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(colorForText(text)).toMatch(/^#[0-9a-f]{6}$/);
    }),
  );
  expect(['ready', 'Ready', ''].map(colorForText)).toEqual(['#7fa63f', '#3fa697', '#a63f3f']);
});
