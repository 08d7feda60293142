import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { deskHeaders } from '#contract/desk.ts';
import { ServiceError } from '#contract/error.ts';
import { bookButton, bookByKeys, booked, CREATE, dialog, emptyDay, openForm, text } from '#testing/booking-form.ts';
import { faultOf } from '#testing/practice-extensions.ts';
import type { PracticeInMemory } from '#testing/practice-in-memory.ts';

const heading = page.getByRole('heading', { name: 'Somebody else has signed in in this browser' });
const ann = { access: 'sign_in', person: 'ann', name: 'Ann Lee' } as const;
const bob = { access: 'sign_in', person: 'bob', name: 'Bob Ray' } as const;

/** Books as the gateway does, which compares the person of the page with that of the cookie. */
function checksPerson(practice: PracticeInMemory) {
  practice.answer(CREATE, ({ headers }, usual) =>
    headers.get(deskHeaders.person) === practice.session.person
      ? usual()
      : faultOf(new ServiceError('another_person', '')),
  );
}

/** Ann fills in the form; then Bob signs in in another tab, and she books. */
async function bookAfterBobSignedIn() {
  const practice = emptyDay();
  Object.assign(practice.session, ann);
  checksPerson(practice);
  await openForm(practice);
  await text('Notes').fill('Ann’s: the owner calls back');
  await expect.element(bookButton).toBeVisible();
  Object.assign(practice.session, bob);
  await bookByKeys();
  await expect.element(heading).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(practice.creates()).toHaveLength(1);
  expect(practice.appointments.filter(({ createdFrom }) => createdFrom !== 'app')).toEqual([]);
  return practice;
}

test('a form that is sent after somebody else signed in books nothing, and is back for who typed it once they sign in again', async () => {
  const practice = await bookAfterBobSignedIn();
  practice.answer('POST /desk/session', () => Response.json(Object.assign(practice.session, ann)));
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await page.getByLabelText('API key').fill('fd_ann');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect.element(text('Notes')).toHaveValue('Ann’s: the owner calls back');
  await bookByKeys();
  await expect.element(booked).toBeVisible();
});

test('who has signed in can continue in that tab, and finds nothing of what the other one typed', async () => {
  await bookAfterBobSignedIn();
  await page.getByRole('button', { name: /Continue as .*Bob Ray/ }).click();
  await expect.element(text('Notes')).toHaveValue('');
  await expect.element(page.getByRole('button', { name: /Bob Ray.*: session/ })).toBeVisible();
});
