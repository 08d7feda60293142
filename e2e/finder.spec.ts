import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import ICAL from 'ical.js';
import { expect, test } from './harness.ts';
import { allAppointments, firstCompany } from './listed-records.ts';

/** All appointments of the first company, newest first. */
let all: Awaited<ReturnType<typeof allAppointments>>;

test.beforeEach(async ({ product }) => {
  const { company } = await firstCompany(product);
  all = await allAppointments(product, { companyId: company.id });
});

const countOf = (appointments: readonly unknown[]) => `${appointments.length.toLocaleString('en-GB')} matches`;

test('the list agrees with the API, to the very last appointment, through filters, reload and the way back', async ({
  page,
}) => {
  const matches = page.getByTestId('matches');
  const table = page.getByRole('table', { name: 'Appointments' });
  const first = table.getByRole('link').first();
  await page.goto('/appointments');
  await expect(matches).toHaveText(countOf(all));
  await expect(table).toHaveAttribute('aria-rowcount', String(all.length + 1));
  const last = table.locator(`tr[aria-rowindex="${all.length + 1}"]`);
  await expect(async () => {
    await table.evaluate((element) => element.parentElement?.scrollTo(0, element.scrollHeight));
    await expect(last).toBeVisible({ timeout: 300 });
  }).toPass({ intervals: [100], timeout: 45_000 });
  await expect(last).toContainText(all.at(-1)?.title ?? '');
  // Only what is in view is drawn.
  expect(await table.getByRole('row').count()).toBeLessThan(80);

  const order = page.getByRole('button', { name: 'Created' });
  await order.click();
  await expect(page).toHaveURL(/sort=oldest/);
  await expect(first).toHaveText(all.at(-1)?.title ?? '');
  await order.click();
  await expect(page).not.toHaveURL(/sort=/);

  await page.getByRole('searchbox', { name: 'Search titles' }).fill('be con');
  const matching = all.filter(({ title }) => {
    const words = title.normalize('NFC').toLowerCase().split(/\s+/);
    return ['be', 'con'].every((term) => words.some((word) => word.startsWith(term)));
  });
  const completed = matching.filter(({ status }) => status === 'completed');
  expect(completed.length).toBeGreaterThan(1);
  await expect(matches).toHaveText(countOf(matching));
  await expect(page).toHaveURL(/[?&]q=be\+con/);
  await page.getByRole('combobox', { name: 'Status' }).fill('compl');
  await page.keyboard.press('Enter');
  await expect(matches).toHaveText(countOf(completed));
  await page.reload();
  await expect(page.getByRole('searchbox', { name: 'Search titles' })).toHaveValue('be con');
  await expect(matches).toHaveText(countOf(completed));

  await first.click();
  await expect(page).toHaveURL(new RegExp(`/\\?.*appointment=${completed[0]?.id}`));
  await expect(page.getByRole('complementary', { name: 'Appointment' })).toBeVisible();
  await page.goBack();
  await expect(matches).toHaveText(countOf(completed));
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(matches).toHaveText(countOf(all));
});

/** The file that a button saves. */
async function saved(page: Page, button: string) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

const rowsOf = (text: string): Record<string, string>[] => parse(text, { bom: true, columns: true });

test('the whole result comes as a spreadsheet and as a calendar', async ({ page, product }) => {
  const { store } = await firstCompany(product);
  const stored = all.filter(({ storeId, status }) => storeId === store.id && status === 'cancelled');
  await page.goto(`/appointments?store=${store.id}&status=cancelled`);
  await expect(page.getByTestId('matches')).toHaveText(countOf(stored));

  const csv = await saved(page, 'CSV');
  expect(csv.name).toBe('appointments.csv');
  expect(rowsOf(csv.text).map((row) => row['Id'])).toEqual(stored.map(({ id }) => id));
  expect(new Set(rowsOf(csv.text).map((row) => row['Time zone']))).toEqual(new Set([store.timeZone]));

  const ics = await saved(page, 'iCalendar');
  const calendar = new ICAL.Component(ICAL.parse(ics.text));
  const events = calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event));
  expect(events.map(({ uid }) => uid)).toEqual(stored.map(({ id }) => id));
  expect(events.map(({ startDate }) => startDate.toJSDate().toISOString())).toEqual(stored.map(({ start }) => start));

  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByTestId('matches')).toHaveText(countOf(all));
  const long = await saved(page, 'CSV');
  expect(long.text.startsWith('\uFEFF')).toBe(true);
  expect(rowsOf(long.text).map((row) => row['Id'])).toEqual(all.map(({ id }) => id));
});
