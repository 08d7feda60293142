import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './harness.ts';

/** The files with the app's texts of a language. */
const filesOf = (tag: string) =>
  readdirSync(join('dist', 'client', 'assets'))
    .filter((name) => /^-(?:first|rest)-[\w-]+\.js$/.test(name.slice(tag.length)) && name.startsWith(tag))
    .map((name) => `/assets/${name}`);

const board = (page: Page) => page.locator('main[aria-busy]');
const ready = (page: Page) => expect(board(page)).toHaveAttribute('aria-busy', 'false');

test.use({ locale: 'de-DE', serviceWorkers: 'allow', expectConsole: [/ERR_INTERNET_DISCONNECTED/] });

test('the page loads only the displayed language; another can be chosen without a network, and stays until it is reset', async ({
  page,
  context,
}) => {
  const workers = new Set<string>();
  context.on('serviceworker', (worker) => workers.add(worker.url()));
  const requested = new Set<string>();
  page.on('request', (request) => requested.add(new URL(request.url()).pathname));
  await page.goto('/settings');
  await page.evaluate(async () => navigator.serviceWorker.ready);
  await expect.poll(() => filesOf('de').filter((file) => !requested.has(file))).toEqual([]);
  const others = ['ar', 'en', 'es', 'fr', 'nl'].flatMap(filesOf);
  expect(others).toHaveLength(10);
  expect(others.filter((file) => requested.has(file))).toEqual([]);

  await context.setOffline(true);
  await page.getByRole('radiogroup', { name: 'Sprache' }).getByRole('radio', { name: 'العربية' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');

  await context.setOffline(false);
  await page.goto('/');
  await ready(page);
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  const columns = await page
    .getByRole('columnheader')
    .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().x));
  expect(columns.length).toBeGreaterThan(1);
  expect(columns).toEqual([...columns].sort((one, other) => other - one));
  // A service worker that replaces another while a page is loading can prevent that page from ever arriving. The settings are
  // among the files that are loaded when the calendar has settled, as is the worker.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/settings-page-')),
  );
  expect(workers.size).toBe(1);
  await page.goto('/settings');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('الإعدادات');
  await page.getByRole('radiogroup', { name: 'اللغة' }).getByRole('radio').first().click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
});
