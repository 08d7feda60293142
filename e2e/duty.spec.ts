import type { APIRequestContext, Page } from '@playwright/test';
import { expect, personOf, test as plain } from './harness.ts';

const VETS = ['Ada', 'Bram', 'Chiara', 'Dov', 'Esra', 'Femi', 'Gwen', 'Hugo'];

/** A practice of its own with its vets, in the session of its manager. */
const test = plain.extend<{ desk: Page }>({
  baseURL: ({ newPractice }, use) => use(newPractice.url),
  desk: async ({ newPractice, context, page }, use) => {
    await newPractice.signIn(context);
    await addVets(context.request, newPractice.url);
    // Planning comes near the hundred requests a minute of a key, and has one to itself.
    await newPractice.signIn(context);
    await page.goto(`${newPractice.url}/duty`);
    await use(page);
    await page.close();
  },
});
// Two weeks for eight vets are planned in seconds: what reads again may be told to wait.
test.use({ locale: 'en-GB', viewport: { width: 1280, height: 800 }, expectConsole: [/status of 429/] });

/** Adds the vets as the manager's browser does. */
async function addVets(request: APIRequestContext, url: string) {
  const [company] = (await (await request.get(`${url}/api/v1/companies`)).json()).data;
  const person = { companyId: company.id, lastName: 'Vet', role: 'vet', permissions: [] };
  const named = { 'x-frontdesk-person': await personOf(request, url) };
  for (const firstName of VETS) {
    const answer = await request.post(`${url}/api/v1/employees`, {
      headers: { origin: url, ...named, 'idempotency-key': crypto.randomUUID() },
      data: { ...person, firstName, storeIds: [company.stores[0].id] },
    });
    expect(answer.status(), await answer.text()).toBeLessThan(300);
  }
}

/** How many shifts the week on the screen has. */
const shifts = (page: Page) => page.locator('[data-bar][data-kind="duty"]');

test('a manager plans a week for eight vets from nothing, and copies it to the next', async ({ desk: page }) => {
  await page.getByRole('button', { name: 'Next week' }).click();
  await expect(page.getByText('Duty not planned.')).toBeVisible();
  let [keys, clicks] = [0, 1];
  const began = performance.now();
  const press = async (key: string) => {
    keys += 1;
    await page.keyboard.press(key);
  };
  // A click plans the first day, and the others of the week are like it.
  await page.getByRole('gridcell', { name: /^Ada Vet, Monday/ }).click();
  await expect(shifts(page)).toHaveCount(1);
  await press('s');
  await expect(shifts(page)).toHaveCount(5);
  for (const [index] of VETS.slice(1).entries()) {
    await press('ArrowDown');
    await press('Enter');
    await expect(shifts(page)).toHaveCount(5 * (index + 1) + 1);
    await press('s');
    await expect(shifts(page)).toHaveCount(5 * (index + 2));
  }
  await expect(page.getByRole('rowheader').filter({ hasText: 'Hugo Vet' })).toContainText('50 h');
  // A free afternoon.
  await press('Enter');
  await press('m');
  for (let step = 0; step < 16; step += 1) await press('Shift+ArrowLeft');
  await press('Enter');
  await expect(page.getByRole('rowheader').filter({ hasText: 'Hugo Vet' })).toContainText('46 h');
  const planned = performance.now();
  clicks += 2;
  await page.getByRole('button', { name: 'Next week' }).click();
  await expect(page.getByText('Duty not planned.')).toBeVisible();
  await page.getByRole('button', { name: 'Copy last week' }).click();
  await expect(shifts(page)).toHaveCount(40);
  await expect(page.getByText('40 entries added')).toBeVisible();
  const seconds = (from: number) => ((performance.now() - from) / 1000).toFixed(1);
  process.stdout.write(
    `a week of 8 vets planned and copied: ${keys} keys, ${clicks} clicks, ${seconds(began)} s, of which the copy ${seconds(planned)} s\n`,
  );
  await page.reload();
  await expect(shifts(page)).toHaveCount(40);
  await expect(page.getByRole('rowheader').filter({ hasText: 'Hugo Vet' })).toContainText('46 h');
});
