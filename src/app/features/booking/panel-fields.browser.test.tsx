import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  answer,
  at,
  bella,
  bookByKeys,
  choose,
  dialog,
  emptyDay,
  field,
  openForm,
  options,
  renderForm,
  text,
} from '#testing/booking-form.ts';
import { idOf, type PracticeInMemory } from '#testing/practice-in-memory.ts';

// While a list is open, everything around it is hidden from assistive technology, but not from the pointer.
const bookButton = dialog.getByRole('button', { name: /^Book /, includeHidden: true });
const besideFields = dialog.getByRole('heading', { name: 'New appointment', includeHidden: true });
/** A press that lasts as long as a human one. */
const press = { delay: 100 };

/** Holds back the searches for pets until they are released. */
const holdPets = (practice: PracticeInMemory) => practice.hold('GET /v1/pets', ({ query }) => query.has('query')).letGo;

test.each(['a click', 'Ctrl+Enter'])('%s selects the highlighted option of a list', async (way) => {
  const practice = emptyDay();
  await openForm(practice);
  await field('Vet').click();
  await userEvent.keyboard('ada');
  await expect.poll(() => options.elements()).toHaveLength(1);
  if (way === 'a click') await bookButton.click(press);
  else await bookByKeys();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(practice.creates()).toMatchObject([{ employeeId: idOf(6, 1) }]);
});

