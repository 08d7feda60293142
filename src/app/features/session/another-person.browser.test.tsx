import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { deskHeaders } from '#contract/desk.ts';
import { ServiceError } from '#contract/error.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import {
  bookButton,
  bookByKeys,
  booked,
  CREATE,
  dialog,
  emptyDay,
  made,
  openForm,
  text,
} from '#testing/booking-form.ts';
import { createManagedPractice } from '#testing/management-in-memory.ts';
import { errorResponse } from '#testing/practice-extensions.ts';
import type { PracticeInMemory } from '#testing/practice-in-memory.ts';
import { pause } from '#testing/press-pause.ts';

const people = {
  ann: { access: 'sign_in', person: 'ann', name: 'Ann Lee' },
  bob: { access: 'sign_in', person: 'bob', name: 'Bob Ray' },
} as const;

/** Signs someone in in another tab, which this tab learns from the storage that they share. */
function signInElsewhere(practice: PracticeInMemory, who: keyof typeof people) {
  Object.assign(practice.session, people[who]);
  localStorage.setItem('frontdesk.person', who);
  window.dispatchEvent(new StorageEvent('storage', { key: 'frontdesk.person' }));
}

/** Waits until the desk of a person is shown, whichever tab they signed in in. */
const deskOf = (who: keyof typeof people) =>
  expect.element(page.getByRole('button', { name: new RegExp(`Signed in as .*${people[who].name}`) })).toBeVisible();

/** Opens the booking that the person has not finished. */
async function continueBooking() {
  pause();
  await page.getByRole('button', { name: 'New appointment' }).click();
  await dialog.getByRole('button', { name: 'Continue' }).click();
}

const undoByKeys = () => userEvent.keyboard('{Control>}z{/Control}');

test('a person’s input waits for them while another person uses the desk, in every tab', {
  tags: 'smoke',
}, async () => {
  const practice = emptyDay();
  Object.assign(practice.session, people.ann);
  const { address } = await openForm(practice);
  await text('Notes').fill('Ann’s: the owner calls back');
  signInElsewhere(practice, 'bob');
  await deskOf('bob');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(address()).not.toContain('pet=');
  await page.getByRole('button', { name: 'New appointment' }).click();
  await expect.element(text('Notes')).toHaveValue('');
  expect(dialog.getByText(/^Unfinished/).elements()).toEqual([]);

  signInElsewhere(practice, 'ann');
  await deskOf('ann');
  await continueBooking();
  await expect.element(text('Notes')).toHaveValue('Ann’s: the owner calls back');
  expect(practice.creates()).toEqual([]);
  await bookByKeys();
  await expect.element(booked).toBeVisible();
  expect(made(practice)).toHaveLength(1);
});

test('a form that is sent before its tab has noticed the other person books nothing', async () => {
  const practice = emptyDay();
  Object.assign(practice.session, people.ann);
  // Like the gateway, which compares the person of the page with that of the cookie.
  practice.answer(CREATE, ({ headers }, usual) =>
    headers.get(deskHeaders.person) === practice.session.person
      ? usual()
      : errorResponse(new ServiceError('another_person', '')),
  );
  await openForm(practice);
  await text('Notes').fill('Ann’s: the owner calls back');
  await expect.element(bookButton).toBeVisible();
  Object.assign(practice.session, people.bob);
  await bookByKeys();
  await deskOf('bob');
  expect(practice.creates()).toHaveLength(1);
  expect(made(practice)).toEqual([]);
  signInElsewhere(practice, 'ann');
  await deskOf('ann');
  await continueBooking();
  await expect.element(text('Notes')).toHaveValue('Ann’s: the owner calls back');
  await bookByKeys();
  await expect.element(booked).toBeVisible();
});

/** Ann's calendar with one appointment, whose details are open. */
async function openPercy() {
  const practice = createManagedPractice({ appointments: 0 });
  Object.assign(practice.session, people.ann);
  const { id } = practice.add({ title: 'Percy', start: '2026-06-03T14:00:00.000Z', end: '2026-06-03T14:30:00.000Z' });
  await renderApp(practice, `/?view=list&date=2026-06-03&appointment=${id}`);
  const CHANGE = `PATCH /v1/appointments/${id}`;
  return {
    practice,
    CHANGE,
    status: () => practice.appointments.find((one) => one.id === id)?.status,
    changes: () => practice.requests.filter(({ name }) => name === CHANGE).map(({ body }) => body?.['status']),
  };
}

const checkIn = page.getByRole('button', { name: 'Check in', exact: true }).first();
const notice = page.getByRole('region', { name: 'Notices' }).getByRole('dialog');

test('Undo ends when somebody else signs in, for both of them', { tags: 'smoke' }, async () => {
  const { practice, status, changes } = await openPercy();
  await checkIn.click();
  await expect.element(notice.getByRole('button', { name: 'Undo' })).toBeVisible();
  signInElsewhere(practice, 'bob');
  await deskOf('bob');
  await expect.element(notice).not.toBeInTheDocument();
  await undoByKeys();
  signInElsewhere(practice, 'ann');
  await deskOf('ann');
  await undoByKeys();
  await expect.element(page.getByRole('button', { name: 'Start', exact: true }).first()).toBeVisible();
  expect([notice.query(), status(), changes()]).toEqual([null, 'checked_in', ['checked_in']]);
});

