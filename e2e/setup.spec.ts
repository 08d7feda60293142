import type { Locator } from '@playwright/test';
import { startProduct } from '#testing/built-product.ts';
import { expect, test } from './harness.ts';

test.use({
  baseURL: 'http://127.0.0.1',
  permissions: ['clipboard-read', 'clipboard-write'],
  // The browser logs that a page without a session is refused.
  expectConsole: [/status of 401/],
});

test('a practice is set up from an empty folder and receives a booking, by keyboard alone', async ({ page }) => {
  const { product, dispose } = await startProduct(['start', '--no-demo']);
  const press = (key: string) => page.keyboard.press(key);
  const type = (text: string) => page.keyboard.type(text);
  /** Tabs to a control, and presses it if it is a button. */
  async function go(target: Locator) {
    await expect(target).toBeVisible();
    const isThere = () => target.evaluate((element) => element === document.activeElement);
    for (let tabs = 0; tabs < 12 && !(await isThere()); tabs += 1) await press('Tab');
    await expect(target).toBeFocused();
    if (await target.evaluate((element) => element.tagName === 'BUTTON')) await press('Enter');
  }
  try {
    const link = () => /http:\S+\/setup#\S+/.exec(product.shown.join('\n'))?.[0];
    await expect.poll(link).toBeDefined();
    await page.goto(link() ?? '');
    const name = page.getByLabel('Name of the practice');
    await expect(name).toBeVisible();
    expect(page.url()).not.toContain('#');
    await press('Tab');
    await expect(name).toBeFocused();
    await type('Willow Vets');
    await press('Enter');
    await expect(page.getByLabel('Your first name')).toBeFocused();
    await type('Kim');
    await press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Willow Vets');
    await go(page.getByRole('button', { name: 'Copy key' }));
    await expect(page.getByText('Copied')).toBeVisible();
    await go(page.getByRole('button', { name: 'Book the first appointment' }));

    const form = page.getByRole('dialog', { name: 'New appointment' });
    await expect(form.getByRole('combobox', { name: 'Pet', exact: true })).toBeFocused();
    await type('Rosa Kaufman');
    await expect(page.getByRole('option', { name: 'New client and pet' })).toBeVisible();
    await press('Enter');
    const registration = form.getByRole('group', { name: 'New client and pet' });
    await go(registration.getByRole('textbox', { name: 'Pet’s name' }));
    await type('Pixel');
    await go(registration.getByRole('textbox', { name: 'Species' }));
    await type('cat');
    await press('Enter');
    await expect(registration.getByLabel('Breed')).toBeFocused();
    await go(form.getByRole('combobox', { name: 'Visit type' }));
    await type('Vac');
    await press('Enter');
    await press('Control+Enter');
    await expect(form).toBeHidden();
    // After closing time the booking is on another day, which the notice links to.
    await expect(page.getByText(/^Booked: .*Pixel/)).toBeVisible();

    await expect(page.getByRole('button', { name: /^Next steps, \d of 5$/ })).toBeVisible();

    // A browser without the session must sign in with a key.
    await page.context().clearCookies();
    await page.goto(product.url);
    await expect(page.getByRole('heading', { name: 'Sign in to Frontdesk' })).toBeVisible();
  } finally {
    await page.close();
    await dispose();
  }
});
