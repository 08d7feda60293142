import { bookingDialog, fillIn, madeSince, workingDay } from './booking-form.ts';
import { expect, test } from './harness.ts';
import { allAppointments } from './practice.ts';

test('a draft survives closing and reload, until it is booked', async ({ page, product }) => {
  const { store, date } = await workingDay(product);
  const began = Date.now();
  await page.goto(`/?store=${store.id}&date=${date}&new=1`);
  await fillIn(page, { pet: 'be', type: 'cons', start: '9.30am' });
  const dialog = bookingDialog(page);
  const notes = dialog.getByRole('textbox', { name: 'Notes' });
  await notes.fill('Bites.\nKnows =1+1 and <b>Ünïcode</b> 🐕');
  const pet = await dialog.getByRole('combobox', { name: 'Pet' }).inputValue();
  await page.reload();
  await expect(notes).toHaveValue('Bites.\nKnows =1+1 and <b>Ünïcode</b> 🐕');
  await expect(dialog.getByRole('combobox', { name: 'Pet' })).toHaveValue(pet);
  await expect(dialog.getByRole('textbox', { name: 'Start' })).toHaveValue('09:30');

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'New appointment' }).click();
  await expect(notes).toHaveValue(/^Bites/);

  // Two presses at once, and a key that repeats, are one booking.
  await dialog.getByRole('button', { name: 'Book appointment' }).dblclick();
  await expect(dialog).toBeHidden();
  const made = await madeSince(product, began);
  expect(made.map((appointment) => appointment.notes)).toEqual(['Bites.\nKnows =1+1 and <b>Ünïcode</b> 🐕']);

  await page.getByRole('button', { name: 'New appointment' }).click();
  await expect(notes).toHaveValue('');
  await expect(dialog.getByText('Your draft is back.')).toBeHidden();
});

test('a draft survives the crash of its tab, and ends with what was typed last', async ({ page, context }) => {
  await page.goto('/?new=1');
  const notes = bookingDialog(page).getByRole('textbox', { name: 'Notes' });
  await notes.fill('Allergic to chicken');
  await notes.fill('Allergic to');
  await Promise.all([page.waitForEvent('crash'), page.goto('chrome://crash').catch(() => undefined)]);
  const again = await context.newPage();
  await again.goto('/?new=1');
  const kept = bookingDialog(again).getByRole('textbox', { name: 'Notes' });
  await expect(kept).toHaveValue('Allergic to');

  // Back to what came back is not back to what was typed in between.
  await kept.fill('Allergic to nothing');
  await kept.fill('Allergic to');
  await again.reload();
  await expect(kept).toHaveValue('Allergic to');
});

test('two tabs with a draft each keep both', async ({ page, context }) => {
  const other = await context.newPage();
  for (const tab of [page, other]) await tab.goto('/?new=1');
  const notes = (tab: typeof page) => bookingDialog(tab).getByRole('textbox', { name: 'Notes' });
  await notes(page).fill('Rex, on line one');
  await notes(other).fill('Bella, on line two');
  for (const tab of [page, other]) await tab.reload();
  await expect(notes(page)).toHaveValue('Rex, on line one');
  await expect(notes(other)).toHaveValue('Bella, on line two');
});

test('a link for one pet opens with that pet, whatever was chosen in its form before; a reload changes nothing', async ({
  page,
  product,
}) => {
  const { company, store, date } = await workingDay(product);
  const [known] = await allAppointments(product, { companyId: company.id, storeIds: store.id });
  const address = `/?store=${store.id}&date=${date}&new=1&pet=${known?.petId}&start=${date}T10:00`;
  const dialog = bookingDialog(page);
  const [pet, start] = [dialog.getByRole('combobox', { name: 'Pet' }), dialog.getByRole('textbox', { name: 'Start' })];
  await page.goto(address);
  await expect(pet).not.toHaveValue('');
  const linked = await pet.inputValue();

  await pet.fill(linked.startsWith('Mi') ? 'be' : 'mi');
  await page.getByRole('option').first().click();
  const chosen = await pet.inputValue();
  expect(chosen).not.toBe(linked);
  await start.fill('11:00');
  await page.reload();
  await expect(pet).toHaveValue(chosen);
  await expect(start).toHaveValue('11:00');

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.goto(address);
  await expect(pet).toHaveValue(linked);
  await expect(start).toHaveValue('10:00');

  // What was chosen instead is where a form for no pet in particular goes on.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'New appointment' }).click();
  await expect(pet).toHaveValue(chosen);
});
