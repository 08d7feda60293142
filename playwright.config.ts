import { defineConfig } from '@playwright/test';
import { chromiumArguments } from './e2e/find-browser.js';
import { environmentWithFonts } from './e2e/fonts.js';

/** Browser tests: every test has a desk of its own on the practice of its worker, and two at a time fit two cores. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  // The built product runs as it is shipped.
  build: { external: ['**/dist/**'] },
  outputDir: 'test-results',
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
    launchOptions: {
      ...(process.env['CHROMIUM_PATH'] === undefined ? {} : { executablePath: process.env['CHROMIUM_PATH'] }),
      args: chromiumArguments,
      env: environmentWithFonts('wide'),
    },
  },
});
