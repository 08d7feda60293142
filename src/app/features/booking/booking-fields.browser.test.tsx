import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mediumDateText } from '#app/scheduling/time-text.ts';
import { isolated } from '#app/text/isolated.ts';
import { DRAFT_DAY as DATE, keepDraft } from '#testing/booking-draft.ts';
import { bookByKeys, dialog, emptyDay, field, renderForm, text } from '#testing/booking-form.ts';
import type { PracticeInMemory } from '#testing/practice-in-memory.ts';
import { resizePage } from '#testing/resize-page.ts';

// While a list is open, everything around it is hidden from assistive technology, but not from the pointer.
const bookButton = dialog.getByRole('button', { name: 'Book appointment', includeHidden: true });
const besideFields = dialog.getByRole('heading', { name: 'New appointment', includeHidden: true });
const options = page.getByRole('option');
/** A press as long as a hand's. */
const press = { delay: 100 };

async function fillIn({ pet = 'be', type = 'vac', start = '10:15' } = {}) {
  // The form takes the focus when it is there, and a list that is open by then closes.
  await expect.element(field('Pet')).toHaveFocus();
  await field('Pet').fill(pet);
  await options.first().click();
  await field('Visit type').fill(type);
  await options.first().click();
  await text('Start').fill(start);
}

/** Holds the look-ups of pets up until told to let go. */
const holdPets = (practice: PracticeInMemory) => practice.hold('GET /v1/pets', ({ query }) => query.has('query')).letGo;

const vetOf = (practice: PracticeInMemory) => {
  const [vet] = practice.employees;
  if (!vet) throw new Error('the practice has no vet');
  return { ...vet, name: `${vet.firstName} ${vet.lastName}` };
};

test.each(['a click', 'Ctrl+Enter'])('%s books the option that is highlighted in a list', async (way) => {
  const practice = emptyDay();
  const vet = vetOf(practice);
  keepDraft(practice);
  await renderForm(practice);
  await field('Vet').click();
  await userEvent.keyboard(vet.firstName.toLowerCase());
  await expect.poll(() => options.elements()).toHaveLength(1);
  if (way === 'a click') await bookButton.click(press);
  else await bookByKeys();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(practice.creates().map(({ employeeId }) => employeeId)).toEqual([vet.id]);
});

test('a bare number is read as a time within the store’s opening hours', async () => {
  const practice = emptyDay();
  await renderForm(practice);
  await fillIn({ start: '230' });
  await expect.element(text('End')).toHaveValue('14:45');
  await expect.element(dialog.getByText('This time is free.')).toBeVisible();
  await bookByKeys();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(practice.creates()).toMatchObject([{ start: `${DATE}T18:30:00.000Z`, end: `${DATE}T18:45:00.000Z` }]);

  await page.getByRole('button', { name: 'New appointment' }).click();
  await fillIn({ start: '2' });
  await text('End').fill('3');
  await text('Notes').click();
  await expect.element(text('Start')).toHaveValue('14:00');
  await expect.element(text('End')).toHaveValue('15:00');
  await expect.element(text('Length')).toHaveValue('1 h');
});

test('leaving the field takes the highlighted pet or visit type', async () => {
  await renderForm(emptyDay());
  await field('Visit type').click();
  await userEvent.keyboard('d');
  await expect.element(options.first()).toBeVisible();
  await userEvent.keyboard('{ArrowDown}');
  await besideFields.click(press);
  await expect.element(field('Visit type')).toHaveValue('Dental cleaning');

  await field('Pet').click();
  await userEvent.keyboard('bella');
  await expect.element(options.first()).toBeVisible();
  await besideFields.click(press);
  await expect.element(field('Pet')).toHaveValue('Bella · dog · Ann Lee');
});

