import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { keepDraft } from '#testing/booking-draft.ts';
import { bookButton, dialog, field, renderForm as renderFormAt } from '#testing/booking-form.ts';
import { createPracticeInMemory, idOf, type PracticeInMemory } from '#testing/practice-in-memory.ts';
import { board, lookForChanges } from '#testing/shown-board.ts';

const DATE = '2031-06-05';
const unknown = dialog.getByRole('region', { name: 'Not on file' });
const newClient = dialog.getByRole('group', { name: 'New client and pet' });
const typed = (name: string) => newClient.getByRole('textbox', { name });
const registerButton = newClient.getByRole('button', { name: 'Register client and pet' });

const practiceBeyond = () => createPracticeInMemory({ today: '2031-05-01', beyond: true });

const renderForm = (practice: PracticeInMemory) => renderFormAt(practice, `&start=${DATE}T10:15`, DATE);

async function type(text: string) {
  await expect.element(field('Pet')).toHaveFocus();
  await field('Pet').fill(text);
  await userEvent.keyboard('{Tab}');
}

async function fillIn() {
  await type('Rosa Kaufman');
  await unknown.getByRole('button', { name: 'New client and pet' }).click();
  await expect.element(typed('Client’s name')).toHaveValue('Rosa Kaufman');
  await typed('Phone').fill('0171 234 5678');
  await typed('Pet’s name').fill('Pixel');
  await typed('Species').fill('cat');
}

/** Opens the form with somebody new in it, as typed before. */
function renderFilledIn(practice: PracticeInMemory) {
  const unmatched = { pet: 'Rosa Kaufman', visitTypeId: '', employeeId: '' };
  const newClient = { name: 'Rosa Kaufman', phone: '0171 234 5678', email: '', petName: 'Pixel', species: 'cat' };
  keepDraft(practice, { pet: null, unmatched, newClient: { ...newClient, client: null, sent: null } });
  return renderForm(practice);
}

async function book() {
  await bookButton.click();
  await expect.element(dialog).not.toBeInTheDocument();
}

const rosas = (practice: PracticeInMemory) => practice.clients.filter(({ lastName }) => lastName === 'Kaufman');
const pixels = (practice: PracticeInMemory) => practice.pets.filter(({ name }) => name === 'Pixel');

/** Does what is asked for, and loses the answer, once. */
function loseAnswer(practice: PracticeInMemory, name: string) {
  const end = practice.answer(name, (_request, usual) => {
    usual();
    end();
    throw new TypeError('connection lost');
  });
}

test('the last option of the pets opens the registration', async () => {
  await renderForm(practiceBeyond());
  await expect.element(field('Pet')).toHaveFocus();
  await field('Pet').fill('Quillon');
  const entry = page.getByRole('option', { name: 'New client and pet “Quillon”' });
  await expect.element(entry).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(typed('Pet’s name')).toHaveValue('Quillon');
  await expect.element(field('Pet')).toHaveValue('Quillon');
  await expect.element(field('Pet')).not.toHaveAttribute('aria-invalid', 'true');
  await expect.element(unknown).not.toBeInTheDocument();
});

test('the arrow keys reach the option for a new client after the pets', async () => {
  await renderForm(practiceBeyond());
  await expect.element(field('Pet')).toHaveFocus();
  await field('Pet').fill('bel');
  const options = page.getByRole('listbox', { name: 'Pet' }).getByRole('option');
  await expect.element(options.last()).toHaveTextContent('New client and pet “bel”');
  const found = options.elements().length - 1;
  expect(found).toBeGreaterThan(0);
  await userEvent.keyboard(`${'{ArrowDown}'.repeat(found)}{Tab}`);
  await expect.element(typed('Pet’s name')).toHaveValue('bel');
});

test('the form registers a client with a pet and continues with that pet', async () => {
  const practice = practiceBeyond();
  await renderForm(practice);
  await fillIn();
  await typed('Species').click();
  await userEvent.keyboard('{Enter}');
  await expect.element(field('Pet')).toHaveValue('Pixel · cat · Rosa Kaufman');
  await expect.element(field('Visit type')).toHaveFocus();
  await expect.element(newClient).not.toBeInTheDocument();
  await field('Visit type').fill('vac');
  await page.getByRole('option').first().click();
  await book();
  expect(rosas(practice)).toMatchObject([{ firstName: 'Rosa', phone: '0171 234 5678', email: null }]);
  expect(practice.creates()).toMatchObject([{ petId: pixels(practice)[0]?.id }]);
});

