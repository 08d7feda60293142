import { Temporal } from 'temporal-polyfill';
import { blockOf, instantAt, openBoard, pressUntil } from './board.ts';
import { bookingDialog, createdSince } from './booking-form.ts';
import { vetId } from './bookings.ts';
import { expect, test } from './harness.ts';
import { firstCompany } from './listed-records.ts';

test('“tomorrow afternoon with Dr Mensah” is booked with at most five keys besides the typed text', async ({
  page,
  product,
}) => {
  const { store } = await firstCompany(product);
  const began = Date.now();
  // The demo practice has no appointments on this day, so the afternoon is free.
  const tomorrow = Temporal.PlainDate.from('2031-04-09');
  await page.clock.setSystemTime(instantAt(store.timeZone, tomorrow.subtract({ days: 1 }), '10:00'));
  await openBoard(page, `/?store=${store.id}`);

  const keys: string[] = [];
  const press = async (key: string) => {
    keys.push(key);
    await page.keyboard.press(key);
  };
  await press('Control+k');
  await page.keyboard.type('tomorrow afternoon dr mensah');
  await expect(page.getByRole('listbox', { name: 'Search' }).getByRole('option').first()).toContainText('Mensah');
  await press('Enter');
  const panel = bookingDialog(page);
  await expect(panel.getByRole('combobox', { name: 'Pet' })).toBeFocused();
  await page.keyboard.type('be');
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  await press('Enter');
  await expect(panel.getByRole('combobox', { name: 'Visit type' })).toBeFocused();
  await page.keyboard.type('consultation');
  await press('Enter');
  await expect(panel.getByText(/^Free with .*Kwame Mensah/)).toBeVisible();
  await press('Control+Enter');
  await expect(panel).toBeHidden();
  expect(keys.length).toBeLessThanOrEqual(5);

  const [booked, ...others] = await createdSince(product, began);
  expect(others).toEqual([]);
  expect(booked?.visitTypeName).toBe('Consultation');
  expect(booked?.employees.map(({ id }) => id)).toEqual([await vetId(product, 'Mensah')]);
  const start = Temporal.Instant.from(booked?.start ?? '').toZonedDateTimeISO(store.timeZone);
  expect(start.toPlainDate()).toEqual(tomorrow);
  expect(start.hour).toBeGreaterThanOrEqual(12);
  // The calendar is back on the previous day, and Enter shows the appointment.
  await expect(page).toHaveURL(new RegExp(`date=${tomorrow.subtract({ days: 1 })}`));
  await expect(page.getByRole('dialog', { name: /^Booked: / }).getByText('Show')).toBeFocused();
  await pressUntil(
    () => page.keyboard.press('Enter'),
    (wait) => expect(blockOf(page, booked?.id ?? '')).toBeFocused(wait),
  );
});
