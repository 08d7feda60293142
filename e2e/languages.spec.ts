import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import type { Page } from '@playwright/test';
import { expect, test } from './harness.ts';

/** What the app says in a language for a text of its code. */
async function translationsOf(tag: string): Promise<(english: string) => string> {
  const [catalogue] = await getCatalogs(getConfig());
  const entries = Object.values((await catalogue?.read(tag)) ?? {});
  return (english) => {
    const entry = entries.find(({ message }) => message === english);
    if (!entry) throw new Error(`the app has no text "${english}"`);
    return entry.translation;
  };
}

/** The files of each language, as the service worker is told. */
function filesOfLanguages(): Record<string, string[]> {
  const worker = readFileSync(join('dist', 'client', 'sw.js'), 'utf8');
  return JSON.parse(/^const RELEASE = (.*);$/m.exec(worker)?.[1] ?? '{}').languages;
}

const board = (page: Page) => page.locator('main[aria-busy]');
const ready = (page: Page) => expect(board(page)).toHaveAttribute('aria-busy', 'false');

test.use({ locale: 'de-DE' });

test.describe('of the languages', () => {
  test.use({ serviceWorkers: 'allow' });
  test('only the shown one is loaded and kept', async ({ page }) => {
    const asked = new Set<string>();
    page.context().on('request', (request) => asked.add(new URL(request.url()).pathname));
    await page.goto('/');
    await ready(page);
    await page.evaluate(async () => navigator.serviceWorker.ready);
    const files = filesOfLanguages();
    expect(Object.keys(files).sort()).toEqual(['ar', 'de', 'en', 'es', 'fr', 'nl']);
    const { de = [], ...others } = files;
    await expect.poll(() => de.filter((file) => !asked.has(file))).toEqual([]);
    expect(
      Object.values(others)
        .flat()
        .filter((file) => asked.has(file) && !de.includes(file)),
    ).toEqual([]);
  });
});

// Without a worker: each language brings another, and while one took the other's place a page stayed empty now and then.
test('another language is chosen in the settings, and stays until it is given back', async ({ page }) => {
  await page.goto('/settings');
  const german = await translationsOf('de');
  const arabic = await translationsOf('ar');
  await page
    .getByRole('group', { name: german('Language') })
    .getByRole('radio', { name: 'العربية' })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(arabic('Settings'));
  await page.goto('/');
  await ready(page);
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  const columns = await page
    .getByRole('columnheader')
    .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().x));
  expect(columns.length).toBeGreaterThan(1);
  expect(columns).toEqual([...columns].sort((one, other) => other - one));
  await page.goto('/settings');
  await page
    .getByRole('group', { name: arabic('Language') })
    .getByRole('radio')
    .first()
    .click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
});
