import { Temporal } from 'temporal-polyfill';
import { instantAt, openBoard } from './board.ts';
import { bookingDialog, createdSince, fillIn } from './booking-form.ts';
import { book } from './bookings.ts';
import { expect, test } from './harness.ts';
import { firstCompany } from './listed-records.ts';

test.use({ expectConsole: [/ERR_FAILED/] });

test('six weekly appointments are booked once despite a lost response, rescheduled together, and undone', async ({
  page,
  product,
}) => {
  const began = Date.now();
  const { store } = await firstCompany(product);
  const first = Temporal.PlainDate.from('2031-07-09');
  const at = (week: number, time: string) => Date.parse(instantAt(store.timeZone, first.add({ weeks: week }), time));
  const iso = (week: number, time: string) => new Date(at(week, time)).toISOString();
  // Another desk has booked the vet at this time in two of the weeks.
  const theirs = [await book(product, { start: iso(1, '10:00'), end: iso(1, '10:30'), vet: 'Mensah' })];
  theirs.push(await book(product, { start: iso(3, '10:00'), end: iso(3, '10:30'), vet: 'Mensah' }));
  const startsNow = async () => {
    const own = (await createdSince(product, began)).filter(({ id }) => !theirs.includes(id));
    return own.map(({ start }) => Date.parse(start)).sort((one, other) => one - other);
  };

  await openBoard(page, `/?store=${store.id}&date=${first}&new=1`);
  await fillIn(page, { pet: 'be', type: 'consultation', start: '10:00', vet: 'Mensah' });
  const panel = bookingDialog(page);
  await expect(panel.getByText(/^Free with .*Kwame Mensah/)).toBeVisible();
  await panel.getByRole('button', { name: 'Repeat', exact: true }).click();
  await expect(panel.getByText('4 free, 2 clashes')).toBeVisible();
  const rows = panel.getByRole('list', { name: 'Dates' }).getByRole('listitem');
  await rows
    .nth(1)
    .getByRole('button', { name: /to 10:30/ })
    .click();
  await rows
    .nth(3)
    .getByRole('button', { name: /to 10:30/ })
    .click();
  await expect(panel.getByText('6 free')).toBeVisible();

  let tries = 0;
  await page.route('**/v1/appointments/series', async (route) => {
    tries += 1;
    if (tries > 1) return route.continue();
    await route.fetch();
    await route.abort('failed');
  });
  await panel.getByRole('button', { name: 'Book 6 appointments' }).click();
  await expect(panel).toBeHidden();
  await expect(page.getByRole('dialog', { name: /^6 appointments booked/ })).toBeVisible();
  const booked = [at(0, '10:00'), at(1, '10:30'), at(2, '10:00'), at(3, '10:30'), at(4, '10:00'), at(5, '10:00')];
  expect(await startsNow()).toEqual(booked);

  await page.keyboard.press('Enter');
  const details = page.getByRole('complementary', { name: 'Appointment' });
  await expect(details.getByText('1 of 6', { exact: true })).toBeVisible();
  await details.getByRole('button', { name: 'Reschedule' }).click();
  const move = page.getByRole('dialog', { name: 'Reschedule' });
  await move.getByText('This and the 5 following').click();
  await move.getByRole('textbox', { name: 'Start' }).fill('14:00');
  await expect(move.getByText('6 free')).toBeVisible();
  await move.getByRole('button', { name: 'Reschedule 6 appointments' }).click();
  const HOUR = 3_600_000;
  await expect.poll(startsNow).toEqual(booked.map((start) => start + 4 * HOUR));
  const notice = page.getByRole('dialog', { name: '6 appointments rescheduled' });
  await notice.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(startsNow).toEqual(booked);
});
