import { join } from 'node:path';
import { defineConfig, type Project } from '@playwright/test';
import { chromiumArguments, otherBrowsers } from './find-browser.js';
import { environmentWithFonts } from './fonts.js';

/** All journeys. */
const chromium: Project = {
  name: 'Chromium',
  testMatch: '*.spec.ts',
  use: {
    launchOptions: {
      ...(process.env['CHROMIUM_PATH'] === undefined ? {} : { executablePath: process.env['CHROMIUM_PATH'] }),
      args: chromiumArguments,
      env: environmentWithFonts('wide'),
    },
  },
};

/** The journeys of the board, the booking and the sign-in in the browsers of other engines that are installed. */
const others = otherBrowsers().flatMap(({ engine, driver, path }): Project[] => {
  if (path === undefined) return [];
  if (driver === 'webdriver') return [{ name: engine, workers: 1, testMatch: 'webkitgtk.journeys.ts' }];
  const env = { ...process.env, FIREFOX_PATH: path };
  const launchOptions = driver === 'bidi' ? { executablePath: join('e2e', 'firefox-over-bidi.js'), env } : {};
  return [
    {
      name: engine,
      workers: 1,
      testMatch: '*.spec.ts',
      grep: /@every-browser/,
      use: {
        browserName: engine === 'Firefox' ? 'firefox' : 'webkit',
        ...(driver === 'bidi' ? { channel: 'moz-firefox' } : {}),
        launchOptions,
      },
    },
  ];
});

/** Browser tests: every test has a desk of its own on the practice of its worker, and two at a time fit two cores. */
export default defineConfig({
  testDir: '.',
  projects: [chromium, ...others],
  // The built product runs as it is shipped.
  build: { external: ['**/dist/**'] },
  outputDir: join('..', 'test-results'),
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env['CI']),
  // A machine that builds for many may stall for seconds; what then passes is reported as flaky.
  retries: process.env['CI'] ? 1 : 0,
  // Far above what any step needs on a busy machine: they end what hangs.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    // What moves is not what the journeys are about, and drawing it takes a tenth of their time.
    contextOptions: { reducedMotion: 'reduce' },
    // It would fetch the whole app for each of them; those that are about it allow it.
    serviceWorkers: 'block',
    // Recording costs a sixth of the time; where nothing is tried again, ask for it with --trace=retain-on-failure.
    trace: 'on-first-retry',
  },
});
