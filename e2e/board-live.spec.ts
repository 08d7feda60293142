import { Temporal } from 'temporal-polyfill';
import { blockOf, instantAt, openBoard } from './board.ts';
import { book } from './bookings.ts';
import { expect, test } from './harness.ts';
import { firstCompany } from './listed-records.ts';

// Many boards are opened in a minute on one key: what reads ahead is told to wait, which the browser logs.
test.use({ expectConsole: [/status of 429/] });

test("another desk's booking, and what it blocks, appear by themselves, marked, and nothing under the pointer moves", async ({
  page,
  product,
  context,
}) => {
  const { company, store } = await firstCompany(product);
  const date = Temporal.Now.plainDateISO(store.timeZone).add({ days: 8 });
  const known = await book(product, {
    start: instantAt(store.timeZone, date, '10:00'),
    end: instantAt(store.timeZone, date, '10:30'),
  });
  const address = `/?store=${store.id}&date=${date}`;
  const other = await context.newPage();
  await openBoard(page, address);
  await openBoard(other, address);

  const block = blockOf(page, known);
  await block.click();
  await expect(block).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('complementary', { name: 'Appointment' })).toBeVisible();
  await block.scrollIntoViewIfNeeded();
  const before = await block.boundingBox();

  const booked = await book(product, {
    start: instantAt(store.timeZone, date, '14:00'),
    end: instantAt(store.timeZone, date, '14:30'),
  });
  const blocked = await fetch(`${product.url}/api/v1/availability`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ companyId: company.id, kind: 'unavailable', storeId: store.id, roomId: store.rooms[0]?.id },
      ...{ start: instantAt(store.timeZone, date, '16:00'), end: instantAt(store.timeZone, date, '17:00') },
      title: 'Deep cleaning',
    }),
  });
  expect(blocked.ok).toBe(true);
  for (const desk of [page, other]) {
    await expect(blockOf(desk, booked)).toBeVisible({ timeout: 10_000 });
    await expect(blockOf(desk, booked)).toHaveAttribute('data-fresh', 'true');
    await expect(desk.locator('[data-band]', { hasText: 'Deep cleaning' })).toBeVisible({ timeout: 10_000 });
  }
  expect(await block.boundingBox()).toEqual(before);
  await expect(block).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('status').filter({ hasText: 'Live' })).toBeVisible();
});
