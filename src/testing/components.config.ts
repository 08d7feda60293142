import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { chromiumArguments, findBrowser } from '../../e2e/find-browser.js';
import { environmentWithFonts } from '../../e2e/fonts.js';
import { languages } from '../app/language/languages.build.ts';
import { sourceAndLicences } from '../release/source-and-licences.build.ts';

// The app as it is shipped: React's development build, which looks where everything comes from, takes twice the time.
process.env['NODE_ENV'] = 'production';

/** Its zone is far from those of the stores, whose own times the app tells. */
const chromium = (fonts: 'wide' | 'narrow') =>
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
    contextOptions: { locale: 'en-GB', timezoneId: 'Asia/Tokyo' },
  });

/** Each language but English in a page of its own, in which its browser's tests are loaded: the app has one language a page. */
const inLanguages = { name: 'own languages', include: ['src/testing/languages/*.browser.test.tsx'] };
const testsInLanguages = [
  'src/app/language/languages.browser.test.tsx',
  'src/app/features/board/right-to-left.browser.test.tsx',
  'src/app/features/board/list/day-list.browser.test.tsx',
];

/** Files in which what is shown follows from the width of its letters: in the narrow font once more, in the wide one with all others. */
const measuring = [
  'src/app/components/filter-combobox.browser.test.tsx',
  'src/app/features/board/{calendar/board-calendar,calendar/blocks,day-views}.browser.test.tsx',
  'src/app/features/finder/appointment-names.browser.test.tsx',
  'src/app/features/search/search-dialog.browser.test.tsx',
  'src/app/features/settings/settings.browser.test.tsx',
];

/** Browsers beside the one that most files share, in groups that follow one another: more at a time take longer. */
const otherBrowsers = [
  [
    // React's development build warns of what the shipped one lets pass.
    {
      name: 'own development',
      include: ['src/app/routes/screens.browser.test.tsx', 'src/app/language/pseudo.browser.test.tsx'],
    },
    { name: 'own narrow letters', include: measuring, provider: chromium('narrow') },
  ],
  [inLanguages],
].flatMap((group, index) =>
  group.map((instance) => ({
    ...instance,
    browser: 'chromium' as const,
    // One page at a time: a second would load the whole app once more.
    maxWorkers: 1,
    sequence: { groupOrder: 1 + index },
  })),
);

/** A page for each file, which the configuration of one browser among several has no word for. */
const languagesApart: Plugin = {
  name: 'languages-apart',
  configureVitest({ project }) {
    if (project.name === inLanguages.name) project.config.browser.isolate = true;
  },
};

/** Tests of what one screen decides by itself: the app in a real browser, over a practice that is held in memory. */
export default defineConfig({
  plugins: [react(), ...languages(), tailwindcss(), sourceAndLicences(), languagesApart],
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
    testTimeout: 60_000,
    // As the journeys do where many builds share a machine; what passes then is reported as tried again.
    retry: process.env['CI'] ? 1 : 0,
    expect: { poll: { timeout: 15_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1280, height: 800 },
      provider: chromium('wide'),
      instances: [
        {
          browser: 'chromium',
          name: 'shared',
          exclude: [
            ...testsInLanguages,
            ...otherBrowsers.flatMap(({ include }) => (include === measuring ? [] : include)),
          ],
        },
        ...otherBrowsers,
      ],
    },
  },
});
