import { basename } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumArguments, findBrowser } from './e2e/find-browser.js';
import { languages } from './languages.build.ts';
import type { Language } from './src/app/language/languages.ts';

// The app as it is shipped: React's development build, which looks where everything comes from, takes twice the time.
process.env['NODE_ENV'] = 'production';

/** These replace a module or take another build of React, which must be before the app is loaded: each has a page of its own. */
const ownPage = [
  'src/app/features/board/day-list.browser.test.tsx',
  'src/app/features/board/right-to-left.browser.test.tsx',
  'src/app/features/change/early-keys.browser.test.tsx',
  'src/app/language/pseudo.browser.test.tsx',
  'src/app/routes/screens.browser.test.tsx',
];

/** Run once for each language but English, in a browser that asks for it. */
const languageTests = 'src/app/language/languages.browser.test.tsx';
const locales: Record<Exclude<Language['tag'], 'en'>, string> = {
  de: 'de-AT',
  fr: 'fr-FR',
  es: 'es-MX',
  nl: 'nl-BE',
  ar: 'ar-EG',
};

/** Its zone is far from those of the stores, whose own times the app tells. */
const browserIn = (locale: string) =>
  playwright({
    launchOptions: { executablePath: findBrowser(), args: chromiumArguments },
    contextOptions: { locale, timezoneId: 'Asia/Tokyo' },
  });

/** Pages beside the one that most files share; two of them are open at a time. */
const ownPages = [
  ...ownPage.map((file) => ({ name: basename(file), include: [file] })),
  ...Object.values(locales).map((locale) => ({ name: locale, include: [languageTests], provider: browserIn(locale) })),
].map((instance, index) => ({
  ...instance,
  browser: 'chromium' as const,
  sequence: { groupOrder: 1 + Math.floor(index / 2) },
}));

/** Tests of what one screen decides by itself: the app in a real browser, over a practice that is held in memory. */
export default defineConfig({
  plugins: [react(), ...languages(), tailwindcss()],
  optimizeDeps: {
    entries: ['index.html', 'src/testing/app-in-memory.tsx', 'src/testing/accessible.ts'],
    // Both builds of the libraries are there, for each file to choose from (src/testing/react-in-development.ts).
    rolldownOptions: {
      transform: { define: { 'process.env.NODE_ENV': '(globalThis.buildOfLibraries ?? "production")' } },
    },
  },
  test: {
    include: ['src/**/*.browser.test.tsx'],
    restoreMocks: true,
    setupFiles: 'src/testing/shipped-texts.ts',
    // The files share a page and its modules: loading the app anew for each would cost a quarter of the time.
    isolate: false,
    // Two files at a time: by itself it takes half of the cores.
    maxWorkers: 2,
    // Far above what any test needs on a busy machine: it ends what hangs.
    testTimeout: 30_000,
    expect: { poll: { timeout: 15_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1280, height: 800 },
      provider: browserIn('en-GB'),
      instances: [{ browser: 'chromium', exclude: [...ownPage, languageTests] }, ...ownPages],
    },
  },
});
