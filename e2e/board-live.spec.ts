import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import { blockOf, instantAt, openBoard } from './board.ts';
import { workingDay } from './booking-form.ts';
import { book } from './bookings.ts';
import { expect, test } from './harness.ts';
import { ask } from './listed-records.ts';

// Many pages are opened within a minute on one key, so prefetching is refused for a while. The browser logs that, and also
// the requests that a test aborts.
test.use({ expectConsole: [/status of 429|ERR_FAILED/] });

test('two desks show each other’s changes as they happen, and through polls if the stream is cut', async ({
  page,
  product,
  context,
}) => {
  const { company, store, date: day } = await workingDay(product);
  // A week after a working day, on which the store is open, too.
  const date = Temporal.PlainDate.from(day).add({ days: 7 });
  const at = (time: string) => instantAt(store.timeZone, date, time);
  const existing = await book(product, { start: at('10:00'), end: at('10:30') });
  const live = page.getByRole('status').filter({ hasText: 'Live' });
  let polls = 0;
  await context.route(/\/v1\/appointments\?.*updatedSince=/, async (route) => {
    polls += 1;
    await route.fallback();
  });
  const other = await context.newPage();
  for (const desk of [page, other]) {
    const before = polls;
    const streaming = desk.waitForRequest(/\/desk\/events/);
    await openBoard(desk, `/?store=${store.id}&date=${date}`);
    await streaming;
    // After the poll that closes the gap before the stream, the next poll is due in almost a minute, unless the stream causes
    // one.
    await expect.poll(() => polls).toBeGreaterThan(before);
  }
  await expect(live).toBeVisible();

  await test.step('a booking and a blocked room appear with a mark, and nothing else moves', async () => {
    const block = blockOf(page, existing);
    await block.click();
    await expect(page.getByRole('complementary', { name: 'Appointment' })).toBeVisible();
    await block.scrollIntoViewIfNeeded();
    const before = await block.boundingBox();
    const booked = await book(product, { start: at('14:00'), end: at('14:30') });
    const room = { id: randomUUID(), storeId: store.id, roomId: store.rooms[0]?.id };
    const blocked = { ...room, kind: 'unavailable', title: 'Deep cleaning', start: at('16:00'), end: at('17:00') };
    await ask(product, '/v1/availability/changes', z.unknown(), { companyId: company.id, put: [blocked] });
    // The mark ends by itself, so both desks are looked at together.
    const seesBoth = async (desk: Page) => {
      await expect(blockOf(desk, booked)).toHaveAttribute('data-fresh', 'true', { timeout: 10_000 });
      await expect(desk.locator('.plan-block', { hasText: 'Deep cleaning' })).toBeVisible({ timeout: 10_000 });
    };
    await Promise.all([seesBoth(page), seesBoth(other)]);
    expect(await block.boundingBox()).toEqual(before);
    await expect(block).toHaveAttribute('aria-current', 'true');
  });

  await test.step('while the stream is cut, polls deliver the same changes', async () => {
    await page.route(/\/desk\/events/, (route) => route.abort());
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
      Reflect.deleteProperty(document, 'visibilityState');
      document.dispatchEvent(new Event('visibilitychange'));
    });
    const missed = await book(product, { start: at('11:00'), end: at('11:30') });
    await expect(blockOf(page, missed)).toBeVisible({ timeout: 10_000 });
    await expect(live).toBeVisible();
  });
});
