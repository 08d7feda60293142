import { join } from 'node:path';
import { defineConfig, type Project } from '@playwright/test';
import { otherBrowsers } from './e2e/find-browser.js';
import chromium from './playwright.config.ts';

/** The journeys of the board, the booking and the sign-in in the browsers of other engines that are installed. */
const projects = otherBrowsers().flatMap(({ engine, driver, path }): Project[] => {
  if (path === undefined) return [];
  if (driver === 'webdriver') return [{ name: engine, testMatch: 'webkitgtk.journeys.ts' }];
  const env = { ...process.env, FIREFOX_PATH: path };
  const launchOptions = driver === 'bidi' ? { executablePath: join('e2e', 'firefox-over-bidi.js'), env } : {};
  return [
    {
      name: engine,
      grep: /@every-browser/,
      use: {
        browserName: engine === 'Firefox' ? 'firefox' : 'webkit',
        ...(driver === 'bidi' ? { channel: 'moz-firefox' } : {}),
        launchOptions,
      },
    },
  ];
});

export default defineConfig({ ...chromium, use: { ...chromium.use, launchOptions: {} }, workers: 1, projects });
