import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { isolateText } from '#app/text/isolate-text.ts';
import {
  answer,
  at,
  bella,
  bookButton,
  CREATE,
  dialog,
  emptyDay,
  field,
  leaveForReload,
  made,
  options,
  renderForm,
  sent,
} from '#testing/booking-form.ts';
import { idOf, type PracticeInMemory } from '#testing/practice-in-memory.ts';

const someoneNew = dialog.getByRole('group', { name: 'New client and pet' });
/** Fields with suggestions are comboboxes. */
const typed = (name: string) => dialog.getByRole('textbox', { name }).or(dialog.getByRole('combobox', { name }));
const onFile = dialog.getByRole('list', { name: 'May already be on file' });
const alert = dialog.getByRole('alert');
const creates = ['POST /v1/clients', 'POST /v1/pets', CREATE];

const rosas = ({ clients }: PracticeInMemory) => clients.filter(({ lastName }) => lastName === 'Kaufman');
const pixels = ({ pets }: PracticeInMemory) => pets.filter(({ name }) => name === 'Pixel');

/** Opens the panel for the vaccination of a pet that is not on file, by typing into the pet field. */
async function openNew(practice: PracticeInMemory, name: string) {
  const app = await renderForm(practice, `&bookType=${idOf(7, 5)}`);
  await expect.element(field('Pet')).toHaveFocus();
  await userEvent.keyboard(name);
  await expect.element(options.last()).toHaveTextContent(`New client and pet “${name}”`);
  await options.last().click();
  await expect.element(someoneNew).toBeVisible();
  return app;
}

async function fillIn() {
  await typed('Client’s name').fill('Rosa Kaufman');
  await typed('Phone').fill('0171 234 5678');
  await typed('Species').fill('cat');
}

/** Processes a request, but loses the response, once. */
function loseAnswer(practice: PracticeInMemory, name: string) {
  const end = practice.answer(name, (_request, respond) => {
    respond();
    end();
    throw new TypeError('connection lost');
  });
}

test('New client and pet is in sight at the foot of a long list', async () => {
  const practice = emptyDay(true);
  for (const pet of practice.pets) pet.name = 'Bella';
  await renderForm(practice);
  await expect.element(field('Pet')).toHaveFocus();
  await userEvent.keyboard('bella');
  await expect.element(options.last()).toHaveTextContent('New client and pet “bella”');
  await expect.element(options.last()).toBeInViewport({ ratio: 0.99 });
});

test('one press registers client and pet, and books', { tags: 'smoke' }, async () => {
  const practice = emptyDay(true);
  await openNew(practice, 'Pixel');
  await expect.element(typed('Pet’s name')).toHaveValue('Pixel');
  await expect.element(typed('Client’s name')).toHaveFocus();
  await fillIn();
  await expect.element(answer).toHaveTextContent(/^Free with/);
  await bookButton.click();
  await expect
    .element(page.getByRole('dialog', { name: `Booked: ${isolateText('Pixel')}`, exact: true }))
    .toBeVisible();
  const [rosa] = rosas(practice);
  const [pixel] = pixels(practice);
  expect(rosa).toMatchObject({ firstName: 'Rosa', lastName: 'Kaufman', phone: '0171 234 5678' });
  expect(pixel).toMatchObject({ name: 'Pixel', species: 'cat', clientId: rosa?.id });
  expect(made(practice)).toMatchObject([{ petId: pixel?.id }]);
  await expect.element(page.getByRole('button', { name: /Pixel.*Rosa Kaufman/ }).first()).toBeVisible();
});

test('New client and pet is the last option, even after matching pets', async () => {
  await renderForm(emptyDay(true));
  await expect.element(field('Pet')).toHaveFocus();
  await userEvent.keyboard('bel');
  await expect.element(options.last()).toHaveTextContent('New client and pet “bel”');
  const found = options.elements().length - 1;
  expect(found).toBeGreaterThan(0);
  await userEvent.keyboard(`${'{ArrowDown}'.repeat(found)}{Tab}`);
  await expect.element(typed('Pet’s name')).toHaveValue('bel');
  await dialog.getByRole('button', { name: 'Find an existing pet' }).click();
  await expect.element(field('Pet')).toBeVisible();
});

test('the errors of a new client and pet appear at their fields, and nothing is sent', async () => {
  const practice = emptyDay(true);
  await openNew(practice, 'Pixel');
  await typed('Phone').fill('12');
  await typed('E-mail').fill('rosa at home');
  await bookButton.click();
  await expect.element(typed('Client’s name')).toHaveFocus();
  for (const name of ['Client’s name', 'Phone', 'E-mail', 'Species'])
    await expect.element(typed(name)).toHaveAccessibleDescription(/Enter|name|phone/);
  await expect.element(typed('Pet’s name')).not.toHaveAttribute('aria-invalid', 'true');
  expect(practice.requests.filter(({ name }) => creates.includes(name))).toEqual([]);
});

