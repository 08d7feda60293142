import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSetupCode, generateSetupCode, hashSetupCode } from './setup-code.ts';

const MINUTE_MS = 60_000;

/** A code, the codes that were shown, and a clock that only moves when advanced. */
function scene() {
  const shown: string[] = [];
  let now = 0;
  const code = createSetupCode({ clock: () => now, show: (text) => void shown.push(text) });
  return {
    code,
    shown,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

test('a code has more than 40 bits, and no ambiguous characters', () => {
  const codes = Array.from({ length: 500 }, generateSetupCode);
  for (const code of codes) expect(code).toMatch(/^[2-9A-HJKMNP-Z]{3}-[2-9A-HJKMNP-Z]{3}-[2-9A-HJKMNP-Z]{3}$/);
  const signs = new Set(codes.join('').replaceAll('-', ''));
  expect(9 * Math.log2(signs.size)).toBeGreaterThan(40);
  expect(new Set(codes).size).toBe(codes.length);
});

test('spelling variants of a code match it, and other codes do not', () => {
  const spaces = fc.array(fc.constantFrom('', ' ', '-', '–', '\u00a0', '\t', '\u200b'), {
    minLength: 10,
    maxLength: 10,
  });
  fc.assert(
    fc.property(spaces, fc.array(fc.boolean(), { minLength: 9, maxLength: 9 }), (between, small) => {
      const code = generateSetupCode();
      const letters = [...code.replaceAll('-', '')].map((letter, nth) => (small[nth] ? letter.toLowerCase() : letter));
      const typed = between.map((space, nth) => `${space}${letters[nth] ?? ''}`).join('');
      expect(hashSetupCode(typed)).toEqual(hashSetupCode(code));
      expect(hashSetupCode(`${typed}2`)).not.toEqual(hashSetupCode(code));
    }),
  );
});

test('it is shown once, and replaced after fifteen minutes', () => {
  const { code, shown, pass } = scene();
  code.offer();
  pass(15 * MINUTE_MS - 1);
  code.offer();
  expect(shown).toHaveLength(1);
  expect(code.matches(shown[0]!)).toBe(true);
  pass(1);
  expect(code.matches(shown[0]!)).toBe(false);
  expect(shown).toHaveLength(2);
  expect(code.matches(shown[1]!)).toBe(true);
});

test('wrong codes, which anyone can send, do not invalidate it', () => {
  const { code, shown } = scene();
  code.offer();
  for (let times = 0; times < 100; times += 1) expect(code.matches('AAA-AAA-AAA')).toBe(false);
  expect(code.matches('')).toBe(false);
  expect(shown).toHaveLength(1);
  expect(code.matches(shown[0]!)).toBe(true);
});

test('a used code is invalid', () => {
  const { code, shown } = scene();
  code.offer();
  code.end();
  expect(code.matches(shown[0]!)).toBe(false);
});
