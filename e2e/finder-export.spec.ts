import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { expect, test } from './harness.ts';
import { allAppointments, firstCompany } from './practice.ts';

test('a long export shows how far it is, can be called off, and then leaves nothing out', async ({ page, product }) => {
  const { company } = await firstCompany(product);
  const all = await allAppointments(product, { companyId: company.id });
  await page.goto('/appointments');
  await expect(page.getByTestId('matches')).toHaveText(/match/);
  let held = true;
  const letGo: (() => void)[] = [];
  await page.route('**/v1/appointments/search', async (route) => {
    if (held) await new Promise<void>((resolve) => letGo.push(resolve));
    await route.continue().catch(() => undefined);
  });
  await page.getByRole('button', { name: 'CSV' }).click();
  await expect(page.getByRole('progressbar', { name: 'Export' })).toBeVisible();
  await expect(page.getByText(`500 of ${all.length.toLocaleString('en-GB')}`)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('progressbar', { name: 'Export' })).toBeHidden();
  held = false;
  for (const go of letGo) go();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  expect(text.startsWith('\uFEFF')).toBe(true);
  const rows: Record<string, string>[] = parse(text, { bom: true, columns: true });
  expect(rows.map((row) => row['Id'])).toEqual(all.map(({ id }) => id));
});
