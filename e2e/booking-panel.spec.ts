import type { Page } from '@playwright/test';
import { Temporal } from 'temporal-polyfill';
import { openBoard } from './board.ts';
import { bookingDialog, fillIn, madeSince } from './booking-form.ts';
import { expect, test } from './harness.ts';
import { firstCompany } from './listed-records.ts';

/** The booking on the board. */
const draft = (page: Page) => page.locator('[data-draft]');

/** Drags by so many columns and quarters of an hour, by the height of half an hour. */
async function dragDraft(page: Page, quarters: number, toX: number) {
  const box = await draft(page).boundingBox();
  if (!box) throw new Error('The booking is not drawn.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 10, { steps: 3 });
  await page.mouse.move(toX, y + ((box.height + 1) / 2) * quarters, { steps: 6 });
  await page.mouse.up();
}

test('a booking is dragged to a room and a time, stays through a reload, and is booked there', async ({
  page,
  product,
}) => {
  const { store } = await firstCompany(product);
  await openBoard(page, `/?store=${store.id}&date=2031-04-09`);
  const began = Date.now();
  await page.keyboard.press('n');
  await fillIn(page, { pet: 'be', type: 'consultation', start: '10:00' });
  await expect(draft(page)).toBeVisible();
  const [, second] = store.rooms;
  const heading = page.getByRole('columnheader', { name: second?.name ?? '' });
  const column = await heading.boundingBox();
  if (!column || !second) throw new Error('The store has one room.');
  await dragDraft(page, 4, column.x + column.width / 2);
  const start = bookingDialog(page).getByRole('textbox', { name: 'Start' });
  await expect(start).toHaveValue('11:00');
  await page.reload();
  await expect(start).toHaveValue('11:00');
  await expect(bookingDialog(page).getByRole('combobox', { name: 'Room' })).toHaveText(second.name);
  await expect(draft(page)).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Booked: ')).toBeVisible();
  await expect(draft(page)).toHaveCount(0);

  const at = Temporal.ZonedDateTime.from(`2031-04-09T11:00[${store.timeZone}]`).epochMilliseconds;
  await expect
    .poll(async () => (await madeSince(product, began)).map(({ start: from, roomId }) => [Date.parse(from), roomId]))
    .toEqual([[at, second.id]]);
});
