import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DRAFT_DAY as DAY } from '#testing/booking-draft.ts';
import {
  answer,
  at,
  bella,
  bookButton,
  bookByKeys,
  booked,
  choose,
  dialog,
  emptyDay,
  field,
  newButton,
  openForm,
  options,
  renderForm,
  SEARCH,
  text,
} from '#testing/booking-form.ts';
import { idOf } from '#testing/practice-in-memory.ts';
import { resizePage } from '#testing/resize-page.ts';
import { openBoard } from '#testing/shown-board.ts';
import { waitUntil } from '#testing/wait-until.ts';

test('a phone call takes few keys to book the first free time', { tags: 'smoke' }, async () => {
  const practice = emptyDay(true);
  await openBoard(practice, `/?store=${idOf(2, 1)}&date=${DAY}`);
  await userEvent.keyboard('n');
  await expect.element(field('Pet')).toHaveFocus();
  expect(answer.element().textContent).toBe('');
  expect(dialog.getByText('Choose a pet and a visit type to see free times.').elements()).toHaveLength(1);
  await choose('be', 'vac');
  await expect.element(field('Pet')).toHaveValue('Bella · dog · Ann Lee');
  await expect.element(field('Visit type')).toHaveValue('Vaccination');
  await expect.element(field('Vet')).toHaveFocus();
  await expect.element(text('Start')).toHaveValue('08:00');
  await expect.element(text('Length')).toHaveValue('15 min');
  await expect.element(answer).toHaveTextContent(/^Free with .*Ada Okafor.*, .*Room 1/);
  await bookByKeys();
  await expect.element(booked).toHaveTextContent(/Wed,? 4 Jun.*08:00 – 08:15|8:00 – 8:15/);
  await expect.element(dialog).not.toBeInTheDocument();
  expect(practice.creates()).toMatchObject([
    {
      petId: idOf(4, 1),
      visitTypeId: idOf(7, 5),
      start: at('8:00'),
      end: at('8:15'),
      status: 'confirmed',
      employeeId: idOf(6, 1),
    },
  ]);
});

test('letters typed right after n arrive in the panel', async () => {
  await openBoard(emptyDay(), `/?store=${idOf(2, 1)}&date=${DAY}`);
  await userEvent.keyboard('nmilo');
  await expect.element(field('Pet')).toHaveValue('milo');
  await expect.element(options.first()).toHaveTextContent(/Milo.*Cleo Park/);
  await userEvent.keyboard('{Escape}{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  // However slowly the calendar follows, the next key finds the field.
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true, cancelable: true }));
  await Promise.resolve();
  expect(field('Pet').query()).toHaveFocus();
});

test('pets with an appointment that day come first; deceased and inactive ones come last and are marked', async () => {
  const practice = emptyDay(true);
  const [bellas, deceased, inactive] = practice.pets.filter(({ name }) => name === 'Bella');
  if (!bellas || !deceased || !inactive) throw new Error('the practice has three of that name');
  deceased.deceasedOn = '2030-01-01';
  inactive.isActive = false;
  const lastBella = practice.pets.findLast(({ name }) => name === 'Bella');
  practice.add({ petId: lastBella?.id ?? '', start: at('12:00'), end: at('12:30') });
  await renderForm(practice);
  await expect.element(field('Pet')).toHaveFocus();
  await userEvent.keyboard('bella');
  await expect.element(options.first()).toHaveTextContent(lastBella?.clientName ?? '');
  const texts = options.elements().map((option) => option.textContent);
  expect(texts.slice(-3, -1).map((option) => /died.*|inactive/.exec(option)?.[0])).toEqual([
    'died 1 Jan 2030',
    'inactive',
  ]);
  expect(texts.filter((option) => /died|inactive/.test(option))).toHaveLength(2);
});

test('only what is missing is asked for before there are free times', { tags: 'smoke' }, async () => {
  await renderForm(emptyDay(), `&pet=${idOf(4, 1)}`);
  await expect.element(dialog.getByText('Choose a visit type to see free times.')).toBeVisible();
});

test('a pet that died is listed only by its whole name, and Enter never takes it', async () => {
  const practice = emptyDay(true);
  for (const pet of practice.pets.filter(({ name }) => name.startsWith('Bel'))) pet.deceasedOn = '2030-01-01';
  await renderForm(practice);
  const pet = field('Pet');
  await expect.element(pet).toHaveFocus();
  await userEvent.keyboard('bel');
  await expect.element(page.getByText(/^Pets that died or are inactive are listed/)).toBeVisible();
  await expect.element(options).toHaveTextContent(/^New client and pet/);
  await userEvent.keyboard('la');
  await expect.element(options.first()).toHaveTextContent(/died 1 Jan 2030/);
  await expect.element(pet).not.toHaveAttribute('aria-activedescendant');
  await userEvent.keyboard('{Enter}');
  await expect.element(pet).toHaveAccessibleDescription('Choose a pet from the list.');
  await expect.element(pet).toHaveValue('bella');
  await pet.click();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(pet).toHaveValue('Bella · dog · Ann Lee');
});

