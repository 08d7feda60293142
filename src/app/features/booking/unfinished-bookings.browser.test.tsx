import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DRAFT_DAY as DAY } from '#testing/booking-draft.ts';
import {
  bella,
  bookByKeys,
  booked,
  choose,
  dialog,
  emptyDay,
  field,
  leaveForReload,
  newButton,
  openForm,
  renderForm,
  text,
} from '#testing/booking-form.ts';

const unfinished = dialog.getByText(/^Unfinished/);
const continueButton = dialog.getByRole('button', { name: 'Continue' });
const discard = dialog.getByRole('button', { name: 'Discard' });

test('after Escape the next panel is empty, and offers the previous input in one line', async () => {
  const practice = emptyDay();
  await openForm(practice);
  await text('Notes').fill('limps');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await newButton.click();
  await expect.element(unfinished).toHaveTextContent(/^Unfinished: .*Bella.*, 09:05$/);
  await expect.element(field('Pet')).toHaveValue('');
  await expect.element(text('Notes')).toHaveValue('');
  await continueButton.click();
  await expect.element(field('Pet')).toHaveValue('Bella · dog · Ann Lee');
  await expect.element(text('Notes')).toHaveValue('limps');
  await expect.element(text('Start')).toHaveValue('09:05');
  await expect.element(unfinished).not.toBeInTheDocument();
  await bookByKeys();
  await expect.element(booked).toBeVisible();
  await newButton.click();
  await expect.element(field('Pet')).toHaveFocus();
  expect(unfinished.elements()).toEqual([]);
});

test('a discarded booking is not offered again', async () => {
  const practice = emptyDay();
  await openForm(practice);
  await text('Notes').fill('limps');
  await userEvent.keyboard('{Escape}');
  await newButton.click();
  await discard.click();
  await expect.element(unfinished).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await newButton.click();
  await expect.element(field('Pet')).toHaveFocus();
  expect(unfinished.elements()).toEqual([]);
});

test('each unfinished booking has a line, and Continue with one offers what was typed meanwhile', async () => {
  await renderForm(emptyDay());
  await choose();
  await userEvent.keyboard('{Escape}');
  await newButton.click();
  await choose('milo');
  await expect.element(unfinished).toHaveTextContent(/Bella/);
  await continueButton.click();
  await expect.element(field('Pet')).toHaveValue('Bella · dog · Ann Lee');
  await expect.element(unfinished).toHaveTextContent(/Milo/);
  await userEvent.keyboard('{Escape}');
  await newButton.click();
  await expect
    .poll(() =>
      unfinished
        .elements()
        .map((line) => line.textContent?.match(/Bella|Milo/)?.[0])
        .sort(),
    )
    .toEqual(['Bella', 'Milo']);
});

test('an untouched panel leaves nothing unfinished', async () => {
  await renderForm(emptyDay());
  await expect.element(field('Pet')).toHaveFocus();
  await text('Notes').fill('x');
  await text('Notes').fill('');
  await userEvent.keyboard('{Escape}');
  await newButton.click();
  await expect.element(field('Pet')).toHaveFocus();
  expect(unfinished.elements()).toEqual([]);
});

test('after a reload the panel is empty, and Continue restores the input unchanged', { tags: 'smoke' }, async () => {
  const practice = emptyDay();
  const app = await renderForm(practice);
  await choose();
  await text('Start').fill('10:20');
  await text('Length').fill('soon');
  await field('Vet').fill('kwxq');
  await userEvent.keyboard('{Tab}');
  await leaveForReload(app);
  await renderForm(practice);
  await expect.element(unfinished).toHaveTextContent(/^Unfinished: .*Bella.*, 10:20$/);
  await expect.element(field('Pet')).toHaveValue('');
  await expect.element(field('Vet')).toHaveValue('');
  await continueButton.click();
  await expect.element(field('Pet')).toHaveValue('Bella · dog · Ann Lee');
  await expect.element(field('Visit type')).toHaveValue('Vaccination');
  await expect.element(field('Vet')).toHaveValue('kwxq');
  await expect.element(text('Start')).toHaveValue('10:20');
  await expect.element(text('Length')).toHaveValue('soon');
  expect(unfinished.elements()).toEqual([]);
});

test('a panel that another address opens for a time has that time, and nothing of the previous caller', async () => {
  const practice = emptyDay();
  const app = await renderForm(practice);
  await choose();
  await text('Notes').fill('limps');
  await leaveForReload(app);
  await renderForm(practice, `&start=${DAY}T11:15`);
  await expect.element(unfinished).toHaveTextContent(/Bella/);
  await expect.element(text('Start')).toHaveValue('11:15');
  await expect.element(field('Pet')).toHaveValue('');
  await expect.element(text('Notes')).toHaveValue('');
});

test('an unfinished walk-in is offered after a reload, too', async () => {
  const practice = emptyDay();
  const app = await renderForm(practice, '&walkin=1');
  const walkIn = page.getByRole('dialog', { name: 'Walk-in' });
  await userEvent.fill(walkIn.getByRole('textbox', { name: 'Notes' }), 'bleeds');
  await leaveForReload(app);
  await renderForm(practice, '&walkin=1');
  await expect.element(walkIn.getByText('Unfinished appointment')).toBeVisible();
  await expect.element(walkIn.getByRole('textbox', { name: 'Notes' })).toHaveValue('');
  await walkIn.getByRole('button', { name: 'Continue' }).click();
  await expect.element(walkIn.getByRole('textbox', { name: 'Notes' })).toHaveValue('bleeds');
});

test('a walk-in that interrupts a booking has an empty panel, which offers the booking', async () => {
  const walkIn = page.getByRole('dialog', { name: 'Walk-in' });
  await renderForm(emptyDay());
  await choose();
  await text('Notes').fill('limps');
  await page.getByRole('button', { name: 'Walk-in' }).click();
  await expect.element(walkIn.getByText(/^Unfinished: .*Bella/)).toBeVisible();
  await expect.element(walkIn.getByRole('combobox', { name: 'Pet' })).toHaveValue('');
  await expect.element(walkIn.getByRole('textbox', { name: 'Notes' })).toHaveValue('');
});

test('the pet of a link is selected, and another unfinished booking is offered', async () => {
  const practice = emptyDay();
  const { leave } = await openForm(practice);
  await text('Notes').fill('limps');
  await userEvent.keyboard('{Escape}');
  await leave();
  await renderForm(practice, bella('').replace('000001&', '000003&'));
  await expect.element(field('Pet')).toHaveValue('Milo · dog · Cleo Park');
  await expect.element(unfinished).toHaveTextContent(/Bella/);
});