test('text that matches nobody is kept and reported at its field', async () => {
  const practice = emptyDay();
  const { leave } = await renderForm(practice);
  await fillIn();
  const vet = field('Vet');
  await vet.click();
  await userEvent.keyboard('kwxq');
  await bookButton.click(press);
  await expect.element(vet).toHaveFocus();
  await expect.element(vet).toHaveValue('kwxq');
  await expect.element(vet).toHaveAccessibleDescription(/“kwxq” matches nobody/);
  await bookByKeys();
  await expect.element(vet).toHaveValue('kwxq');

  await leave();
  await renderForm(practice);
  await expect.element(vet).toHaveValue('kwxq');
  await expect.element(vet).toHaveAccessibleDescription(/No name begins with that/);
  await bookButton.click(press);
  await expect.element(vet).toHaveFocus();
  expect(practice.creates()).toEqual([]);

  await vet.fill('');
  await bookButton.click(press);
  await expect.element(dialog).not.toBeInTheDocument();
  expect(practice.creates().map(({ employeeId }) => employeeId)).toEqual([undefined]);
});

test('Escape restores the last choice of a combobox', async () => {
  const practice = emptyDay();
  const { name, firstName } = vetOf(practice);
  await renderForm(practice);
  const vet = field('Vet');
  await vet.fill(firstName);
  await userEvent.keyboard('{Tab}');
  await expect.element(vet).toHaveValue(name);
  for (const typed of ['xq', '']) {
    await vet.fill(typed);
    await userEvent.keyboard('{Escape}');
    await expect.element(vet).toHaveValue(name);
    await expect.element(dialog.getByRole('option')).not.toBeInTheDocument();
  }
  await vet.fill('xq');
  await userEvent.keyboard('{Tab}');
  await expect.element(vet).toHaveValue('xq');
  vet.element().focus();
  await userEvent.keyboard('{Escape}');
  await expect.element(vet).toHaveValue(name);
  await expect.element(dialog).toBeVisible();
  await vet.fill('');
  await userEvent.keyboard('{Tab}');
  await expect.element(vet).toHaveValue('');
  vet.element().focus();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
});

test('Enter before the pets have loaded takes the pet when it arrives, without booking', async () => {
  const practice = emptyDay();
  const letGo = holdPets(practice);
  await renderForm(practice);
  const pet = field('Pet');
  await expect.element(pet).toHaveFocus();
  await userEvent.keyboard('bella{Enter}{Enter}');
  await expect.element(pet).toHaveValue('bella');
  await expect.element(pet).toHaveAccessibleDescription('Searching…');
  await userEvent.keyboard('{Tab}');
  await expect.element(field('Visit type')).toHaveFocus();
  await expect.element(field('Visit type')).not.toHaveAttribute('aria-invalid', 'true');
  await expect.element(pet).toHaveValue('bella');
  letGo();
  await expect.element(pet).toHaveValue('Bella · dog · Ann Lee');
  await expect.element(field('Visit type')).toHaveFocus();
  expect(practice.creates()).toEqual([]);

  await pet.fill('zzqx');
  await userEvent.keyboard('{Tab}');
  await expect.element(pet).toHaveAccessibleDescription('No pet or owner begins with “zzqx”.');
  await expect.element(pet).toHaveValue('zzqx');
});

test('Enter before the pets have loaded takes nothing once other text was typed', async () => {
  const practice = emptyDay();
  const letGo = holdPets(practice);
  await renderForm(practice);
  const pet = field('Pet');
  await expect.element(pet).toHaveFocus();
  await userEvent.keyboard('bella{Enter}x');
  letGo();
  await expect.element(page.getByText('No pet or owner begins with “bellax”.')).toBeVisible();
  await expect.element(pet).toHaveValue('bellax');
  await userEvent.keyboard('{Enter}');
  await expect.element(pet).toHaveValue('bellax');
  await expect.element(field('Visit type')).not.toHaveAttribute('aria-invalid', 'true');
  await pet.fill('bell');
  await userEvent.keyboard('{Enter}');
  await expect.element(pet).toHaveValue('Bella · dog · Ann Lee');
  await expect.element(pet).toHaveFocus();
  await expect.element(field('Visit type')).not.toHaveAttribute('aria-invalid', 'true');
});

test('choosing a visit type replaces an invalid end', async () => {
  await renderForm(emptyDay());
  await text('Start').fill('10:00');
  await text('End').fill('abc');
  await bookButton.click(press);
  await expect.element(text('End')).toHaveAccessibleDescription(/Enter a time/);
  await field('Visit type').fill('dental');
  await options.first().click();
  await expect.element(text('Length')).toHaveValue('1 h');
  await expect.element(text('End')).toHaveValue('11:00');
  await expect.element(text('End')).not.toHaveAttribute('aria-invalid', 'true');
});

