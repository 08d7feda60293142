import type { Page } from '@playwright/test';
import { bookingDialog, fillIn, madeSince, workingDay } from './booking-form.ts';
import { expect, test } from './harness.ts';
import { allAppointments } from './listed-records.ts';

// On a slow machine the pages that are opened here in a row ask for more than a key has in a minute; they wait, and ask again.
test.use({ expectConsole: [/status of 429/] });

const notesOf = (tab: Page) => bookingDialog(tab).getByRole('textbox', { name: 'Notes' });
const petOf = (tab: Page) => bookingDialog(tab).getByRole('combobox', { name: 'Pet' });

test('two tabs keep their own drafts through reloads and a crash, until each is booked once', async ({
  page,
  context,
  product,
}) => {
  const { company, store, date } = await workingDay(product);
  const began = Date.now();
  const address = `/?store=${store.id}&date=${date}&new=1`;
  const [known] = await allAppointments(product, { companyId: company.id, storeIds: store.id });
  const lineOne = 'Bites.\nKnows =1+1 and <b>Ünïcode</b> 🐕';

  // A form for one pet, in which another is chosen.
  await page.goto(`${address}&pet=${known?.petId}&start=${date}T10:00`);
  await expect(petOf(page)).not.toHaveValue('');
  const linked = await petOf(page).inputValue();
  await fillIn(page, { pet: linked.startsWith('Mi') ? 'be' : 'mi', type: 'cons', start: '9.30am' });
  const chosen = await petOf(page).inputValue();
  expect(chosen).not.toBe(linked);
  await notesOf(page).fill(lineOne);

  const other = await context.newPage();
  await other.goto(address);
  await expect(notesOf(other)).toHaveValue('');
  await fillIn(other, { pet: 'mi', type: 'vac', start: '8:30' });
  await notesOf(other).fill('the caller on line two');
  await other.reload();
  await expect(notesOf(other)).toHaveValue('the caller on line two');
  await expect(notesOf(page)).toHaveValue(lineOne);
  await expect(petOf(page)).toHaveValue(chosen);
  await expect(bookingDialog(page).getByRole('textbox', { name: 'Start' })).toHaveValue('09:30');

  await page.keyboard.press('Escape');
  await expect(bookingDialog(page)).toBeHidden();
  await page.getByRole('button', { name: 'New appointment' }).click();
  await expect(notesOf(page)).toHaveValue(lineOne);

  // A draft ends with what was typed last.
  await notesOf(page).fill(`${lineOne}, allergic to chicken`);
  await notesOf(page).fill(lineOne);
  await Promise.all([page.waitForEvent('crash'), page.goto('chrome://crash').catch(() => undefined)]);
  const again = await context.newPage();
  await again.goto(address);
  await expect(notesOf(again)).toHaveValue(lineOne);
  await expect(petOf(again)).toHaveValue(chosen);
  // Back to what came back is not back to what was typed in between.
  await notesOf(again).fill('Bites nobody');
  await notesOf(again).fill(lineOne);
  await again.reload();
  await expect(notesOf(again)).toHaveValue(lineOne);

  for (const tab of [again, other]) {
    await bookingDialog(tab).getByRole('button', { name: 'Book appointment' }).dblclick();
    await expect(bookingDialog(tab)).toBeHidden();
  }
  const made = (await madeSince(product, began)).map(({ notes }) => notes);
  expect(made.sort()).toEqual([lineOne, 'the caller on line two']);

  await again.getByRole('button', { name: 'New appointment' }).click();
  await expect(notesOf(again)).toHaveValue('');
  await expect(bookingDialog(again).getByText('Your draft is back.')).toBeHidden();
});

test.describe('in a browser without locks', () => {
  test('a draft in two tabs is one appointment; what one has made of it since is another, and is not lost', async ({
    page,
    context,
    product,
  }) => {
    const { store, date } = await workingDay(product);
    const began = Date.now();
    const address = `/?store=${store.id}&date=${date}&new=1`;
    // As it is for a page of plain http.
    await context.addInitScript(() => {
      delete (Navigator.prototype as { locks?: unknown }).locks;
    });
    await page.goto(address);
    await fillIn(page, { pet: 'be', type: 'nail', start: '7:30' });
    await notesOf(page).fill('one draft');
    const [same, changed] = [await context.newPage(), await context.newPage()];
    for (const tab of [same, changed]) {
      await tab.goto(address);
      await expect(notesOf(tab)).toHaveValue('one draft');
    }
    await bookingDialog(page).getByRole('button', { name: 'Book appointment' }).click();
    await expect(bookingDialog(page)).toBeHidden();
    await bookingDialog(same).getByRole('button', { name: 'Book appointment' }).click();
    await expect(same.getByText('It was booked already')).toBeVisible();

    await notesOf(changed).fill('for another caller');
    await bookingDialog(changed).getByRole('textbox', { name: 'Start' }).fill('8:30');
    await bookingDialog(changed).getByRole('button', { name: 'Book appointment' }).click();
    await expect(bookingDialog(changed).getByRole('alert')).toContainText('is booked; what the form says now is not');
    await changed.reload();
    await expect(notesOf(changed)).toHaveValue('for another caller');
    await bookingDialog(changed).getByRole('button', { name: 'Book appointment' }).click();
    await expect(bookingDialog(changed)).toBeHidden();
    const made = (await madeSince(product, began)).map(({ notes }) => notes);
    expect(made.sort()).toEqual(['for another caller', 'one draft']);
  });
});
