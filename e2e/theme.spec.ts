import { expect, test } from './harness.ts';

test('a chosen theme holds whatever the computer is set to, in the outline that is painted before the app has come, too', async ({
  page,
}) => {
  await page.goto('/settings');
  await page.getByRole('radio', { name: 'Dark' }).check();
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await ground();
  await page.getByRole('radio', { name: 'Light' }).check();
  expect(await ground()).not.toBe(dark);
  await page.getByRole('radio', { name: 'Dark' }).check();
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await ground()).toBe(dark);
  await page.evaluate(() => localStorage.setItem('frontdesk.language', 'ar'));
  await page.route(/\/assets\/first-(?!paint)[^/]*\.js$/, () => undefined);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('#root main .calendar-scroller')).toBeVisible();
  await expect(page.locator('body')).toHaveCSS('background-color', dark);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
});