test('leaving a field selects the highlighted pet or visit type', async () => {
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

test('a visit type is found by other words for it, after those with the word in their own name', async () => {
  const practice = emptyDay();
  for (const type of practice.types)
    if (type.name === 'Telephone advice') Object.assign(type, { name: 'Recheck', isActive: true });
  await renderForm(practice);
  await field('Visit type').click();
  await userEvent.keyboard('fol');
  await expect.element(options.first()).toHaveTextContent(/^Recheck/);
  // In many practices a follow-up is booked as a consultation.
  await expect.element(options.nth(1)).toHaveTextContent(/^Consultation/);
  await userEvent.keyboard('{Enter}');
  await expect.element(field('Visit type')).toHaveValue('Recheck');
  await userEvent.fill(field('Visit type'), 'con');
  // “Control” is another word for a recheck.
  await expect.element(options.first()).toHaveTextContent(/^Consultation/);
  await expect.element(options.nth(1)).toHaveTextContent(/^Recheck/);
});

test('pressing Book shows the error of every invalid field, and focuses the first', { tags: 'smoke' }, async () => {
  const practice = emptyDay();
  await renderForm(practice);
  await text('Start').fill('25 o’clock');
  await text('Length').fill('soon');
  await bookByKeys();
  await expect.element(field('Pet')).toHaveFocus();
  await expect.element(field('Pet')).toHaveAccessibleDescription(/Choose a pet/);
  await expect.element(field('Visit type')).toHaveAccessibleDescription(/Choose the visit/);
  await expect.element(text('Start')).toHaveAccessibleDescription(/Enter a time/);
  await expect.element(text('Length')).toHaveAccessibleDescription(/Enter a length/);
  await expect.element(text('Start')).toHaveValue('25 o’clock');
  expect(practice.creates()).toEqual([]);
});

test('the message at Start goes once a pet and a visit type have brought a free time', async () => {
  await renderForm(emptyDay());
  await expect.element(field('Pet')).toHaveFocus();
  await bookByKeys();
  await expect.element(text('Start')).toHaveAccessibleDescription(/Enter a time/);
  await choose();
  await expect.element(text('Start')).toHaveValue('08:00');
  await expect.element(text('Start')).toBeValid();
  await expect.element(text('Start')).not.toHaveAccessibleDescription(/Enter a time/);
  expect(dialog.getByText(/Enter a time/).elements()).toEqual([]);
});

test('text that matches no one stays with an error until it is deleted', async () => {
  const practice = emptyDay();
  await openForm(practice);
  const vet = field('Vet');
  await vet.click();
  await userEvent.keyboard('kwxq');
  await bookButton.click(press);
  await expect.element(vet).toHaveFocus();
  await expect.element(vet).toHaveValue('kwxq');
  await expect.element(vet).toHaveAccessibleDescription(/No one matches “kwxq”/);
  expect(practice.creates()).toEqual([]);
  await vet.fill('');
  await bookButton.click(press);
  await expect.element(dialog).not.toBeInTheDocument();
  expect(practice.creates()[0]).not.toHaveProperty('employeeId');
});

test('Escape restores the previous selection of a list before it closes the panel', async () => {
  await renderForm(emptyDay());
  const vet = field('Vet');
  await vet.fill('ada');
  await userEvent.keyboard('{Tab}');
  await expect.element(vet).toHaveValue('Ada Okafor');
  for (const typed of ['xq', '']) {
    await vet.fill(typed);
    await userEvent.keyboard('{Escape}');
    await expect.element(vet).toHaveValue('Ada Okafor');
    await expect.element(dialog.getByRole('option')).not.toBeInTheDocument();
  }
  await vet.fill('');
  await userEvent.keyboard('{Tab}');
  vet.element().focus();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
});

test('choosing a pet or a visit type by mouse goes on to the next field, as Enter does', async () => {
  await renderForm(emptyDay());
  await field('Pet').click();
  await userEvent.keyboard('bella');
  await options.first().click();
  await expect.element(field('Pet')).toHaveValue('Bella · dog · Ann Lee');
  await expect.element(field('Visit type')).toHaveFocus();
  await userEvent.keyboard('vac');
  await page.getByRole('option', { name: /^Vaccination/ }).click();
  await expect.element(field('Visit type')).toHaveValue('Vaccination');
  await expect.element(field('Vet')).toHaveFocus();
});

test('clicking a chosen pet selects its text, so that typing replaces it', async () => {
  await openForm(emptyDay());
  await text('Notes').click();
  await field('Pet').click();
  await userEvent.keyboard('ma');
  await expect.element(field('Pet')).toHaveValue('ma');
});

test('receptionists and managers are not offered as vets, but whoever has another role is', async () => {
  const practice = emptyDay();
  for (const [nth, role] of ['receptionist', 'manager', 'Tierärztin'].entries())
    Object.assign(practice.employees[nth] ?? {}, { role });
  await renderForm(practice);
  await field('Vet').click();
  await expect.element(options.first()).toHaveTextContent(/Chiara Rossi/);
  expect(options.elements().map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Chiara'),
    'No vet yet',
  ]);
});

test.each([false, true])(
  'while the pets cannot be loaded (slowly: %s), a new client is not chosen by itself',
  async (slow) => {
    const practice = emptyDay(true);
    const letGo = slow ? holdPets(practice) : () => undefined;
    practice.answer('GET /v1/pets', () => Promise.reject(new TypeError('offline')));
    await renderForm(practice);
    await expect.element(field('Pet')).toHaveFocus();
    await userEvent.keyboard('Quillon');
    if (slow) {
      await userEvent.keyboard('{Enter}');
      await field('Pet').click();
      letGo();
    }
    await expect.element(page.getByText(/^The pets couldn’t be loaded/)).toBeVisible();
    await expect.element(options).toHaveTextContent(/^New client and pet/);
    await expect.element(field('Pet')).not.toHaveAttribute('aria-activedescendant');
    await userEvent.keyboard('{Enter}');
    await expect.element(field('Pet')).toHaveFocus();
    await expect.element(field('Pet')).toHaveValue('Quillon');
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(dialog.getByLabelText('Client’s name')).toBeVisible();
  },
);

test('with the beginning of a phone number, a new client is not chosen by itself', async () => {
  await renderForm(emptyDay(true));
  await expect.element(field('Pet')).toHaveFocus();
  await userEvent.keyboard('0463 540');
  await expect.element(page.getByText(/^Keep typing: a phone number is found/)).toBeVisible();
  await expect.element(options).toHaveTextContent(/^New client and pet/);
  await expect.element(field('Pet')).not.toHaveAttribute('aria-activedescendant');
  await userEvent.keyboard(' 123');
  await expect.element(page.getByText(/^Keep typing/)).not.toBeInTheDocument();
  await expect.element(field('Pet')).toHaveAttribute('aria-activedescendant');
});

test('Enter before the pets have loaded goes on, and selects the pet when it arrives', async () => {
  const practice = emptyDay();
  const letGo = holdPets(practice);
  await renderForm(practice);
  const pet = field('Pet');
  await expect.element(pet).toHaveFocus();
  await userEvent.keyboard('bella{Enter}');
  await expect.element(field('Visit type')).toHaveFocus();
  await expect.element(pet).toHaveAccessibleDescription('Looking…');
  await expect.element(pet).toHaveValue('bella');
  letGo();
  await expect.element(pet).toHaveValue('Bella · dog · Ann Lee');
  await expect.element(field('Visit type')).toHaveFocus();
  await expect.element(field('Visit type')).not.toHaveAttribute('aria-invalid', 'true');
  expect(practice.creates()).toEqual([]);
});

test('Enter before the pets have loaded selects nothing if the text was changed', async () => {
  const practice = emptyDay();
  const letGo = holdPets(practice);
  await renderForm(practice);
  const pet = field('Pet');
  await expect.element(pet).toHaveFocus();
  await userEvent.keyboard('bella{Enter}');
  await field('Pet').click();
  await userEvent.keyboard('{End}x');
  letGo();
  await expect.element(page.getByText('No pet or client matches “bellax”.')).toBeVisible();
  await expect.element(pet).toHaveValue('bellax');
});

test('a bare number is interpreted as a time within the store’s hours', async () => {
  const practice = emptyDay();
  await openForm(practice);
  for (const [typed, shown] of [
    ['4:30', '16:30'],
    ['230', '14:30'],
    ['06:30', '06:30'],
    ['9', '09:00'],
  ] as const) {
    await text('Start').fill(typed);
    await userEvent.keyboard('{Tab}');
    await expect.element(text('Start')).toHaveValue(shown);
  }
  await text('Start').fill('4:30');
  await expect.element(answer).toHaveTextContent(/^Free/);
  await bookByKeys();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(practice.creates()).toMatchObject([{ start: at('16:30'), end: at('16:45') }]);
});

test('clearing the start restores the first free time, and another visit type has its own length', async () => {
  await openForm(emptyDay());
  await text('Start').fill('');
  await userEvent.keyboard('{Tab}');
  await expect.element(text('Start')).toHaveValue('08:00');
  await text('Length').fill('2h');
  await field('Visit type').fill('dent');
  await userEvent.keyboard('{Tab}');
  await expect.element(text('Length')).toHaveValue('1 h');
});

test('a skipped or repeated time has an error at its field, with the alternatives', async () => {
  await renderForm(emptyDay(), `${bella('')}&start=2027-03-14T02:30`, '2027-03-14');
  await expect.element(text('Start')).toHaveAccessibleDescription(/doesn’t exist on that day/);
  await dialog.getByRole('button', { name: /^Use .*3:30/ }).click();
  await expect.element(text('Start')).toHaveValue('03:30');
  await userEvent.fill(dialog.getByLabelText('Date', { exact: true }), '2031-11-02');
  await text('Start').fill('01:30');
  await expect.element(text('Start')).toHaveAccessibleDescription(/occurs twice on that day/);
  await dialog.getByRole('button', { name: /^Second/ }).click();
  await expect
    .element(dialog.getByText('The clocks go back, so this time occurs twice. This is the second.'))
    .toBeVisible();
});

test('times of a store in another zone use its own clock, and say so', async () => {
  const practice = emptyDay();
  const { address } = await openForm(practice, bella('09:15'));
  await expect.element(dialog.getByText(/Times are local to .*North.* \(New York\)/)).toBeVisible();
  await field('Store').click();
  await page.getByRole('option', { name: 'South' }).click();
  await expect.element(dialog.getByText(/Times are local to .*South.* \(Chicago\)/)).toBeVisible();
  await expect.element(text('Start')).toHaveValue('09:15');
  await expect.element(answer).toHaveTextContent(/^Free in/);
  await bookByKeys();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(practice.creates()).toMatchObject([{ storeIds: [idOf(2, 2)], start: at('10:15') }]);
  // The calendar still includes the stores that were shown.
  expect(address()).toContain(idOf(2, 2));
});

test('changing the store clears the clicked room', async () => {
  const practice = emptyDay(true);
  await openForm(practice, `${bella()}&bookRoom=${idOf(3, 12)}`);
  await expect.element(field('Room')).toHaveTextContent('Room 2');
  await field('Store').click();
  await page.getByRole('option', { name: 'South' }).click();
  await expect.element(field('Room')).toHaveTextContent('Any room');
});

test('a vet or visit type that can no longer be booked has a message', async () => {
  const practice = emptyDay();
  await renderForm(practice, `&pet=${idOf(4, 1)}&bookVet=${idOf(6, 4)}&bookType=${idOf(7, 6)}`);
  await expect.element(field('Vet')).toHaveAccessibleDescription(/Dov Left.* is no longer available: choose another/);
  await expect
    .element(field('Visit type'))
    .toHaveAccessibleDescription(/Telephone advice.* is no longer available: choose another/);
});

test('a list shows long options untruncated at WCAG text spacing', async () => {
  const practice = emptyDay();
  const [store] = practice.company.stores;
  if (store) store.name = 'Alder Creek – Downtown, beside the old mill';
  const spaced = document.createElement('style');
  spaced.textContent = '* { line-height: 1.5; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }';
  document.head.append(spaced);
  onTestFinished(() => spaced.remove());
  await renderForm(practice);
  await field('Store').click();
  const option = page.getByRole('option', { name: /^Alder Creek/ });
  await expect.element(option).toBeVisible();
  for (const part of [option.element(), ...option.element().querySelectorAll('*')])
    expect(part.scrollWidth).toBeLessThanOrEqual(part.clientWidth || part.scrollWidth);
});
