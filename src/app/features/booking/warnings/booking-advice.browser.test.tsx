import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mediumDateText } from '#app/scheduling/time-text.ts';
import { isolated } from '#app/text/isolated.ts';
import { renderApp } from '#testing/app-in-memory.tsx';
import { advice, dialog, takeRooms, text } from '#testing/booking-form.ts';
import { createPracticeInMemory, idOf } from '#testing/practice-in-memory.ts';

/** A Wednesday far ahead, in the first store's summer time (UTC−4). */
const DATE = '2031-06-04';

test('a warning names each taken room and who is in it', async () => {
  const practice = createPracticeInMemory({ today: '2031-05-01' });
  takeRooms(practice, `${DATE}T10:00`, `${DATE}T10:30`);
  const [store] = practice.company.stores;
  await renderApp(practice, `/?new=1&bookStore=${store?.id}&start=${DATE}T10:15`);
  await expect.element(advice.getByText('Every room is taken then')).toBeVisible();
  for (const { name } of store?.rooms ?? []) {
    await expect.element(advice.getByText(new RegExp(`^${isolated(name)}: 10:00 – 10:30 `))).toBeVisible();
  }
  await text('Start').fill('10:30');
  await expect.element(advice.getByText('This time is free.')).toBeVisible();
});

test('warnings name a vet of another store, an unusual length and a closed store', async () => {
  const practice = createPracticeInMemory({ today: '2031-05-01' });
  const [store] = practice.company.stores;
  const name = isolated(store?.name ?? '');
  const type = practice.types.find(({ durationMinutes }) => durationMinutes === 15);
  await renderApp(practice, `/?new=1&bookStore=${store?.id}&bookType=${type?.id}&start=${DATE}T03:00`);
  await expect.element(advice.getByText(`${name} is closed then (open 8:00 – 18:00)`)).toBeVisible();
  await text('Length').fill('5h');
  await expect.element(advice.getByText('5 h is unusually long: this visit type takes 15 min')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Vet' }).click();
  await page
    .getByRole('option', { name: /other store/ })
    .first()
    .click();
  await expect.element(advice.getByText(new RegExp(`does not work at ${name}$`))).toBeVisible();
});

test('warnings name a busy vet and the pet’s other appointment until a free time is chosen', async () => {
  const practice = createPracticeInMemory({ today: '2031-05-01' });
  const [store] = practice.company.stores;
  const [ada] = practice.employees;
  const [bella] = practice.pets;
  const [type] = practice.types;
  practice.add({
    petId: bella?.id ?? '',
    title: 'Bella',
    start: `${DATE}T14:00:00.000Z`,
    end: `${DATE}T14:30:00.000Z`,
    employees: [{ id: ada?.id ?? '', isMainEmployee: true }],
  });
  await renderApp(
    practice,
    `/?new=1&pet=${bella?.id}&bookStore=${store?.id}&bookVet=${ada?.id}&bookType=${type?.id}&start=${DATE}T10:00`,
  );
  await expect.element(advice.getByText(`${isolated('Ada Okafor')} is busy then`)).toBeVisible();
  await expect.element(advice.getByText(`${isolated('Bella')} has a visit that day already`)).toBeVisible();
  await expect.element(advice.getByText(`10:00 – 10:30 ${isolated('Bella')}`).first()).toBeVisible();
  await dialog.getByRole('group', { name: 'Free times' }).getByRole('button').first().click();
  await expect.element(dialog.getByLabelText('Date', { exact: true })).toHaveValue(mediumDateText('2031-06-05'));
  await expect.element(text('Start')).toHaveValue('08:00');
  await expect.element(advice.getByText('This time is free.')).toBeVisible();
});

test('“This time is free.” disappears with the first key that makes it untrue', async () => {
  const practice = createPracticeInMemory({ today: '2031-05-01' });
  const [store] = practice.company.stores;
  await renderApp(practice, `/?new=1&bookStore=${store?.id}&bookType=${practice.types[0]?.id}&start=${DATE}T17:00`);
  const free = advice.getByText('This time is free.');
  await expect.element(free).toBeVisible();
  // What is on the screen before any timer has run.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await userEvent.fill(text('Length'), '90');
  await expect.element(advice.getByText(/is closed then/)).toBeVisible();
  expect(free.query()).toBeNull();
  await userEvent.fill(text('Length'), '45');
  await expect.element(free).toBeVisible();
  await userEvent.fill(text('Start'), 'x');
  expect(free.query()).toBeNull();
  await userEvent.fill(text('Start'), '16:00');
  await expect.element(free).toBeVisible();
  // What is typed in a list is not chosen yet.
  await dialog.getByRole('combobox', { name: 'Vet' }).fill('a');
  expect(free.query()).toBeNull();
  await userEvent.keyboard('{Escape}');
  await expect.element(free).toBeVisible();
});

test('a warning says that no room suits the visit type when the suitable ones are taken', async () => {
  const practice = createPracticeInMemory({ today: '2031-05-01' });
  const [store] = practice.company.stores;
  const [first, second] = store?.rooms ?? [];
  if (!store || !first || !second) throw new Error('the store has two rooms');
  first.categories = ['dental'];
  second.categories = ['consult'];
  const added = { storeId: store.id, start: `${DATE}T14:00:00.000Z`, end: `${DATE}T14:30:00.000Z`, petId: idOf(4, 29) };
  practice.add({ ...added, roomId: second.id });
  const [consultation, dayCare] = practice.types;
  const app = await renderApp(
    practice,
    `/?new=1&bookStore=${store.id}&bookType=${consultation?.id}&start=${DATE}T10:15`,
  );
  await expect.element(advice.getByText('Every room for this visit type is taken then')).toBeVisible();
  await expect.element(advice.getByText('This time is free.')).not.toBeInTheDocument();
  await app.leave();

  await renderApp(practice, `/?new=1&bookStore=${store.id}&bookType=${dayCare?.id}&start=${DATE}T08:00`);
  const place = isolated(store.name);
  await expect.element(advice.getByText(`No room at ${place} is for this visit type`)).toBeVisible();
  await expect
    .element(dialog.getByRole('group', { name: 'Free times' }))
    .toHaveTextContent(`No room at ${place} is for this visit type, so no time is free.`);
});

test('an unreadable record of the day keeps the time from being called free', async () => {
  const practice = createPracticeInMemory({ today: '2031-05-01' });
  const [store] = practice.company.stores;
  practice.answer('POST /v1/appointments/search', async (_request, usual) => {
    const page = await usual().json();
    return Response.json({ ...page, data: [...page.data, { id: idOf(8, 999) }] });
  });
  await renderApp(practice, `/?new=1&bookStore=${store?.id}&start=${DATE}T10:15`);
  await expect
    .element(advice.getByText('1 record of that day could not be read: this time may be taken.'))
    .toBeVisible();
  await expect.element(advice.getByText('This time is free.')).not.toBeInTheDocument();
});

test('an unknown kind of plan entry keeps times from being called free', async () => {
  const practice = createPracticeInMemory({ today: '2031-05-01', beyond: true });
  const [store] = practice.company.stores;
  practice.answer('GET /v1/availability', async (_request, usual) => {
    const page = await usual().json();
    return Response.json({ ...page, data: [...page.data, { id: idOf(9, 999), kind: 'on_call' }] });
  });
  await renderApp(practice, `/?new=1&bookStore=${store?.id}&start=${DATE}T10:15`);
  await expect
    .element(advice.getByText('1 record of that day could not be read: this time may be taken.'))
    .toBeVisible();
  await expect.element(dialog.getByText(/1 record of these days could not be read/)).toBeVisible();
  await expect.element(advice.getByText('This time is free.')).not.toBeInTheDocument();
});
