import type { Page } from '@playwright/test';
import { Temporal } from 'temporal-polyfill';
import { instantAt } from './board.ts';
import { book } from './bookings.ts';
import { expect, test } from './harness.ts';
import { allAppointments, firstCompany } from './listed-records.ts';
import { startVendor, vendorId } from './vendor.ts';

// The browser logs the refused change, prefetching that is refused for a while, and aborted requests.
test.use({ expectConsole: [/status of (?:429|409)|ERR_FAILED|Failed to load resource/] });

const rowOf = (page: Page, id: string) => page.locator(`[data-row="${id}"]`);
const inFocus = (page: Page, id: string) => rowOf(page, id).getByRole('link').first();

test('requests are answered with one key each, and the later of two desks sees the other’s answer', async ({
  page,
  context,
  product,
}) => {
  const began = new Date().toISOString();
  const { company, store } = await firstCompany(product);
  const day = Temporal.PlainDate.from('2031-04-09');
  const ids: string[] = [];
  for (let nth = 0; nth < 5; nth += 1) {
    const start = Temporal.PlainTime.from('09:00').add({ minutes: 30 * nth });
    const [from, to] = [start, start.add({ minutes: 30 })].map((time) => instantAt(store.timeZone, day, `${time}`));
    ids.push(await book(product, { start: from ?? '', end: to ?? '', status: 'requested' }));
  }
  const statuses = async () => {
    const all = await allAppointments(product, { companyId: company.id, createdSince: began });
    return ids.map((id) => all.find((one) => one.id === id)?.status);
  };
  const other = await context.newPage();
  // This desk does not learn of the other's change.
  await other.route(/\/v1\/appointments\?.*updatedSince|\/desk\/events/, () => undefined);
  for (const desk of [page, other]) {
    await desk.goto(`${product.url}/requests`);
    await expect(desk.locator('[data-row]').first().getByRole('link').first()).toBeFocused();
    // The demo practice has its own requests, all of them earlier.
    await desk.keyboard.press('End');
  }
  const keys = ['c', 'd', 'c', 'c'];
  const answered = ids.toReversed().slice(0, keys.length);
  for (const [nth, key] of keys.entries()) {
    await expect(inFocus(page, answered[nth] ?? '')).toBeFocused();
    await page.keyboard.press(key);
  }
  await expect(inFocus(page, ids[0] ?? '')).toBeFocused();
  const expected = ['requested', ...keys.map((key) => (key === 'c' ? 'confirmed' : 'cancelled')).toReversed()];
  await expect.poll(statuses).toEqual(expected);

  await expect(inFocus(other, ids.at(-1) ?? '')).toBeFocused();
  await other.keyboard.press('d');
  const dialog = other.getByRole('dialog', { name: 'Changed meanwhile' });
  await expect(dialog.getByRole('row', { name: 'Status' })).toContainText('Confirmed');
  await dialog.getByRole('button', { name: 'Keep theirs' }).click();
  // What was answered may stay in its place while the focus is in the list.
  const answers = rowOf(other, ids.at(-1) ?? '').getByRole('button', { name: /^(?:Confirm|Reschedule|Decline)/ });
  await expect(answers).toHaveCount(0);
  expect(await statuses()).toEqual(expected);
});

test('a request is rescheduled in a store that the calendar does not show, and everything else stays as it was', async ({
  page,
  product,
}) => {
  const { company } = await firstCompany(product);
  const store = company.stores[1];
  if (store === undefined) throw new Error('the demo practice has one store');
  const day = Temporal.PlainDate.from('2031-05-07');
  const at = (time: string) => instantAt(store.timeZone, day, time);
  const id = await book(product, { start: at('10:00'), end: at('10:30'), status: 'requested', storeId: store.id });
  await page.goto(`${product.url}/requests`);
  // Its day is loaded once it is in view.
  await rowOf(page, id).scrollIntoViewIfNeeded();
  await expect(rowOf(page, id)).toContainText('This time is free.');
  await rowOf(page, id)
    .getByRole('button', { name: /^Reschedule/ })
    .click();
  const panel = page.getByRole('dialog', { name: 'Reschedule' });
  await expect(page).toHaveURL(new RegExp(`store=${store.id}`));
  await panel.getByRole('textbox', { name: 'Start' }).fill('11:00');
  await panel.getByRole('textbox', { name: 'Start' }).press('Tab');
  await panel.getByRole('button', { name: 'Reschedule', exact: true }).click();
  await expect(page).toHaveURL(/\/requests\?/);
  // That was the answer.
  await expect(rowOf(page, id)).toContainText('11:00');
  await expect(rowOf(page, id)).toContainText('Confirmed');
  await expect(rowOf(page, id).getByRole('button', { name: /^Confirm/ })).toHaveCount(0);

  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Calendar' }).click();
  await expect(page).toHaveURL(/[?&]store=/);
  await expect(page).not.toHaveURL(new RegExp(store.id));
});

test('requests from a vendor that supports only the document are shown without buttons to answer them', async ({
  page,
  startDesk,
}) => {
  const vendor = await startVendor();
  try {
    const environment = { PRACTICE_API_URL: vendor.url, PRACTICE_API_KEY: 'a-key-of-the-vendor', TIME_ZONE: 'UTC' };
    const desk = await startDesk(environment);
    const add = (number: number, hour: string, status: string) =>
      vendor.appointments.push({
        ...{ id: vendorId(8, number), companyId: vendor.companies.one, storeId: vendorId(2, 1), status },
        ...{ petId: vendorId(4, 1), title: `Number ${number}`, employees: [], updatedAt: new Date().toISOString() },
        ...{ start: `2031-03-05T${hour}:00:00Z`, end: `2031-03-05T${hour}:30:00Z` },
      });
    add(1, '10', 'requested');
    add(2, '09', 'requested');
    add(3, '11', 'on_the_way');
    await page.goto(`${desk.url}/requests`);
    await expect(page.locator('[data-row]')).toHaveCount(2);
    await expect(page.locator('[data-row]').first()).toHaveAttribute('data-row', vendorId(8, 2));
    await expect(rowOf(page, vendorId(8, 1))).toContainText('Pixel');
    await expect(page.getByRole('button', { name: /^(?:Confirm|Reschedule|Decline)/ })).toHaveCount(0);
  } finally {
    await vendor.close();
  }
});
