import type { Page } from '@playwright/test';
import { bookingDialog, fillIn, madeSince, workingDay } from './booking-form.ts';
import { expect, test } from './harness.ts';
import { allAppointments } from './listed-records.ts';

// On a slow machine the pages that are opened here in a row ask for more than a key has in a minute; they wait, and ask again.
test.use({ expectConsole: [/status of 429/] });

const notesOf = (tab: Page) => bookingDialog(tab).getByRole('textbox', { name: 'Notes' });
const petOf = (tab: Page) => bookingDialog(tab).getByRole('combobox', { name: 'Pet' });

test('two tabs have drafts of their own, through reloads, until each is booked once', async ({
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
  await page.reload();
  await expect(notesOf(page)).toHaveValue(lineOne);
  await expect(petOf(page)).toHaveValue(chosen);
  // Back to what came back is not back to what was typed in between.
  await notesOf(page).fill('Bites nobody');
  await notesOf(page).fill(lineOne);
  await page.reload();
  await expect(notesOf(page)).toHaveValue(lineOne);

  for (const tab of [page, other]) {
    await bookingDialog(tab).getByRole('button', { name: 'Book appointment' }).dblclick();
    await expect(bookingDialog(tab)).toBeHidden();
  }
  const made = (await madeSince(product, began)).map(({ notes }) => notes);
  expect(made.sort()).toEqual([lineOne, 'the caller on line two']);

  await page.getByRole('button', { name: 'New appointment' }).click();
  await expect(notesOf(page)).toHaveValue('');
  await expect(bookingDialog(page).getByText('Your draft is back.')).toBeHidden();
});
