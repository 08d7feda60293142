import { defineConfig } from '@playwright/test';
import journeys from '../playwright.config.ts';

/** The journeys that run in every browser, in Playwright's Firefox and WebKit (`npx playwright install firefox webkit`). */
export default defineConfig({
  ...journeys,
  testDir: '.',
  globalSetup: './seed.ts',
  outputDir: '../test-results',
  workers: 1,
  grep: /@every-browser/,
  use: { ...journeys.use, launchOptions: {} },
  projects: [
    { name: 'Firefox', use: { browserName: 'firefox' } },
    { name: 'WebKit', use: { browserName: 'webkit' } },
  ],
});
