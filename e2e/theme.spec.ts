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

test('the outline of the screen is painted in the chosen theme and direction before the app has come', async ({
  page,
}) => {
  await page.goto('/settings');
  await page.getByRole('radio', { name: 'Dark' }).check();
  const dark = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.evaluate(() => localStorage.setItem('frontdesk.language', 'ar'));
  await page.route(/\/assets\/first-(?!paint)[^/]*\.js$/, () => undefined);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('#root main .calendar-scroller')).toBeVisible();
  await expect(page.locator('body')).toHaveCSS('background-color', dark);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
});
