import { readFile } from 'node:fs/promises';
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
  await expect(page.getByRole('table').getByRole('link').first()).toHaveText(all.at(-1)?.title ?? '');
  await page.goto('/appointments?sort=oldest&q=be');
  await expect(page.getByText(/sorts the oldest first only without these filters: text/)).toBeVisible();
  await page.getByRole('button', { name: 'Show the newest first' }).click();
  await expect(page.getByTestId('matches')).toHaveText(/match/);
});

test.describe('a receptionist in another zone', () => {
  test.use({ timezoneId: 'Asia/Tokyo', locale: 'en-US' });

  test('is told whose time it is, on a screen of any width', async ({ page, product }) => {
    const newest = all[0];
    const { company } = await firstCompany(product);
    const store = company.stores.find(({ id }) => id === newest?.storeId);
    const zone = new Intl.DateTimeFormat('en-US', { timeZone: store?.timeZone ?? '', timeZoneName: 'short' })
      .formatToParts(Date.parse(newest?.start ?? ''))
      .find(({ type }) => type === 'timeZoneName')?.value;
    if (zone === undefined) throw new Error('the zone has no name');
    await page.goto('/appointments');
    for (const width of [390, 820, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const table = page.getByRole('table', { name: 'Appointments' });
      // The title is what a look-up is for: it keeps its place, and nothing is pushed out of sight.
      const title = page.locator(`a[href*="${newest?.id}"]`);
      const row = table.getByRole('row').filter({ has: title });
      await expect(row.getByRole('cell').first()).toHaveText(new RegExp(`[AP]M ${zone}$`));
      expect((await title.boundingBox())?.width).toBeGreaterThan(190);
      expect(
        await table.evaluate(
          ({ parentElement }) => parentElement && parentElement.scrollWidth - parentElement.clientWidth,
        ),
      ).toBe(0);
      await expect(page.getByRole('button', { name: 'Created' })).toBeVisible();
    }
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

test('the way back from an appointment leads to its line', async ({ page }) => {
  await page.goto('/appointments');
  const table = page.getByRole('table', { name: 'Appointments' });
  const link = table.locator(`a[href*="${all[700]?.id}"]`);
  const scrolled = () => table.evaluate((element) => element.parentElement?.scrollTop);
  await expect(async () => {
    await table.evaluate((element) => element.parentElement?.scrollBy(0, element.parentElement.clientHeight));
    await expect(link).toBeVisible({ timeout: 50 });
  }).toPass({ intervals: [20] });
  await link.focus();
  const before = await scrolled();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/appointment=/);
  await expect(page.getByRole('main', { name: 'Board' })).toBeVisible();
  await page.goBack();
  await expect(link).toBeFocused();
  expect(await scrolled()).toBe(before);
});

test.describe('what the API refuses', () => {
  test.use({ expectConsole: [/Failed to load resource/] });

  test('an address with a filter that is refused says which', async ({ page }) => {
    for (const [address, words] of [
      ['vet=nonsense', 'The practice system refuses the filter by vet.'],
      ['store=abc', 'The practice system refuses the filter by store.'],
      ['invoice=INV-1001&status=confirmed', 'The practice system refuses the filter by invoice id.'],
    ] as const) {
      await page.goto(`/appointments?${address}`);
      await expect(page.getByText(words)).toBeVisible();
      await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden();
      await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click();
      await expect(page.getByTestId('matches')).toHaveText(/\d match/);
      await expect(page).toHaveURL(/\/appointments$/);
    }
  });
});
