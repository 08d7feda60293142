import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('without a browser the locale is that of Intl', async () => {
  vi.resetModules();
  vi.stubGlobal('navigator', undefined);
  const { shownLocale } = await import('./shown-language.ts');
  expect(new Intl.DateTimeFormat(shownLocale).resolvedOptions().locale).toBe(shownLocale);
});
