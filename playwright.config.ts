import { defineConfig } from '@playwright/test';
import { chromiumArguments, findBrowser } from './e2e/find-browser.js';
import { environmentWithFonts } from './e2e/fonts.js';

const isCI = Boolean(process.env['CI']);

/** The journeys through the built product. Each has a desk of its own on the practice of its worker; two at a time fit two cores. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  globalSetup: './e2e/seed.ts',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: false,
  forbidOnly: isCI,
  // A machine that builds for many may stall for seconds; what passes then is listed as flaky at the end.
  retries: isCI ? 1 : 0,
  maxFailures: isCI ? 0 : 3,
  // Far above what any step needs on a busy machine: they end what hangs.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    // Animations are irrelevant here, and drawing them takes a tenth of the time.
    contextOptions: { reducedMotion: 'reduce' },
    // It would fetch the whole app for each journey; those about it allow it.
    serviceWorkers: 'block',
    // Recording costs a sixth of the time; where nothing is tried again, ask for it with --trace=retain-on-failure.
    trace: 'on-first-retry',
    launchOptions: { executablePath: findBrowser(), args: chromiumArguments, env: environmentWithFonts('wide') },
  },
});
