import { expectAccessible } from './axe.ts';
import { fullDay, openBoard } from './board.ts';
import { expect, test } from './harness.ts';
import { firstCompany } from './practice.ts';

// Many boards are opened in a minute on one key: what reads ahead is told to wait, which the browser logs.
test.use({ expectConsole: [/status of 429/] });

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
      await expectAccessible(page, view);
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
  await expectAccessible(page, 'details');
  await page.getByRole('search', { name: 'Filters' }).getByRole('combobox', { name: 'Vet' }).click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectAccessible(page, 'vet filter');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Store:/ }).click();
  await expectAccessible(page, 'stores');
  await openBoard(page, `/?store=${store.id}&date=2041-01-01`);
  await expect(page.getByText('Showing 0 of 0')).toBeVisible();
  await expectAccessible(page, 'empty day');
});
