import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isBeginningOfPhone, isCompletePhone, isSamePhone, readPhone, readPhoneParam } from './phone.ts';

const national = fc
  .tuple(fc.integer({ min: 1, max: 9 }), fc.stringMatching(/^\d{8,9}$/))
  .map(([first, rest]) => `${first}${rest}`);
const country = fc.constantFrom('49', '33', '31', '34', '44', '1', '20');
const separator = fc.constantFrom('', ' ', '-', '.', '/', ' - ', '\u00a0', '\u2011');
const extension = fc.constantFrom(
  '',
  ' ext. 12',
  ' x12',
  ', 12',
  '#12',
  ' DW 12',
  ' poste 12',
  ' toestel 12',
  ';ext=12',
);

/** A number in one of its spellings. */
const spelling = (number: string, code: string) =>
  fc.tuple(fc.nat(4), separator, extension, fc.nat({ max: number.length - 2 })).map(([form, sign, after, at]) => {
    const body = `${number.slice(0, at + 1)}${sign}${number.slice(at + 1)}`;
    const forms = [
      `0${body}`,
      `+${code} ${body}`,
      `00${code} ${body}`,
      `+${code} (0)${body}`,
      `(0${number.slice(0, 3)}) ${number.slice(3)}`,
    ];
    return `${forms[form]}${after}`;
  });
const twoSpellings = fc
  .tuple(national, country)
  .chain(([number, code]) => fc.tuple(spelling(number, code), spelling(number, code)));

test('all spellings of a number are the same, and have one ending, by which a practice API finds it', () => {
  fc.assert(
    fc.property(twoSpellings, ([typed, onFile]) => {
      const number = readPhone(typed);
      expect([typed, onFile, number && isSamePhone(onFile, number)]).toEqual([typed, onFile, true]);
      expect(readPhone(onFile)?.ending).toBe(number?.ending);
    }),
  );
});

test('the numbers of two lines differ', () => {
  const number = readPhone('+49 171 2345678');
  if (!number) throw new Error('It is a number.');
  expect(isSamePhone('0172 2345678', number)).toBe(false);
  expect(isSamePhone('0171 2345679', number)).toBe(false);
  expect(isSamePhone(null, number)).toBe(false);
  expect(isSamePhone('5678', number)).toBe(false);
  expect(isSamePhone('234 5678', number)).toBe(true);
});

test('the last digits are compared from the end, and are not a whole number', () => {
  const part = readPhone('5678');
  expect(part && isSamePhone('+49 171 2345678', part)).toBe(true);
  expect(part && isCompletePhone(part)).toBe(false);
});

test('a number is a beginning until it has the digits of an area code or a country code as well', () => {
  for (const text of ['0', '046', '0463 540', '(555) 010-1', '912 345', '+43 463 540 1', '0043 463 5401', '٠١٧١'])
    expect([text, isBeginningOfPhone(text)]).toEqual([text, true]);
  for (const text of [
    '0463 540 123',
    '(555) 010-1234',
    '20 12 34 56',
    '+45 20 12 34 56',
    '24.11.',
    'Bella',
    'a12',
    '+',
    '',
  ])
    expect([text, isBeginningOfPhone(text)]).toEqual([text, false]);
});

test('Arabic digits, brackets and a telephone address are read', () => {
  for (const text of ['٠١٧١ ٢٣٤٥٦٧٨', 'tel:+491712345678', '[0171] 234_5678', 'Phone: 0171 2345678'])
    expect([text, readPhone(text)?.ending]).toEqual([text, '2345678']);
});

test('names, days and short numbers are not phone numbers', () => {
  for (const text of [
    '',
    'Bella',
    '30',
    '112',
    '24.11.',
    '24/11',
    '24.11.2026',
    '2026-11-24',
    'a1234567',
    '+',
    '1'.repeat(21),
  ])
    expect([text, readPhone(text)]).toEqual([text, null]);
});

test('a plus in a URL that has become a space is a plus again', () => {
  const inAddress = (query: string) => readPhoneParam(new URLSearchParams(query).get('phone') ?? '');
  expect(inAddress('phone=+49 171 2345678')).toBe('+49 171 2345678');
  expect(inAddress('phone=%2B491712345678')).toBe('+491712345678');
  expect(inAddress('phone=tel:+491712345678')).toBe('tel:+491712345678');
  expect(inAddress('phone=0171+2345678')).toBe('0171 2345678');
});