test('a vet and a visit type that cannot be booked are reported at their fields', async () => {
  const practice = emptyDay();
  const left = practice.employees.find(({ isActive }) => !isActive);
  const retired = practice.types.find(({ isActive }) => !isActive);
  const params = (vet?: string, type?: string) => `&start=${DATE}T10:15&bookVet=${vet}&bookType=${type}`;
  const first = await renderForm(practice, params(left?.id, retired?.id));
  await expect
    .element(field('Vet'))
    .toHaveAccessibleDescription(
      `${isolated(`${left?.firstName} ${left?.lastName}`)} no longer takes appointments: choose another, or no preference.`,
    );
  await expect.element(field('Visit type')).toHaveAccessibleDescription(/can no longer be booked: choose another/);

  await first.leave();
  await renderForm(practice, params('xyz', 'xyz'));
  await expect.element(field('Vet')).toHaveAccessibleDescription(/not on the staff/);
  await expect.element(field('Visit type')).toHaveAccessibleDescription(/does not exist/);
  await expect.element(page.getByText('Your draft is back.')).not.toBeInTheDocument();
  await field('Pet').fill('be');
  await options.first().click();
  await bookButton.click(press);
  await expect.element(field('Visit type')).toHaveFocus();
  await expect.element(field('Visit type')).toHaveAccessibleDescription(/Choose the visit type/);
  await field('Visit type').fill('vac');
  await bookButton.click(press);
  await expect.element(dialog).not.toBeInTheDocument();
  expect(practice.creates().map(({ employeeId }) => employeeId)).toEqual([undefined]);
});

test('a draft shows a vet who has left until the field is cleared', async () => {
  const practice = emptyDay();
  const vet = vetOf(practice);
  const { leave } = await renderForm(practice);
  await fillIn();
  await field('Vet').fill(vet.firstName);
  await userEvent.keyboard('{Tab}');
  await expect.element(field('Vet')).toHaveValue(vet.name);

  await leave();
  for (const employee of practice.employees) employee.isActive = false;
  await renderForm(practice);
  await expect.element(field('Vet')).toHaveValue(vet.name);
  await expect
    .element(field('Vet'))
    .toHaveAccessibleDescription(new RegExp(`^${isolated(vet.name)} no longer takes appointments`));
  await dialog.getByRole('button', { name: 'Clear' }).click();
  await bookButton.click(press);
  await expect.element(dialog).not.toBeInTheDocument();
  expect(practice.creates().map(({ employeeId }) => employeeId)).toEqual([undefined]);
});

function refuse(practice: PracticeInMemory, status: 400 | 500, suggestion: string) {
  const data = { httpStatus: status, suggestion, errorInstanceId: '00000000-0000-4000-8000-000000000001' };
  const message = status === 400 ? 'invalid_input' : 'internal_error';
  practice.answer('POST /v1/appointments', () => Response.json({ type: 'SERVICE_ERROR', message, data }, { status }));
}

test('a refusal by the service is shown at the fields that it names', async () => {
  const practice = emptyDay();
  refuse(practice, 400, 'employeeId: the employee is inactive; petId: the pet has moved away');
  keepDraft(practice);
  await renderForm(practice);
  await bookButton.click(press);
  await expect.element(field('Vet')).toHaveFocus();
  await expect
    .element(field('Vet'))
    .toHaveAccessibleDescription('The practice system says: “the employee is inactive”');
  await expect.element(field('Pet')).toHaveAccessibleDescription('The practice system says: “the pet has moved away”');
});

test('an error text that contains the name of a field marks no field', async () => {
  await resizePage(1024, 600);
  const practice = emptyDay();
  const advice = 'The service could not start the job. See the status page; it is tried again in the end. ';
  refuse(practice, 500, advice.repeat(20));
  keepDraft(practice);
  await renderForm(practice);
  await bookButton.click(press);
  const panel = dialog.getByRole('alert');
  await expect.element(panel).toHaveFocus();
  expect(dialog.element().querySelector('[aria-invalid="true"]')).toBeNull();
  expect(panel.element().getBoundingClientRect().height).toBeLessThan(250);
});

