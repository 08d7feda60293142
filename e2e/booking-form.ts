import type { Page } from '@playwright/test';
import { Temporal } from 'temporal-polyfill';
import { expect, type Product } from './harness.ts';
import { allAppointments, firstCompany } from './listed-records.ts';

/** The next working day of the first store after today, `YYYY-MM-DD` in its time zone. */
export async function workingDay(product: Product) {
  const { company, store } = await firstCompany(product);
  let date = Temporal.Now.plainDateISO(store.timeZone).add({ days: 1 });
  while (date.dayOfWeek > 5) date = date.add({ days: 1 });
  return { company, store, date: date.toString() };
}

export function bookingDialog(page: Page) {
  return page.getByRole('dialog', { name: 'New appointment' });
}

/** Fills in the panel: pet and type are found by typing, then the start; other fields keep their defaults. */
export async function fillIn(page: Page, { pet, type, start }: { pet: string; type: string; start: string }) {
  const dialog = bookingDialog(page);
  const choose = async (name: string, typed: string) => {
    await dialog.getByRole('combobox', { name }).fill(typed);
    await page.getByRole('listbox').getByRole('option').first().click();
    await expect(dialog.getByRole('combobox', { name })).not.toHaveValue(typed);
  };
  await choose('Pet', pet);
  await choose('Visit type', type);
  await dialog.getByRole('textbox', { name: 'Start' }).fill(start);
}

/** The appointments of the first store that were created since an instant, in milliseconds since 1970-01-01T00:00Z. */
export async function createdSince(product: Product, since: number) {
  const { company, store } = await firstCompany(product);
  const instant = new Date(since).toISOString();
  return allAppointments(product, { companyId: company.id, storeIds: store.id, createdSince: instant });
}