test('a newly registered pet has its name and owner on the board and in print', async () => {
  const practice = practiceBeyond();
  const [bella] = practice.pets;
  if (!bella) throw new Error('There are no pets.');
  const at = (hour: number) => ({ start: `${DATE}T${hour}:00:00.000Z`, end: `${DATE}T${hour}:30:00.000Z` });
  practice.add({ ...at(18), petId: bella.id });
  await renderFilledIn(practice);
  const block = (name: RegExp) => board.getByRole('button', { name, includeHidden: true });
  // The names are read before.
  await expect.element(block(/Bella.*Ann Lee/)).toBeInTheDocument();
  const listed = () => practice.asked.filter(({ name, query }) => name === 'GET /v1/pets' && !query.has('query'));
  await registerButton.click();
  await expect.element(field('Pet')).toHaveValue('Pixel · cat · Rosa Kaufman');
  await field('Visit type').fill('vac');
  await page.getByRole('option').first().click();
  const before = listed().length;
  await book();
  await expect.element(block(/Pixel.*Rosa Kaufman/)).toBeVisible();
  expect(listed()).toHaveLength(before);

  // A while later.
  vi.setSystemTime(Date.now() + 60_000);
  onTestFinished(() => void vi.useRealTimers());
  practice.pets.push({ ...bella, id: idOf(4, 900), name: 'Fleck', clientId: idOf(5, 900), clientName: 'Ida Berg' });
  practice.add({ ...at(16), petId: idOf(4, 900), clientId: idOf(5, 900), updatedAt: new Date().toISOString() });
  await lookForChanges(practice);
  await expect.element(block(/Fleck.*Ida Berg/)).toBeVisible();

  vi.spyOn(window, 'print').mockImplementation(() => void window.dispatchEvent(new Event('beforeprint')));
  onTestFinished(() => void window.dispatchEvent(new Event('afterprint')));
  await userEvent.keyboard('{Control>}p{/Control}');
  const printed = () => [...document.querySelectorAll('table tr')].map((row) => row.textContent ?? '').join('\n');
  await expect.poll(printed).toMatch(/Fleck.*Ida Berg/);
  expect(printed()).toMatch(/Pixel.*Rosa Kaufman/);
});

test('lost answers at all three steps end in one client, one pet and one appointment', async () => {
  const practice = practiceBeyond();
  for (const name of ['POST /v1/clients', 'POST /v1/pets', 'POST /v1/appointments']) loseAnswer(practice, name);
  await renderFilledIn(practice);
  await registerButton.click();
  await expect.element(field('Pet')).toHaveValue('Pixel · cat · Rosa Kaufman');
  const before = practice.appointments.length;
  await book();
  expect(rosas(practice)).toHaveLength(1);
  expect(pixels(practice)).toHaveLength(1);
  expect(practice.appointments).toHaveLength(before + 1);
  // It was asked for again under its key, not searched for by what it is of.
  expect(practice.asked.some(({ body }) => JSON.stringify(body).includes('createdFrom'))).toBe(false);
});

test('a registration continues after a reload', async () => {
  const practice = practiceBeyond();
  let hold = true;
  practice.answer('POST /v1/pets', (_request, usual) => {
    usual();
    return hold ? new Promise<Response>(() => undefined) : usual();
  });
  const { leave } = await renderForm(practice);
  await fillIn();
  await registerButton.click();
  await expect.poll(() => pixels(practice).length).toBe(1);
  hold = false;
  await leave();
  await renderForm(practice);
  await expect.element(field('Pet')).toHaveValue('Pixel · cat · Rosa Kaufman');
  expect(rosas(practice)).toHaveLength(1);
  expect(pixels(practice)).toHaveLength(1);
});

