import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { isolated } from '#app/text/isolated.ts';
import { employeeSchema } from '#contract/resources.ts';
import { bookingDialog, fillIn, madeSince, workingDay } from './booking-form.ts';
import { expect, type Product, test } from './harness.ts';

const field = (page: Page, name: string) => bookingDialog(page).getByRole('combobox', { name });
// While a list is open, everything around it is hidden from assistive technology, but not from the pointer.
const bookButton = (page: Page) =>
  bookingDialog(page).getByRole('button', { name: 'Book appointment', includeHidden: true });
const besideFields = (page: Page) => bookingDialog(page).getByRole('heading', { includeHidden: true });
/** A press as long as a hand's. */
const press = { delay: 100 };

async function openForm(page: Page, product: Product) {
  const { company, store, date } = await workingDay(product);
  await page.goto(`/?store=${store.id}&date=${date}&new=1`);
  return { company, store, date, began: Date.now() };
}

async function staff(product: Product, companyId: string) {
  const answer = await fetch(`${product.url}/api/v1/employees?companyId=${companyId}&limit=500`);
  const { data }: { data: unknown[] } = await answer.json();
  return data.map((entry) => employeeSchema.parse(entry));
}

/** Holds up the look-ups of pets until told to let go. */
async function holdPets(page: Page) {
  let letGo = () => {};
  const free = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/\/api\/v1\/pets\?.*query=/, async (route) => {
    await free;
    await route.continue();
  });
  return () => letGo();
}

// Before the doors open nobody is busy, of which the form would ask first; the practice is shared, so each has its own time.
for (const [way, start] of [
  ['a click', '5:15'],
  ['Ctrl+Enter', '5:45'],
] as const) {
  test(`what is highlighted in a list is booked by ${way}, too`, async ({ page, product }) => {
    const { company, began } = await openForm(page, product);
    await fillIn(page, { pet: 'be', type: 'vac', start });
    await field(page, 'Vet').click();
    await page.keyboard.type('kwame');
    await expect(page.getByRole('option')).toHaveCount(1);
    if (way === 'a click') await bookButton(page).click(press);
    else await page.keyboard.press('Control+Enter');
    await expect(bookingDialog(page)).toBeHidden();
    const kwame = (await staff(product, company.id)).find(({ firstName }) => firstName === 'Kwame');
    const made = await madeSince(product, began);
    expect(made.map(({ employees }) => employees.map(({ id }) => id))).toEqual([[kwame?.id]]);
  });
}

test('pet and visit type are taken by a click beside them, the second of a list by its arrow', async ({
  page,
  product,
}) => {
  await openForm(page, product);
  await field(page, 'Visit type').click();
  await page.keyboard.type('d');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  const second = await page.getByRole('option').nth(1).textContent();
  await besideFields(page).click(press);
  const chosen = await field(page, 'Visit type').inputValue();
  expect(chosen).not.toBe('');
  expect(second?.startsWith(chosen)).toBe(true);

  await field(page, 'Pet').click();
  await page.keyboard.type('be');
  await expect(page.getByRole('option').first()).toBeVisible();
  await besideFields(page).click(press);
  await expect(field(page, 'Pet')).toHaveValue(/ · /);
});

test('text that stands for nobody is kept and refused at its field, through a reload, too', async ({
  page,
  product,
}) => {
  const { began } = await openForm(page, product);
  await fillIn(page, { pet: 'be', type: 'vac', start: '10:15' });
  const vet = field(page, 'Vet');
  await vet.click();
  await page.keyboard.type('kwxq');
  await bookButton(page).click(press);
  await expect(vet).toBeFocused();
  await expect(vet).toHaveValue('kwxq');
  await expect(vet).toHaveAccessibleDescription(/“kwxq” matches nobody/);
  await page.keyboard.press('Control+Enter');
  await expect(vet).toHaveValue('kwxq');

  await page.reload();
  await expect(vet).toHaveValue('kwxq');
  await expect(vet).toHaveAccessibleDescription(/No name begins with that/);
  await bookButton(page).click(press);
  await expect(vet).toBeFocused();
  expect(await madeSince(product, began)).toEqual([]);

  await vet.fill('');
  await bookButton(page).click(press);
  await expect(bookingDialog(page)).toBeHidden();
  expect((await madeSince(product, began)).map(({ employees }) => employees)).toEqual([[]]);
});

