import type { Page } from '@playwright/test';
import { Temporal } from 'temporal-polyfill';
import { blockOf, instantAt, openBoard } from './board.ts';
import { book } from './bookings.ts';
import { expect, test } from './harness.ts';
import { allAppointments, firstCompany } from './listed-records.ts';

// The browser logs aborted requests, prefetching that is refused for a while, and the refused change.
test.use({ expectConsole: [/status of (?:429|409)|ERR_FAILED/] });

const details = (page: Page) => page.getByRole('complementary', { name: 'Appointment' });

test('a change survives a lost connection, and the later of two desks sees the other’s change and decides', async ({
  page,
  context,
  product,
}) => {
  const began = new Date().toISOString();
  const { company, store } = await firstCompany(product);
  const day = Temporal.PlainDate.from('2031-04-02');
  const at = (time: string) => instantAt(store.timeZone, day, time);
  const id = await book(product, { start: at('10:00'), end: at('10:30') });
  const read = async () => {
    const all = await allAppointments(product, { companyId: company.id, createdSince: began });
    return all.find((appointment) => appointment.id === id);
  };
  const address = `/?store=${store.id}&date=${day}`;

  await test.step('a change after the connection was lost is marked as unsaved, and saved later', async () => {
    await openBoard(page, address);
    // What the page loads by itself once the day is drawn.
    const parts = ['open-appointment', 'appointment-menu', 'menu-parts', 'change-notices', 'notices'];
    await page.waitForFunction((names) => {
      const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
      return names.every((name) => loaded.some((url) => url.includes(`/assets/${name}-`) && url.endsWith('.js')));
    }, parts);
    await page.route(/\/(?:api|desk|assets)\//, (route) => route.abort());
    const block = blockOf(page, id);
    await block.click();
    await expect(page.getByRole('button', { name: 'Close details' })).toBeVisible();
    await block.focus();
    await page.keyboard.press('Shift+S');
    await page.getByRole('menuitemradio', { name: 'Confirmed' }).press('Enter');
    await expect(block).toHaveAccessibleName(/not saved yet/);
    await expect(page.getByRole('dialog').filter({ hasText: 'not saved yet' })).toBeVisible();
    await page.unrouteAll();
    await expect.poll(async () => (await read())?.status).toBe('confirmed');
  });

  const other = await context.newPage();
  // This desk is not notified of the other's change.
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
  const dialog = other.getByRole('dialog', { name: 'Changed in the meantime' });
  await expect(dialog.getByRole('row', { name: 'Status' })).toContainText('Cancelled');
  await dialog.getByRole('button', { name: 'Apply mine' }).click();
  await expect.poll(async () => (await read())?.status).toBe('checked_in');
  await expect(blockOf(page, id)).toHaveAccessibleName(/Checked in/, { timeout: 15_000 });
});
