import { Temporal } from 'temporal-polyfill';
import { instantAt, openBoard, pressUntil } from './board.ts';
import { book, vetId } from './bookings.ts';
import { expect, test } from './harness.ts';
import { allAppointments, firstCompany } from './listed-records.ts';

test('an appointment is rescheduled to next week with another vet', async ({ page, product }) => {
  const began = new Date().toISOString();
  const { company, store } = await firstCompany(product);
  const day = Temporal.PlainDate.from('2031-06-04');
  const nextWeek = day.add({ weeks: 1 });
  const at = (date: Temporal.PlainDate, time: string) => instantAt(store.timeZone, date, time);
  const id = await book(product, { start: at(day, '10:00'), end: at(day, '10:30'), vet: 'Mensah' });
  // The other vet is busy at the same time on that day, so another time is chosen.
  await book(product, { start: at(nextWeek, '10:00'), end: at(nextWeek, '10:30'), vet: 'Fournier' });
  const read = async () => {
    const all = await allAppointments(product, { companyId: company.id, createdSince: began });
    const found = all.find((appointment) => appointment.id === id);
    return [found && Date.parse(found.start), found?.employees.map((employee) => employee.id)];
  };

  await openBoard(page, `/?store=${store.id}&date=${day}&appointment=${id}`);
  await page.getByRole('complementary', { name: 'Appointment' }).getByRole('button', { name: 'Reschedule' }).click();
  const panel = page.getByRole('dialog', { name: 'Reschedule' });
  await panel.getByRole('combobox', { name: 'Vet' }).fill('fourn');
  await page.getByRole('option', { name: /Élodie Fournier/ }).click();
  const dayAfter = panel.getByRole('button', { name: 'Day after' });
  // The list of vets was over it.
  await pressUntil(
    () => dayAfter.click(),
    (wait) => expect(page).toHaveURL(new RegExp(`date=${day.add({ days: 1 })}`), wait),
  );
  for (let days = 1; days < 7; days += 1) await dayAfter.click();
  await expect(page).toHaveURL(new RegExp(`date=${nextWeek}`));
  await expect(panel.getByText(/^.*Fournier.* is busy at 10:00/)).toBeVisible();
  await panel.getByRole('group', { name: 'Morning' }).getByRole('button', { name: '10:30' }).click();
  await expect(panel.getByText(/^Free with .*Élodie Fournier/)).toBeVisible();
  await panel.getByRole('button', { name: 'Reschedule', exact: true }).click();
  await expect(panel).toBeHidden();
  await expect.poll(read).toEqual([Date.parse(at(nextWeek, '10:30')), [await vetId(product, 'Fournier')]]);
  await expect(page).toHaveURL(new RegExp(`date=${day}`));

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(read).toEqual([Date.parse(at(day, '10:00')), [await vetId(product, 'Mensah')]]);
});
