import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isolateText } from './isolate-text.ts';

test('a text from outside is enclosed on both sides, and an empty text stays empty', () => {
  expect(isolateText('\u202eRex')).toBe('\u2068\u202eRex\u2069');
  expect(isolateText('')).toBe('');
});

test('with any direction marks in a text, the isolation ends exactly at its last character', () => {
  const texts = fc.string({ unit: fc.constantFrom('a', 'א', '\u2066', '\u2067', '\u2068', '\u2069', '\u202e') });
  fc.assert(
    fc.property(texts, (text) => {
      fc.pre(text !== '');
      let depth = 0;
      const depths = [...isolateText(text)].map((character) => {
        if (character === '\u2069') depth -= 1;
        else if (character >= '\u2066' && character <= '\u2068') depth += 1;
        return depth;
      });
      expect(depths.at(-1)).toBe(0);
      expect(depths.slice(0, -1).every((inside) => inside > 0)).toBe(true);
    }),
  );
});
