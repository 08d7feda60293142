import { expect, onTestFinished, test, vi } from 'vitest';
import { factsText, listText } from './list-text.ts';

test('a list names its items in order', () => {
  expect(listText(['vets', 'visit types', 'pets'])).toBe('vets, visit types, pets');
  expect(listText(['vets'])).toBe('vets');
  expect(listText([])).toBe('');
});

test('facts are shown side by side, without empty ones', () => {
  expect(factsText(['Dog', null, 'Labrador', '', undefined, '7 years old'])).toBe('Dog, Labrador, 7 years old');
  expect(factsText(['', null])).toBe('');
});

test('a right-to-left fact affects neither its neighbours nor their numbers', () => {
  expect(factsText(['Dog', 'لولو', '7 years old'])).toBe('Dog, \u2068لولو\u2069, 7 years old');
});

test('on a right-to-left page, facts in Latin letters are isolated', async () => {
  vi.resetModules();
  vi.doMock('#app/language/shown-language.ts', () => ({ shownLanguage: { direction: 'rtl' }, shownLocale: 'en' }));
  onTestFinished(() => {
    vi.doUnmock('#app/language/shown-language.ts');
    vi.resetModules();
  });
  const { factsText: fromRight } = await import('./list-text.ts');
  expect(fromRight(['Cat', 'لولو', '١٤ سنة', '8:00'])).toBe('\u2068Cat\u2069, لولو, ١٤ سنة, 8:00');
});
