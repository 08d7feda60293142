import { Temporal } from 'temporal-polyfill';
import { appointmentSchema, createdSchema } from '#contract/appointment.ts';
import { appointmentTypeSchema, clientSchema, petSchema } from '#contract/clients-pets-staff.ts';
import { pageSchema } from '#contract/page.ts';
import { blockOf, instantAt, openBoard } from './board.ts';
import { workingDay } from './booking-form.ts';
import { expect, test } from './harness.ts';
import { ask } from './listed-records.ts';

// Many pages are opened within a minute on one key, so prefetching is refused for a while, which the browser logs.
test.use({ expectConsole: [/status of 429/] });

test('two desks edit one client: the second sees both values, and the new name appears on every desk', async ({
  page,
  product,
  context,
}) => {
  const { company, store, date } = await workingDay(product);
  const companyId = company.id;
  const rosa = { companyId, firstName: 'Rosa', lastName: 'Quandt', phone: '0171 1000000' };
  const clientId = await ask(product, '/v1/clients', createdSchema, rosa);
  const pixel = { companyId, clientId, name: 'Pixel', species: 'dog' };
  const petId = await ask(product, '/v1/pets', createdSchema, pixel);
  const types = await ask(product, `/v1/appointment-types?companyId=${companyId}`, pageSchema(appointmentTypeSchema));
  const at = (time: string) => instantAt(store.timeZone, Temporal.PlainDate.from(date), time);
  const booked = await ask(product, '/v1/appointments', createdSchema, {
    ...{ companyId, storeIds: [store.id], petId, visitTypeId: types.data[0]?.id },
    ...{ start: at('10:00'), end: at('10:45') },
  });
  const [other, calendar] = [await context.newPage(), await context.newPage()];
  const streaming = calendar.waitForRequest(/\/desk\/events/);
  await openBoard(calendar, `/?store=${store.id}&date=${date}`);
  await streaming;
  await expect(blockOf(calendar, booked)).toContainText('Rosa Quandt');
  for (const desk of [page, other]) {
    await desk.goto(`/clients/${clientId}`);
    await desk.getByRole('main').getByRole('button', { name: 'Edit' }).click();
  }
  const field = (desk: typeof page, name: string) => desk.getByRole('textbox', { name });
  const save = (desk: typeof page) => desk.getByRole('button', { name: 'Save' }).click();

  await field(other, 'Phone').fill('0171 3333333');
  await field(page, 'Last name').fill('Quillon');
  await field(page, 'Phone').fill('0171 2222222');
  await save(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Rosa Quillon' })).toBeVisible();

  // They are notified while they are still typing; a save with a conflict is refused (`editing.browser.test.tsx`).
  const theirs = other.getByRole('status').filter({ hasText: 'A colleague changed' });
  await expect(theirs).toContainText('0171 2222222', { timeout: 10_000 });
  await expect(field(other, 'Phone')).toHaveValue('0171 3333333');
  await expect(field(other, 'Last name')).toHaveValue('Quillon');
  await theirs.getByRole('button', { name: 'Use theirs' }).click();
  await field(other, 'Alert').fill('Calls after 5');
  await save(other);
  await expect(other.getByRole('list', { name: 'Alerts' })).toHaveText('Rosa Quillon: Calls after 5');
  await expect(other.getByRole('link', { name: '0171 2222222' })).toBeVisible();

  await expect(blockOf(calendar, booked)).toContainText('Rosa Quillon', { timeout: 10_000 });
  await calendar.getByRole('combobox', { name: 'Search' }).fill('quillon');
  await expect(calendar.getByRole('option', { name: /^Pixel · Rosa Quillon/ })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Alerts' })).toHaveText('Rosa Quillon: Calls after 5');
});

test('a client who is there twice is merged, and the merge is undone', async ({ page, product }) => {
  const { company, store, date } = await workingDay(product);
  const companyId = company.id;
  const register = (phone: string, petName: string) =>
    ask(product, '/v1/clients', createdSchema, { companyId, firstName: 'Zuzana', lastName: 'Quillon', phone }).then(
      async (clientId) => {
        const pet = { companyId, clientId, name: petName, species: 'dog' };
        return { clientId, petId: await ask(product, '/v1/pets', createdSchema, pet) };
      },
    );
  const [kept, other] = [await register('0171 4445556', 'Pixel'), await register('+49 171 4445556', 'Pixel')];
  const types = await ask(product, `/v1/appointment-types?companyId=${companyId}`, pageSchema(appointmentTypeSchema));
  const book = (petId: string, times: readonly [string, string]) => {
    const [start, end] = times.map((time) => instantAt(store.timeZone, Temporal.PlainDate.from(date), time));
    const visitTypeId = types.data[0]?.id;
    return ask(product, '/v1/appointments', createdSchema, {
      companyId,
      storeIds: [store.id],
      petId,
      visitTypeId,
      start,
      end,
    });
  };
  await book(kept.petId, ['10:00', '10:15']);
  await book(kept.petId, ['11:00', '11:15']);
  const moved = await book(other.petId, ['12:00', '12:15']);

  await page.goto('/clients');
  await page.getByRole('button', { name: 'Possible duplicates' }).click();
  const pair = page
    .getByRole('list', { name: 'Possible duplicates' })
    .getByRole('listitem')
    .filter({ hasText: 'Zuzana Quillon' });
  await expect(pair).toContainText(/1 pet and 1 appointment.* will move to .*Zuzana Quillon/);
  await pair.getByRole('button', { name: 'Merge' }).click();
  const merged = page.getByRole('dialog', { name: /Zuzana Quillon.*: merged/ });
  await expect(merged).toContainText('1 pet and 1 appointment');
  await expect(pair).toHaveCount(0);
  const stateOf = async () => [
    (await ask(product, `/v1/clients/${other.clientId}?companyId=${companyId}`, clientSchema)).isActive,
    (await ask(product, `/v1/pets/${other.petId}?companyId=${companyId}`, petSchema)).clientId,
    (await ask(product, `/v1/appointments/${moved}?companyId=${companyId}`, appointmentSchema)).clientId,
  ];
  expect(await stateOf()).toEqual([false, kept.clientId, kept.clientId]);
  await merged.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('dialog', { name: /merge undone/ })).toBeVisible();
  expect(await stateOf()).toEqual([true, other.clientId, other.clientId]);
  await expect(pair).toBeVisible();
});
