import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import {
  answer,
  at,
  bella,
  bookButton,
  bookByKeys,
  dialog,
  emptyDay,
  field,
  openForm,
  options,
  sent,
} from '#testing/booking-form.ts';
import { idOf, type PracticeInMemory } from '#testing/practice-in-memory.ts';

const [ADA, BRAM] = [idOf(6, 1), idOf(6, 2)];
const vetsOf = (practice: PracticeInMemory) => practice.creates().map(({ employeeId }) => employeeId ?? null);
const busy = (practice: PracticeInMemory, vet: string, from: string, to: string, day?: string) =>
  practice.add({
    ...{ petId: idOf(4, 20), roomId: null, storeId: idOf(2, 2), start: at(from, day), end: at(to, day) },
    ...{ status: 'confirmed', employees: [{ id: vet, isMainEmployee: true }] },
  });

test('“Free with” books the vet that it names', { tags: 'smoke' }, async () => {
  const practice = emptyDay(true);
  busy(practice, ADA, '9:00', '10:00');
  await openForm(practice, bella('9:00'));
  await expect.element(answer).toHaveTextContent(/^Free with .*Bram de Wit/);
  await expect.element(field('Vet')).toHaveValue('');
  await bookByKeys();
  await expect.poll(() => vetsOf(practice)).toEqual([BRAM]);
});

test('“No vet yet” books no vet, and names none', async () => {
  const practice = emptyDay(true);
  await openForm(practice, bella('9:00'));
  await field('Vet').click();
  await userEvent.keyboard('no vet');
  await options.first().click();
  await expect.element(answer).toHaveTextContent(/^Free in .*Room 1/);
  await bookByKeys();
  await expect.poll(() => vetsOf(practice)).toEqual([null]);
});

test('an appointment that needs no vet gets none', async () => {
  const practice = emptyDay(true);
  const grooming = practice.types.find(({ id }) => id === idOf(7, 5));
  Object.assign(grooming ?? {}, { category: 'grooming' });
  await openForm(practice, bella('9:00'));
  await expect.element(answer).toHaveTextContent(/^Free in .*Room/);
  await bookByKeys();
  await expect.poll(() => vetsOf(practice)).toEqual([null]);
});

test('if it is unknown who is on duty, no vet is named or booked', async () => {
  const practice = emptyDay();
  await openForm(practice, bella('9:00'));
  await expect.element(answer).toHaveTextContent(/^Free in .*Room 1.* · who is on duty isn’t known/);
  await bookByKeys();
  await expect.poll(() => vetsOf(practice)).toEqual([null]);
});

test('if the vet is taken in between, nothing is booked, and the panel says with whom it is free now', async () => {
  const practice = emptyDay(true);
  await openForm(practice, bella('9:00'));
  await expect.element(answer).toHaveTextContent(/^Free with .*Ada Okafor/);
  // A colleague books, which this page has not been told yet.
  busy(practice, ADA, '9:00', '9:30');
  await bookButton.click();
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent(
      /^Not booked yet: .*Ada Okafor.* has just been booked at this time, but .*Bram de Wit.* is still free\./,
    );
  expect(practice.creates()).toEqual([]);
  await expect.element(answer).toHaveTextContent(/^Free with .*Bram de Wit/);
  await expect.element(bookButton).toBeVisible();
  await bookButton.click();
  await sent(practice);
  await expect.poll(() => vetsOf(practice)).toEqual([BRAM]);
});

test('all dates of a series are checked for and booked with the same vet', async () => {
  const practice = emptyDay(true);
  busy(practice, ADA, '8:30', '10:00', '2031-06-11');
  await openForm(practice, bella('9:00'));
  await expect.element(answer).toHaveTextContent(/^Free with .*Ada Okafor/);
  await dialog.getByRole('button', { name: 'Repeat' }).click();
  await expect.element(dialog.getByText(/Ada Okafor.* is busy at 9:00/)).toBeVisible();
  await bookByKeys();
  await expect.poll(() => practice.requests.some(({ body }) => body?.['times'] !== undefined)).toBe(true);
  const series = practice.requests.find(({ body }) => body?.['times'] !== undefined);
  expect(series?.body).toMatchObject({ employeeId: ADA });
});

test('a click in the column of appointments without a vet books no vet', async () => {
  const practice = emptyDay(true);
  await openForm(practice, `${bella('9:00')}&bookVet=none&view=vets`);
  await expect.element(field('Vet')).toHaveValue('No vet yet');
  await bookByKeys();
  await expect.poll(() => vetsOf(practice)).toEqual([null]);
});
