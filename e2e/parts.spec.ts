import type { Page } from '@playwright/test';
import { fullDay, openBoard } from './board.ts';
import { bookingDialog } from './booking-form.ts';
import { expect, test } from './harness.ts';
import { firstCompany } from './listed-records.ts';

const petField = (page: Page) => bookingDialog(page).getByRole('combobox', { name: 'Pet' });

test.describe('while a part is on its way', () => {
  test.use({ expectConsole: [/ERR_FAILED|deliberately broken/] });

  test('what is typed goes into it; one that does not come, or breaks, says so in its place', async ({
    page,
    product,
  }) => {
    let gone = true;
    await page.route('**/assets/open-booking-*', (route) => (gone ? route.abort() : route.continue()));
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route('**/assets/open-search-*', async (route) => {
      await arrived;
      await route.continue();
    });
    const { store } = await firstCompany(product);
    const address = `/?store=${store.id}&date=2031-05-06`;
    await openBoard(page, address);

    await page.keyboard.press('n');
    await page.keyboard.type('t?');
    const dialog = bookingDialog(page);
    await expect(dialog.getByRole('alert')).toContainText('could not be loaded');
    await expect(page.getByRole('main', { name: 'Board' })).toBeVisible();
    expect(page.url()).toContain('date=2031-05-06');
    gone = false;
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect(petField(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();

    await page.keyboard.press('Control+k');
    await page.keyboard.type('2031-12-245');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Enter');
    arrive();
    await expect(page).toHaveURL(/date=2031-12-24/);
    await expect(page.getByRole('dialog')).toBeHidden();

    const broken = "export function KeysHelp() { throw new Error('deliberately broken'); }";
    await page.route('**/assets/keys-help-*', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: broken }),
    );
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keys' });
    await expect(keys.getByRole('alert')).toContainText('Something went wrong. Your bookings are safe.');
    await page.keyboard.press('Escape');
    await expect(keys).toBeHidden();
    await expect(page.getByText('Nothing is booked')).toBeVisible();
  });
});

test.describe('on a page whose line is gone as soon as the day is there', () => {
  test.use({ expectConsole: [/ERR_FAILED/] });

  test('a change is marked and reported as not saved, and details and the status menu open', async ({
    page,
    product,
  }) => {
    // All but what the page loads by itself, before it draws anything.
    const first = 'rolldown-runtime|first|en-first|store-calendar|open-appointment|status-menu';
    await page.route(new RegExp(`/assets/(?!${first})`), (route) => route.abort());
    const { store } = await firstCompany(product);
    await openBoard(page, `/?store=${store.id}&date=${fullDay(store.timeZone)}`);
    await page.route(/\/(?:api|desk|assets)\//, (route) => route.abort());

    const block = page.locator('[data-appointment]').first();
    await block.click();
    await expect(page.getByRole('button', { name: 'Close details' })).toBeVisible();
    await block.focus();
    await page.keyboard.press('Shift+S');
    await page.getByRole('menuitemradio', { checked: false }).first().press('Enter');
    await expect(block).toHaveAccessibleName(/not saved yet/);
    await expect(page.getByRole('dialog').filter({ hasText: 'not saved yet' })).toBeVisible();
  });
});

test.describe('once the app is at hand', () => {
  test.use({ expectConsole: [/ERR_INTERNET_DISCONNECTED/], serviceWorkers: 'allow' });

  test('no letter is lost, and a connection that is gone takes nothing away', async ({ page, product, context }) => {
    const { store } = await firstCompany(product);
    await openBoard(page, `/?store=${store.id}&date=${fullDay(store.timeZone)}`);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));

    await page.keyboard.press('n');
    await page.keyboard.type('bel');
    await expect(petField(page)).toHaveValue('bel');
    await expect(bookingDialog(page).getByRole('option').first()).toContainText(/bel/i);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(bookingDialog(page)).toBeHidden();

    const kept = () => localStorage.getItem('frontdesk.last-day') !== null;
    await expect.poll(() => page.evaluate(kept)).toBe(true);
    await context.setOffline(true);
    await page.reload();
    const block = page.locator('[data-appointment]').first();
    await block.click();
    await expect(page.getByRole('complementary', { name: 'Appointment' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: /^Search/ })).toBeFocused();
    await page.keyboard.press('Escape');
    await page.keyboard.press('n');
    await expect(petField(page)).toBeFocused();
  });
});
