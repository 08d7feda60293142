import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumArguments, findBrowser } from '../../e2e/find-browser.js';
import { environmentWithFonts } from '../../e2e/fonts.js';
import { languages } from '../app/language/languages.build.ts';
import type { Language } from '../app/language/languages.ts';
import { sourceAndLicences } from '../release/source-and-licences.build.ts';

// The app as it is shipped: React's development build, which looks where everything comes from, takes twice the time.
process.env['NODE_ENV'] = 'production';

/** Its zone is far from those of the stores, whose own times the app tells. */
const browserIn = (locale: string, fonts: 'wide' | 'narrow' = 'wide') =>
  playwright({
    launchOptions: {
      executablePath: findBrowser(),
      args: chromiumArguments,
      env: environmentWithFonts(fonts),
      // They end with the process, which Vitest ends by itself; listeners of each would be more than Node warns of.
      handleSIGTERM: false,
    },
    // A click that waits for its target says for which, instead of being ended without a word with its test.
    actionTimeout: 15_000,
    contextOptions: { locale, timezoneId: 'Asia/Tokyo' },
  });

/** Run once for each language but English, in a browser that asks for it. */
const languageTests = 'src/app/language/languages.browser.test.tsx';
/** Their locales, and what is tested in one of them alone. */
const inLanguages: Record<Exclude<Language['tag'], 'en'>, { locale: string; alone?: string }> = {
  ar: { locale: 'ar-EG', alone: 'src/app/features/board/right-to-left.browser.test.tsx' },
  de: { locale: 'de-AT' },
  // The longest times of all: `12:00 p. m. – 12:30 p. m.`
  es: { locale: 'es-CO', alone: 'src/app/features/board/list/day-list.browser.test.tsx' },
  fr: { locale: 'fr-FR' },
  nl: { locale: 'nl-BE' },
};

function inLanguage(tag: keyof typeof inLanguages) {
  const { locale, alone } = inLanguages[tag];
  return {
    name: locale,
    include: alone === undefined ? [languageTests] : [languageTests, alone],
    provider: browserIn(locale),
  };
}

/** Files in which what is shown follows from the width of its letters: in the narrow font once more, in the wide one with all others. */
const measuring = [
  'src/app/components/filter-combobox.browser.test.tsx',
  'src/app/features/board/{calendar/board-calendar,calendar/block-text,day-views}.browser.test.tsx',
  'src/app/features/finder/appointment-names.browser.test.tsx',
  'src/app/features/search/search-dialog.browser.test.tsx',
  'src/app/features/settings/settings.browser.test.tsx',
];

/** Browsers beside the one that most files share, in groups that follow one another: more at a time take longer. */
const otherBrowsers = [
  [
    // React's development build warns of what the shipped one lets pass.
    {
      name: 'development',
      include: ['src/app/routes/screens.browser.test.tsx', 'src/app/language/pseudo.browser.test.tsx'],
    },
    { name: 'narrow letters', include: measuring, provider: browserIn('en-GB', 'narrow') },
  ],
  [inLanguage('ar'), inLanguage('es'), inLanguage('nl')],
  [inLanguage('de'), inLanguage('fr')],
].flatMap((group, index) =>
  group.map((instance) => ({
    ...instance,
    name: `own ${instance.name}`,
    browser: 'chromium' as const,
    // One page each: a second would load the whole app once more.
    maxWorkers: 1,
    sequence: { groupOrder: 1 + index },
  })),
);

/** Tests of what one screen decides by itself: the app in a real browser, over a practice that is held in memory. */
export default defineConfig({
  plugins: [react(), ...languages(), tailwindcss(), sourceAndLicences()],
  optimizeDeps: {
    entries: ['index.html', 'src/testing/app-in-memory.tsx', 'src/testing/accessible.ts'],
    // Found while tests run, it would load the page anew under them; which browsers load it is decided there.
    include: ['temporal-polyfill', 'temporal-polyfill/global'],
    // Both builds of the libraries are there, for each file to choose from (src/testing/react-in-development.ts).
    rolldownOptions: {
      transform: { define: { 'process.env.NODE_ENV': '(globalThis.buildOfLibraries ?? "production")' } },
    },
  },
  test: {
    include: ['src/**/*.browser.test.tsx'],
    restoreMocks: true,
    setupFiles: ['src/testing/shipped-texts.ts', 'src/testing/undrawn.ts'],
    // The files share a page and its modules: loading the app anew for each would cost a quarter of the time.
    isolate: false,
    // Two files at a time: by itself it takes half of the cores.
    maxWorkers: 2,
    // Far above what any test needs on a busy machine: it ends what hangs.
    testTimeout: 30_000,
    // As the journeys do where many builds share a machine; what passes then is reported as tried again.
    retry: process.env['CI'] ? 1 : 0,
    expect: { poll: { timeout: 15_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1280, height: 800 },
      provider: browserIn('en-GB'),
      instances: [
        {
          browser: 'chromium',
          name: 'shared',
          exclude: otherBrowsers.flatMap(({ include }) => (include === measuring ? [] : include)),
        },
        ...otherBrowsers,
      ],
    },
  },
});
