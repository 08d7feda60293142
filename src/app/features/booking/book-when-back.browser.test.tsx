import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DRAFT_DAY as DAY } from '#testing/booking-draft.ts';
import {
  answer,
  at,
  bella,
  bookByKeys,
  booked,
  CREATE,
  dialog,
  emptyDay,
  newButton,
  openForm,
  text,
} from '#testing/booking-form.ts';
import { idOf, type PracticeInMemory } from '#testing/practice-in-memory.ts';
import { pause } from '#testing/press-pause.ts';

const alert = dialog.getByRole('alert');
const wait = dialog.getByRole('button', { name: 'Book when back' });

/** The paths of all requests that use the network. */
const paths = [
  ...['GET /desk/session', 'GET /v1/appointments', 'GET /v1/companies', 'GET /v1/pets'],
  ...['POST /v1/appointments/search', 'POST /v1/appointments'],
];

/** Makes the network fail, and returns a function that restores it. */
function goOffline(practice: PracticeInMemory) {
  const restoreAll = paths.map((name) => practice.answer(name, () => Promise.reject(new TypeError('Failed to fetch'))));
  const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  window.dispatchEvent(new Event('offline'));
  return () => {
    for (const end of restoreAll) end();
    line.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
  };
}

const requests = (practice: PracticeInMemory) => practice.requests.filter(({ name }) => name === CREATE);

async function openOffline() {
  const practice = emptyDay();
  await openForm(practice);
  await text('Notes').fill('limps');
  const back = goOffline(practice);
  await bookByKeys();
  await expect.element(alert).toHaveTextContent('You’re offline. Not booked, nothing is lost.');
  return { practice, back };
}

test('offline nothing is sent, and a waiting booking is sent when the connection is back', {
  tags: 'smoke',
}, async () => {
  const { practice, back } = await openOffline();
  await expect.element(answer).not.toHaveTextContent(/^Free/);
  expect(requests(practice)).toEqual([]);
  await wait.click();
  await expect
    .element(dialog.getByText('Waiting for the connection. The appointment will be booked once it’s back.'))
    .toBeVisible();
  expect(requests(practice)).toEqual([]);
  back();
  await expect.element(booked).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(practice.creates()).toMatchObject([{ notes: 'limps' }]);
});

test('a free time that was proposed, not typed, can be booked when the connection is back, with its vet', async () => {
  const practice = emptyDay(true);
  await openForm(practice, bella(''));
  await expect.element(text('Start')).toHaveValue('08:00');
  const back = goOffline(practice);
  await expect.element(answer).not.toHaveTextContent(/^Free/);
  await bookByKeys();
  await expect.element(alert).toHaveTextContent('You’re offline. Not booked, nothing is lost.');
  await expect.element(text('Start')).toHaveValue('08:00');
  await wait.click();
  back();
  await expect.element(booked).toBeVisible();
  expect(practice.creates()).toMatchObject([{ start: at('8:00'), employeeId: idOf(6, 1) }]);
});

test('a booking that does not wait is not sent automatically when the connection is back', async () => {
  const { practice, back } = await openOffline();
  back();
  await expect.element(answer).toHaveTextContent(/^Free/);
  await expect.element(alert).toHaveTextContent('You were offline. Not booked, nothing is lost.');
  expect(requests(practice)).toEqual([]);
  pause();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect.element(booked).toBeVisible();
});

test('cancelling the wait or closing the panel books nothing and keeps the input', async () => {
  const { practice, back } = await openOffline();
  await wait.click();
  pause();
  await dialog.getByRole('button', { name: 'Stop waiting' }).click();
  pause();
  await wait.click();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog', { name: 'Not booked' })).toBeVisible();
  back();
  await newButton.click();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect.element(text('Notes')).toHaveValue('limps');
  expect(requests(practice)).toEqual([]);
});

test.each([
  ['the pet has another appointment then', { petId: idOf(4, 1) }, 1],
  ['every room is taken', { petId: idOf(4, 29) }, 2],
])(
  'when the connection is back and %s, nothing is booked, and the panel says why',
  async (_name, appointment, rooms) => {
    const { practice, back } = await openOffline();
    await wait.click();
    for (const { id } of practice.company.stores[0]?.rooms.slice(0, rooms) ?? [])
      practice.add({ ...appointment, roomId: id, start: at('9:00'), end: at('10:00') });
    back();
    await expect.element(alert).toHaveTextContent('Not booked yet: someone else has just booked this time');
    expect(requests(practice)).toEqual([]);
    await dialog.getByRole('button', { name: 'Book anyway' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(requests(practice)).toHaveLength(1);
  },
);

test('a booking that waits is not sent once its time has passed', async () => {
  const { practice, back } = await openOffline();
  await wait.click();
  vi.setSystemTime(Date.parse(`${DAY}T16:00:00Z`));
  onTestFinished(() => void vi.useRealTimers());
  back();
  await expect.element(alert).toHaveTextContent('Not booked: this time had passed when the connection came back');
  expect(requests(practice)).toEqual([]);
});

test('a booking whose response was lost is looked up when the connection is back', async () => {
  const practice = emptyDay();
  let back = () => {};
  practice.answer(CREATE, (_request, respond) => {
    respond();
    back = goOffline(practice);
    return Promise.reject(new TypeError('Failed to fetch'));
  });
  await openForm(practice);
  await bookByKeys();
  await expect
    .element(dialog.getByText('No connection. Once it’s back, we’ll check whether the appointment was booked…'))
    .toBeVisible();
  back();
  await expect
    .element(page.getByText('The response was lost, but the appointment is booked', { exact: false }))
    .toBeVisible();
  expect(practice.creates()).toHaveLength(1);
});