test('Escape brings back what was chosen, an emptied field means none', async ({ page, product }) => {
  await openForm(page, product);
  const vet = field(page, 'Vet');
  await vet.fill('kwame');
  await page.keyboard.press('Tab');
  await expect(vet).toHaveValue('Kwame Mensah');
  for (const text of ['xq', '']) {
    await vet.fill(text);
    await page.keyboard.press('Escape');
    await expect(vet).toHaveValue('Kwame Mensah');
    await expect(page.getByRole('option')).toHaveCount(0);
  }
  await vet.fill('xq');
  await page.keyboard.press('Tab');
  await expect(vet).toHaveValue('xq');
  await vet.focus();
  await page.keyboard.press('Escape');
  await expect(vet).toHaveValue('Kwame Mensah');
  await expect(bookingDialog(page)).toBeVisible();
  await vet.fill('');
  await page.keyboard.press('Tab');
  await expect(vet).toHaveValue('');
  await vet.focus();
  await page.keyboard.press('Escape');
  await expect(bookingDialog(page)).toBeHidden();
});

test('a pet typed faster than it is found is taken when it comes, and sends nothing', async ({ page, product }) => {
  const letGo = await holdPets(page);
  await openForm(page, product);
  const pet = field(page, 'Pet');
  await expect(pet).toBeFocused();
  await page.keyboard.type('bella');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(pet).toHaveValue('bella');
  await expect(pet).toHaveAccessibleDescription('Searching…');
  await page.keyboard.press('Tab');
  await expect(field(page, 'Visit type')).toBeFocused();
  await expect(field(page, 'Visit type')).not.toHaveAttribute('aria-invalid', 'true');
  await expect(pet).toHaveValue('bella');
  letGo();
  await expect(pet).toHaveValue(/^Bella · /);
  await expect(field(page, 'Visit type')).toBeFocused();

  await pet.fill('zzqx');
  await page.keyboard.press('Tab');
  await expect(pet).toHaveAccessibleDescription('No pet or owner begins with “zzqx”.');
  await expect(pet).toHaveValue('zzqx');
});

test('an Enter at once takes the pet and leaves the focus; other text meanwhile is not taken over', async ({
  page,
  product,
}) => {
  const letGo = await holdPets(page);
  await openForm(page, product);
  const pet = field(page, 'Pet');
  await expect(pet).toBeFocused();
  await page.keyboard.type('bella');
  await page.keyboard.press('Enter');
  await page.keyboard.type('x');
  letGo();
  await expect(page.getByText('No pet or owner begins with “bellax”.')).toBeVisible();
  await expect(pet).toHaveValue('bellax');
  await page.keyboard.press('Enter');
  await expect(pet).toHaveValue('bellax');
  await expect(field(page, 'Visit type')).not.toHaveAttribute('aria-invalid', 'true');
  await pet.fill('bell');
  await page.keyboard.press('Enter');
  await expect(pet).toHaveValue(/^Bell/);
  await expect(pet).toBeFocused();
  await expect(field(page, 'Visit type')).not.toHaveAttribute('aria-invalid', 'true');
});

test('a wrong end is gone once a visit type brings its length', async ({ page, product }) => {
  await openForm(page, product);
  const text = (name: string) => bookingDialog(page).getByRole('textbox', { name });
  await text('Start').fill('10:00');
  await text('End').fill('abc');
  await bookButton(page).click(press);
  await expect(text('End')).toHaveAccessibleDescription(/Enter a time/);
  await field(page, 'Visit type').fill('dental');
  await page.getByRole('option').first().click();
  await expect(text('Length')).toHaveValue('1 h');
  await expect(text('End')).toHaveValue('11:00');
  await expect(text('End')).not.toHaveAttribute('aria-invalid', 'true');
});

