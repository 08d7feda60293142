import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { expect, test } from './harness.ts';
import { allAppointments, firstCompany } from './listed-records.ts';

const countOf = (appointments: readonly unknown[]) => `${appointments.length.toLocaleString('en-GB')} matches`;

test('the list agrees with the API, to the very last appointment, through filters, reload, Back and a download', async ({
  page,
  product,
}) => {
  const { company } = await firstCompany(product);
  /** All appointments of the company, newest first. */
  const all = await allAppointments(product, { companyId: company.id });
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

  await test.step('the result is downloaded as a spreadsheet', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('appointments.csv');
    const text = await readFile(await download.path(), 'utf8');
    expect(text.startsWith('\uFEFF')).toBe(true);
    const rows: Record<string, string>[] = parse(text, { bom: true, columns: true });
    expect(rows.map((row) => row['Id'])).toEqual(completed.map(({ id }) => id));
  });

  await first.click();
  await expect(page).toHaveURL(new RegExp(`/\\?.*appointment=${completed[0]?.id}`));
  await expect(page.getByRole('complementary', { name: 'Appointment' })).toBeVisible();
  await page.goBack();
  await expect(matches).toHaveText(countOf(completed));
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(matches).toHaveText(countOf(all));
});
