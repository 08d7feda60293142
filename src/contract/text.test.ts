import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { setupNameSchema } from './practice-setup.ts';
import {
  addressSchema,
  createFilledTextSchema,
  emailSchema,
  lineSchema,
  phoneSchema,
  textSchema,
  typedTextSchema,
  websiteSchema,
} from './text.ts';

const characters = [
  ...['a', '1', '@', '-', ' ', '\u00a0', '\ufeff', '🐕', 'א', '\u200f'],
  ...['\n', '\t', '\r', '\u000b', '\u0085', '\u2028', '\u0000', '\u0004', '\u001f', '\u007f', '\u009f'],
  ...['\u202a', '\u202e', '\u2066', '\u2069'],
];
const texts = fc.string({ unit: fc.constantFrom(...characters), maxLength: 3 });

test.each([
  ['text of several lines', textSchema, ''],
  ['text of several lines that is not empty', createFilledTextSchema(200), ''],
  ['a line', lineSchema, ''],
  ['a short line', typedTextSchema, ''],
  ['a name of the practice', setupNameSchema, ''],
  ['an e-mail address', emailSchema, 'a@b'],
  ['a phone number', phoneSchema, '+1 23'],
  ['an address of several lines', addressSchema, ''],
  ['an address of several lines around a text', addressSchema, 'a\n\n'],
  ['the address of a web site', websiteSchema, 'https://elm.example/'],
])('%s is accepted where its pattern in the description matches', (_what, schema, middle) => {
  const { pattern = '' } = z.toJSONSchema(schema, { io: 'input' });
  for (const flags of ['', 'u']) {
    const expression = new RegExp(pattern, flags);
    fc.assert(
      fc.property(texts, texts, (start, end) => {
        const text = `${start}${middle}${end}`;
        fc.pre(expression.test(text));
        expect(schema.safeParse(text).success).toBe(true);
      }),
    );
  }
  expect(schema.safeParse('a\u0004b@c').success).toBe(false);
});

test.each([
  ['a short line', typedTextSchema],
  ['a name of the practice', setupNameSchema],
])('%s has no direction marks and no space around it, whatever was typed', (_what, schema) => {
  expect(schema.parse(' \u202aRex\u202c \u2066\u2069\n')).toBe('Rex');
  expect(schema.parse('\u200fדג\u200e')).toBe('\u200fדג\u200e');
  expect(schema.safeParse('\u202e \u2066').success).toBe(false);
});

test('text of several lines keeps its line breaks and direction marks', () => {
  expect(textSchema.parse(' a\r\n\tb\u202e ')).toBe(' a\r\n\tb\u202e ');
});
