import type { Page } from '@playwright/test';
import { Temporal } from 'temporal-polyfill';
import { waitingListPageSchema } from '#contract/waiting-list.ts';
import { blockOf, instantAt, openBoard } from './board.ts';
import { bookingDialog, createdSince, fillIn } from './booking-form.ts';
import { book } from './bookings.ts';
import { expect, test } from './harness.ts';
import { ask, firstCompany } from './listed-records.ts';

// Two desks and the reads of the test itself share the request budget of one key.
test.use({ expectConsole: [/ERR_FAILED|429/] });

/** Lets the first request with a method to these addresses arrive, and drops its response. */
async function loseAnswer(page: Page, address: RegExp, method: string) {
  let isLost = false;
  await page.route(address, async (route) => {
    if (isLost || route.request().method() !== method) return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort('failed');
  });
  return () => isLost;
}

test('a cancelled appointment is filled from its notice with six keys, once despite two lost responses, and another desk sees it', async ({
  page,
  context,
  product,
}) => {
  const { company, store } = await firstCompany(product);
  const day = Temporal.PlainDate.from('2031-10-08');
  const at = (time: string) => instantAt(store.timeZone, day, time);
  const entries = async (status: string) => {
    const { data } = await ask(
      product,
      `/v1/waiting-list?companyId=${company.id}&status=${status}`,
      waitingListPageSchema,
    );
    return data;
  };
  // The demo practice has its own waiting list, whose entries would come first.
  for (const { id, updatedAt } of await entries('waiting')) {
    const data = { companyId: company.id, expectedUpdatedAt: updatedAt, status: 'withdrawn' };
    await expect(await page.request.patch(`${product.url}/api/v1/waiting-list/${id}`, { data })).toBeOK();
  }
  const cancelled = await book(product, { start: at('10:00'), end: at('10:30'), vet: 'Mensah' });
  const address = `/?store=${store.id}&date=${day}`;

  await openBoard(page, `${address}&new=1`);
  await fillIn(page, { pet: 'be', type: 'consultation', start: '10:30' });
  await bookingDialog(page).getByRole('button', { name: 'Put on the waiting list' }).click();
  const form = page.getByRole('form', { name: 'Put on the waiting list' });
  await form.getByRole('textbox', { name: 'Not before' }).fill('10:00');
  await form.getByRole('textbox', { name: 'Finished by' }).fill('10:30');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog', { name: /is on the waiting list$/ })).toBeVisible();
  const [entry] = await entries('waiting');
  expect(entry).toMatchObject({ storeId: store.id, earliest: '10:00', latest: '10:30' });

  const other = await context.newPage();
  await other.goto(`${product.url}/waiting`);
  const waiting = other.getByRole('list', { name: 'Waiting list' }).getByRole('listitem');
  await expect(waiting).toHaveCount(1);

  const began = Date.now();
  const isBookingLost = await loseAnswer(page, /\/v1\/appointments$/, 'POST');
  const isMarkLost = await loseAnswer(page, /\/v1\/waiting-list\//, 'PATCH');
  await openBoard(page, address);
  await blockOf(page, cancelled).focus();
  await page.keyboard.press('Shift+S');
  await page.getByRole('menuitemradio', { name: 'Cancelled' }).press('Enter');
  const offer = page.getByRole('dialog').filter({ hasText: 'waits for a time like this' });
  await expect(offer).toContainText('fits at 10:00');
  const button = offer.getByRole('button', { name: /^Book/ });
  const isReached = () => button.evaluate((element) => element === document.activeElement);
  let keys = 1;
  await page.keyboard.press('F6');
  for (; keys < 5 && !(await isReached()); keys += 1) await page.keyboard.press('Tab');
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(page.getByRole('dialog', { name: /^Booked/ })).toBeVisible();
  await expect(other.getByRole('heading', { name: 'No one is waiting' })).toBeVisible();
  await expect.poll(isMarkLost).toBe(true);
  expect(isBookingLost()).toBe(true);
  const created = await createdSince(product, began);
  expect(created.map(({ petId, start }) => [petId, Date.parse(start)])).toEqual([
    [entry?.petId, Date.parse(at('10:00'))],
  ]);
  const isBooked = async () => (await entries('booked')).find(({ id }) => id === entry?.id)?.appointmentId;
  await expect.poll(isBooked).toBe(created[0]?.id);
});
