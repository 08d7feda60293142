import type { Page } from '@playwright/test';
import { bookingDialog, fillIn, holdCreates, madeSince, workingDay } from './booking-form.ts';
import { expect, type Product, test } from './harness.ts';
import { allAppointments } from './practice.ts';

/** Fills in a form whose notes tell its appointment from all others. */
async function fillInForm(page: Page, product: Product, notes: string) {
  const { store, date } = await workingDay(product);
  await page.goto(`/?store=${store.id}&date=${date}`);
  await page.getByRole('button', { name: 'New appointment' }).click();
  await fillIn(page, { pet: 'be', type: 'vac', start: '9:05' });
  await bookingDialog(page).getByRole('textbox', { name: 'Notes' }).fill(notes);
}

test.describe('a booking whose form was closed on the way', () => {
  test('leaves the next caller a form of their own, and whoever is elsewhere where they are', async ({
    page,
    product,
  }) => {
    const began = Date.now();
    await fillInForm(page, product, 'first caller');
    const { waiting, letGo } = await holdCreates(page);
    await page.keyboard.press('Control+Enter');
    await waiting;
    await page.keyboard.press('Escape');
    const dialog = bookingDialog(page);
    await expect(dialog).toBeHidden();

    await page.keyboard.press('n');
    const notes = dialog.getByRole('textbox', { name: 'Notes' });
    await expect(notes).toHaveValue('');
    await fillIn(page, { pet: 'mi', type: 'vac', start: '10:05' });
    await notes.fill('second caller');
    letGo();
    await expect(page.getByText(/^Booked: /)).toHaveCount(1);
    await expect(notes).toHaveValue('second caller');
    await notes.press('Control+Enter');
    await expect(dialog).toBeHidden();
    const made = (await madeSince(product, began)).map(({ notes: text }) => text);
    expect(made.sort()).toEqual(['first caller', 'second caller']);
  });

  test('does not call anybody back from another page', async ({ page, product }) => {
    const began = Date.now();
    await fillInForm(page, product, 'meanwhile elsewhere');
    const { waiting, letGo } = await holdCreates(page);
    await page.keyboard.press('Control+Enter');
    await waiting;
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'All appointments' }).click();
    await expect(page.getByTestId('matches')).toBeVisible();
    letGo();
    await expect(page.getByText(/^Booked: /)).toBeVisible();
    await expect(page).toHaveURL(/\/appointments/);
    expect(await madeSince(product, began)).toHaveLength(1);
  });

  test('is in the list of all appointments that is come back to', async ({ page, product }) => {
    const { company, date } = await workingDay(product);
    const matches = page.getByTestId('matches');
    const count = async () => (await allAppointments(product, { companyId: company.id })).length;
    const countText = (number: number) => `${number.toLocaleString('en-GB')} matches`;
    const before = await count();
    await page.goto(`/appointments`);
    await expect(matches).toHaveText(countText(before));
    await page.getByRole('link', { name: 'Board', exact: true }).click();
    await page.getByRole('button', { name: 'New appointment' }).click();
    await bookingDialog(page).getByLabel('Date').fill(date);
    await fillIn(page, { pet: 'be', type: 'vac', start: '9:05' });
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText(/^Booked: /)).toBeVisible();
    await page.getByRole('link', { name: 'All appointments' }).click();
    await expect(matches).toHaveText(countText(before + 1));
  });
});

test('what was booked is seen and has the focus, though the filters leave it out', async ({ page, product }) => {
  const { store, date } = await workingDay(product);
  await page.goto(`/?store=${store.id}&date=${date}&status=confirmed&hide=1`);
  await page.getByRole('button', { name: 'New appointment' }).click();
  await fillIn(page, { pet: 'be', type: 'vac', start: '9:05' });
  await page.keyboard.press('Control+Enter');
  await expect(bookingDialog(page)).toBeHidden();
  await expect(page.locator('[data-appointment]:focus')).toBeInViewport();
  await page.getByRole('checkbox', { name: 'Hide others' }).check();
  await expect(page.getByRole('checkbox', { name: 'Hide others' })).toBeChecked();
  await expect(page).toHaveURL(/hide=1/);
});
