import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { madeSince, workingDay } from './booking-form.ts';
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

const languages = [
  { tag: 'de', locale: 'de-AT' },
  { tag: 'fr', locale: 'fr-FR' },
  { tag: 'es', locale: 'es-MX' },
  { tag: 'nl', locale: 'nl-BE' },
  { tag: 'ar', locale: 'ar-EG' },
];

for (const { tag, locale } of languages) {
  test.describe(`a browser in ${locale}`, () => {
    test.use({ locale });
    test('shows its language, on wide and narrow screens', async ({ page, product }) => {
      const said = await translationsOf(tag);
      const { store, date } = await workingDay(product);
      const widths = [1280, 390];
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto(`/?store=${store.id}&date=${date}`);
        await ready(page);
        await expect(page.locator('html')).toHaveAttribute('lang', tag);
        await expect(page.locator('html')).toHaveAttribute('dir', tag === 'ar' ? 'rtl' : 'ltr');
        await expectAccessible(page, `the board, ${width} pixels wide`, { rules: 'all but contrast' });
      }
      for (const [address, title] of [
        ['/settings', said('Settings')],
        ['/appointments', said('Appointments')],
      ] as const) {
        await page.goto(address);
        await expect(page).toHaveTitle(new RegExp(`^${title}`));
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 });
          await expectAccessible(page, `${address}, ${width} pixels wide`, { rules: 'all but contrast' });
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        }
      }
    });
  });
}

for (const { tag, locale } of languages.filter(({ tag: one }) => one === 'de' || one === 'ar')) {
  test.describe(`by keyboard in ${locale}`, () => {
    test.use({ locale });
    test('an appointment is booked', async ({ page, product }) => {
      const said = await translationsOf(tag);
      const { store, date } = await workingDay(product);
      await page.goto(`/?store=${store.id}&date=${date}`);
      await ready(page);
      const began = Date.now();
      await page.keyboard.press('n');
      const form = page.getByRole('dialog', { name: said('New appointment') });
      await expect(form.getByRole('combobox', { name: said('Pet'), exact: true })).toBeFocused();
      await expectAccessible(page, 'the form', { rules: 'all but contrast' });
      await page.keyboard.type('be');
      await expect(page.getByRole('option').first()).toBeVisible();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await page.keyboard.type('vac');
      const start = form.getByRole('textbox', { name: said('Start'), exact: true });
      await expect(async () => {
        await page.keyboard.press('Tab');
        await expect(start).toBeFocused({ timeout: 100 });
      }).toPass();
      await page.keyboard.type(tag === 'ar' ? '١٠:٤٥' : '10.45 Uhr');
      await page.keyboard.press('Control+Enter');
      await expect(form).toBeHidden();
      const made = await madeSince(product, began);
      expect(made).toHaveLength(1);
      const minutes = await page.evaluate(
        ([instant = '', timeZone = '']) =>
          new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' }).format(Date.parse(instant)),
        [made[0]?.start, store.timeZone],
      );
      expect(minutes).toBe('10:45');
      await expect(page.locator(`[data-appointment="${made[0]?.id}"]`)).toBeFocused();
    });
  });
}

test.describe('of the languages', () => {
  test.use({ locale: 'de-DE', serviceWorkers: 'allow' });
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

  test('another is chosen in the settings, and stays until it is given back', async ({ page }) => {
    await page.goto('/settings');
    const german = await translationsOf('de');
    const dutch = await translationsOf('nl');
    await page
      .getByRole('group', { name: german('Language') })
      .getByRole('radio', { name: 'Nederlands' })
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(dutch('Settings'));
    await page.goto('/');
    await ready(page);
    await expect(page.locator('html')).toHaveAttribute('lang', 'nl');
    await page.goto('/settings');
    await page
      .getByRole('group', { name: dutch('Language') })
      .getByRole('radio')
      .first()
      .click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  });
});

test.describe('from right to left', () => {
  test.use({ locale: 'ar' });
  test('the hours and the first column are at the right, and names keep their own direction', async ({
    page,
    product,
  }) => {
    const { store, date } = await workingDay(product);
    await page.goto(`/?store=${store.id}&date=${date}`);
    await ready(page);
    const boxes = await page
      .getByRole('columnheader')
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().x));
    expect(boxes.length).toBeGreaterThan(1);
    expect(boxes).toEqual([...boxes].sort((one, other) => other - one));
    const hour = await page.locator('[data-time="10:00:00"]').first().boundingBox();
    expect(hour?.x).toBeGreaterThan(boxes[0] ?? Number.POSITIVE_INFINITY);
    const directions = await page
      .locator('[data-appointment]')
      .first()
      .evaluate((block) => [...block.querySelectorAll('bdi, [dir]')].length);
    expect(directions).toBeGreaterThan(0);
  });
});
