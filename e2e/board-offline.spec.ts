import { Temporal } from 'temporal-polyfill';
import { blockOf, instantAt, openBoard, showing } from './board.ts';
import { book } from './bookings.ts';
import { expect, test } from './harness.ts';
import { firstCompany } from './listed-records.ts';

test.use({
  expectConsole: [/ERR_INTERNET_DISCONNECTED|status of 429/],
  timezoneId: 'Asia/Tokyo',
  serviceWorkers: 'allow',
});

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
  const all = await showing(page);
  // The worker that keeps the app and the copy of the day are made when the page has come to rest.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const isKept = () => localStorage.getItem('frontdesk.last-day') !== null;
  await expect.poll(() => page.evaluate(isKept)).toBe(true);

  await context.setOffline(true);
  const status = page.getByRole('contentinfo').getByRole('status');
  const zone = Temporal.Now.instant()
    .toZonedDateTimeISO(store.timeZone)
    .toLocaleString('en-GB', { timeZoneName: 'short', hour: 'numeric' })
    .split(' ')
    .at(-1);
  // Today's date goes without saying, and the store is not in the zone of this browser.
  await expect(status).toHaveText(new RegExp(`^Offline, as of \\d+:\\d\\d ${zone}$`));
  await expect(blockOf(page, id)).toBeVisible();

  await page.reload();
  await expect(blockOf(page, id)).toBeVisible();
  expect(await showing(page)).toEqual(all);
  await expect(status).toHaveText(/^Offline, as of /);

  const meanwhile = await book(product, {
    start: instantAt(store.timeZone, date, '12:00'),
    end: instantAt(store.timeZone, date, '12:30'),
  });
  await context.setOffline(false);
  await expect(blockOf(page, meanwhile)).toBeVisible();
  await expect(status).toHaveText('Live');
});
