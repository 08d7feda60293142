import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('if the browser reports its languages, the slow lookup by Intl is skipped', async () => {
  vi.resetModules();
  vi.stubGlobal('navigator', { languages: ['ja', 'de-AT'] });
  const constructed = vi.spyOn(Intl, 'DateTimeFormat');
  const { shownLanguage, shownLocale } = await import('./shown-language.ts');
  expect([shownLanguage.tag, shownLocale]).toEqual(['de', 'de-AT']);
  expect(constructed).not.toHaveBeenCalled();
});

test('without a browser the locale is that of Intl', async () => {
  vi.resetModules();
  vi.stubGlobal('navigator', undefined);
  const { shownLocale } = await import('./shown-language.ts');
  expect(new Intl.DateTimeFormat(shownLocale).resolvedOptions().locale).toBe(shownLocale);
});
