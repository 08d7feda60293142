import type { Page } from '@playwright/test';
import { clientSchema, petSchema } from '#contract/clients-pets-staff.ts';
import { pageSchema } from '#contract/page.ts';
import { openBoard } from './board.ts';
import { bookingDialog, createdSince, workingDay } from './booking-form.ts';
import { expect, test } from './harness.ts';
import { ask } from './listed-records.ts';

test.use({ expectConsole: [/ERR_FAILED/] });

/**
 * Lets the gateway carry out the first request to a path, and drops its response. Returns a function that returns the number
 * of requests.
 */
async function loseFirstAnswer(page: Page, path: string): Promise<() => number> {
  let count = 0;
  await page.route(`**/api${path}`, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    count += 1;
    if (count > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  return () => count;
}

for (const isLossy of [false, true])
  test(`one press registers a new client and pet and books, each once${isLossy ? ' despite lost responses' : ''}`, async ({
    page,
    product,
  }) => {
    const began = Date.now();
    const { company, store, date } = await workingDay(product);
    const clientName = isLossy ? 'Imogen Quillfeather' : 'Imogen Quillington';
    const paths = ['/v1/clients', '/v1/pets', '/v1/appointments'];
    const sent = isLossy ? await Promise.all(paths.map((path) => loseFirstAnswer(page, path))) : [];
    await openBoard(page, `/?store=${store.id}&date=${date}`);
    await page.keyboard.press('n');
    const panel = bookingDialog(page);
    await panel.getByRole('combobox', { name: 'Pet' }).fill(clientName);
    await page.getByRole('option', { name: /^New client and pet/ }).click();
    await panel.getByRole('textbox', { name: 'Phone' }).fill(isLossy ? '902 555 0181' : '902 555 0180');
    await panel.getByRole('textbox', { name: 'Pet’s name' }).fill('Turbo');
    await panel.getByRole('combobox', { name: 'Species' }).fill('Ferret');
    await panel.getByRole('combobox', { name: 'Visit type' }).fill('vacc');
    await page.getByRole('listbox').getByRole('option').first().click();
    await expect(panel.getByText(/^Free with /)).toBeVisible();
    await panel.getByRole('button', { name: 'Book appointment' }).click();
    await expect(panel).toBeHidden({ timeout: 40_000 });
    await expect(page.getByText(/^Booked: .*Turbo/)).toBeVisible();

    expect(sent.map((count) => count())).toEqual(isLossy ? [2, 2, 2] : []);
    const [, lastName = ''] = clientName.split(' ');
    const ofCompany = `companyId=${company.id}&query=${lastName}`;
    const clients = await ask(product, `/v1/clients?${ofCompany}`, pageSchema(clientSchema));
    const pets = await ask(product, `/v1/pets?${ofCompany}`, pageSchema(petSchema));
    expect(clients.data.map(({ firstName, phone }) => [firstName, phone])).toEqual([['Imogen', expect.any(String)]]);
    expect(pets.data.map(({ name, species, clientId }) => [name, species, clientId])).toEqual([
      ['Turbo', 'Ferret', clients.data[0]?.id],
    ]);
    expect((await createdSince(product, began)).map(({ petId }) => petId)).toEqual([pets.data[0]?.id]);
  });
