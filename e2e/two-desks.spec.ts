import { Temporal } from 'temporal-polyfill';
import { instantAt, openBoard } from './board.ts';
import { bookingDialog, createdSince, fillIn } from './booking-form.ts';
import { book } from './bookings.ts';
import { expect, test } from './harness.ts';
import { firstCompany } from './listed-records.ts';

test.use({ expectConsole: [/ERR_FAILED/] });

test('a time that another desk books in the meantime is shown as taken before anything is sent', async ({
  page,
  product,
}) => {
  const began = Date.now();
  const { store } = await firstCompany(product);
  const day = Temporal.PlainDate.from('2031-07-09');
  const at = (time: string) => instantAt(store.timeZone, day, time);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/v1/appointments')) sent.push(request.url());
  });
  // This desk does not learn of the other's change in time.
  await page.route(/\/v1\/appointments\?.*updatedSince|\/desk\/events/, () => undefined);
  await openBoard(page, `/?store=${store.id}&date=${day}&new=1`);
  await fillIn(page, { pet: 'be', type: 'consultation', start: '10:00', vet: 'Mensah' });
  const panel = bookingDialog(page);
  await expect(panel.getByText(/^Free with .*Kwame Mensah/)).toBeVisible();

  const theirs = await book(product, { start: at('10:00'), end: at('10:30'), vet: 'Mensah' });
  await panel.getByRole('button', { name: 'Book appointment' }).click();
  await expect(panel.getByRole('alert')).toContainText('someone else has just booked this time');
  await expect(panel.getByRole('alert')).toContainText('10:00');
  await expect(panel.getByRole('button', { name: 'Book anyway' })).toBeVisible();
  expect(sent).toEqual([]);

  await panel.getByRole('button', { name: 'Take' }).click();
  await panel.getByRole('button', { name: 'Book appointment' }).click();
  await expect(panel).toBeHidden();
  const starts = (await createdSince(product, began)).filter(({ id }) => id !== theirs).map(({ start }) => start);
  expect(starts.map((start) => Date.parse(start))).toEqual([Date.parse(at('10:30'))]);
});
