import type { Page } from '@playwright/test';
import { z } from 'zod';
import { expect, type Product, test } from './harness.ts';
import { allAppointments, firstCompany } from './practice.ts';

const anyPage = z.looseObject({ data: z.array(z.record(z.string(), z.unknown())) });

/** An appointment whose client, pet and vet have names. */
async function someAppointment(product: Product) {
  const { company } = await firstCompany(product);
  const all = await allAppointments(product, { companyId: company.id });
  const found = all.find(({ employees, roomId }) => employees.length > 0 && roomId !== null);
  if (!found) throw new Error('the demo practice has no appointment with a vet and a room');
  return found;
}

/** What the page asks of the lists of names, as `path?query` without the company. */
function namesAskedBy(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (!/\/v1\/(pets|clients)$/.test(pathname)) return;
    searchParams.delete('companyId');
    asked.push(`${pathname.replace('/api/v1/', '')}?${searchParams}`);
  });
  return asked;
}

const field = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });

test('a link to a client’s appointments names the client, with one request', async ({ page, product }) => {
  const { clientId } = await someAppointment(product);
  const asked = namesAskedBy(page);
  await page.goto(`/appointments?client=${clientId}`);
  await expect(page.getByTestId('matches')).toHaveText(/match/);
  await expect(field(page, 'Client')).toHaveValue(/^\p{Lu}\S+ \p{Lu}/u);
  await expect(field(page, 'Client')).not.toHaveValue(new RegExp(clientId.slice(0, 8)));
  expect(asked).toEqual([`pets?clientId=${clientId}&limit=1`]);
});

test('a link to a pet’s appointments names the pet and its owner, with one list', async ({ page, product }) => {
  const { petId, clientId, title } = await someAppointment(product);
  const asked = namesAskedBy(page);
  await page.goto(`/appointments?pet=${petId}`);
  const [name = ''] = title.split(' – ');
  await expect(field(page, 'Pet')).toHaveValue(new RegExp(`^${name} · \\p{Lu}`, 'u'));
  expect(asked).toEqual([`pets?clientId=${clientId}&limit=500`]);
});

test('a link names vet, type, room and store, and what no list knows by its beginning', async ({ page, product }) => {
  const { employees, visitTypeId, roomId, storeId } = await someAppointment(product);
  const unknown = '12345678-1234-4234-8234-123456789abc';
  const vet = employees[0]?.id ?? '';
  await page.goto(`/appointments?vet=${vet},${unknown}&type=${visitTypeId}&room=${roomId}&store=${storeId}`);
  await expect(page.getByTestId('matches')).toHaveText(/match/);
  for (const [label, id] of [
    ['Vet', vet],
    ['Visit type', visitTypeId],
    ['Room', roomId],
    ['Store', storeId],
  ] as const) {
    await expect(field(page, label)).toHaveAttribute('placeholder', /\p{L}{3}/u);
    expect(await field(page, label).getAttribute('placeholder')).not.toContain(id);
  }
  await expect(field(page, 'Vet')).toHaveAttribute('placeholder', /, 12345678$/);
  await field(page, 'Vet').click();
  await page.getByRole('option', { name: '12345678' }).click();
  await expect(page).toHaveURL(new RegExp(`vet=${vet}(&|$)`));
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a link shows its appointments first, and its filters when they are asked for', async ({ page, product }) => {
    const { petId, title } = await someAppointment(product);
    await page.goto(`/appointments?pet=${petId}`);
    await expect(page.getByRole('row').nth(1)).toBeInViewport();
    await expect(page.getByRole('row').nth(1)).toContainText(title.split(' – ')[0] ?? '');
    const more = page.getByRole('button', { name: 'More filters · 1' });
    await more.click();
    await expect(field(page, 'Pet')).toBeInViewport();
    await expect(page.getByRole('row').nth(1)).toBeInViewport();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(390);
  });
});

test('a link to somebody who is not there says so', async ({ page }) => {
  await page.goto('/appointments?client=12345678-1234-4234-8234-123456789abc');
  await expect(field(page, 'Client')).toHaveValue('12345678');
  await expect(field(page, 'Client')).toHaveAccessibleDescription('The name could not be found.');
});

test.describe('another implementation', () => {
  /** Answers `query` and `clientId` as if nobody had asked for them, and pets without the name of their client. */
  test.beforeEach(async ({ page }) => {
    await page.route(/\/api\/v1\/(pets|clients)\?/, async (route) => {
      const address = new URL(route.request().url());
      for (const param of ['query', 'clientId']) address.searchParams.delete(param);
      const answer = await route.fetch({ url: address.href });
      const { data, ...page } = anyPage.parse(await answer.json());
      await route.fulfill({ json: { ...page, data: data.map(({ clientName: _none, ...record }) => record) } });
    });
  });

  test('that filters no list of names still has its client and its pet named', async ({ page, product }) => {
    const { clientId, petId, title } = await someAppointment(product);
    await page.goto(`/appointments?client=${clientId}&pet=${petId}`);
    await expect(field(page, 'Client')).toHaveValue(/^\p{Lu}\S+ \p{Lu}/u);
    await expect(field(page, 'Pet')).toHaveValue(title.split(' – ')[0] ?? '');
  });

  test('that ignores what is typed is narrowed at the desk, and read once', async ({ page, product }) => {
    const { title } = await someAppointment(product);
    const name = title.split(' – ')[0] ?? '';
    const asked = namesAskedBy(page);
    await page.goto('/?new=1');
    const pet = page.getByRole('dialog', { name: 'New appointment' }).getByRole('combobox', { name: 'Pet' });
    for (const text of [name.slice(0, 2), name, 'zzzz', name.slice(0, 3)]) {
      await pet.fill(text);
      if (text === 'zzzz') await expect(page.getByText('No pet or owner begins with “zzzz”.')).toBeVisible();
      else await expect(page.getByRole('option').first()).toContainText(new RegExp(`^${text}`, 'i'));
    }
    expect(asked.filter((list) => list.includes('query='))).toHaveLength(1);
    expect(new Set(asked).size).toBe(asked.length);
  });
});
