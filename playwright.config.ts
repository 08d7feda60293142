import { defineConfig } from '@playwright/test';
import { chromiumArguments, findBrowser } from './e2e/find-browser.js';
import { environmentWithFonts } from './e2e/fonts.js';

const isCI = Boolean(process.env['CI']);

/** The journeys through the built product. Each has its own desk on the practice of its worker; two at a time suit two cores. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  globalSetup: './e2e/seed.ts',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: false,
  forbidOnly: isCI,
  // A shared CI machine may stall for seconds. Tests that pass on a retry are listed as flaky at the end.
  retries: isCI ? 1 : 0,
  maxFailures: isCI ? 0 : 3,
  // Far above what any step needs on a busy machine: these end what hangs.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    // Animations are irrelevant here, and drawing them takes a tenth of the time.
    contextOptions: { reducedMotion: 'reduce' },
    // A service worker would fetch the whole app for each journey; journeys about it allow it.
    serviceWorkers: 'block',
    // Recording costs a sixth of the time. Locally, where nothing is retried, use --trace=retain-on-failure.
    trace: 'on-first-retry',
    launchOptions: { executablePath: findBrowser(), args: chromiumArguments, env: environmentWithFonts('wide') },
  },
});
