import { fullDay, openBoard } from './board.ts';
import { bookingDialog, workingDay } from './booking-form.ts';
import { expect, test } from './harness.ts';
import { firstCompany } from './practice.ts';

test.describe('on the phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the day is a list, and its rows are moved through and opened by keyboard', async ({ page, product }) => {
    const { store } = await firstCompany(product);
    await openBoard(page, `/?store=${store.id}&date=${fullDay(store.timeZone)}`);
    const rows = page.getByRole('region', { name: 'List' }).getByRole('list', { name: 'Visits' }).getByRole('button');
    await expect(rows.nth(2)).toBeVisible();
    await rows.first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await expect(rows.nth(1)).toBeFocused();
    // One stop for the Tab key, where the arrows left it.
    await expect(page.locator('[data-appointment][tabindex="0"]')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('complementary', { name: 'Appointment' })).toBeVisible();
    expect(new URL(page.url()).searchParams.get('appointment')).toBe(
      await rows.nth(1).getAttribute('data-appointment'),
    );
  });
});

test.describe('at 400 % zoom', () => {
  test.use({ viewport: { width: 320, height: 256 } });

  test('a calendar becomes a list of which every visit can be reached', async ({ page, product }) => {
    const { store } = await firstCompany(product);
    await openBoard(page, `/?store=${store.id}&date=${fullDay(store.timeZone)}&view=rooms`);
    const list = page.getByRole('region', { name: 'List' });
    await expect(list.getByText('There is no room for the calendar here')).toBeAttached();
    const last = list.getByRole('list', { name: 'Visits' }).getByRole('button').last();
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport({ ratio: 1 });
    await last.click();
    await expect(page.getByRole('button', { name: 'Close details' })).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
});

test('free time in the overview begins a booking of that room from then until then', async ({ page, product }) => {
  const { store, date } = await workingDay(product);
  await openBoard(page, `/?store=${store.id}&date=${date}&view=overview`);
  const free = page
    .getByRole('region', { name: 'Free time by room' })
    .getByRole('list', { name: `Free: ${store.rooms[1]?.name}` })
    .getByRole('button')
    .first();
  const [, start, end] = /(\d+:\d\d) – (\d+:\d\d)/.exec((await free.textContent()) ?? '') ?? [];
  await free.focus();
  await page.keyboard.press('Enter');
  await expect(bookingDialog(page)).toBeVisible();
  const { searchParams } = new URL(page.url());
  expect(searchParams.get('bookRoom')).toBe(store.rooms[1]?.id);
  expect(searchParams.get('start')).toBe(`${date}T${start?.padStart(5, '0')}`);
  expect(searchParams.get('end')).toBe(`${date}T${end?.padStart(5, '0')}`);
  await expect(bookingDialog(page).getByRole('textbox', { name: 'Start' })).toHaveValue(start?.padStart(5, '0') ?? '');
});

test('a filtered day prints what it is filtered by, with phone numbers that are read for it', async ({
  page,
  product,
}) => {
  const { store } = await firstCompany(product);
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  const clients: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/clients')) clients.push(request.url());
  });
  await openBoard(page, `/?store=${store.id}&date=${fullDay(store.timeZone)}&view=list&status=completed`);
  const matches = page.locator('[data-appointment]:not([data-faded])');
  await expect(matches.first()).toBeVisible();
  const [shown, all] = [await matches.count(), await page.locator('[data-appointment]').count()];
  expect(shown).toBeLessThan(all);
  expect(clients).toEqual([]);

  await page.keyboard.press('Control+p');
  await expect(page.locator('html[data-printed]')).toBeAttached();
  expect(clients.length).toBeGreaterThan(0);
  await page.emulateMedia({ media: 'print' });
  const sheet = page.locator('.day-sheet');
  await expect(sheet).toContainText(`${shown} of ${all} visits · Status: Completed`);
  await expect(sheet.locator('tbody tr').filter({ hasText: 'Completed' })).toHaveCount(shown);
  await expect(sheet.locator('tbody tr').filter({ hasText: '555-' }).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'List' })).toBeHidden();
});
