import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseLanguage, languages, localeOf } from './languages.ts';

const chosen = (tag: string | null, preferred: string[]) => chooseLanguage(tag, preferred).tag;

test('the chosen language wins, then the browser’s languages in order, then English', () => {
  expect(chosen('fr', ['de-AT', 'en'])).toBe('fr');
  expect(chosen(null, ['ja', 'de-AT', 'en'])).toBe('de');
  expect(chosen(null, ['ar-EG'])).toBe('ar');
  expect(chosen('xx', ['nl'])).toBe('nl');
  expect(chosen(null, ['ja', 'not a tag'])).toBe('en');
  expect(chosen(null, [])).toBe('en');
});

test('dates follow the browser’s own variant, otherwise the conventions of its region', () => {
  expect(localeOf('de', ['en-US', 'de-AT'])).toBe('de-AT');
  expect(localeOf('en', ['ja'])).toBe('en-JP');
  expect(localeOf('ar', ['de-DE'])).toBe('ar-DE');
  expect(localeOf('en', ['not a tag'])).toBe('en');
});

test('whatever a browser requests, the locale is valid for Intl and in the language', () => {
  const tags = languages.map(({ tag }) => tag);
  fc.assert(
    fc.property(
      fc.constantFrom(...tags),
      fc.array(fc.oneof(fc.string(), fc.constantFrom('pt-BR', 'zh-Hant-TW'))),
      (tag, preferred) => {
        const locale = localeOf(tag, preferred);
        expect(new Intl.DateTimeFormat(locale).resolvedOptions().locale.split('-')[0]).toBe(tag);
      },
    ),
  );
});
