import { expect, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import {
  at,
  bella,
  bookButton,
  bookByKeys,
  booked,
  CREATE,
  dialog,
  emptyDay,
  leaveForReload,
  made,
  notesOf,
  openForm,
  renderForm,
  SEARCH,
  sent,
  text,
} from '#testing/booking-form.ts';
import { clickAt, findCentre } from '#testing/click-at.ts';
import { idOf } from '#testing/practice-in-memory.ts';
import { holdPressTime, pause } from '#testing/press-pause.ts';
import { later, stopClock } from '#testing/stopped-clock.ts';

const alert = dialog.getByRole('alert');
const foundAfterAll = page.getByText('The response was lost, but the appointment is booked', { exact: false });
const failNetwork = () => Promise.reject(new TypeError('connection lost'));

test('a second click on Book after a slow response presses nothing that has taken its place', async () => {
  const practice = emptyDay();
  const { letGo } = practice.hold(CREATE);
  const app = await openForm(practice);
  const letTimePass = holdPressTime();
  const point = findCentre(bookButton.element());
  await clickAt(point);
  await sent(practice);
  letTimePass();
  letGo();
  await expect.element(dialog).not.toBeInTheDocument();
  // On the calendar that is there now, a click would open the form again.
  await app.settled();
  await clickAt(point);
  await app.settled();
  expect(dialog.elements()).toEqual([]);
  letTimePass();
  await clickAt(point);
  await expect.element(dialog).toBeVisible();
  expect(practice.creates()).toHaveLength(1);
});

test('repeated clicks and keys create one booking, and the form cannot be edited meanwhile', {
  tags: 'smoke',
}, async () => {
  const practice = emptyDay();
  const { letGo } = practice.hold(CREATE);
  await openForm(practice);
  await bookButton.dblClick();
  await sent(practice);
  await expect.element(dialog.getByText('Booking…')).toBeVisible();
  // The button is `aria-disabled`, but can still be pressed.
  await bookButton.click({ force: true });
  await bookByKeys();
  expect(text('Notes').element().closest('[inert]')).not.toBeNull();
  letGo();
  await expect.element(booked).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(practice.creates()).toHaveLength(1);
});

/** Dispatches a single keyboard event for Enter. The tests' keyboard API releases a key before it presses it again. */
const enter = (type: 'keyDown' | 'keyUp', autoRepeat: boolean) =>
  cdp().send('Input.dispatchKeyEvent', {
    ...{ key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' },
    ...{ type, autoRepeat },
  });

test('holding down Enter on the button creates one booking, and opens nothing afterwards', async () => {
  const practice = emptyDay();
  await openForm(practice);
  bookButton.element().focus();
  for (let time = 0; time < 30; time += 1) await enter('keyDown', time > 0);
  await expect.element(dialog).not.toBeInTheDocument();
  for (let time = 0; time < 10; time += 1) await enter('keyDown', true);
  await expect.element(booked).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole('complementary', { name: 'Appointment' })).not.toBeInTheDocument();
  await enter('keyUp', false);
  expect(practice.creates()).toHaveLength(1);
});

test('a colleague’s booking at the same time is shown before anything is sent', { tags: 'smoke' }, async () => {
  const practice = emptyDay();
  const { settled } = await openForm(practice, `${bella()}&bookVet=${idOf(6, 1)}`);
  await settled();
  // Added where the panel cannot know of it, just as the user does not.
  practice.add({
    ...{ petId: idOf(4, 3), start: at('9:00'), end: at('9:30'), updatedAt: '2025-01-06T08:00:00.000Z' },
    employees: [{ id: idOf(6, 1), isMainEmployee: true }],
  });
  await bookButton.click();
  await expect
    .element(alert)
    .toHaveTextContent(/^Not booked yet: someone else has just booked this time9:00 – 9:30 .*Milo/);
  expect(practice.creates()).toEqual([]);
  pause();
  await dialog.getByRole('button', { name: 'Book anyway' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(practice.creates()).toHaveLength(1);
});

test('a lost request is looked up, reported as not booked, and sent again on request', { tags: 'smoke' }, async () => {
  const practice = emptyDay();
  const end = practice.answer(CREATE, failNetwork);
  await openForm(practice);
  await text('Notes').fill('lost on its way');
  stopClock();
  await bookByKeys();
  await expect.element(dialog.getByText(/whether the appointment was booked/)).toBeVisible();
  const pressed = Date.now();
  // It is not sent again, since the first request may still arrive.
  await bookByKeys();
  await later(() => expect(alert.query()).not.toBeNull());
  expect(Date.now() - pressed).toBeGreaterThan(30_000);
  await expect.element(alert).toHaveTextContent(/^Not booked.*the practice system has no record of it/);
  await expect.element(text('Notes')).toHaveValue('lost on its way');
  expect(notesOf(practice)).toEqual(['lost on its way']);
  expect(made(practice)).toEqual([]);

  end();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await later(() => expect(dialog.query()).toBeNull());
  expect(made(practice)).toHaveLength(1);
  expect(practice.creates()).toHaveLength(2);
});

test('if the outcome is unknown the panel says so, and Check again finds the appointment', async () => {
  const practice = emptyDay();
  let end = () => {};
  practice.answer(CREATE, (_request, respond) => {
    respond();
    end = practice.answer(SEARCH, () => new Response(null, { status: 503 }));
    return failNetwork();
  });
  await openForm(practice);
  stopClock();
  await bookByKeys();
  await later(() => expect(alert.query()).not.toBeNull());
  await expect.element(alert).toHaveTextContent(/nothing will be booked twice/);
  end();
  await dialog.getByRole('button', { name: 'Check again' }).click();
  await later(() => expect(foundAfterAll.query()).not.toBeNull());
  expect(practice.creates()).toHaveLength(1);
});

test('after a reload the outcome of an unanswered booking is looked up', async () => {
  const practice = emptyDay();
  practice.answer(CREATE, (_request, respond) => {
    respond();
    return new Promise<Response>(() => undefined);
  });
  const app = await openForm(practice);
  await bookByKeys();
  await expect.poll(() => made(practice)).toHaveLength(1);
  await leaveForReload(app);
  await renderForm(practice);
  await expect.element(foundAfterAll).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(practice.creates()).toHaveLength(1);
});

test.each([
  ['too many requests', 429, 'too_many_requests', null, /Too many requests/],
  ['a full disk', 503, 'storage_full', null, /Nothing was saved because the practice system’s disk is full/],
  ['a refusal with advice', 400, 'invalid_input', 'employeeId: the employee is inactive', /the employee is inactive/],
  ['a key that may not book', 403, 'read_only_key', null, /You can view appointments but not book/],
])('%s is reported with what to do, and keeps the input', async (_what, status, message, suggestion, expected) => {
  const practice = emptyDay();
  const data = { httpStatus: status, ...(suggestion === null ? {} : { suggestion }), errorInstanceId: 'fault-1' };
  practice.answer(CREATE, () =>
    Response.json({ type: 'SERVICE_ERROR', message, data }, { status, headers: { 'retry-after': '600' } }),
  );
  await openForm(practice);
  await text('Notes').fill('bring the old file');
  await bookByKeys();
  await expect.element(alert).toHaveTextContent(/^Not booked/);
  await expect.element(alert).toHaveTextContent(expected);
  await expect.element(alert).toHaveFocus();
  await expect.element(text('Notes')).toHaveValue('bring the old file');
  expect(dialog.element().querySelector('[aria-invalid="true"]')).toBeNull();
  expect(made(practice)).toEqual([]);
});
