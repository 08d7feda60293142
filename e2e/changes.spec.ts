import type { Page } from '@playwright/test';
import { Temporal } from 'temporal-polyfill';
import { blockOf, instantAt, openBoard } from './board.ts';
import { book } from './bookings.ts';
import { expect, type Product, test } from './harness.ts';
import { allAppointments, firstCompany } from './listed-records.ts';

// What reads ahead may be told to wait, and the refused change is told as 409; the browser logs both.
test.use({ expectConsole: [/status of (?:429|409)/] });

const details = (page: Page) => page.getByRole('complementary', { name: 'Appointment' });

/** A visit of a day on which nothing else is booked, and the address of its board. */
async function quietVisit(product: Product, date: string) {
  const { company, store } = await firstCompany(product);
  const day = Temporal.PlainDate.from(date);
  const at = (time: string) => instantAt(store.timeZone, day, time);
  const id = await book(product, { start: at('10:00'), end: at('10:30') });
  const read = async () => {
    const all = await allAppointments(product, { companyId: company.id, createdSince: '2020-01-01T00:00:00Z' });
    return all.find((appointment) => appointment.id === id);
  };
  return { id, at, read, address: `/?store=${store.id}&date=${date}` };
}

test('of two desks that change the same visit the later one sees what the other did, and decides', async ({
  page,
  context,
  product,
}) => {
  const { id, read, address } = await quietVisit(product, '2031-04-02');
  const other = await context.newPage();
  // This desk does not hear of the other in time.
  await other.route(/\/v1\/appointments\?.*updatedSince|\/desk\/events/, () => undefined);
  for (const desk of [page, other]) {
    await openBoard(desk, `${address}&appointment=${id}`);
    await expect(details(desk).getByRole('button', { name: 'Status', exact: true })).toBeVisible();
  }
  await details(page).getByRole('button', { name: 'Status', exact: true }).click();
  await page.getByRole('menuitemradio', { name: 'Cancelled' }).click();
  await expect.poll(async () => (await read())?.status).toBe('cancelled');

  await details(other).getByRole('button', { name: 'Status', exact: true }).click();
  await other.getByRole('menuitemradio', { name: 'Checked in' }).click();
  const dialog = other.getByRole('dialog', { name: 'Changed meanwhile' });
  await expect(dialog.getByRole('row', { name: 'Status' })).toContainText('Cancelled');
  await dialog.getByRole('button', { name: 'Apply mine' }).click();
  await expect.poll(async () => (await read())?.status).toBe('checked_in');
  await expect(blockOf(page, id)).toHaveAccessibleName(/Checked in/, { timeout: 15_000 });
});

test('the first keys move a visit while the menu of statuses is on its way, and Undo brings it back', async ({
  page,
  product,
}) => {
  const { id, at, read, address } = await quietVisit(product, '2031-04-04');
  const status = (await read())?.status;
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/\/assets\/(?:first-parts|status-menu)-[^/]+\.js$/, async (route) => {
    await arrived;
    await route.continue();
  });
  await openBoard(page, address);
  await blockOf(page, id).focus();
  await page.keyboard.press('Shift+S');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  for (const key of ['m', 'ArrowDown', 'ArrowDown', 'Alt+ArrowDown', 'Enter']) await page.keyboard.press(key);
  const startOf = async () => Date.parse((await read())?.start ?? '');
  await expect.poll(startOf).toBe(Date.parse(at('10:35')));
  expect((await read())?.status).toBe(status);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(startOf).toBe(Date.parse(at('10:00')));
  arrive();
});
