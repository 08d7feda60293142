import { openBoard } from './board.ts';
import { bookingDialog, madeSince, workingDay } from './booking-form.ts';
import { expect, test } from './harness.ts';

test('a booking by keyboard alone takes twenty keystrokes', { tag: '@every-browser' }, async ({ page, product }) => {
  const { store, date } = await workingDay(product);
  await openBoard(page, `/?store=${store.id}&date=${date}`);

  let strokes = 0;
  const began = Date.now();
  const press = async (key: string) => {
    strokes += 1;
    await page.keyboard.press(key);
  };
  const type = async (text: string) => {
    for (const letter of text) await press(letter);
  };
  await press('n');
  await expect(bookingDialog(page).getByRole('combobox', { name: 'Pet' })).toBeFocused();
  await type('be');
  await expect(page.getByRole('option').first()).toBeVisible();
  await press('Enter');
  await press('Tab');
  await type('vac');
  const start = bookingDialog(page).getByRole('textbox', { name: 'Start' });
  // Over the store and the parts of the date, which are right already.
  do await press('Tab');
  while (!(await start.evaluate((field) => field === document.activeElement)) && strokes < 30);
  await type('1045');
  await press('Control+Enter');
  await expect(bookingDialog(page)).toBeHidden();
  await expect(page.getByText('Booked: ')).toBeVisible();
  expect(strokes).toBeLessThanOrEqual(20);

  const made = await madeSince(product, began);
  expect(made).toHaveLength(1);
  expect(made[0]).toMatchObject({ visitTypeName: 'Vaccination', status: 'requested', createdFrom: 'external_api' });
  const block = page.locator(`[data-appointment="${made[0]?.id}"]`);
  await expect(block).toBeInViewport();
  await expect(block).toBeFocused();
});
