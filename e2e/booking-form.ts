import type { Page } from '@playwright/test';
import { Temporal } from 'temporal-polyfill';
import { expect, type Product } from './harness.ts';
import { allAppointments, firstCompany } from './listed-records.ts';

/** The next working day of the first store after today, `YYYY-MM-DD` on its calendar. */
export async function workingDay(product: Product) {
  const { company, store } = await firstCompany(product);
  let date = Temporal.Now.plainDateISO(store.timeZone).add({ days: 1 });
  while (date.dayOfWeek > 5) date = date.add({ days: 1 });
  return { company, store, date: date.toString() };
}

export function bookingDialog(page: Page) {
  return page.getByRole('dialog', { name: 'New appointment' });
}

/** Fills in the form with a pet and a type found by typing, and a start; the rest stays as it is offered. */
export async function fillIn(page: Page, { pet, type, start }: { pet: string; type: string; start: string }) {
  const dialog = bookingDialog(page);
  await dialog.getByRole('combobox', { name: 'Pet' }).fill(pet);
  await page.getByRole('option').first().click();
  await dialog.getByRole('combobox', { name: 'Visit type' }).fill(type);
  await page.getByRole('option').first().click();
  await dialog.getByRole('textbox', { name: 'Start' }).fill(start);
  await expect(dialog.getByRole('combobox', { name: 'Pet' })).not.toHaveValue(pet);
}

/** The appointments of a store that were made since an instant (milliseconds): few, so one request tells them. */
export async function madeSince(product: Product, since: number) {
  const { company, store } = await firstCompany(product);
  const createdSince = new Date(since).toISOString();
  return allAppointments(product, { companyId: company.id, storeIds: store.id, createdSince });
}