test('an unsaved change is neither shown to another person nor sent until its author is back', async () => {
  const { practice, CHANGE, status, changes } = await openPercy();
  const end = practice.answer(CHANGE, () => Promise.reject(new TypeError('no network')));
  await checkIn.click();
  await expect.element(notice).toHaveTextContent('Keep this page open');
  signInElsewhere(practice, 'bob');
  await deskOf('bob');
  await expect.element(notice).toHaveTextContent(/Ann Lee.*1 change is not saved yet/);
  await expect.element(checkIn).toBeVisible();
  end();
  const sent = changes().length;
  window.dispatchEvent(new Event('online'));
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
  await checkIn.hover();
  expect(changes()).toHaveLength(sent);

  signInElsewhere(practice, 'ann');
  await deskOf('ann');
  await expect.poll(status).toBe('checked_in');
  await expect.element(notice.getByRole('button', { name: 'Undo' })).toBeVisible();
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);
});

test('a change that the gateway refuses because its author has just left is sent when they are back', async () => {
  const { practice, CHANGE, status } = await openPercy();
  const end = practice.answer(CHANGE, () => {
    Object.assign(practice.session, people.bob);
    return errorResponse(new ServiceError('another_person', ''));
  });
  await checkIn.click();
  await deskOf('bob');
  end();
  signInElsewhere(practice, 'ann');
  await deskOf('ann');
  await expect.poll(status).toBe('checked_in');
});

test('a change that was saved after its author had left is reported when they are back, and not before', async () => {
  const { practice, CHANGE } = await openPercy();
  const { letGo } = practice.hold(CHANGE);
  await checkIn.click();
  await expect.poll(() => practice.unanswered()).toBe(1);
  signInElsewhere(practice, 'bob');
  await deskOf('bob');
  letGo();
  await expect.poll(() => practice.unanswered()).toBe(0);
  await expect.element(notice).toHaveTextContent(/Ann Lee/);
  signInElsewhere(practice, 'ann');
  await deskOf('ann');
  await expect.element(notice.getByRole('button', { name: 'Undo' })).toBeVisible();
});

test('a booking that is answered while its author is away is found when they book again, and can be undone', async () => {
  const practice = emptyDay(true);
  Object.assign(practice.session, people.ann);
  const { letGo } = practice.hold(CREATE);
  await openForm(practice);
  await bookByKeys();
  await expect.poll(() => practice.unanswered()).toBe(1);
  signInElsewhere(practice, 'bob');
  await deskOf('bob');
  letGo();
  await expect.poll(() => practice.unanswered()).toBe(0);
  expect(notice.query()).toBeNull();
  signInElsewhere(practice, 'ann');
  await deskOf('ann');
  await page.getByRole('button', { name: 'New appointment' }).click();
  await expect.element(booked.getByRole('button', { name: 'Undo' })).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(made(practice)).toHaveLength(1);
  await undoByKeys();
  await expect.poll(() => made(practice).filter(({ status }) => status !== 'cancelled')).toEqual([]);
});

/** Percy is checked in, which cannot be saved; `end` ends that. */
async function openUnsaved() {
  const opened = await openPercy();
  const end = opened.practice.answer(opened.CHANGE, () => Promise.reject(new TypeError('no network')));
  await checkIn.click();
  await expect.element(notice).toHaveTextContent('Keep this page open');
  opened.practice.answer('DELETE /desk/session', () =>
    Response.json(Object.assign(opened.practice.session, { signedIn: false, person: null, name: null })),
  );
  return { ...opened, end };
}

const question = page.getByRole('dialog', { name: 'Sign out' });
const keyField = page.getByLabelText('Sign-in key');

test.each(['Sign out', 'Switch person', 'Ctrl Shift L'])(
  '%s asks while something is not saved; after it nothing is sent or can be undone',
  async (how) => {
    const { practice, end, status, changes } = await openUnsaved();
    const leave = async () => {
      if (how === 'Ctrl Shift L') return userEvent.keyboard('{Control>}{Shift>}l{/Shift}{/Control}');
      await page.getByRole('button', { name: /^Signed in/ }).click();
      await page.getByRole('button', { name: how, exact: true }).click();
    };
    await leave();
    await expect
      .element(question)
      .toHaveTextContent('1 change is not saved yet. If you sign out now, it will be lost.');
    await expect.element(question.getByRole('button', { name: 'Stay here' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(question).not.toBeInTheDocument();
    await deskOf('ann');
    pause();
    await leave();
    await question.getByRole('button', { name: 'Sign out anyway' }).click();
    await expect.element(keyField).toBeVisible();
    const sent = changes().length;
    end();
    Object.assign(practice.session, { signedIn: true });
    signInElsewhere(practice, 'ann');
    await deskOf('ann');
    await checkIn.hover();
    await undoByKeys();
    expect([notice.query(), status(), changes().length]).toEqual([null, 'confirmed', sent]);
  },
);

test('a change that is saved while the question is open is not lost by signing out', async () => {
  const { end, status } = await openUnsaved();
  await userEvent.keyboard('{Control>}{Shift>}l{/Shift}{/Control}');
  await expect.element(question).toHaveTextContent('1 change is not saved yet');
  end();
  window.dispatchEvent(new Event('online'));
  await expect.element(question).toHaveTextContent('Everything is saved now.');
  expect(status()).toBe('checked_in');
  await question.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect.element(keyField).toBeVisible();
});
