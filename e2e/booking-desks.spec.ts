import { bookingDialog, fillIn, madeSince, workingDay } from './booking-form.ts';
import { expect, test } from './harness.ts';

test('of two desks that want the same vet at once, the later one is told before it books', async ({
  page,
  context,
  product,
}) => {
  const { store, date } = await workingDay(product);
  const began = Date.now();
  const other = await context.newPage();
  const address = `/?store=${store.id}&date=${date}&new=1`;
  for (const desk of [page, other]) {
    await desk.goto(address);
    const dialog = bookingDialog(desk);
    await fillIn(desk, { pet: desk === page ? 'be' : 'mi', type: 'nail', start: '7:00' });
    await dialog.getByRole('combobox', { name: 'Vet' }).click();
    await desk.getByRole('option').first().click();
    await expect(dialog.getByText(/is closed then/)).toBeVisible();
    // Each tab keeps the draft of its company; the desks of two people keep their own.
    await desk.evaluate(() => localStorage.clear());
  }
  await bookingDialog(page).getByRole('button', { name: 'Book appointment' }).click();
  await expect(bookingDialog(page)).toBeHidden();

  const dialog = bookingDialog(other);
  await dialog.getByRole('button', { name: 'Book appointment' }).click();
  await expect(dialog.getByRole('alert')).toContainText('somebody else has just booked this time');
  await expect(dialog.getByRole('region', { name: 'Before you book' })).toContainText('is busy then');
  await dialog.getByRole('button', { name: 'Book anyway' }).click();
  await expect(dialog).toBeHidden();
  const made = (await madeSince(product, began)).filter(({ visitTypeName }) => /nail/i.test(visitTypeName ?? ''));
  expect(made).toHaveLength(2);
});

test('a tab that opens leaves the draft of another to it, and takes it on when that tab is gone', async ({
  page,
  context,
  product,
}) => {
  const { store, date } = await workingDay(product);
  const began = Date.now();
  const address = `/?store=${store.id}&date=${date}&new=1`;
  const notesOf = (tab: typeof page) => bookingDialog(tab).getByRole('textbox', { name: 'Notes' });
  await page.goto(address);
  await fillIn(page, { pet: 'be', type: 'nail', start: '7:30' });
  await notesOf(page).fill('the caller on line one');

  const other = await context.newPage();
  await other.goto(address);
  await expect(notesOf(other)).toHaveValue('');
  await fillIn(other, { pet: 'mi', type: 'vac', start: '8:30' });
  await notesOf(other).fill('the caller on line two');
  for (const tab of [page, other]) {
    await bookingDialog(tab).getByRole('button', { name: 'Book appointment' }).click();
    await expect(bookingDialog(tab)).toBeHidden();
  }
  const made = (await madeSince(product, began)).map(({ notes }) => notes);
  expect(made.sort()).toEqual(['the caller on line one', 'the caller on line two']);

  await other.goto(address);
  await notesOf(other).fill('the caller on line three');
  await other.close();
  await page.goto(address);
  await expect(notesOf(page)).toHaveValue('the caller on line three');
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
    const notesOf = (tab: typeof page) => bookingDialog(tab).getByRole('textbox', { name: 'Notes' });
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
    await expect(same.getByText(/It was booked already/)).toBeVisible();

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
