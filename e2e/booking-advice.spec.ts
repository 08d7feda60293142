import type { Page } from '@playwright/test';
import { Temporal } from 'temporal-polyfill';
import { isolated } from '#app/text/isolated.ts';
import { blockOf, instantAt, openBoard } from './board.ts';
import { bookingDialog, workingDay } from './booking-form.ts';
import { book } from './bookings.ts';
import { expect, type Product, test } from './harness.ts';
import { allAppointments } from './practice.ts';

/** An appointment of the next working day that has a vet, and when it starts on its store's clock. */
async function known(product: Product) {
  const { company, store, date } = await workingDay(product);
  const zone = store.timeZone;
  const found = await allAppointments(product, {
    companyId: company.id,
    storeIds: store.id,
    startDate: instantAt(zone, Temporal.PlainDate.from(date), '09:00'),
    endDate: instantAt(zone, Temporal.PlainDate.from(date), '16:00'),
  });
  const appointment = found.find(({ employees, status }) => employees.length > 0 && status === 'confirmed');
  if (!appointment) throw new Error('the demo practice has nothing confirmed on its next working day');
  const start = Temporal.Instant.from(appointment.start).toZonedDateTimeISO(zone).toPlainDateTime().toString();
  const [petName = '', typeName = ''] = appointment.title.split(' – ');
  return { appointment, store, date, start: start.slice(0, 16), petName, typeName };
}

const advice = (page: Page) => bookingDialog(page).getByRole('region', { name: 'Before you book' });

test('what stands in the way is named, and the free times nearby are free', async ({ page, product }) => {
  const { appointment, store, start, petName } = await known(product);
  const vet = appointment.employees.find(({ isMainEmployee }) => isMainEmployee) ?? appointment.employees[0];
  await page.goto(
    `/?new=1&pet=${appointment.petId}&bookStore=${store.id}&bookVet=${vet?.id}&bookType=${appointment.visitTypeId}&start=${start}`,
  );
  await expect(advice(page).getByText(/is busy then/)).toBeVisible();
  await expect(advice(page).getByText(`${isolated(petName)} has a visit that day already`)).toBeVisible();
  await expect(advice(page).getByText(appointment.title).first()).toBeVisible();
  const before = await bookingDialog(page).getByRole('textbox', { name: 'Start' }).inputValue();
  await expect(advice(page).getByText('Free nearby:')).toBeVisible();
  await advice(page).getByRole('button').first().click();
  await expect(bookingDialog(page).getByRole('textbox', { name: 'Start' })).not.toHaveValue(before);
  for (const warning of [/is busy then/, /Every room is taken/, /is closed/, /has passed/]) {
    await expect(advice(page).getByText(warning)).toBeHidden();
  }
  await expect(advice(page).getByText(`${isolated(petName)} has a visit that day already`)).toBeVisible();
});

test('rooms that are all taken are named with who is in them', async ({ page, product }) => {
  const { store } = await workingDay(product);
  let date = Temporal.Now.plainDateISO(store.timeZone).add({ days: 420 });
  while (date.dayOfWeek !== 3) date = date.add({ days: 1 });
  const [from, to] = ['10:00', '10:30'].map((time) => instantAt(store.timeZone, date, time));
  for (const _room of store.rooms) await book(product, { start: from ?? '', end: to ?? '', storeId: store.id });
  await page.goto(`/?new=1&bookStore=${store.id}&start=${date}T10:15`);
  await expect(advice(page).getByText('Every room is taken then')).toBeVisible();
  for (const { name } of store.rooms) {
    await expect(advice(page).getByText(new RegExp(`^${isolated(name)}: 10:00 – 10:30 `))).toBeVisible();
  }
  await advice(page).getByRole('button', { name: '10:30' }).click();
  await expect(advice(page).getByText('This time is free.')).toBeVisible();
});

test('later days are asked for once, when nobody types', async ({ page, product }) => {
  const { store } = await workingDay(product);
  const zone = store.timeZone;
  let date = Temporal.Now.plainDateISO(zone).add({ days: 420 });
  while (date.dayOfWeek !== 3) date = date.add({ days: 1 });
  const [start, end] = [instantAt(zone, date, '00:00'), instantAt(zone, date.add({ days: 1 }), '00:00')];
  for (const _room of store.rooms) await book(product, { start, end, storeId: store.id });
  const asked: number[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/appointments/search')) return;
    const { gte, lt } = request.postDataJSON().filter.or?.[0]?.start ?? {};
    if (Date.parse(lt) - Date.parse(gte) > 2 * 86_400_000) asked.push(Date.now());
  });
  await page.goto(`/?new=1&bookStore=${store.id}&start=${date.add({ days: 1 })}T10:00`);
  await expect(advice(page).getByText('This time is free.')).toBeVisible();
  const dialog = bookingDialog(page);
  const length = dialog.getByRole('textbox', { name: 'Length' });
  const later = advice(page).getByText('Nothing is free that day. Free on ');

  const changed = Date.now();
  await dialog.getByLabel('Date', { exact: true }).fill(date.toString());
  await expect(later).toBeVisible();
  expect((asked[0] ?? 0) - changed).toBeGreaterThanOrEqual(1000);
  await length.fill('3 h');
  await expect(later).toBeVisible();
  await length.fill('11 h 45 min');
  await expect(advice(page).getByText('No room is free for 11 h 45 min within 7 days.')).toBeVisible();
  expect(asked).toHaveLength(1);
  // The days of a stay itself are all that is asked for.
  await length.fill('7 d');
  await expect(advice(page).getByText('No room is free for 7 d that day.')).toBeVisible();
  expect(asked).toHaveLength(2);
});

test('a vet of another store, a slip of the keyboard and a closed door are said', async ({ page, product }) => {
  const { store, date } = await workingDay(product);
  await page.goto(`/?new=1&bookStore=${store.id}&start=${date}T03:00`);
  const dialog = bookingDialog(page);
  await expect(advice(page).getByText(new RegExp(`${isolated(store.name)} is closed then \\(open `))).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Visit type' }).fill('vac');
  await page.getByRole('option').first().click();
  await dialog.getByRole('textbox', { name: 'Length' }).fill('5h');
  await expect(advice(page).getByText(/^5 h is unusually long: this visit type takes /)).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Vet' }).click();
  await page.getByRole('option').filter({ hasText: 'other store' }).first().click();
  await expect(advice(page).getByText(new RegExp(`does not work at ${isolated(store.name)}$`))).toBeVisible();
});

test('an appointment leads to the next one of its pet, and to the same once more', async ({ page, product }) => {
  const { appointment, store, date, petName, typeName } = await known(product);
  await openBoard(page, `/?store=${store.id}&date=${date}`);
  await blockOf(page, appointment.id).click();
  const details = page.getByRole('complementary', { name: 'Appointment' });
  const dialog = bookingDialog(page);
  const field = (name: string) => dialog.getByRole('combobox', { name });

  await details.getByRole('button', { name: 'Book follow-up' }).click();
  await expect(field('Pet')).toHaveValue(new RegExp(`^${petName} · `));
  await expect(field('Visit type')).toHaveValue('');
  await expect(field('Vet')).not.toHaveValue('');
  await page.keyboard.press('Escape');

  await details.getByRole('button', { name: 'Book again' }).click();
  await expect(field('Pet')).toHaveValue(new RegExp(`^${petName} · `));
  await expect(field('Visit type')).toHaveValue(typeName);
});