test('the panel shows the alerts of the selected pet and its client', async () => {
  const practice = emptyDay(true);
  const [first] = practice.pets;
  Object.assign(first ?? {}, { alert: 'Bites', deceasedOn: '2030-01-01' });
  Object.assign(practice.clients.find(({ id }) => id === first?.clientId) ?? {}, { alert: 'Pays cash' });
  await renderForm(practice, `&pet=${first?.id}`);
  const alerts = dialog.getByRole('list', { name: 'Alerts' });
  await expect.element(alerts).toHaveTextContent('Bella: died 1 Jan 2030, BitesAnn Lee: Pays cash');
  await userEvent.fill(field('Pet'), 'bello');
  await options.first().click();
  await expect.element(alerts).not.toBeInTheDocument();
});

test('pets of one name are told apart by their owners’ phone numbers, wherever the owners are in the list', async () => {
  const practice = emptyDay(true);
  for (const [nth, client] of practice.clients.entries()) client.phone = `555 010 000${nth}`;
  // The list of the clients has many pages.
  practice.answer('GET /v1/clients', () => new Response(null, { status: 503 }));
  await renderForm(practice);
  await expect.element(field('Pet')).toHaveFocus();
  await userEvent.keyboard('bella');
  await expect.element(options.first()).toHaveTextContent(/Bella.*Ann Lee.*dog.*555 010 0000/);
  for (const option of options.elements().slice(0, -1)) await expect.element(option).toHaveTextContent(/555 010 000\d/);
});

test('a pet is found by its owner’s phone number', async () => {
  const practice = emptyDay(true);
  Object.assign(practice.clients[0] ?? {}, { phone: '+49 171 2345678' });
  await renderForm(practice);
  await expect.element(field('Pet')).toHaveFocus();
  await userEvent.keyboard('0171 2345678');
  await expect.element(options.first()).toHaveTextContent(/Bella.*Ann Lee/);
  await userEvent.keyboard('{Enter}');
  await expect.element(field('Pet')).toHaveValue('Bella · dog · Ann Lee');
});

test('all fields are visible without scrolling', async () => {
  await resizePage(1280, 800);
  await openForm(emptyDay(true));
  await expect.element(field('Room')).toBeVisible();
  const notes = text('Notes').element();
  const scroller = [...dialog.element().querySelectorAll('*')].find(
    (element) => getComputedStyle(element).overflowY === 'auto',
  );
  expect(scroller?.contains(notes)).toBe(true);
  expect(scroller?.scrollHeight).toBeLessThanOrEqual(scroller?.clientHeight ?? 0);
  // The buttons fit on one line.
  const wait = dialog.getByRole('button', { name: 'Put on the waiting list' }).element();
  expect(wait.getBoundingClientRect().bottom).toBe(bookButton.element().getBoundingClientRect().bottom);
});

test('a link opens the panel with its pet, store, time and length, and focuses the visit type', async () => {
  const practice = emptyDay();
  await renderForm(practice, `&pet=${idOf(4, 8)}&bookStore=${idOf(2, 2)}&start=${DAY}T11:15&end=${DAY}T12:00`);
  await expect.element(field('Pet')).toHaveValue('Bello · dog · Cleo Park');
  await expect.element(field('Store')).toHaveTextContent('South');
  await expect.element(text('Start')).toHaveValue('11:15');
  await expect.element(text('Length')).toHaveValue('45 min');
  await expect.element(field('Visit type')).toHaveFocus();
});

test('a person without permission to book sees why, and no form', { tags: 'smoke' }, async () => {
  const practice = emptyDay();
  practice.session.canWrite = false;
  await renderForm(practice);
  await expect.element(dialog).toHaveTextContent(/You can view appointments but not book/);
  expect(bookButton.elements()).toEqual([]);
  expect(newButton.elements().every((button) => button.ariaDisabled === 'true')).toBe(true);
});

test('unreadable records are not offered', async () => {
  const practice = emptyDay();
  for (const name of ['GET /v1/employees', 'GET /v1/appointment-types'])
    practice.answer(name, async (_request, respond) => {
      const list = await respond().json();
      return Response.json({ ...list, data: [{ id: idOf(9, 1) }, ...list.data] });
    });
  await renderForm(practice, bella(''));
  for (const [name, first] of [
    ['Visit type', 'Consultation'],
    ['Vet', 'Ada Okafor'],
  ] as const) {
    await field(name).click();
    await expect.element(options.first()).toHaveTextContent(first);
    expect(options.elements().filter((option) => option.textContent.trim() === '')).toEqual([]);
    await userEvent.keyboard('{Escape}');
  }
});

test('a booking that is submitted before the first free time is found waits for it', async () => {
  const practice = emptyDay();
  // Only the requests for a day's appointments; the owner's are found by another search.
  const days = practice.hold(SEARCH, ({ body }) => JSON.stringify(body).includes('"end":{"gt"'));
  await renderForm(practice, bella(''));
  await expect.element(field('Pet')).toHaveValue('Bella · dog · Ann Lee');
  await expect.element(field('Visit type')).toHaveFocus();
  await bookByKeys();
  expect(dialog.getByText('Enter a time such as').elements()).toEqual([]);
  days.letGo();
  days.end();
  await waitUntil(() => expect(practice.creates()).toHaveLength(1));
});
