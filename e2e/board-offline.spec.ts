import { Temporal } from 'temporal-polyfill';
import { blockOf, instantAt, openBoard } from './board.ts';
import { book } from './bookings.ts';
import { expect, test } from './harness.ts';
import { firstCompany } from './practice.ts';

test.use({ expectConsole: [/ERR_INTERNET_DISCONNECTED|status of 429/] });

test('without a network the last good day stays, with its age, also after a reload, and catches up afterwards', async ({
  page,
  product,
  context,
}) => {
  const { store } = await firstCompany(product);
  const date = Temporal.Now.plainDateISO(store.timeZone).add({ days: 6 });
  const id = await book(product, {
    start: instantAt(store.timeZone, date, '11:00'),
    end: instantAt(store.timeZone, date, '11:30'),
  });
  await openBoard(page, `/?store=${store.id}&date=${date}`);
  await expect(blockOf(page, id)).toBeVisible();
  const counts = (await page.getByTestId('counts').textContent()) ?? '';
  // The worker that keeps the app and the copy of the day are made when the page has come to rest.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const isKept = () => localStorage.getItem('frontdesk.last-day') !== null;
  await expect.poll(() => page.evaluate(isKept)).toBe(true);

  await context.setOffline(true);
  await expect(page.getByRole('status').filter({ hasText: 'Offline' })).toBeVisible();
  await expect(page.getByText(/^as of /)).toBeVisible();
  await expect(blockOf(page, id)).toBeVisible();

  await page.reload();
  await expect(blockOf(page, id)).toBeVisible();
  await expect(page.getByTestId('counts')).toHaveText(counts);
  await expect(page.getByRole('status').filter({ hasText: 'Offline' })).toBeVisible();

  const meanwhile = await book(product, {
    start: instantAt(store.timeZone, date, '12:00'),
    end: instantAt(store.timeZone, date, '12:30'),
  });
  await context.setOffline(false);
  await expect(blockOf(page, meanwhile)).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Live' })).toBeVisible();
});
