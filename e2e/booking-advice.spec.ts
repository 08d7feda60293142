import type { Page } from '@playwright/test';
import { Temporal } from 'temporal-polyfill';
import { isolated } from '#app/text/isolated.ts';
import { blockOf, instantAt, openBoard } from './board.ts';
import { bookingDialog, workingDay } from './booking-form.ts';
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

test('what stands in the way is named, and the free times are free', async ({ page, product }) => {
  const { appointment, store, start, petName } = await known(product);
  const vet = appointment.employees.find(({ isMainEmployee }) => isMainEmployee) ?? appointment.employees[0];
  await page.goto(
    `/?new=1&pet=${appointment.petId}&bookStore=${store.id}&bookVet=${vet?.id}&bookType=${appointment.visitTypeId}&start=${start}`,
  );
  await expect(advice(page).getByText(/is busy then/)).toBeVisible();
  await expect(advice(page).getByRole('listitem').filter({ hasText: petName }).first()).toContainText(/\d:\d\d – /);
  await expect(advice(page).getByText(`${isolated(petName)} has a visit that day already`)).toBeVisible();
  const before = await bookingDialog(page).getByRole('textbox', { name: 'Start' }).inputValue();
  const free = bookingDialog(page).getByRole('group', { name: 'Free times' });
  await expect(free.getByRole('button', { name: /\d/ })).toHaveCount(5);
  await free.getByRole('button').first().click();
  await expect(bookingDialog(page).getByRole('textbox', { name: 'Start' })).not.toHaveValue(before);
  await expect(advice(page).getByText('This time is free.')).toBeVisible();
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