test('Book reports every invalid field and focuses the first one', async () => {
  await renderForm(emptyDay());
  await text('Start').fill('25 o’clock');
  await text('Length').fill('soon');
  await bookButton.click();
  await expect.element(field('Pet')).toHaveFocus();
  await expect.element(field('Pet')).toHaveAccessibleDescription(/Choose the pet/);
  await expect.element(field('Visit type')).toHaveAccessibleDescription(/Choose the visit/);
  await expect.element(text('Start')).toHaveAccessibleDescription(/Enter a time/);
  await expect.element(text('Length')).toHaveAccessibleDescription(/Enter a length/);
  await expect.element(text('Start')).toHaveValue('25 o’clock');
  await expect.element(text('Length')).toHaveValue('soon');
});

test('a skipped or repeated clock time is reported at the field, with the choices', async () => {
  const practice = emptyDay();
  await renderForm(practice, `&bookStore=${practice.company.stores[0]?.id}&start=2027-03-14T02:30`);
  await expect.element(text('Start')).toHaveAccessibleDescription(/does not exist on that day/);
  await dialog.getByRole('button', { name: /^Use .*3:30/ }).click();
  await expect.element(text('Start')).toHaveValue('03:30');

  await dialog.getByLabelText('Date').fill('2026-11-01');
  await text('Start').fill('01:30');
  await expect.element(text('Start')).toHaveAccessibleDescription(/comes twice on that day/);
  await dialog.getByRole('button', { name: /^Second/ }).click();
  await expect.element(text('Start')).toHaveAccessibleDescription(/The second of two equal times/);
});

test('clearing the only typed field discards the draft', async () => {
  const practice = emptyDay();
  const { leave } = await renderForm(practice);
  await text('Notes').fill('x');
  await text('Notes').fill('');
  await leave();
  await renderForm(practice);
  await expect.element(text('Notes')).toHaveValue('');
  await expect.element(dialog.getByText('Your draft is back.')).not.toBeInTheDocument();
});

test('a draft is kept until its user discards it', async () => {
  const practice = emptyDay();
  const first = await renderForm(practice);
  await text('Notes').fill('Not this one');
  await first.leave();
  const second = await renderForm(practice);
  await expect.element(text('Notes')).toHaveValue('Not this one');
  await dialog.getByRole('button', { name: 'Discard draft' }).click();
  await expect.element(text('Notes')).toHaveValue('');
  await second.leave();
  await renderForm(practice);
  await expect.element(text('Notes')).toHaveValue('');
});

test('a link opens the form with its pet, store and time', async () => {
  const practice = emptyDay();
  const pet = practice.pets[7];
  const store = practice.company.stores[1];
  await renderForm(practice, `&pet=${pet?.id}&bookStore=${store?.id}&start=${DATE}T11:15&end=${DATE}T12:00`);
  await expect.element(field('Pet')).toHaveValue(`${pet?.name} · dog · ${pet?.clientName}`);
  await expect.element(field('Store')).toHaveTextContent(store?.name ?? '');
  await expect.element(text('Start')).toHaveValue('11:15');
  await expect.element(text('Length')).toHaveValue('45 min');
  await expect.element(dialog.getByLabelText('Date')).toHaveValue(mediumDateText(DATE));
});

test('a link for a pet overrides the pet that the form had before', async () => {
  const practice = emptyDay();
  const bella = practice.pets[0];
  const params = `&pet=${bella?.id}&start=${DATE}T10:00`;
  const first = await renderForm(practice, params);
  await expect.element(field('Pet')).toHaveValue('Bella · dog · Ann Lee');
  await field('Pet').fill('milo');
  await options.first().click();
  await expect.element(field('Pet')).toHaveValue('Milo · dog · Cleo Park');
  await text('Start').fill('11:00');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await first.leave();

  await renderForm(practice, params);
  await expect.element(field('Pet')).toHaveValue('Bella · dog · Ann Lee');
  await expect.element(text('Start')).toHaveValue('10:00');

  // What was chosen instead is where a form for no pet in particular goes on.
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'New appointment' }).click();
  await expect.element(field('Pet')).toHaveValue('Milo · dog · Cleo Park');
});
