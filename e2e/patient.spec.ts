import type { Page } from '@playwright/test';
import { Temporal } from 'temporal-polyfill';
import { openBoard } from './board.ts';
import { book } from './bookings.ts';
import { expect, test } from './harness.ts';
import { allAppointments, firstCompany } from './practice.ts';
import { startVendor, vendorId } from './vendor.ts';

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const linked = (page: Page, name: string) =>
  part(page, name)
    .getByRole('link')
    .evaluateAll((links) =>
      links
        .map((link) => new URL(link.getAttribute('href') ?? '', location.href).searchParams.get('appointment'))
        .filter((id) => id !== null),
    );

test('when a pet was here last and comes again takes a few letters and Enter', async ({ page, product }) => {
  const { company, store } = await firstCompany(product);
  const visit = (hours: number, status: string) => {
    const start = Temporal.Now.instant().add({ hours });
    return book(product, { start: start.toString(), end: start.add({ minutes: 20 }).toString(), status });
  };
  const newest = await visit(-2, 'completed');
  await visit(-1, 'no_show');
  await visit(1, 'cancelled');
  const next = await visit(2, 'confirmed');
  const booked = await allAppointments(product, {
    companyId: company.id,
    createdSince: Temporal.Now.instant().subtract({ hours: 1 }).toString(),
  });
  const { petId = '', title = '' } = booked.find(({ id }) => id === next) ?? {};
  const [name = ''] = title.split(' – ');

  // Who knows the name does not wait for the answer.
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/v1/pets?*query=*', async (route) => {
    await asked;
    await route.continue();
  });
  await openBoard(page, `/?store=${store.id}`);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: /Go to a day/ })).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Go to' })).toBeVisible();
  answer();
  await expect(page).toHaveURL(new RegExp(`/pets/${petId}`));

  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect.poll(() => linked(page, 'Last here')).toEqual([newest]);
  expect(await linked(page, 'Next visit')).toEqual([next]);
  await expect(part(page, 'Owner').getByRole('link', { name: /^\+?[\d ()-]+$/ })).toHaveAttribute('href', /^tel:/);
  const past = await linked(page, 'Past visits');
  expect(past).toHaveLength(new Set(past).size);
  expect(past[1]).toBe(newest);

  await part(page, 'Owner').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/clients\//);
  await expect(part(page, 'Pets').getByRole('link', { name })).toBeVisible();
  await expect.poll(async () => (await linked(page, 'Next visits')).includes(next)).toBe(true);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await part(page, 'Pets').getByRole('link', { name }).click();
  await expect(part(page, 'Next visit')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  // A follow-up begins neither in the past nor while the store is closed.
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Book follow-up' }).click();
  const form = page.getByRole('dialog', { name: 'New appointment' });
  await expect(form.getByRole('combobox', { name: 'Pet' })).toHaveValue(new RegExp(name.slice(1, 5)));
  const date = Temporal.PlainDate.from(await form.getByLabel('Date').inputValue());
  const start = Temporal.PlainTime.from(
    (await form.getByRole('textbox', { name: 'Start' }).inputValue()).padStart(5, '0'),
  );
  const begins = date.toZonedDateTime({ timeZone: store.timeZone, plainTime: start });
  expect(begins.epochMilliseconds).toBeGreaterThan(Date.now());
  expect(store.openingHours.map(({ weekday }) => weekday)).toContain(date.dayOfWeek);
});

test('a pet or a client that is not on file is told so', async ({ page }) => {
  await page.goto('/pets/01234567-89ab-4def-8123-456789abcdef');
  await expect(page.getByRole('heading', { level: 1, name: 'No such pet' })).toBeVisible();
  await page.goto('/clients/01234567-89ab-4def-8123-456789abcdef');
  await expect(page.getByRole('heading', { level: 1, name: 'No such client' })).toBeVisible();
  await page.getByRole('link', { name: 'Board' }).click();
  await expect(page.getByRole('main', { name: 'Board' })).toBeVisible();
});

test('a practice system that looks at no question still has its pets and clients', async ({ page, startDesk }) => {
  const vendor = await startVendor();
  const { url } = await startDesk({ PRACTICE_API_URL: vendor.url, PRACTICE_API_KEY: 'a-key', TIME_ZONE: 'UTC' });
  const add = (number: number, days: number, rest: Record<string, unknown> = {}) => {
    const start = Temporal.Now.instant().add({ hours: days * 24 });
    vendor.appointments.push({
      id: vendorId(8, number),
      companyId: vendor.companies.one,
      storeId: vendorId(2, 1),
      petId: vendorId(4, 1),
      clientId: vendorId(5, 1),
      start: start.toString(),
      end: start.add({ minutes: 30 }).toString(),
      status: 'on_the_way',
      ...rest,
    });
    return vendorId(8, number);
  };
  const last = add(1, -20);
  add(2, -2, { petId: vendorId(4, 2), clientId: vendorId(5, 2) });
  const next = add(3, 5);
  await page.goto(`${url}/pets/${vendorId(4, 1)}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Pixel' })).toBeVisible();
  await expect(part(page, 'Owner')).toContainText('+1 902 555 0100');
  expect(await linked(page, 'Last here')).toEqual([last]);
  expect(await linked(page, 'Next visit')).toEqual([next]);
  expect(await linked(page, 'Past visits')).toEqual([last]);
  await part(page, 'Owner').getByRole('link', { name: 'Ada Client' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ada Client' })).toBeVisible();
  await expect.poll(() => linked(page, 'Next visits')).toEqual([next]);
  await vendor.close();
});