test('a vet and a visit type that cannot be booked are said and not sent', async ({ page, product }) => {
  const { company, store, date, began } = await openForm(page, product);
  const left = (await staff(product, company.id)).find(({ isActive }) => !isActive);
  const answer = await fetch(`${product.url}/api/v1/appointment-types?companyId=${company.id}&limit=500`);
  const types: { data: { id: string; isActive: boolean }[] } = await answer.json();
  const type = types.data.find(({ isActive }) => !isActive);
  const link = (vet?: string, visitType?: string) =>
    `/?store=${store.id}&date=${date}&new=1&start=${date}T10:15&bookVet=${vet}&bookType=${visitType}`;
  await page.goto(link(left?.id, type?.id));
  await expect(field(page, 'Vet')).toHaveAccessibleDescription(
    `${isolated(`${left?.firstName} ${left?.lastName}`)} no longer takes appointments: choose another, or no preference.`,
  );
  await expect(field(page, 'Visit type')).toHaveAccessibleDescription(/can no longer be booked: choose another/);

  await page.goto(link('xyz', 'xyz'));
  await expect(page.getByText('Your draft is back.')).toBeHidden();
  await expect(field(page, 'Vet')).toHaveAccessibleDescription(/not on the staff/);
  await expect(field(page, 'Visit type')).toHaveAccessibleDescription(/does not exist/);
  await field(page, 'Pet').fill('be');
  await page.getByRole('option').first().click();
  await bookButton(page).click(press);
  await expect(field(page, 'Visit type')).toBeFocused();
  await expect(field(page, 'Visit type')).toHaveAccessibleDescription(/Choose the visit type/);
  await field(page, 'Visit type').fill('vac');
  await bookButton(page).click(press);
  await expect(bookingDialog(page)).toBeHidden();
  expect((await madeSince(product, began)).map(({ employees }) => employees)).toEqual([[]]);
});

test('a vet who has left since is still seen in a draft, and can be taken out', async ({ page, product }) => {
  const { began } = await openForm(page, product);
  await fillIn(page, { pet: 'be', type: 'vac', start: '10:15' });
  const vet = field(page, 'Vet');
  await vet.fill('kwame');
  await page.keyboard.press('Tab');
  await expect(vet).toHaveValue('Kwame Mensah');
  await page.route('**/api/v1/employees?*', async (route) => {
    const answer = await route.fetch();
    const body = await answer.text();
    await route.fulfill({ response: answer, body: body.replaceAll('"isActive":true', '"isActive":false') });
  });
  await page.reload();
  await expect(vet).toHaveValue('Kwame Mensah');
  await expect(vet).toHaveAccessibleDescription(
    new RegExp(`^${isolated('Kwame Mensah')} no longer takes appointments`),
  );
  await bookingDialog(page).getByRole('button', { name: 'Clear' }).click();
  await bookButton(page).click(press);
  await expect(bookingDialog(page)).toBeHidden();
  expect((await madeSince(product, began)).map(({ employees }) => employees)).toEqual([[]]);
});

test.describe('an error of the service', () => {
  test.use({ expectConsole: [/Failed to load resource/] });

  const refuse = (page: Page, status: number, suggestion: string) =>
    page.route('**/api/v1/appointments', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status,
            json: {
              type: 'SERVICE_ERROR',
              message: status === 400 ? 'invalid_input' : 'internal_error',
              data: { httpStatus: status, suggestion, errorInstanceId: '00000000-0000-4000-8000-000000000001' },
            },
          })
        : route.fallback(),
    );

  test('is shown at the fields that it names, in words', async ({ page, product }) => {
    await openForm(page, product);
    await fillIn(page, { pet: 'be', type: 'vac', start: '10:15' });
    await refuse(page, 400, 'employeeId: the employee is inactive; petId: the pet has moved away');
    await bookButton(page).click(press);
    await expect(field(page, 'Vet')).toBeFocused();
    await expect(field(page, 'Vet')).toHaveAccessibleDescription('the employee is inactive');
    await expect(field(page, 'Pet')).toHaveAccessibleDescription('the pet has moved away');
  });

  test('marks no field with its ordinary words and leaves the form in sight', async ({ page, product }) => {
    await page.setViewportSize({ width: 1024, height: 600 });
    await openForm(page, product);
    await fillIn(page, { pet: 'be', type: 'vac', start: '10:15' });
    const advice = 'The service could not start the job. See the status page; it is tried again in the end. ';
    await refuse(page, 500, advice.repeat(20));
    await bookButton(page).click(press);
    const panel = bookingDialog(page).getByRole('alert');
    await expect(panel).toBeFocused();
    await expect(bookingDialog(page).locator('[aria-invalid="true"]')).toHaveCount(0);
    const box = await panel.boundingBox();
    expect(box?.height).toBeLessThan(250);
  });
});

test('an open list is free of accessibility faults', async ({ page, product }) => {
  await openForm(page, product);
  await field(page, 'Vet').click();
  await expect(page.getByRole('option').first()).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.keyboard.press('Escape');
  await bookingDialog(page).getByRole('combobox', { name: 'Status' }).click();
  await expect(page.getByRole('option').first()).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});
