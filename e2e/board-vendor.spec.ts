import { Temporal } from 'temporal-polyfill';
import { blockOf, drawnMinutes, instantAt, openBoard, showing } from './board.ts';
import { expect, type Product, test } from './harness.ts';
import { startVendor, type Vendor, vendorId } from './vendor.ts';

const ZONE = 'America/Halifax';
const date = Temporal.PlainDate.from('2031-03-05');

let vendor: Vendor;
let desk: Product;

test.use({ expectConsole: [/Failed to load resource/] });

test.beforeEach(async ({ startDesk }) => {
  vendor = await startVendor();
  const environment = { PRACTICE_API_URL: vendor.url, PRACTICE_API_KEY: 'a-key-of-the-vendor', TIME_ZONE: ZONE };
  desk = await startDesk(environment);
});

test.afterEach(() => vendor.close());

/** A record as this vendor sends it: offsets, no seconds, values of its own, and no more than it must. */
function add(number: number, time: string, rest: Record<string, unknown> = {}): string {
  const id = vendorId(8, number);
  const local = date.toZonedDateTime({ timeZone: ZONE, plainTime: time });
  vendor.appointments.push({
    id,
    companyId: vendor.companies.one,
    storeId: vendorId(2, 1),
    petId: vendorId(4, 1),
    title: `Number ${number}`,
    start: local.toString({ timeZoneName: 'never', smallestUnit: 'minute' }),
    end: local.add({ minutes: 30 }).toString({ timeZoneName: 'never', smallestUnit: 'minute' }),
    status: 'on_the_way',
    employees: [{ id: vendorId(6, 1), isMainEmployee: true, name: 'not asked for' }],
    updatedAt: new Date().toISOString(),
    ...rest,
  });
  return id;
}

test('a company that lists no stores has those of its appointments, none of which is missing', async ({ page }) => {
  const first = add(1, '09:00', { roomId: vendorId(3, 1), location: 'Garden room' });
  const second = add(2, '10:00', { storeId: vendorId(2, 2), roomId: vendorId(3, 2) });
  const nowhere = add(3, '11:00', { storeId: null });
  await openBoard(page, `${desk.url}/?date=${date}`);
  await expect(blockOf(page, first)).toHaveAccessibleName(
    /^9:00 to 9:30, Pixel, Ada Client, Garden room, On the way, Dr. Mono Nym$/,
  );
  await expect(blockOf(page, second)).toBeAttached();
  await expect(blockOf(page, nowhere)).toBeAttached();
  expect(await showing(page)).toEqual({ shown: 3, all: 3 });
  await expect(page.getByRole('columnheader', { name: 'Garden room' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'On the way, 3' })).toBeVisible();

  // A store that nobody had seen before comes with its first appointment, also on a day whose stores nobody chose.
  const later = add(4, '12:00', { storeId: vendorId(2, 3) });
  await expect(blockOf(page, later)).toBeAttached({ timeout: 15_000 });
  expect(await showing(page)).toEqual({ shown: 4, all: 4 });
});

test('a company without stores and appointments is an empty day, not a broken screen', async ({ page }) => {
  await openBoard(page, `${desk.url}/?date=${date}`);
  await expect(page.getByText('Nothing is booked.')).toBeVisible();
  expect(await showing(page)).toEqual({ shown: 0, all: 0 });
});

test('the company is chosen at the foot, is in the address, and is the same after a reload', async ({ page }) => {
  const mine = add(1, '09:00');
  const theirs = add(2, '09:00', {
    companyId: vendor.companies.other,
    storeId: vendorId(2, 9),
    roomId: vendorId(3, 9),
    start: instantAt('Asia/Kolkata', date, '16:15'),
    end: instantAt('Asia/Kolkata', date, '16:45'),
  });
  await openBoard(page, `${desk.url}/?date=${date}`);
  await expect(blockOf(page, mine)).toBeAttached();
  await page.getByRole('combobox', { name: 'Company' }).selectOption({ label: 'With a store' });
  await expect(page).toHaveURL(new RegExp(vendor.companies.other));
  await openBoard(page, `${page.url()}&date=${date}`);
  await expect(blockOf(page, theirs)).toHaveAccessibleName(/16:15 to 16:45/);
  await expect(blockOf(page, mine)).toHaveCount(0);
  await openBoard(page, `${desk.url}/?date=${date}`);
  await expect(blockOf(page, theirs)).toBeAttached();
});

