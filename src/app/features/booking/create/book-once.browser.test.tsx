import { expect, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { renderApp } from '#testing/app-in-memory.tsx';
import { DRAFT_DAY, keepDraft } from '#testing/booking-draft.ts';
import {
  bookButton,
  bookByKeys,
  booked,
  CREATE,
  dialog,
  emptyDay,
  newButton,
  openForm,
  sent,
  text,
} from '#testing/booking-form.ts';
import type { PracticeInMemory } from '#testing/practice-in-memory.ts';
import { waitUntil } from '#testing/wait-until.ts';

test('repeated clicks and key presses create one appointment', async () => {
  const practice = emptyDay();
  const { letGo } = practice.hold(CREATE);
  await openForm(practice);
  await bookButton.dblClick();
  await sent(practice);
  // It says that it is disabled; a person presses all the same.
  await bookButton.click({ force: true });
  text('Start').element().focus();
  // A key that is held down repeats.
  await userEvent.keyboard('{Enter>20/}');
  await userEvent.keyboard('{Control>}{Enter>20/}{/Control}');
  letGo();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(page.getByText(/^Booked: /).elements()).toHaveLength(1);
  expect(practice.creates()).toHaveLength(1);
});

/** Sends one event of Enter: the keyboard of the tests lets go of a key before it presses it again. */
const enter = (type: 'keyDown' | 'keyUp', autoRepeat: boolean) =>
  cdp().send('Input.dispatchKeyEvent', {
    ...{ key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' },
    ...{ type, autoRepeat },
  });

test('Enter held down in the form creates one appointment', async () => {
  const practice = emptyDay();
  await openForm(practice);
  await expect.element(dialog.getByText('This time is free.')).toBeVisible();
  text('Start').element().focus();
  for (let time = 0; time < 30; time += 1) await enter('keyDown', time > 0);
  await expect.element(dialog).not.toBeInTheDocument();
  for (let time = 0; time < 10; time += 1) await enter('keyDown', true);
  // Neither does the form open again, nor the appointment that then has the focus.
  await expect.element(booked).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole('complementary', { name: 'Appointment' })).not.toBeInTheDocument();
  await enter('keyUp', false);
  expect(practice.creates()).toHaveLength(1);
});

/** Asks for the form with the draft, which loads until the returned function is called. */
async function askForForm(practice: PracticeInMemory) {
  const { letGo } = practice.hold('GET /v1/appointment-types');
  keepDraft(practice);
  await renderApp(practice, `/?store=${practice.company.stores[0]?.id}&date=${DRAFT_DAY}`);
  await newButton.click();
  await expect.element(dialog.getByText('Loading the form…')).toBeVisible();
  return letGo;
}

test('Enter held down before the form opens creates one appointment', async () => {
  const practice = emptyDay();
  const letGo = await askForForm(practice);
  for (let time = 0; time < 3; time += 1) await enter('keyDown', time > 0);
  letGo();
  await expect.element(booked).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  await waitUntil(() => expect(document.activeElement?.hasAttribute('data-appointment')).toBe(true));
  for (let time = 0; time < 10; time += 1) await enter('keyDown', true);
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole('complementary', { name: 'Appointment' })).not.toBeInTheDocument();
  await enter('keyUp', false);
  expect(practice.creates()).toHaveLength(1);
});

test('Ctrl+Enter pressed before the form opens books the draft', async () => {
  const practice = emptyDay();
  const letGo = await askForForm(practice);
  await bookByKeys();
  letGo();
  await expect.element(booked).toBeVisible();
  expect(practice.creates()).toHaveLength(1);
});
