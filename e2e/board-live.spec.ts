import { Temporal } from 'temporal-polyfill';
import { blockOf, instantAt, openBoard } from './board.ts';
import { book } from './bookings.ts';
import { expect, test } from './harness.ts';
import { firstCompany } from './listed-records.ts';

// Many boards are opened in a minute on one key: what reads ahead is told to wait, which the browser logs, as what a test cuts off.
test.use({ expectConsole: [/status of 429|ERR_FAILED/] });

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

test("another desk's change is drawn as it is told, without a poll; where the stream is cut, polls bring it", async ({
  page,
  product,
}) => {
  const { store } = await firstCompany(product);
  const date = Temporal.Now.plainDateISO(store.timeZone).add({ days: 9 });
  const bookAt = (hour: number) =>
    book(product, {
      start: instantAt(store.timeZone, date, `${hour}:00`),
      end: instantAt(store.timeZone, date, `${hour}:30`),
    });
  let polls = 0;
  let arePollsAnswered = true;
  await page.route(/updatedSince=/, async (route) => {
    polls += 1;
    await (arePollsAnswered ? route.fallback() : route.abort());
  });
  const streaming = page.waitForRequest(/\/desk\/events/);
  await openBoard(page, `/?store=${store.id}&date=${date}`);
  await streaming;
  // The poll that closes the gap before the stream; then none is due for most of a minute.
  await expect.poll(() => polls).toBeGreaterThan(0);
  const live = page.getByRole('status').filter({ hasText: 'Live' });
  await expect(live).toBeVisible();
  arePollsAnswered = false;
  const told = await bookAt(11);
  await expect(blockOf(page, told)).toBeVisible({ timeout: 3_000 });
  await expect(blockOf(page, told)).toHaveAttribute('data-fresh', 'true');

  // Only this stream is cut; what else is asked is answered.
  arePollsAnswered = true;
  await page.route(/\/desk\/events/, (route) => route.abort());
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
    Reflect.deleteProperty(document, 'visibilityState');
    document.dispatchEvent(new Event('visibilitychange'));
  });
  const missed = await bookAt(15);
  await expect(blockOf(page, missed)).toBeVisible({ timeout: 10_000 });
  await expect(live).toBeVisible();
});
