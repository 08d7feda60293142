import { readFile } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import { parse } from 'csv-parse/sync';
import ICAL from 'ical.js';
import { expect, test } from './harness.ts';
import { allAppointments, firstCompany } from './practice.ts';

/** All appointments of the first company, newest first. */
let all: Awaited<ReturnType<typeof allAppointments>>;

test.beforeEach(async ({ product }) => {
  const { company } = await firstCompany(product);
  all = await allAppointments(product, { companyId: company.id });
});

test('the list counts what the API counts, and scrolls to the very last appointment', async ({ page }) => {
  await page.goto('/appointments');
  await expect(page.getByTestId('matches')).toHaveText(`${all.length.toLocaleString('en-GB')} matches`);
  const table = page.getByRole('table', { name: 'Appointments' });
  await expect(table).toHaveAttribute('aria-rowcount', String(all.length + 1));
  const last = table.locator(`tr[aria-rowindex="${all.length + 1}"]`);
  await expect(async () => {
    await table.evaluate((element) => element.parentElement?.scrollTo(0, element.scrollHeight));
    await expect(last).toBeVisible({ timeout: 300 });
  }).toPass({ intervals: [100], timeout: 45_000 });
  const oldest = all.at(-1);
  await expect(last).toContainText(oldest?.title ?? '');
  // Only what is in view is drawn.
  expect(await table.getByRole('row').count()).toBeLessThan(80);
});

test('filters are in the address, agree with the API, and survive reload and the way back', async ({ page }) => {
  await page.goto('/appointments');
  await page.getByRole('searchbox', { name: 'Search titles' }).fill('be vac');
  const matching = all.filter(({ title }) => {
    const words = title.normalize('NFC').toLowerCase().split(/\s+/);
    return ['be', 'vac'].every((term) => words.some((word) => word.startsWith(term)));
  });
  expect(matching.length).toBeGreaterThan(0);
  await expect(page.getByTestId('matches')).toHaveText(new RegExp(`^${matching.length} match`));
  await expect(page).toHaveURL(/[?&]q=be\+vac/);
  await page.getByRole('combobox', { name: 'Status' }).fill('compl');
  await page.keyboard.press('Enter');
  const completed = matching.filter(({ status }) => status === 'completed').length;
  await expect(page.getByTestId('matches')).toHaveText(new RegExp(`^${completed} match`));
  await page.reload();
  await expect(page.getByRole('searchbox', { name: 'Search titles' })).toHaveValue('be vac');
  await expect(page.getByTestId('matches')).toHaveText(new RegExp(`^${completed} match`));

  const first = page.getByRole('table').getByRole('link').first();
  const title = await first.textContent();
  await first.click();
  await expect(page).toHaveURL(/\/\?.*appointment=/);
  await expect(page.getByText(title?.split(' – ')[0] ?? '').first()).toBeVisible();
  await page.goBack();
  await expect(page.getByTestId('matches')).toHaveText(new RegExp(`^${completed} match`));
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByTestId('matches')).toHaveText(`${all.length.toLocaleString('en-GB')} matches`);
});

test('the oldest come first where the API can sort so, and it is said where it cannot', async ({ page }) => {
  await page.goto('/appointments');
  const order = page.getByRole('button', { name: 'Created' });
  await order.click();
  await expect(page).toHaveURL(/sort=oldest/);
  await expect(page.getByRole('row').nth(1)).toContainText(all.at(-1)?.title ?? '');
  await page.goto('/appointments?sort=oldest&q=be');
  await expect(page.getByText(/sorts the oldest first only without these filters: text/)).toBeVisible();
  await page.getByRole('button', { name: 'Show the newest first' }).click();
  await expect(page.getByTestId('matches')).toHaveText(/match/);
});

