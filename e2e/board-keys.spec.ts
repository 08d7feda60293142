import { fullDay, openBoard, pointAt } from './board.ts';
import { expect, test } from './harness.ts';
import { firstCompany } from './listed-records.ts';

// Many boards are opened in a minute on one key: what reads ahead is told to wait, which the browser logs.
test.use({ expectConsole: [/status of 429/] });

test('the board is used by keys alone', { tag: '@every-browser' }, async ({ page, product }) => {
  const { store } = await firstCompany(product);
  // A day with blocks to move among, which today may not be.
  await openBoard(page, `/?store=${store.id}&date=${fullDay(store.timeZone)}`);
  await expect(page.locator('[data-appointment]').first()).toBeAttached();

  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search this day' })).toBeFocused();
  await page.keyboard.press('Escape');

  // Of all blocks one is a tab stop; arrows go on from there.
  await expect(page.locator('[data-appointment][tabindex="0"]')).toHaveCount(1);
  await page.locator('[data-appointment][tabindex="0"]').focus();
  const first = await page.locator(':focus').getAttribute('data-appointment');
  await page.keyboard.press('ArrowRight');
  const right = page.locator(':focus');
  await expect(right).toHaveAttribute('data-appointment', /.+/);
  expect(await right.getAttribute('data-appointment')).not.toBe(first);
  await expect(right).toBeInViewport();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Home');
  const top = await page.locator(':focus').getAttribute('data-appointment');
  await page.keyboard.press('ArrowDown');
  expect(await page.locator(':focus').getAttribute('data-appointment')).not.toBe(top);
  await page.keyboard.press('ArrowUp');
  expect(await page.locator(':focus').getAttribute('data-appointment')).toBe(top);

  await page.keyboard.press('Enter');
  const details = page.getByRole('complementary', { name: 'Appointment' });
  await expect(details).toBeVisible();
  await details.getByRole('button', { name: 'Close details' }).focus();
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await expect(page.locator(`[data-appointment="${top}"]`)).toBeFocused();

  const heading = page.getByRole('heading', { level: 1 });
  const day = (await heading.textContent()) ?? '';
  await page.keyboard.press('Alt+ArrowRight');
  await expect(heading).not.toHaveText(day);
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(heading).toHaveText(day);
  await page.keyboard.press('t');
  await expect(page.getByRole('button', { name: 'Today' })).toHaveAttribute('aria-current', 'date');
  await page.goBack();
  await expect(heading).toHaveText(day);
  await page.keyboard.press('2');
  await expect(page.getByRole('radio', { name: 'Vets' })).toBeChecked();

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeHidden();
  await page.keyboard.press('n');
  await expect(page.getByRole('dialog', { name: 'New appointment' })).toBeVisible();
});

test('with the mouse a store is chosen, and empty time is clicked and dragged over to book there', {
  tag: '@every-browser',
}, async ({ page, product }) => {
  const { company, store } = await firstCompany(product);
  const other = company.stores[1]?.name ?? '';
  await openBoard(page, `/?store=${store.id}&date=2031-03-05`);
  await page.getByRole('button', { name: `Store: ${store.name}` }).click();
  const menu = page.getByRole('dialog', { name: 'Store' });
  await menu.getByRole('checkbox', { name: other }).check();
  await menu.getByRole('button', { name: other, exact: true }).click();
  await expect(menu).toBeHidden();
  await expect(page.getByRole('button', { name: `Store: ${other}` })).toBeVisible();
  await expect(page.getByText('Nothing is booked')).toBeVisible();
  const { x, y } = await pointAt(page, 11);
  await page.mouse.click(x, y);
  await expect(page).toHaveURL(/new=1/);
  await expect(page).toHaveURL(/start=2031-03-05T11:00/);
  await expect(page.getByRole('combobox', { name: 'Pet' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/new=1/);
  await page.mouse.move(x, y);
  await page.mouse.down();
  const end = await pointAt(page, 12);
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await expect(page.getByText('11:00 – 12:15')).toBeVisible();
  await page.mouse.up();
  await expect(page).toHaveURL(/start=2031-03-05T11:00.*end=2031-03-05T12:15/);
  await expect(page.getByRole('dialog', { name: 'New appointment' })).toBeVisible();
});
