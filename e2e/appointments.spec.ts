import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { expect, test } from './harness.ts';
import { allAppointments, firstCompany } from './listed-records.ts';

const countOf = (appointments: readonly unknown[]) => `${appointments.length.toLocaleString('en-GB')} appointments`;

test('the list agrees with the API down to the last appointment, through sorting, search, reload, Back and a download', async ({
  page,
  product,
}) => {
  const { company } = await firstCompany(product);
  const all = await allAppointments(product, { companyId: company.id });
  /** All appointments of the company, the latest first. */
  const sorted = all.toSorted(
    (one, other) => Date.parse(other.start) - Date.parse(one.start) || (one.id > other.id ? -1 : 1),
  );
  const matches = page.getByTestId('matches');
  const table = page.getByRole('grid', { name: 'Appointments' });
  const row = (id: string | undefined) => table.locator(`tr[data-appointment="${id}"]`);
  const first = table.locator('tr[data-appointment]').first();
  await page.goto('/appointments?when=all');
  await expect(matches).toHaveText(countOf(all));
  await expect(table).toHaveAttribute('aria-rowcount', String(all.length + 1));
  await expect(first).toHaveAttribute('data-appointment', sorted[0]?.id ?? '');
  const last = table.locator(`tr[aria-rowindex="${all.length + 1}"]`);
  await expect(async () => {
    await table.evaluate((element) => element.parentElement?.scrollTo(0, element.scrollHeight));
    await expect(last).toBeVisible({ timeout: 300 });
  }).toPass({ intervals: [100], timeout: 45_000 });
  await expect(last).toHaveAttribute('data-appointment', sorted.at(-1)?.id ?? '');
  // Only rows in view are rendered.
  expect(await table.getByRole('row').count()).toBeLessThan(80);

  const order = table.getByRole('columnheader', { name: 'When' }).getByRole('button');
  await order.click();
  await expect(page).toHaveURL(/sort=start/);
  await expect(first).toHaveAttribute('data-appointment', sorted.at(-1)?.id ?? '');
  await order.click();
  await expect(page).not.toHaveURL(/sort=start/);
  await expect(first).toHaveAttribute('data-appointment', sorted[0]?.id ?? '');

  const search = page.getByRole('searchbox', { name: 'Search appointments' });
  await search.fill('be con');
  const matching = sorted.filter(({ title }) => {
    const words = title.normalize('NFC').toLowerCase().split(/\s+/);
    return ['be', 'con'].every((term) => words.some((word) => word.startsWith(term)));
  });
  const completed = matching.filter(({ status }) => status === 'completed');
  expect(completed.length).toBeGreaterThan(1);
  await expect(page).toHaveURL(/[?&]q=be\+con/);
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.keyboard.type('compl');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(row(completed[0]?.id)).toBeVisible();
  await page.reload();
  await expect(search).toHaveValue('be con');
  await expect(row(completed[0]?.id)).toBeVisible();

  await test.step('the result is downloaded as a spreadsheet in the same order', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('appointments.csv');
    const text = await readFile(await download.path(), 'utf8');
    expect(text.startsWith('\uFEFF')).toBe(true);
    const lines: Record<string, string>[] = parse(text, { bom: true, columns: true });
    const found = lines.map((line) => line['ID']);
    // Pets and clients with these names are found, too.
    expect(found.filter((id) => completed.some((one) => one.id === id))).toEqual(completed.map(({ id }) => id));
    expect(found).toEqual(sorted.map(({ id }) => id).filter((id) => found.includes(id)));
  });

  await row(completed[0]?.id).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/\\?.*appointment=${completed[0]?.id}`));
  await expect(page.getByRole('complementary', { name: 'Appointment' })).toBeVisible();
  await page.goBack();
  await expect(row(completed[0]?.id)).toBeFocused();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect(matches).toHaveText(countOf(all));
});
