import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countSmsParts,
  fillPlaceholders,
  findUnknownPlaceholders,
  maxSmsLength,
  measureSms,
  type Placeholder,
  placeholders,
  withoutPlaceholders,
} from './message-placeholders.ts';

const values = Object.fromEntries(placeholders.map((name) => [name, `<${name}>`])) as Record<Placeholder, string>;

describe('fillPlaceholders', () => {
  it('fills in every placeholder, as often as it is there', () => {
    expect(fillPlaceholders('{pet}, {pet} at {time}', values)).toBe('<pet>, <pet> at <time>');
  });

  it('leaves out a line with an empty placeholder, and one of two blank lines around it', () => {
    const text = 'Hello\n\nPhone: {phone}\n{address}\n\nBefore: {preparation} ({pet})\n\nBye\n\n\nPractice';
    const filled = fillPlaceholders(text, { ...values, phone: '', preparation: '' });
    expect(filled).toBe('Hello\n\n<address>\n\nBye\n\n\nPractice');
  });

  it('takes braces in a value, and $ patterns, as they are', () => {
    expect(fillPlaceholders('{pet} {store}', { ...values, pet: '{link} $& $1', store: '' })).toBe('');
    expect(fillPlaceholders('{pet}!', { ...values, pet: '{link} $& $1' })).toBe('{link} $& $1!');
  });

  it('leaves other braces alone, in any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('{', '}', 'pet', 'x', '\n', ' ') }), (text) => {
        expect(fillPlaceholders(text, values)).toBe(text.replaceAll('{pet}', '<pet>'));
      }),
    );
  });
});

it('names unknown placeholders once, in order', () => {
  expect(findUnknownPlaceholders('{pet} {owner} {} {Pet} {owner}')).toEqual(['owner', '', 'Pet']);
  expect(withoutPlaceholders('Dear {client}, {pet}!')).toBe('Dear , !');
});

describe('smsLength', () => {
  it.each([
    ['Reminder: Zoe', 13, true],
    ['Größe, ñandú? àéìòù', 19, false],
    ['ÄÖÜäöüß Éé Ññ Çàèìòù ÅåÆæØø', 27, true],
    ['10 € [a]', 11, true],
    ['Zoë', 3, false],
    ['ça', 2, false],
    ['موعد', 4, false],
    ['🐶', 2, false],
    ['', 0, true],
  ])('counts %j as phones do', (text, length, isGsm) => {
    expect(measureSms(text)).toEqual({ length, isGsm });
  });

  it('has 612 characters of GSM 03.38 or 268 others in four parts', () => {
    expect([maxSmsLength(true), maxSmsLength(false)]).toEqual([612, 268]);
  });

  it.each([
    ['a', 0, 1],
    ['a', 160, 1],
    ['a', 161, 2],
    ['a', 306, 2],
    ['a', 307, 3],
    ['€', 80, 1],
    ['€', 81, 2],
    ['م', 70, 1],
    ['م', 71, 2],
    ['م', 134, 2],
    ['🐶', 35, 1],
    ['🐶', 36, 2],
  ])('needs for %j, %i times, %i parts', (character, count, parts) => {
    expect(countSmsParts(character.repeat(count))).toBe(parts);
  });
});
