import { Temporal } from 'temporal-polyfill';
import { blockOf, counted, instantAt, openBoard } from './board.ts';
import { bookingDialog } from './booking-form.ts';
import { book } from './bookings.ts';
import { expect, test } from './harness.ts';
import { firstCompany } from './listed-records.ts';

test.use({
  expectConsole: [/ERR_INTERNET_DISCONNECTED|status of 429/],
  timezoneId: 'Asia/Tokyo',
  serviceWorkers: 'allow',
});

test('without a network the last loaded day stays usable, survives a reload, and is updated afterwards', async ({
  page,
  product,
  context,
}) => {
  const { store } = await firstCompany(product);
  const date = Temporal.Now.plainDateISO(store.timeZone).add({ days: 6 });
  const at = (time: string) => instantAt(store.timeZone, date, time);
  const id = await book(product, { start: at('11:00'), end: at('11:30') });
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await openBoard(page, `/?store=${store.id}&date=${date}`);
  await expect(blockOf(page, id)).toBeVisible();
  const all = await counted(page);
  // The service worker stores the app, and the day is saved, when the page has settled.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const isDayStored = () => localStorage.getItem('frontdesk.last-day') !== null;
  await expect.poll(() => page.evaluate(isDayStored)).toBe(true);

  await test.step('the app can be installed, with icons that the page itself does not load', async () => {
    expect(requested.filter((path) => path.startsWith('/icons/'))).toEqual([]);
    const response = await fetch(`${product.url}/manifest.webmanifest`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/manifest+json']);
    expect(response.headers.get('content-security-policy')).toContain("manifest-src 'self'");
    for (const { src } of (await response.json()).icons) {
      const icon = await fetch(`${product.url}${src}`);
      expect([src, icon.status, icon.headers.get('content-type')?.split('/')[0]]).toEqual([src, 200, 'image']);
    }
    const client = await context.newCDPSession(page);
    expect((await client.send('Page.getAppManifest')).errors).toEqual([]);
  });

  await context.setOffline(true);
  const status = page.getByRole('contentinfo').getByRole('status');
  const zone = Temporal.Now.instant()
    .toZonedDateTimeISO(store.timeZone)
    .toLocaleString('en-GB', { timeZoneName: 'short', hour: 'numeric' })
    .split(' ')
    .at(-1);
  // The date is today's, so it is left out; the time zone is shown, because this browser is in another.
  await expect(status).toHaveText(new RegExp(`^Offline, as of \\d+:\\d\\d ${zone}$`));
  await expect(blockOf(page, id)).toBeVisible();

  await page.reload();
  await expect(blockOf(page, id)).toBeVisible();
  expect(await counted(page)).toBe(all);
  // A page that was just loaded may not know yet that the network is down.
  await expect(status).toHaveText(/^(?:Offline|Reconnecting), as of /);

  await test.step('details, search and form open without a network', async () => {
    await blockOf(page, id).click();
    await expect(page.getByRole('complementary', { name: 'Appointment' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: /^Search/ })).toBeFocused();
    await page.keyboard.press('Escape');
    await page.keyboard.press('n');
    await expect(bookingDialog(page).getByRole('combobox', { name: 'Pet' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(bookingDialog(page)).toBeHidden();
  });

  const meanwhile = await book(product, { start: at('12:00'), end: at('12:30') });
  await context.setOffline(false);
  await expect(blockOf(page, meanwhile)).toBeVisible();
  await expect(status).toHaveText('Live');
});
