import { randomUUID } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import { instantAt, pressUntil } from './board.ts';
import { book, vetId } from './bookings.ts';
import { expect, test } from './harness.ts';
import { allAppointments, ask, firstCompany } from './listed-records.ts';

test('the eight appointments of a sick vet are given to two colleagues, and Undo gives them back', async ({
  page,
  product,
}) => {
  const began = new Date().toISOString();
  const { company, store } = await firstCompany(product);
  const day = Temporal.PlainDate.from('2031-05-14');
  const at = (time: string) => instantAt(store.timeZone, day, time);
  const times = ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30', '14:00', '14:30'];
  const bookAt = (time: string, vet: string) => {
    const start = Temporal.Instant.from(at(time));
    return book(product, { start: start.toString(), end: start.add({ minutes: 30 }).toString(), vet });
  };
  const ids: string[] = [];
  for (const time of times) ids.push(await bookAt(time, 'Mensah'));
  // A vet who can take over six of them.
  for (const time of ['09:30', '14:00']) await bookAt(time, 'Fournier');
  const mensah = await vetId(product, 'Mensah');
  const sick = { id: randomUUID(), kind: 'unavailable', employeeId: mensah, title: 'Sick' };
  await ask(product, '/v1/availability/changes', z.unknown(), {
    companyId: company.id,
    put: [{ ...sick, start: at('08:00'), end: at('18:00') }],
  });
  const names = new Map<string, string>();
  for (const name of ['Mensah', 'Fournier', 'Ní Bhriain']) names.set(await vetId(product, name), name);
  /** How many of the eight appointments each vet has. */
  async function shares() {
    const all = await allAppointments(product, { companyId: company.id, createdSince: began });
    const vets = all.filter(({ id }) => ids.includes(id)).map(({ employees }) => names.get(employees[0]?.id ?? ''));
    return [...names.values()].map((name) => `${name}: ${vets.filter((vet) => vet === name).length}`);
  }

  await page.goto(`/shifts?week=2031-05-12&store=${store.id}`);
  await page.getByRole('link', { name: '8 appointments' }).click();
  const panel = page.getByRole('dialog', { name: /^Give appointments of .*Kwame Mensah/ });
  await expect(panel.getByRole('listitem')).toHaveCount(8);
  await panel.getByRole('button', { name: 'Give all to…' }).click();
  await page.getByRole('menuitem', { name: /Élodie Fournier.*6 of 8/ }).click();
  await expect(panel.getByRole('listitem')).toHaveCount(2);
  await expect(panel.getByText(/Élodie Fournier.* is busy at /)).toHaveCount(2);
  await expect.poll(shares).toEqual(['Mensah: 2', 'Fournier: 6', 'Ní Bhriain: 0']);

  for (const remaining of [1, 0]) {
    const give = panel
      .getByRole('listitem')
      .first()
      .getByRole('button', { name: /^Give / });
    const colleague = page.getByRole('menuitem', { name: /Siobhán Ní Bhriain/ });
    await pressUntil(
      () => give.click(),
      (wait) => expect(colleague).toBeVisible(wait),
    );
    await colleague.click();
    await expect(panel.getByRole('listitem')).toHaveCount(remaining);
  }
  await expect.poll(shares).toEqual(['Mensah: 0', 'Fournier: 6', 'Ní Bhriain: 2']);

  await page.getByRole('button', { name: '1 more' }).click();
  await page
    .getByRole('dialog', { name: /6 appointments given to/ })
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect.poll(shares).toEqual(['Mensah: 6', 'Fournier: 0', 'Ní Bhriain: 2']);
});