test('a vendor that has only the document answers what the desk is asked: a free time, and whose visit it was', async ({
  page,
}) => {
  const taken = add(1, '09:00', { status: 'confirmed', roomId: vendorId(3, 1), clientId: vendorId(5, 1) });
  await openBoard(page, `${desk.url}/?date=${date}`);
  await expect(blockOf(page, taken)).toBeAttached();
  await page.getByRole('main', { name: 'Board' }).press('n');
  const dialog = page.getByRole('dialog', { name: 'New appointment' });
  await dialog.getByRole('combobox', { name: 'Vet' }).click();
  await page.getByRole('option', { name: 'Dr. Mono Nym' }).click();
  const free = dialog.getByRole('group', { name: 'Free times' }).getByRole('button', { name: /\d:\d\d/ });
  await expect(free).toHaveCount(5);
  await free.first().click();
  await expect(dialog.getByRole('textbox', { name: 'Start' })).toHaveValue(/\d:\d\d/);
  await expect(dialog.getByText('This time is free.')).toBeVisible();
  await page.goto(`${desk.url}/appointments?from=${date}&to=${date}`);
  const row = page.getByRole('row').filter({ hasText: 'Number 1' });
  for (const name of ['Pixel', 'Ada Client']) await expect(row.getByRole('cell', { name, exact: true })).toBeVisible();
});

test('a vendor that changes nothing gets no way to change, only the line that says where', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  const id = add(1, '09:00', { status: 'confirmed', roomId: vendorId(3, 1) });
  for (const view of ['rooms', 'list', 'flow']) {
    await openBoard(page, `${desk.url}/?date=${date}&view=${view}`);
    const visit = blockOf(page, id);
    await visit.click({ button: 'right' });
    await visit.focus();
    for (const key of ['s', 'Shift+S', 'm', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    const details = page.getByRole('complementary', { name: 'Appointment' });
    await expect(details.getByText('change them in the practice system', { exact: false })).toBeVisible();
    await expect(details.getByRole('button', { name: /^(Check in|Status|Change|Add notes|Edit notes)/ })).toHaveCount(
      0,
    );
    await expect(details.getByText('History')).toHaveCount(0);
    await expect(page.getByRole('menu')).toHaveCount(0);
    await page.keyboard.press('Escape');
  }
  await openBoard(page, `${desk.url}/?date=${date}&view=rooms`);
  const before = await drawnMinutes(blockOf(page, id));
  const { x, y, width, height } = (await blockOf(page, id).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y + 3 * height, { steps: 5 });
  await page.mouse.up();
  expect(await drawnMinutes(blockOf(page, id))).toEqual(before);
  expect(asked.filter((name) => /^PATCH|history|\/v1\/appointments\/(?!search)/.test(name))).toEqual([]);
});

test('polls that are answered with nonsense lose no change', async ({ page }) => {
  const known = add(1, '09:00');
  await openBoard(page, `${desk.url}/?date=${date}`);
  await expect(blockOf(page, known)).toBeAttached();
  // More than the gateway makes good by asking again.
  vendor.failPolls(6);
  const late = add(2, '10:00');
  await expect(page.getByText('Reconnecting')).toBeVisible({ timeout: 20_000 });
  await expect(blockOf(page, known)).toBeAttached();
  await expect(blockOf(page, late)).toBeAttached({ timeout: 30_000 });
  await expect(page.getByRole('status').filter({ hasText: 'Live' })).toBeVisible();
});
