import { fullDay, openBoard } from './board.ts';
import { expect, test } from './harness.ts';
import { firstCompany } from './listed-records.ts';

test('a filtered day prints what it is filtered by, with phone numbers', async ({ page, product }) => {
  const { store } = await firstCompany(product);
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  await openBoard(page, `/?store=${store.id}&date=${fullDay(store.timeZone)}&view=list&status=completed`);
  const matches = page.locator('[data-appointment]:not([data-faded])');
  await expect(matches.first()).toBeVisible();
  const [shown, all] = [await matches.count(), await page.locator('[data-appointment]').count()];
  expect(shown).toBeLessThan(all);

  await page.keyboard.press('Control+p');
  await expect(page.locator('html[data-printed]')).toBeAttached();
  await page.emulateMedia({ media: 'print' });
  const sheet = page.locator('.day-sheet');
  await expect(sheet).toContainText(`${shown} of ${all} visits · Status: Completed`);
  await expect(sheet.locator('tbody tr').filter({ hasText: 'Completed' })).toHaveCount(shown);
  await expect(sheet.locator('tbody tr').filter({ hasText: '555-' }).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'List' })).toBeHidden();
});