test('a possible duplicate client is offered before a new one is created', async () => {
  const practice = practiceBeyond();
  const [ann] = practice.clients;
  if (!ann) throw new Error('the practice has clients');
  ann.phone = '+49 171 2345678';
  await renderFilledIn(practice);
  await registerButton.click();
  await expect.element(newClient.getByText('Is this Ann Lee, +49 171 2345678?')).toBeVisible();
  expect(rosas(practice)).toEqual([]);
  const yes = newClient.getByRole('button', { name: 'Yes, Ann Lee' });
  expect(yes.element()).toHaveProperty('innerText', 'Yes, Ann Lee');
  await yes.click();
  await expect.element(newClient.getByText('Ann Lee has these pets on file. Is it one of them?')).toBeVisible();
  await newClient.getByRole('button', { name: 'No, register Pixel' }).click();
  await expect.element(field('Pet')).toHaveValue('Pixel · cat · Ann Lee');
  expect(pixels(practice)).toMatchObject([{ clientId: ann.id }]);
  expect(rosas(practice)).toEqual([]);
});

test('invalid and missing fields of a registration are reported and nothing is sent', async () => {
  const practice = practiceBeyond();
  await renderForm(practice);
  await type('Pixel');
  await unknown.getByRole('button', { name: 'New client and pet' }).click();
  await typed('Phone').fill('12');
  await registerButton.click();
  await expect.element(typed('Client’s name')).toHaveFocus();
  await expect.element(typed('Client’s name')).toHaveAccessibleDescription('Enter the first and the last name.');
  await expect.element(typed('Phone')).toHaveAccessibleDescription(/Enter a phone number/);
  await expect.element(typed('Species')).toHaveAccessibleDescription(/Enter the species/);
  await expect.element(typed('Pet’s name')).toHaveValue('Pixel');
  expect(practice.asked.filter(({ name }) => name.startsWith('POST /v1/clients'))).toEqual([]);
  await dialog.getByRole('button', { name: 'Book appointment' }).click();
  await expect.element(field('Pet')).toHaveAccessibleDescription(/Register the new client and pet first/);
});

test('the form says where clients are registered if that is not possible here', async () => {
  const practice = createPracticeInMemory({ today: '2031-05-01' });
  const { leave } = await renderForm(practice);
  await type('Rosa Kaufman');
  await expect.element(unknown).toHaveTextContent(/register the client and the pet in the practice system/);
  await expect.element(unknown.getByRole('button', { name: 'New client and pet' })).not.toBeInTheDocument();
  await leave();

  const other = practiceBeyond();
  other.answer('POST /v1/clients', () => Response.json({ message: 'insufficient_access', data: {} }, { status: 403 }));
  await renderForm(other);
  await fillIn();
  await registerButton.click();
  await expect.element(newClient.getByText(/You may not register clients and pets here/)).toBeVisible();
  await newClient.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(unknown).toHaveTextContent(/in the practice system/);
  await expect.element(unknown.getByRole('button', { name: 'New client and pet' })).not.toBeInTheDocument();
});

test('a full disk is reported as such when a client is registered', async () => {
  const practice = practiceBeyond();
  practice.answer('POST /v1/clients', () => Response.json({ message: 'storage_full', data: {} }, { status: 503 }));
  await renderForm(practice);
  await fillIn();
  await registerButton.click();
  await expect.element(newClient.getByRole('alert')).toHaveTextContent(/^The disk of the practice system is full/);
});

test('a pet is found by its owner’s phone number', async () => {
  const practice = practiceBeyond();
  const [ann] = practice.clients;
  if (ann) ann.phone = '+49 171 2345678';
  await renderForm(practice);
  await expect.element(field('Pet')).toHaveFocus();
  await field('Pet').fill('0171 2345678');
  await expect.element(page.getByRole('option').first()).toHaveTextContent(/Bella.*Ann Lee/);
  await userEvent.keyboard('{Enter}');
  await expect.element(field('Pet')).toHaveValue('Bella · dog · Ann Lee');
});

test('a draft discarded during a registration does not return when that ends', async () => {
  const practice = practiceBeyond();
  await renderFilledIn(practice);
  const { letGo } = practice.hold('POST /v1/clients');
  await registerButton.click();
  await expect.element(newClient.getByText('Registering…')).toBeVisible();
  await dialog.getByRole('button', { name: 'Discard draft' }).click();
  await expect.element(newClient).not.toBeInTheDocument();
  letGo();
  await expect.poll(() => pixels(practice)).toHaveLength(1);
  await expect.poll(() => practice.unanswered()).toBe(0);
  await dialog.getByText('Close', { exact: true }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  const stored = [localStorage, sessionStorage].flatMap((storage): string[] => Object.values({ ...storage }));
  expect(stored.filter((text) => text.includes('Pixel'))).toEqual([]);
});
