import type { Locator } from '@playwright/test';
import { Temporal } from 'temporal-polyfill';
import { instantAt } from './board.ts';
import { book, vetId } from './bookings.ts';
import { expect, test } from './harness.ts';
import { allAppointments, firstCompany } from './listed-records.ts';

test('a vet is away: twelve appointments are dealt with in at most eight presses, and one Undo puts them back', async ({
  page,
  product,
}) => {
  const began = new Date().toISOString();
  const { company, store } = await firstCompany(product);
  const day = Temporal.PlainDate.from('2031-05-14');
  const bookAt = (time: string, vet: string) => {
    const start = Temporal.Instant.from(instantAt(store.timeZone, day, time));
    return book(product, { start: start.toString(), end: start.add({ minutes: 30 }).toString(), vet });
  };
  const ids: string[] = [];
  for (const hour of ['09', '10', '11', '12', '14', '15'])
    for (const minute of ['00', '30']) ids.push(await bookAt(`${hour}:${minute}`, 'Mensah'));
  // At two of these times no one else of the store is free.
  for (const time of ['09:30', '14:00'])
    for (const vet of ['Fournier', 'Ní Bhriain', '陳', 'Ковальчук']) await bookAt(time, vet);
  const mensah = await vetId(product, 'Mensah');
  const outcome = async () => {
    const all = await allAppointments(product, { companyId: company.id, createdSince: began });
    const own = all.filter(({ id }) => ids.includes(id));
    const ofMensah = own.filter(({ employees }) => employees[0]?.id === mensah);
    return { ofMensah: ofMensah.length, cancelled: own.filter(({ status }) => status === 'cancelled').length };
  };

  let presses = 0;
  /** Presses a button until what it leads to is there; that counts as one press. */
  async function press(button: Locator, leadsTo: Locator) {
    presses += 1;
    await expect(async () => {
      if (await button.isVisible()) await button.click();
      await expect(leadsTo).toBeVisible({ timeout: 3000 });
    }).toPass();
  }
  await page.goto(`/?date=2031-05-14&store=${store.id}&view=vets`);
  const panel = page.getByRole('dialog', { name: /Kwame Mensah.* is away/ });
  const row = (time: RegExp) => panel.getByRole('listitem').filter({ hasText: time });
  const away = page.getByRole('menuitem', { name: 'Away…' });
  await press(page.getByRole('button', { name: /Kwame Mensah.*: more/ }), away);
  await press(away, panel);
  await press(panel.getByRole('radio', { name: 'Sick' }), panel.getByRole('radio', { name: 'Sick', checked: true }));
  const shareOut = panel.getByRole('button', { name: 'Share out among all who are free' });
  await press(panel.getByRole('button', { name: 'Enter time off' }), shareOut);
  await expect(panel.getByRole('listitem')).toHaveCount(12);
  await press(shareOut, panel.getByText('12 appointments, 10 done'));
  await press(
    row(/^9:30/).getByRole('button', { name: /^Cancel appointment/ }),
    panel.getByText('12 appointments, 11 done'),
  );
  const colleague = page.getByRole('menuitem', { name: /Élodie Fournier/ });
  await press(row(/^14:00/).getByRole('button', { name: /^Reassign/ }), colleague);
  await press(colleague, panel.getByText('12 appointments, 12 done'));
  expect(presses).toBeLessThanOrEqual(8);
  await expect.poll(outcome).toEqual({ ofMensah: 1, cancelled: 1 });

  await panel.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(outcome).toEqual({ ofMensah: 12, cancelled: 0 });
});
