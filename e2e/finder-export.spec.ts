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

test('what was begun goes on over other filters and screens, and tells its end', async ({ page, product }) => {
  const { company } = await firstCompany(product);
  const all = await allAppointments(product, { companyId: company.id });
  await page.goto('/appointments');
  await expect(page.getByTestId('matches')).toHaveText(/match/);
  let held = true;
  const letGo: (() => void)[] = [];
  await page.route('**/v1/appointments/search', async (route) => {
    // Further pages are those of the export.
    if (held && route.request().postDataJSON().cursor !== null)
      await new Promise<void>((resolve) => letGo.push(resolve));
    await route.continue();
  });
  await page.getByRole('button', { name: 'CSV' }).click();
  await expect.poll(() => letGo.length).toBe(1);
  await page.getByRole('searchbox').first().fill('nobody is called this');
  await expect(page.getByText(/CSV: 500 of .*, with the filters at its start/)).toBeVisible();
  await page.getByRole('link', { name: 'Board', exact: true }).click();
  await expect(page.getByRole('main', { name: 'Board' })).toBeVisible();
  const download = page.waitForEvent('download');
  held = false;
  for (const go of letGo) go();
  const rows: unknown[] = parse(await readFile(await (await download).path(), 'utf8'), { bom: true, columns: true });
  expect(rows.length).toBe(all.length);
  await expect(page.getByText('appointments.csv is saved')).toBeVisible();
  await expect(
    page.getByText(`${all.length.toLocaleString('en-GB')} appointments, with the filters at its start.`),
  ).toBeVisible();
});

test.describe('of a practice system that leaves something out', () => {
  test.use({ expectConsole: [/status of 403/] });

  test('no file has ids in place of names without a word', async ({ page }) => {
    const employees = '**/v1/employees?*';
    await page.route(employees, (route) => route.fulfill({ status: 403, json: {} }));
    await page.goto('/appointments');
    await expect(page.getByTestId('matches')).toHaveText(/match/);
    await page.getByRole('button', { name: 'CSV' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'the names of vets could not be loaded' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Export without them' })).toBeVisible();

    await page.unroute(employees);
    const letGo: (() => void)[] = [];
    await page.route(employees, async (route) => {
      await new Promise<void>((resolve) => letGo.push(resolve));
      await route.continue();
    });
    const download = page.waitForEvent('download');
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => letGo.length).toBeGreaterThan(0);
    await expect(page.getByRole('progressbar', { name: 'Export' })).toBeVisible();
    for (const go of letGo) go();
    const text = await readFile(await (await download).path(), 'utf8');
    const rows: Record<string, string>[] = parse(text, { bom: true, columns: true });
    const vets = rows.flatMap((row) => row['Vets']?.split(', ').filter(Boolean) ?? []);
    expect(vets.length).toBeGreaterThan(0);
    expect(vets.filter((name) => /^[0-9a-f]{8}$/.test(name))).toEqual([]);
  });

  test('a file that is not complete is told as such, and can be had anew', async ({ page, product }) => {
    await page.route('**/v1/appointments/search', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      body.data.push({ id: 'unreadable' });
      await route.fulfill({ response: answer, json: { ...body, hasMore: true, nextCursor: null, totalCount: 3000 } });
    });
    await page.goto('/appointments');
    await expect(page.getByTestId('matches')).toHaveText(/match/);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'iCalendar' }).click();
    await download;
    await expect(page.getByText('appointments.ics is saved, but not complete')).toBeVisible();
    await expect(
      page.getByText(/^500 appointments, .* 1 more could not be read and are not in it\. 2,499 of 3,000/),
    ).toBeVisible();

    await page.unroute('**/v1/appointments/search');
    const whole = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Try again' }).click();
    const text = await readFile(await (await whole).path(), 'utf8');
    const { company } = await firstCompany(product);
    const all = await allAppointments(product, { companyId: company.id });
    expect(text.match(/^BEGIN:VEVENT/gm)?.length).toBe(all.length);
  });
});
