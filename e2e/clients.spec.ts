import { Temporal } from 'temporal-polyfill';
import { createdSchema } from '#contract/appointment.ts';
import { appointmentTypeSchema } from '#contract/clients-pets-staff.ts';
import { createPageSchema } from '#contract/page.ts';
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
  const types = await ask(
    product,
    `/v1/appointment-types?companyId=${companyId}`,
    createPageSchema(appointmentTypeSchema),
  );
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
