import type { Page } from '@playwright/test';
import { Temporal } from 'temporal-polyfill';
import { blockOf, fullDay, instantAt, openBoard } from './board.ts';
import { book } from './bookings.ts';
import { expect, test } from './harness.ts';
import { allAppointments, firstCompany } from './listed-records.ts';

// Many pages are opened within a minute on one key, so prefetching is refused for a while, which the browser logs.
test.use({ expectConsole: [/status of 429/] });

/** Delays the files of a part until the returned function is called. */
async function holdPart(page: Page, files: RegExp) {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(files, async (route) => {
    await arrived;
    await route.continue();
  });
  return () => arrive();
}

test('the calendar is usable with the keyboard alone, even before its parts have loaded', {
  tag: '@every-browser',
}, async ({ page, product }) => {
  const began = new Date().toISOString();
  const { company, store } = await firstCompany(product);
  const quietDay = Temporal.PlainDate.from('2031-04-04');

  await test.step('keys pressed while the menu of statuses loads have no other effect, and moving and Undo work', async () => {
    const at = (time: string) => instantAt(store.timeZone, quietDay, time);
    const id = await book(product, { start: at('10:00'), end: at('10:30') });
    const read = async () => {
      const all = await allAppointments(product, { companyId: company.id, createdSince: began });
      return all.find((appointment) => appointment.id === id);
    };
    const before = await read();
    const arrive = await holdPart(page, /\/assets\/appointment-menu-[^/]+\.js$/);
    await openBoard(page, `/?store=${store.id}&date=${quietDay}`);
    await blockOf(page, id).focus();
    for (const key of ['Shift+S', 'ArrowDown', 'Escape']) await page.keyboard.press(key);
    for (const key of ['m', 'ArrowDown', 'ArrowDown', 'Alt+ArrowDown', 'Enter']) await page.keyboard.press(key);
    const startOf = async () => Date.parse((await read())?.start ?? '');
    await expect.poll(startOf).toBe(Date.parse(at('10:35')));
    expect((await read())?.status).toBe(before?.status);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(startOf).toBe(Date.parse(at('10:00')));
    arrive();
  });

  // A day with blocks to navigate between; today may have none.
  const arrive = await holdPart(page, /\/assets\/search-panel-/);
  await openBoard(page, `/?store=${store.id}&date=${fullDay(store.timeZone)}`);
  await expect(page.locator('[data-appointment]').first()).toBeAttached();

  await test.step('/ focuses the search', async () => {
    await page.keyboard.press('/');
    await expect(page.getByRole('combobox', { name: 'Search', exact: true })).toBeFocused();
    await page.keyboard.press('Escape');
  });

  await test.step('arrow keys move between blocks, and only one block is a tab stop', async () => {
    await expect(page.locator('[data-appointment][tabindex="0"]')).toHaveCount(1);
    await page.locator('[data-appointment][tabindex="0"]').focus();
    // To the first of the columns, wherever the next appointment is.
    for (let nth = 0; nth < 9; nth += 1) await page.keyboard.press('ArrowLeft');
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
  });

  await test.step('Enter opens the details, and Escape returns to the block', async () => {
    const opened = await page.locator(':focus').getAttribute('data-appointment');
    await page.keyboard.press('Enter');
    const details = page.getByRole('complementary', { name: 'Appointment' });
    await expect(details).toBeVisible();
    await details.getByRole('button', { name: 'Close details' }).focus();
    await page.keyboard.press('Escape');
    await expect(details).toBeHidden();
    await expect(page.locator(`[data-appointment="${opened}"]`)).toBeFocused();
  });

  await test.step('days and views have shortcuts', async () => {
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
    await expect(page.getByRole('button', { name: 'View: Vets' })).toBeVisible();
  });

  await test.step('text typed while the search loads goes into the search', async () => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Search', exact: true })).toBeFocused();
    await page.keyboard.type('2031-12-245');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Enter');
    arrive();
    await expect(page).toHaveURL(/date=2031-12-24/);
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  await test.step('? lists the shortcuts, and n opens the form, which receives every letter typed right after', async () => {
    await page.keyboard.press('?');
    await expect(page.getByRole('tab', { name: 'Shortcuts', selected: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Help' })).toBeHidden();
    await page.keyboard.press('n');
    await page.keyboard.type('bel');
    const form = page.getByRole('dialog', { name: 'New appointment' });
    await expect(form.getByRole('combobox', { name: 'Pet' })).toHaveValue('bel');
    await expect(form.getByRole('option').first()).toContainText(/bel/i);
  });
});