test('clients with the typed phone number are offered with their pets', async () => {
  const practice = emptyDay(true);
  Object.assign(practice.clients[0] ?? {}, { phone: '+49 171 2345678' });
  await openNew(practice, 'Pixel');
  await typed('Phone').fill('0171 2345678');
  await expect.element(onFile.getByText('On file: Ann Lee')).toBeVisible();
  await onFile.getByRole('button', { name: 'New pet for this client' }).click();
  await expect.element(dialog.getByText('Client: Ann Lee')).toBeVisible();
  expect(typed('Phone').elements()).toEqual([]);
  await typed('Species').fill('cat');
  await bookButton.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(pixels(practice)).toMatchObject([{ clientId: idOf(5, 1) }]);
  expect(practice.clients).toHaveLength(5);
});

test('a pet of the client with the typed name can be selected instead', async () => {
  const practice = emptyDay(true);
  await openNew(practice, 'Bella');
  await typed('Client’s name').fill('Ann Lee');
  await onFile.getByRole('button', { name: 'Bella, dog' }).click();
  await expect.element(field('Pet')).toHaveValue('Bella · dog · Ann Lee');
  await expect.element(someoneNew).not.toBeInTheDocument();
});

test('species and breed suggest existing values', async () => {
  const practice = emptyDay(true);
  Object.assign(practice.pets[1] ?? {}, { species: 'Tortoise', breed: 'Hermann’s' });
  // Its pet is then found among all names, which are loaded from then on.
  practice.add({ start: at('9:00'), end: at('9:30') });
  await openNew(practice, 'Pixel');
  const suggested = (name: string) => {
    const list = typed(name).element().getAttribute('list');
    return [...(document.getElementById(list ?? '')?.querySelectorAll('option') ?? [])].map(({ value }) => value);
  };
  await expect.poll(() => suggested('Species')).toEqual(expect.arrayContaining(['dog', 'Tortoise']));
  await typed('Species').fill('Tortoise');
  await expect.poll(() => suggested('Breed')).toEqual(['Hermann’s']);
});

test('lost responses at all three steps result in one client, one pet and one appointment', {
  tags: 'smoke',
}, async () => {
  const practice = emptyDay(true);
  for (const name of creates) loseAnswer(practice, name);
  await openNew(practice, 'Pixel');
  await fillIn();
  await bookButton.click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect
    .element(page.getByText('The response was lost, but the appointment is booked', { exact: false }).first())
    .toBeVisible();
  expect(rosas(practice)).toHaveLength(1);
  expect(pixels(practice)).toHaveLength(1);
  expect(made(practice)).toHaveLength(1);
});

test('a registration interrupted by a reload is not changed, and the next press continues it', async () => {
  const practice = emptyDay(true);
  let isHeld = true;
  practice.answer('POST /v1/pets', (_request, respond) => {
    const answered = respond();
    return isHeld ? new Promise<Response>(() => undefined) : answered;
  });
  const app = await openNew(practice, 'Pixel');
  await fillIn();
  await bookButton.click();
  await expect.poll(() => pixels(practice)).toHaveLength(1);
  isHeld = false;
  await leaveForReload(app);
  await renderForm(practice);
  await expect.element(typed('Pet’s name')).toHaveValue('Pixel');
  await userEvent.fill(typed('Species'), 'cow');
  await expect.element(typed('Species')).toHaveValue('cat');
  await expect.element(answer).toHaveTextContent(/^Free with/);
  await bookButton.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect([rosas(practice), pixels(practice), made(practice)].map(({ length }) => length)).toEqual([1, 1, 1]);
});

test.each([
  ['may not register clients', 403, 'insufficient_access', /The client was not registered, and nothing is booked/],
  ['has a full disk', 503, 'storage_full', /Nothing was saved because the practice system’s disk is full/],
])('if the practice system %s, nothing is booked and the input is kept', async (_name, status, message, expected) => {
  const practice = emptyDay(true);
  practice.answer('POST /v1/clients', () => Response.json({ message, data: {} }, { status }));
  await openNew(practice, 'Pixel');
  await fillIn();
  await bookButton.click();
  await expect.element(alert).toHaveTextContent(expected);
  await expect.element(typed('Client’s name')).toHaveValue('Rosa Kaufman');
  expect(practice.creates()).toEqual([]);
});

test('a new client is not offered if the practice system cannot register clients', async () => {
  await renderForm(emptyDay(), bella('').replace(/&pet=[^&]*/, ''));
  await expect.element(field('Pet')).toHaveFocus();
  await userEvent.keyboard('Pixel');
  await expect.element(dialog.getByText('No pet or client matches “Pixel”.')).toBeVisible();
  expect(options.elements()).toEqual([]);
});

test('an unknown phone number in the address starts a new client, and is removed from the address', async () => {
  const practice = emptyDay(true);
  const { address } = await renderForm(practice, '&bookPhone=0171+2345678');
  await expect.element(typed('Phone')).toHaveValue('0171 2345678');
  await expect.element(typed('Client’s name')).toHaveFocus();
  expect(address()).not.toContain('2345678');
  await sent(practice, 'GET /v1/clients');
});
