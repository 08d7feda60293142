import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { fullDay, openBoard } from './board.ts';
import { expect, test } from './harness.ts';
import { allEmployees, firstCompany } from './practice.ts';

/** Opens it by its keys; its code comes with the first use. */
async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: /Go to a day/ })).toBeFocused();
}

test('one field leads to a day, a vet, a pet’s appointments, and a new appointment', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByTestId('counts')).toBeVisible();
  const palette = page.getByRole('dialog', { name: 'Go to' });
  const field = palette.getByRole('combobox', { name: /Go to a day/ });

  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  expect((await new AxeBuilder({ page }).include('[role="dialog"]').analyze()).violations).toEqual([]);
  await page.keyboard.type('2026-12-24');
  await expect(palette.getByRole('option').first()).toContainText('24 December 2026');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/date=2026-12-24/);
  await expect(palette).toBeHidden();

  await openPalette(page);
  await page.keyboard.type('fournier');
  await expect(palette.getByRole('option').first()).toContainText('Fournier');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/view=vets.*vet=|vet=.*view=vets/);

  await openPalette(page);
  await page.keyboard.type('bella');
  const pet = palette.getByRole('option').filter({ hasText: 'Appointments of the pet' }).first();
  await expect(pet).toContainText('Bella');
  await pet.click();
  await expect(page).toHaveURL(/\/appointments\?.*pet=/);
  await expect(page.getByTestId('matches')).toHaveText(/match/);
  await expect(page.getByRole('row').nth(1)).toContainText('Bella');

  await openPalette(page);
  await page.keyboard.type('new app');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'New appointment' })).toBeVisible();
});

test.describe('from a board of one store', () => {
  const palette = (page: Page) => page.getByRole('dialog', { name: 'Go to' });
  const shownStores = (page: Page) => new URL(page.url()).searchParams.get('store')?.split(',').sort();

  test('a vet of other stores is shown there on the day in view, and the desk keeps its stores', async ({
    page,
    product,
  }) => {
    const { company } = await firstCompany(product);
    const employees = await allEmployees(product, company.id);
    const [vet, store] =
      employees
        .filter(({ role, isActive }) => role === 'vet' && isActive)
        .flatMap((one) =>
          company.stores.filter(({ id }) => !one.storeIds.includes(id)).map((other) => [one, other] as const),
        )[0] ?? [];
    if (!vet || !store) throw new Error('every vet works at every store');
    const date = fullDay(store.timeZone);
    await openBoard(page, `/?date=${date}`);
    await page.getByRole('button', { name: /^Store:/ }).click();
    // The last chosen store cannot be left.
    await page.getByRole('checkbox', { name: store.name }).check();
    for (const { id, name } of company.stores)
      if (id !== store.id) await page.getByRole('checkbox', { name }).uncheck();
    await page.keyboard.press('Escape');
    await openPalette(page);
    await page.keyboard.type(`${vet.firstName} ${vet.lastName}`);
    await expect(palette(page).getByRole('option').first()).toContainText(vet.lastName);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/vet=/);
    expect(new URL(page.url()).searchParams.get('date')).toBe(date);
    expect(shownStores(page)).toEqual([...vet.storeIds].sort());

    await openBoard(page, '/');
    await expect(page.getByRole('button', { name: `Store: ${store.name}` })).toBeVisible();
  });

  test('a day and a booking keep what is in view', async ({ page, product }) => {
    const { company } = await firstCompany(product);
    const store = company.stores.at(-1);
    if (!store) throw new Error('there is no store');
    await openBoard(page, `/?date=2031-12-23&view=week&store=${store.id}&q=a`);
    await openPalette(page);
    await page.keyboard.type('2031-12-28');
    await expect(palette(page).getByRole('option').first()).toContainText('28 December 2031');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/date=2031-12-28/);
    expect(page.url()).toContain(`view=week&store=${store.id}&q=a`);

    await openPalette(page);
    await page.keyboard.type('new app');
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog', { name: 'New appointment' });
    await expect(form.getByLabel('Date')).toHaveValue('2031-12-28');
    await expect(form.getByRole('combobox', { name: 'Store' })).toContainText(store.name);
  });

  test('the heading of the board is a date that the palette reads', async ({ page }) => {
    await openBoard(page, '/?date=2028-02-29');
    const heading = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
    await openBoard(page, '/');
    await openPalette(page);
    await page.keyboard.type(heading);
    await expect(palette(page).getByRole('option').first()).toContainText(heading);
  });
});

test.describe('without an answer', () => {
  test.use({ expectConsole: [/status of 502/] });
  test('pets that could not be looked up are not said to be none', async ({ page }) => {
    await page.route('**/v1/pets?*', (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }));
    await page.goto('/appointments');
    await page.getByRole('button', { name: 'Search or go to' }).click();
    await page.getByRole('combobox', { name: /Go to a day/ }).fill('bella');
    const palette = page.getByRole('dialog', { name: 'Go to' });
    await expect(palette.getByText('The pets could not be looked up.')).toBeVisible();
    await expect(palette.getByText('Nothing by that name.')).toBeHidden();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test('the palette has a button on every screen', async ({ page }) => {
    await openBoard(page, '/');
    const button = page.getByRole('button', { name: 'Search or go to' });
    await button.tap();
    await page.getByRole('combobox', { name: /Go to a day/ }).fill('24 Dec 2031');
    await page.getByRole('option', { name: /24 December 2031/ }).tap();
    await expect(page).toHaveURL(/date=2031-12-24/);
    await expect(button).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.goto('/appointments');
    await expect(button).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});