test.describe('a receptionist in another zone', () => {
  test.use({ timezoneId: 'Asia/Tokyo', locale: 'en-US' });

  test('is told whose time it is, on a screen of any width', async ({ page }) => {
    const newest = all[0];
    for (const width of [390, 820, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/appointments');
      const row = page.getByRole('table', { name: 'Appointments' }).getByRole('row').nth(1);
      await expect(row.getByRole('cell').first()).toHaveText(/\d{4}\d{1,2}:\d{2} [AP]M (E[SD]T|C[SD]T)$/);
      // The title is what a look-up is for: it keeps its place, and nothing is pushed out of sight.
      const title = row.getByRole('link', { name: newest?.title ?? '' });
      expect((await title.boundingBox())?.width).toBeGreaterThan(200);
      const scroller = page.getByRole('table', { name: 'Appointments' }).locator('..');
      expect(await scroller.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
      await expect(page.getByRole('button', { name: 'Created' })).toBeVisible();
    }
  });
});

test.describe('a page that fails', () => {
  test.use({ expectConsole: [/Failed to load resource/] });

  test('is asked for again where it is missing, and left out by nothing', async ({ page }) => {
    let broken = true;
    await page.route('**/v1/appointments/search', (route) => {
      const { cursor } = route.request().postDataJSON();
      return cursor !== null && broken ? route.fulfill({ status: 400, body: '' }) : route.continue();
    });
    await page.goto('/appointments');
    const table = page.getByRole('table', { name: 'Appointments' });
    await expect(table.getByRole('link').first()).toBeVisible();
    await table.evaluate((element) => element.parentElement?.scrollTo(0, element.scrollHeight));
    await expect(page.getByText('The next appointments could not be loaded.')).toBeVisible();
    broken = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('The next appointments could not be loaded.')).toBeHidden();
    await table.evaluate((element) => element.parentElement?.scrollTo(0, 505 * 44));
    const row = table.locator('tr[aria-rowindex="504"]');
    await expect(row).toContainText(all[502]?.title ?? '');
  });
});

test('the whole result comes as a spreadsheet and as a calendar', async ({ page, product }) => {
  const { store } = await firstCompany(product);
  const stored = all.filter(({ storeId, status }) => storeId === store.id && status === 'cancelled');
  await page.goto(`/appointments?store=${store.id}&status=cancelled`);
  await expect(page.getByTestId('matches')).toHaveText(new RegExp(`^${stored.length} match`));

  const [csv] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()]);
  expect(csv.suggestedFilename()).toBe('appointments.csv');
  const text = await readFile(await csv.path(), 'utf8');
  const rows: Record<string, string>[] = parse(text, { bom: true, columns: true });
  expect(rows.map((row) => row['Id'])).toEqual(stored.map(({ id }) => id));
  expect(new Set(rows.map((row) => row['Time zone']))).toEqual(new Set([store.timeZone]));

  const [ics] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'iCalendar' }).click(),
  ]);
  const calendar = new ICAL.Component(ICAL.parse(await readFile(await ics.path(), 'utf8')));
  const events = calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event));
  expect(events.map(({ uid }) => uid)).toEqual(stored.map(({ id }) => id));
  expect(events.map(({ startDate }) => startDate.toJSDate().toISOString())).toEqual(stored.map(({ start }) => start));
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme}`, () => {
    test.use({ colorScheme });
    test('axe finds nothing in the list, its filters, the booking form, its faults and its warnings', async ({
      page,
    }) => {
      await page.goto('/appointments');
      await expect(page.getByTestId('matches')).toHaveText(/match/);
      await page.getByRole('button', { name: 'More filters' }).click();
      await expect(page.getByLabel('Exact title')).toBeVisible();
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
      await page.goto('/appointments?q=zzzzzz');
      await expect(page.getByText('No appointment matches')).toBeVisible();
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

      await page.goto('/?new=1&start=2020-01-05T03:00');
      const dialog = page.getByRole('dialog', { name: 'New appointment' });
      await expect(dialog.getByText(/has passed/)).toBeVisible();
      await dialog.getByRole('button', { name: 'Book appointment' }).click();
      await expect(dialog.getByText('Choose the visit type.')).toBeVisible();
      expect((await new AxeBuilder({ page }).include('[role="dialog"]').analyze()).violations).toEqual([]);
    });
  });
}
