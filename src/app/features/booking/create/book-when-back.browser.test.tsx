import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { FormValues } from '#app/features/booking/booking-schema.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { DRAFT_DAY, keepDraft } from '#testing/booking-draft.ts';
import {
  bookByKeys,
  booked,
  CREATE,
  dialog,
  emptyDay,
  newButton,
  openForm as openFilledForm,
  text,
} from '#testing/booking-form.ts';
import { idOf, type PracticeInMemory } from '#testing/practice-in-memory.ts';

const alert = dialog.getByRole('alert');
const wait = dialog.getByRole('button', { name: 'Book when back' });

/** Everything that goes over the network, by path. */
const paths = [
  'GET /desk/session',
  'GET /v1/appointments',
  'GET /v1/companies',
  'GET /v1/pets',
  'POST /v1/appointments/search',
  'POST /v1/appointments',
];

/** Takes the network away; returns what brings it back. */
function goOffline(practice: PracticeInMemory) {
  const ends = paths.map((name) => practice.answer(name, () => Promise.reject(new TypeError('Failed to fetch'))));
  const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  window.dispatchEvent(new Event('offline'));
  return () => {
    for (const end of ends) end();
    line.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
  };
}

const sent = (practice: PracticeInMemory) => practice.asked.filter(({ name }) => name === CREATE);

/** Opens the form and waits until it says that the time is free, since without a line that would not be known. */
async function openForm(practice: PracticeInMemory, given: Partial<FormValues> = {}) {
  await openFilledForm(practice, given);
  await expect.element(dialog.getByText('This time is free.')).toBeVisible();
}

test('a booking made offline is sent when the connection returns', async () => {
  const practice = emptyDay();
  await openForm(practice, { notes: 'kept' });
  const back = goOffline(practice);
  await bookByKeys();
  await expect.element(alert).toHaveTextContent('You’re offline. Not booked, nothing is lost.');
  await expect.element(dialog.getByText('This time is free.')).not.toBeInTheDocument();
  await expect.element(dialog.getByText('Checking whether it was booked…')).not.toBeInTheDocument();
  expect(sent(practice)).toEqual([]);

  await wait.click();
  await expect.element(alert).toHaveTextContent(/It is booked once the connection is back/);
  expect(sent(practice)).toEqual([]);
  back();
  await expect.element(booked).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent(practice)).toHaveLength(1);
});

test('a booking that was not asked to wait is not sent when the connection returns', async () => {
  const practice = emptyDay();
  await openForm(practice);
  const back = goOffline(practice);
  await bookByKeys();
  await expect.element(wait).toBeVisible();
  back();
  await expect.element(alert).toHaveTextContent('The connection is back. Not booked, nothing is lost.');
  expect(sent(practice)).toEqual([]);
  await bookByKeys();
  await expect.element(booked).toBeVisible();
});

test.each([
  ['the pet has another visit then', { petId: idOf(4, 1) }, 1],
  ['every room is taken', { petId: idOf(4, 29) }, 2],
])('when the line is back and %s, that is told and nothing is booked', async (_name, given, rooms) => {
  const practice = emptyDay();
  await openForm(practice);
  const back = goOffline(practice);
  await bookByKeys();
  await wait.click();
  for (const { id } of practice.company.stores[0]?.rooms.slice(0, rooms) ?? []) {
    practice.add({ ...given, roomId: id, start: `${DRAFT_DAY}T13:00:00.000Z`, end: `${DRAFT_DAY}T14:00:00.000Z` });
  }
  back();
  await expect.element(alert).toHaveTextContent('Not booked yet: this time is taken');
  expect(sent(practice)).toEqual([]);
  await dialog.getByRole('button', { name: 'Book anyway' }).click();
  // It may name the visit that it clashes with.
  await expect.element(page.getByRole('dialog', { name: /^Booked: / })).toBeVisible();
});

test('a waiting booking is not sent once its time has passed', async () => {
  const practice = emptyDay();
  await openForm(practice);
  const back = goOffline(practice);
  await bookByKeys();
  await wait.click();
  vi.setSystemTime(Date.parse(`${DRAFT_DAY}T16:00:00Z`));
  onTestFinished(() => void vi.useRealTimers());
  back();
  await expect.element(alert).toHaveTextContent('Not booked: when the connection was back, this time had passed');
  expect(sent(practice)).toEqual([]);
});

test('changing, stopping or closing the form cancels a waiting booking and says so', async () => {
  const practice = emptyDay();
  await openForm(practice);
  const back = goOffline(practice);
  await bookByKeys();
  await wait.click();
  await dialog.getByRole('button', { name: 'Don’t wait' }).click();
  await expect.element(wait).toHaveFocus();
  await wait.click();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog', { name: 'Not booked' })).toBeVisible();
  back();
  await newButton.click();
  await expect.element(dialog.getByText('Your draft is back.')).toBeVisible();
  await expect.element(dialog.getByText('This time is free.')).toBeVisible();

  const again = goOffline(practice);
  await bookByKeys();
  await wait.click();
  await text('Notes').fill('something else');
  await expect.element(wait).toBeVisible();
  await text('Notes').fill('');
  await expect.element(wait).toBeVisible();
  again();
  await expect.element(alert).toHaveTextContent('The connection is back. Not booked, nothing is lost.');
  await expect.element(dialog.getByText('This time is free.')).toBeVisible();
  expect(sent(practice)).toEqual([]);
});

test('a waiting booking keeps waiting after a reload', async () => {
  const practice = emptyDay();
  const { id, drafts } = keepDraft(practice);
  const link = JSON.stringify([undefined, undefined, undefined, undefined, undefined]);
  const kept = drafts.find(id);
  if (!kept) throw new Error('the draft is kept');
  // What a page leaves behind that is reloaded while its form waits.
  drafts.open(link);
  drafts.write({ ...kept, whenBack: true });
  const back = practice.hold('GET /desk/session').letGo;
  await renderApp(practice, `/?store=${practice.company.stores[0]?.id}&date=${DRAFT_DAY}&new=1`);
  expect(sent(practice)).toEqual([]);
  back();
  await expect.element(booked).toBeVisible();
  expect(sent(practice)).toHaveLength(1);
});

test('a booking whose answer was lost offline is looked up when the connection returns', async () => {
  const practice = emptyDay();
  let back = () => {};
  practice.answer(CREATE, (_request, usual) => {
    usual();
    back = goOffline(practice);
    return Promise.reject(new TypeError('Failed to fetch'));
  });
  await openForm(practice);
  await bookByKeys();
  await expect
    .element(dialog.getByText('No connection: whether it was booked is checked once it is back…'))
    .toBeVisible();
  back();
  await expect.element(page.getByText('The answer was lost, but it is booked', { exact: false })).toBeVisible();
  expect(practice.creates()).toHaveLength(1);
});
