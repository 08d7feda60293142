import { expect, onTestFinished, test, vi } from 'vitest';
import { factsText, listText } from './list-text.ts';

test('a list names its things in their order', () => {
  expect(listText(['vets', 'visit types', 'pets'])).toBe('vets, visit types, pets');
  expect(listText(['vets'])).toBe('vets');
  expect(listText([])).toBe('');
});

test('facts stand side by side, without those that are not known', () => {
  expect(factsText(['Dog', null, 'Labrador', '', undefined, '7 years old'])).toBe('Dog, Labrador, 7 years old');
  expect(factsText(['', null])).toBe('');
});

test('a fact in letters from right to left turns neither its neighbours nor their numbers', () => {
  expect(factsText(['Dog', 'لولو', '7 years old'])).toBe('Dog, \u2068لولو\u2069, 7 years old');
});

test('on a page from right to left it is those in Latin letters that are isolated', async () => {
  vi.resetModules();
  vi.doMock('#app/language/shown-language.ts', () => ({ shownLanguage: { direction: 'rtl' }, shownLocale: 'en' }));
  onTestFinished(() => {
    vi.doUnmock('#app/language/shown-language.ts');
    vi.resetModules();
  });
  const { factsText: fromRight } = await import('./list-text.ts');
  expect(fromRight(['Cat', 'لولو', '١٤ سنة', '8:00'])).toBe('\u2068Cat\u2069, لولو, ١٤ سنة, 8:00');
});
