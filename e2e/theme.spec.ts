import { expectDay } from './board.ts';
import { expect, test } from './harness.ts';

test('a theme that was chosen stays, whatever the computer is set to', async ({ page }) => {
  await page.goto('/settings');
  await page.getByRole('radio', { name: 'Dark' }).check();
  await page.goto('/');
  await expectDay(page);
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await ground();
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await ground()).toBe(dark);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('radio', { name: 'Light' }).check();
  expect(await ground()).not.toBe(dark);
});
