import { Temporal } from 'temporal-polyfill';
import { blockOf, instantAt, openBoard } from './board.ts';
import { book } from './bookings.ts';
import { expect, test } from './harness.ts';
import { allAppointments, firstCompany } from './listed-records.ts';

// The refused change is told as 409, which the browser logs.
test.use({ expectConsole: [/status of (?:429|409)/] });

test('a desk that runs late sees who is late, and moves the rest around what a colleague has moved meanwhile', async ({
  page,
  context,
  product,
}) => {
  const { company, store } = await firstCompany(product);
  const date = '2031-04-09';
  const at = (time: string) => instantAt(store.timeZone, Temporal.PlainDate.from(date), time);
  const iso = (time: string) => new Date(at(time)).toISOString();
  const [late, next, last] = await Promise.all(
    ['10', '11', '12'].map((hour) => book(product, { start: at(`${hour}:00`), end: at(`${hour}:30`) })),
  );
  const startOf = async (id: string | undefined) => {
    const all = await allAppointments(product, { companyId: company.id, createdSince: '2020-01-01T00:00:00Z' });
    return all.find((one) => one.id === id)?.start;
  };
  const address = `/?store=${store.id}&date=${date}&view=rooms`;
  const other = await context.newPage();
  // The first desk does not hear of the other in time.
  await page.route(/\/v1\/appointments\?.*updatedSince/, () => undefined);
  for (const desk of [page, other]) {
    await desk.clock.setSystemTime(new Date(at('10:12')));
    await openBoard(desk, address);
  }
  const now = page.getByRole('contentinfo').getByRole('group', { name: 'Now' });
  await now.getByRole('button', { name: '1 late' }).click();
  await expect(page.getByText('Showing 1 of 3')).toBeVisible();
  await now.getByRole('button', { name: '1 late' }).click();

  await blockOf(page, late ?? '').focus();
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog', { name: 'Move the rest' });
  await expect(dialog.getByRole('button', { name: 'Move 2 visits' })).toBeEnabled();

  await blockOf(other, next ?? '').focus();
  await other.keyboard.press('m');
  await other.keyboard.press('ArrowDown');
  await other.keyboard.press('ArrowDown');
  await other.keyboard.press('Enter');
  await expect.poll(() => startOf(next)).toBe(iso('11:30'));

  await page.keyboard.press('Enter');
  const notice = page.getByRole('dialog', { name: '1 of 2 visits moved' });
  await expect(notice).toContainText('A colleague changed it meanwhile');
  expect([await startOf(next), await startOf(last)]).toEqual([iso('11:30'), iso('12:15')]);
  await notice.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => startOf(last)).toBe(iso('12:00'));
});
