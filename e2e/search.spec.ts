import type { Page } from '@playwright/test';
import { Temporal } from 'temporal-polyfill';
import { instantAt, openBoard } from './board.ts';
import { bookingDialog, madeSince, workingDay } from './booking-form.ts';
import { expect, test } from './harness.ts';
import { startVendor, type Vendor, vendorId } from './vendor.ts';

const search = (page: Page) => page.getByRole('dialog', { name: 'Search', exact: true });
const field = (page: Page) => page.getByRole('combobox', { name: /^Search/ });
const options = (page: Page) => search(page).getByRole('option');

interface Person {
  id: string;
  name: string;
  firstName: string;
  lastName: string;
  phone: string | null;
  clientId: string;
  employeeId: string;
  role: string;
}

test('a time asked for in words is booked, and the number of who calls opens them, through the way back', async ({
  page,
  product,
}) => {
  const { store, date } = await workingDay(product);
  const list = async (name: string, of = ''): Promise<Person[]> => {
    const query = `companyId=${store.companyId}&limit=500${of}`;
    return (await (await fetch(`${product.url}/api/v1/${name}?${query}`)).json()).data;
  };
  const [start, end] = ['10:00', '12:00'].map((time) => instantAt(store.timeZone, Temporal.PlainDate.from(date), time));
  const morning = `&kind=on_duty&storeIds=${store.id}&start=${start}&end=${end}`;
  const [clients, pets, employees] = await Promise.all([list('clients'), list('pets'), list('employees')]);
  const present = new Set((await list('availability', morning)).map(({ employeeId }) => employeeId));
  const vet = employees.find(({ id, role }) => role === 'vet' && present.has(id));
  const began = Date.now();
  await openBoard(page, `/?store=${store.id}&date=${date}`);
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(`${vet?.lastName} vaccination 15 min ${date}`);
  await expect(options(page).first()).toContainText('15 min');
  await expect(options(page).nth(4)).toContainText('Free');
  await page.keyboard.press('Enter');
  const form = bookingDialog(page);
  await expect(form.getByRole('combobox', { name: 'Pet' })).toBeFocused();
  await page.keyboard.type('be');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(form.getByText('This time is free.')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Booked: ')).toBeVisible();
  const [made] = await madeSince(product, began);
  expect(made).toMatchObject({ visitTypeName: 'Vaccination', storeId: store.id, employees: [{ id: vet?.id }] });
  expect(Date.parse(made?.end ?? '') - Date.parse(made?.start ?? '')).toBe(15 * 60_000);

  const caller = clients.find(({ id, phone }) => phone !== null && pets.some(({ clientId }) => clientId === id));
  const digits = caller?.phone?.replace(/\D/g, '') ?? '';
  // As it is dialled from abroad, with dots.
  const number = `00${digits.replace(/(\d{3})(?=\d)/g, '$1.')}`;
  await page.goto(`/?phone=${encodeURIComponent(number)}`);
  await expect(
    options(page)
      .filter({ hasText: `${caller?.firstName} ${caller?.lastName}` })
      .first(),
  ).toBeVisible();
  const known = options(page)
    .filter({ hasText: 'Client' })
    .filter({ hasText: caller?.lastName ?? '' })
    .first();
  await known.click();
  await expect(page).toHaveURL(/\/clients\//);
  await page.goBack();
  await expect(field(page)).toHaveValue(number);
  await page.keyboard.press('Escape');
  await expect(search(page)).toBeHidden();
  await expect(page).not.toHaveURL(/phone=/);
});

test('the app is described for installing, with files that the page itself does not load', async ({
  page,
  product,
}) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await openBoard(page, '/');
  expect(loaded.filter((path) => path.startsWith('/icons/'))).toEqual([]);
  const response = await fetch(`${product.url}/manifest.webmanifest`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/manifest+json']);
  expect(response.headers.get('content-security-policy')).toContain("manifest-src 'self'");
  for (const { src } of (await response.json()).icons) {
    const icon = await fetch(`${product.url}${src}`);
    expect([src, icon.status, icon.headers.get('content-type')?.split('/')[0]]).toEqual([src, 200, 'image']);
  }
  const client = await page.context().newCDPSession(page);
  const { errors } = await client.send('Page.getAppManifest');
  expect(errors).toEqual([]);
});

test.describe('a vendor that has only the document', () => {
  test.use({ expectConsole: [/Failed to load resource/] });
  let vendor: Vendor;
  test.afterEach(() => vendor.close());

  test('names and free times are found, and that numbers are not is said', async ({ page, startDesk }) => {
    vendor = await startVendor();
    vendor.appointments.push({
      id: vendorId(8, 1),
      companyId: vendor.companies.one,
      storeId: vendorId(2, 1),
      petId: vendorId(4, 1),
      title: 'Number 1',
      start: '2031-03-05T09:00-04:00',
      end: '2031-03-05T09:30-04:00',
      status: 'confirmed',
      employees: [{ id: vendorId(6, 1), isMainEmployee: true }],
      updatedAt: new Date().toISOString(),
    });
    const environment = {
      PRACTICE_API_URL: vendor.url,
      PRACTICE_API_KEY: 'a-key-of-the-vendor',
      TIME_ZONE: 'America/Halifax',
    };
    const desk = await startDesk(environment);
    await openBoard(page, `${desk.url}/?date=2031-03-05`);
    await page.keyboard.press('Control+k');
    await field(page).fill('pixel');
    await expect(options(page).first()).toContainText('Pixel · Ada Client');
    await expect(options(page).first()).toContainText('Next visit Wed 5 Mar, 9:00');
    await field(page).fill('2031-03-05 nym 9:00 30 min');
    // Half past nine is the first that the vet is free at.
    await expect(options(page).first()).toContainText('Wed 5 Mar, 9:30');
    await page.keyboard.press('Enter');
    await expect(bookingDialog(page).getByRole('textbox', { name: 'Start' })).toHaveValue('09:30');

    await page.goto(`${desk.url}/?phone=902+555+0100`);
    await expect(search(page).getByText('can’t be searched by phone number')).toBeVisible();
    await expect(options(page).first()).toContainText('New client');
  });
});
