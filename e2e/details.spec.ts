import type { Page } from '@playwright/test';
import { Temporal } from 'temporal-polyfill';
import { blockOf, instantAt, openBoard } from './board.ts';
import { book } from './bookings.ts';
import { expect, type Product, test } from './harness.ts';
import { allAppointments, firstCompany } from './practice.ts';

// What reads ahead may be told to wait, which the browser logs.
test.use({ expectConsole: [/status of 429/] });

const details = (page: Page) => page.getByRole('complementary', { name: 'Appointment' });

/** The appointments that the visits under a heading of the details lead to. */
function visitsUnder(page: Page, heading: string): Promise<(string | null)[]> {
  const part = details(page).getByRole('heading', { name: heading, exact: true }).locator('..');
  return part
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => new URL(link.getAttribute('href') ?? '', location.href)))
    .then((addresses) => addresses.map((address) => new URL(address).searchParams.get('appointment')));
}

/** A day on which nothing else is booked. */
async function quietDay(product: Product) {
  const { company, store } = await firstCompany(product);
  const zone = store.timeZone;
  const date = Temporal.PlainDate.from('2031-03-05');
  /** A visit so many days from now, or of the quiet day at a time. */
  const visit = (daysFromNow: number, status: string) => {
    const start = Temporal.Now.instant().add({ hours: daysFromNow * 24 });
    return book(product, { start: start.toString(), end: start.add({ minutes: 20 }).toString(), status });
  };
  const booked = (from: string, to: string, notes = '') =>
    book(product, { start: instantAt(zone, date, from), end: instantAt(zone, date, to), notes });
  return { company, store, date, visit, booked };
}

test('a call is answered from the details: when, how to reach the owner, and the visits of the pet', async ({
  page,
  product,
}) => {
  const { company, store, date, visit, booked } = await quietDay(product);
  const id = await booked('10:00', '10:45', '<b>left</b> ear\n  again');
  for (const [days, status] of [
    [-2, 'completed'],
    [-1, 'cancelled'],
    [-1, 'no_show'],
    [-4, 'confirmed'],
    [-6, 'completed'],
    [2, 'cancelled'],
    [3, 'confirmed'],
  ] as const) {
    await visit(days, status);
  }
  const shown = (await allAppointments(product, { companyId: company.id, createdSince: '2020-01-01T00:00:00Z' })).find(
    (appointment) => appointment.id === id,
  );
  const own = await allAppointments(product, { companyId: company.id, petId: shown?.petId ?? '' });
  const taking = own
    .filter((visit) => visit.id !== id && !['cancelled', 'no_show'].includes(visit.status))
    .sort((a, b) => Date.parse(a.start) - Date.parse(b.start));
  const now = Date.now();
  const last = taking.filter(({ end }) => Date.parse(end) <= now).toReversed();
  const next = taking.find(({ start }) => Date.parse(start) > now);

  await openBoard(page, `/?store=${store.id}&date=${date}`);
  await blockOf(page, id).click();
  await expect(details(page).getByRole('heading', { name: /5 March 2031/ })).toBeVisible();
  await expect(details(page)).toContainText(/10:00.+10:45/);
  await expect(details(page)).toContainText('45 min');
  await expect(details(page).getByText('<b>left</b> ear\n  again')).toBeVisible();
  await expect(details(page).getByRole('link', { name: /^\+?[\d ()-]+$/ })).toHaveAttribute('href', /^tel:\+?\d+$/);
  await expect(details(page).getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:.+@/);
  await expect.poll(() => visitsUnder(page, 'Last visits')).toEqual(last.slice(0, 3).map((visit) => visit.id));
  expect(await visitsUnder(page, 'Next visit')).toEqual([next?.id]);
  await details(page).getByText('More', { exact: true }).click();
  await expect(details(page).getByText(shown?.clientId ?? '')).toBeVisible();

  // A visit leads to its own day, and the way back leads here.
  await details(page).getByRole('heading', { name: 'Last visits' }).locator('..').getByRole('link').first().click();
  await expect(page).toHaveURL(new RegExp(`appointment=${last[0]?.id}`));
  await expect(blockOf(page, last[0]?.id ?? '')).toHaveAttribute('aria-current', 'true');
  await page.goBack();
  await expect(blockOf(page, id)).toHaveAttribute('aria-current', 'true');
});

test('the details follow the arrows, and Escape closes them wherever the focus is', async ({ page, product }) => {
  const { store, date, booked } = await quietDay(product);
  const first = await booked('10:00', '10:30');
  const second = await booked('11:00', '11:30');
  await openBoard(page, `/?store=${store.id}&date=${date}`);
  await blockOf(page, first).focus();
  await page.keyboard.press('Enter');
  await expect(details(page)).toContainText('10:30');
  await page.keyboard.press('ArrowDown');
  await expect(blockOf(page, second)).toBeFocused();
  await expect(details(page)).toContainText('11:30');
  await expect(page).toHaveURL(new RegExp(`appointment=${second}`));

  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Go to' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Go to' })).toBeHidden();
  await expect(details(page)).toBeVisible();

  // Of all the steps only the opening is on the way back.
  await page.goBack();
  await expect(details(page)).toBeHidden();
  await blockOf(page, first).click();
  await page.getByRole('searchbox', { name: 'Search this day' }).focus();
  await page.keyboard.press('Escape');
  await expect(details(page)).toBeHidden();
  await expect(page.getByRole('searchbox', { name: 'Search this day' })).toBeFocused();
});

test('a link to nothing says what it was and what can be done', async ({ page, product }) => {
  const { store, date, booked } = await quietDay(product);
  const nowhere = '01234567-89ab-4def-8123-456789abcdef';
  await openBoard(page, `/?store=${store.id}&date=${date}&appointment=${nowhere}`);
  await expect(details(page)).toContainText('This link names an appointment that is not on this day.');
  await details(page).getByRole('link', { name: 'Look in all stores' }).click();
  await expect(page).toHaveURL(new RegExp(`store=${store.id},.+appointment=${nowhere}`));
  await details(page).getByRole('button', { name: 'Close', exact: true }).click();
  await expect(details(page)).toBeHidden();

  // What is on a day that was read ahead is found there.
  const id = await booked('10:00', '10:30');
  await openBoard(page, `/?store=${store.id}&date=${date.add({ days: 1 })}&appointment=${id}`);
  await details(page).getByRole('link', { name: 'Show it there' }).click();
  await expect(blockOf(page, id)).toHaveAttribute('aria-current', 'true');

  await openBoard(page, `/?store=${nowhere}`);
  const trouble = page.getByRole('status').filter({ hasText: 'This link names a store that does not exist.' });
  await expect(trouble).toBeVisible();
  await trouble.getByRole('button', { name: 'Dismiss' }).click();
  await expect(trouble).toBeHidden();
  await expect(page).not.toHaveURL(new RegExp(nowhere));
});
