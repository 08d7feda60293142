import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '#testing/app-in-memory.tsx';
import { keepDraft } from '#testing/booking-draft.ts';
import {
  bookByKeys,
  booked,
  CREATE,
  dialog,
  emptyDay,
  field,
  made,
  newButton,
  notesOf,
  openDraft,
  openForm,
  SEARCH,
  sent,
  text,
} from '#testing/booking-form.ts';
import { blockOf } from '#testing/shown-board.ts';
import { waitUntil } from '#testing/wait-until.ts';

test('a form opened while the last booking is being sent starts empty', async () => {
  const practice = emptyDay();
  const { letGo } = practice.hold(CREATE);
  await openForm(practice, { notes: 'first caller' });
  await bookByKeys();
  await sent(practice);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();

  await userEvent.keyboard('n');
  await expect.element(text('Notes')).toHaveValue('');
  await expect.element(field('Pet')).toHaveFocus();
  await field('Pet').fill('milo');
  await page.getByRole('option').first().click();
  await field('Visit type').fill('vac');
  await page.getByRole('option').first().click();
  await text('Start').fill('10:05');
  await text('Notes').fill('second caller');
  letGo();
  await expect.element(booked).toBeVisible();
  await expect.element(text('Notes')).toHaveValue('second caller');
  await bookByKeys();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(notesOf(practice)).toEqual(['first caller', 'second caller']);
});

test('the open form keeps the focus when the previous booking appears on the board', async () => {
  const practice = emptyDay();
  const create = practice.hold(CREATE);
  const { settled } = await openForm(practice);
  await bookByKeys();
  await sent(practice);
  const readBack = practice.hold(SEARCH);
  create.letGo();
  await expect.element(dialog).not.toBeInTheDocument();
  await userEvent.keyboard('n');
  await expect.element(field('Pet')).toHaveFocus();
  await userEvent.keyboard('mi');
  readBack.letGo();
  await blockOf(made(practice)[0]?.id ?? '');
  await settled();
  await userEvent.keyboard('lo');
  await expect.element(field('Pet')).toHaveValue('milo');
});

test('a booking that finishes after its form was closed does not navigate', async () => {
  const practice = emptyDay();
  const { letGo } = practice.hold(CREATE);
  const { address } = await openForm(practice);
  await bookByKeys();
  await sent(practice);
  await userEvent.keyboard('{Escape}');
  await page.getByRole('link', { name: 'Appointments', exact: true }).click();
  await expect.element(page.getByTestId('matches')).toBeVisible();
  letGo();
  await expect.element(booked).toBeVisible();
  expect(address()).toMatch(/^\/appointments/);
  expect(made(practice)).toHaveLength(1);
});

test('Back during a booking closes the form, and the booking is still reported', async () => {
  const practice = emptyDay();
  const { letGo } = practice.hold(CREATE);
  const { router } = await openForm(practice, { notes: 'went back' });
  await bookByKeys();
  await sent(practice);
  router.history.back();
  await expect.element(dialog).not.toBeInTheDocument();
  letGo();
  await expect.element(booked).toBeVisible();
  await newButton.click();
  await expect.element(text('Notes')).toHaveValue('');
  expect(notesOf(practice)).toEqual(['went back']);
});

test('the list of all appointments shows a new booking after a return to it', async () => {
  const practice = emptyDay();
  keepDraft(practice);
  await renderApp(practice, '/appointments');
  const matches = page.getByTestId('matches');
  await expect.element(matches).toHaveTextContent('40 matches');
  await page.getByRole('link', { name: 'Calendar', exact: true }).click();
  await openDraft();
  await bookByKeys();
  await expect.element(booked).toBeVisible();
  await page.getByRole('link', { name: 'Appointments', exact: true }).click();
  await expect.element(matches).toHaveTextContent('41 matches');
});

test('the new appointment is shown and focused even if the filters exclude it', async () => {
  const practice = emptyDay();
  const { address } = await openForm(practice, {}, '&status=confirmed&hide=1');
  await bookByKeys();
  await expect.element(dialog).not.toBeInTheDocument();
  const { id } = made(practice)[0] ?? { id: '' };
  await waitUntil(() => expect(document.activeElement?.getAttribute('data-appointment')).toBe(id));
  const focused = document.activeElement;
  if (focused === null) throw new Error('nothing has the focus');
  await expect.element(page.elementLocator(focused)).toBeInViewport();
  const others = page.getByRole('checkbox', { name: 'Hide others' });
  await expect.element(others).not.toBeChecked();
  await others.click();
  await expect.element(others).toBeChecked();
  expect(address()).toContain('hide=1');
});

test('a new appointment is marked as changed only after a colleague moves it', async () => {
  const practice = emptyDay();
  const create = practice.hold(CREATE);
  const { settled } = await openForm(practice);
  await bookByKeys();
  await sent(practice);
  // A block that has the focus is marked, too.
  await userEvent.keyboard('{Escape}');
  const readBack = practice.hold(SEARCH);
  create.letGo();
  await expect.element(booked).toBeVisible();
  const { id, start, end } = made(practice)[0] ?? { id: '', start: '', end: '' };
  const poll = () => window.dispatchEvent(new Event('online'));
  poll();
  await expect.element(await blockOf(id)).not.toHaveAttribute('data-fresh');
  readBack.letGo();
  await settled();
  expect(await blockOf(id)).not.toHaveAttribute('data-fresh');
  const hourLater = (instant: string) => new Date(Date.parse(instant) + 3_600_000).toISOString();
  practice.change(id, { start: hourLater(start), end: hourLater(end) });
  poll();
  await waitUntil(async () => expect(await blockOf(id)).toHaveAttribute('data-fresh', 'true'));
});
