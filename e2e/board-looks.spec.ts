import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { fullDay, openBoard } from './board.ts';
import { expect, test } from './harness.ts';
import { firstCompany } from './practice.ts';

// Many boards are opened in a minute on one key: what reads ahead is told to wait, which the browser logs.
test.use({ expectConsole: [/status of 429/] });

async function expectClean(page: Page, what: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`);
  expect(found, what).toEqual([]);
}

const desk = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

for (const { scheme, size, views } of [
  { scheme: 'light', size: desk, views: ['rooms', 'week', 'overview', 'flow'] },
  { scheme: 'dark', size: desk, views: ['rooms', 'overview', 'flow'] },
  { scheme: 'light', size: phone, views: ['rooms'] },
] as const) {
  test(`views are accessible, ${scheme}, ${size.width} pixels wide`, async ({ page, product }) => {
    const { store } = await firstCompany(product);
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.setViewportSize(size);
    for (const view of views) {
      await openBoard(page, `/?store=${store.id}&view=${view}`);
      await expectClean(page, view);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    }
  });
}

test('details, lists and an empty day are accessible', async ({ page, product }) => {
  const { store } = await firstCompany(product);
  await openBoard(page, `/?store=${store.id}&date=${fullDay(store.timeZone)}`);
  await page.locator('[data-appointment]').first().click();
  await expect(page.getByRole('complementary', { name: 'Appointment' })).toBeVisible();
  await expectClean(page, 'details');
  await page.getByRole('combobox', { name: 'Vet' }).click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectClean(page, 'vet filter');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Store:/ }).click();
  await expectClean(page, 'stores');
  await openBoard(page, `/?store=${store.id}&date=2041-01-01`);
  await expect(page.getByText('Showing 0 of 0')).toBeVisible();
  await expectClean(page, 'empty day');
});
