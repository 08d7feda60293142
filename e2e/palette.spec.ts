import type { Page } from '@playwright/test';
import { fullDay, openBoard } from './board.ts';
import { expect, test } from './harness.ts';
import { allAppointments, allEmployees, firstCompany } from './practice.ts';

/** Opens it by its keys; its code comes with the first use. */
async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: /Go to a day/ })).toBeFocused();
}

test('one field leads to a day, a vet, a pet, and a new appointment', async ({ page, product }) => {
  const { company } = await firstCompany(product);
  const vet = (await allEmployees(product, company.id)).find(({ role, isActive }) => role === 'vet' && isActive);
  const [known] = await allAppointments(product, { companyId: company.id });
  const [petName = ''] = known?.title.split(' – ') ?? [];
  if (!vet) throw new Error('the demo practice has no vet');
  await openBoard(page, '/');
  const palette = page.getByRole('dialog', { name: 'Go to' });
  const field = palette.getByRole('combobox', { name: /Go to a day/ });

  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('2026-12-24');
  await expect(palette.getByRole('option').first()).toContainText('24 December 2026');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/date=2026-12-24/);
  await expect(palette).toBeHidden();

  await openPalette(page);
  await page.keyboard.type(vet.lastName);
  await expect(palette.getByRole('option').first()).toContainText(vet.lastName);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(({ searchParams }) => searchParams.get('vet') === vet.id);
  await expect(page).toHaveURL(({ searchParams }) => searchParams.get('view') === 'vets');

  await openPalette(page);
  await page.keyboard.type(petName);
  const pet = palette.getByRole('option').filter({ hasText: petName }).first();
  await expect(pet).toContainText('Pet');
  await pet.click();
  await expect(page).toHaveURL(/\/pets\/[0-9a-f-]{36}\?/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(petName);

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
});
