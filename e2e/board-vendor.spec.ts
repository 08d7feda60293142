import { Temporal } from 'temporal-polyfill';
import { blockOf, counted, openBoard } from './board.ts';
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

/** A record as this vendor sends it: with offsets, without seconds, with custom values, and with the minimum of fields. */
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

test('with a practice API that supports only the specification, stores are shown, and appointments are booked but not changed', async ({
  page,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
  const first = add(1, '09:00', { roomId: vendorId(3, 1), location: 'Garden room', clientId: vendorId(5, 1) });
  const second = add(2, '10:00', { storeId: vendorId(2, 2), roomId: vendorId(3, 2) });
  const nowhere = add(3, '11:00', { storeId: null });
  await openBoard(page, `${desk.url}/?date=${date}`);
  await expect(blockOf(page, first)).toHaveAccessibleName(
    '9:00 to 9:30, Pixel, Ada Client, Garden room, On the way, Dr. Mono Nym',
  );
  await expect(blockOf(page, second)).toBeAttached();
  await expect(blockOf(page, nowhere)).toBeAttached();
  expect(await counted(page)).toBe(3);
  await expect(page.getByRole('columnheader', { name: 'Garden room' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'On the way 3' })).toBeVisible();

  // A new store appears with its first appointment, also on a day without chosen stores.
  const later = add(4, '12:00', { storeId: vendorId(2, 3) });
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(blockOf(page, later)).toBeAttached();
  expect(await counted(page)).toBe(4);

  await blockOf(page, first).click();
  const details = page.getByRole('complementary', { name: 'Appointment' });
  await expect(details.getByText('use the practice system', { exact: false })).toBeVisible();
  await expect(
    details.getByRole('button', { name: /^(Check in|Status|Reschedule|Give|Cancel|Add notes|Edit notes)/ }),
  ).toHaveCount(0);
  await expect(details.getByText('History')).toHaveCount(0);
  await page.keyboard.press('s');
  await page.keyboard.press('Escape');

  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'New appointment' });
  await dialog.getByRole('combobox', { name: 'Pet' }).fill('pix');
  // New clients can only be registered in the practice system.
  await expect(page.getByRole('option', { name: /^New client/ })).toHaveCount(0);
  await page.getByRole('option', { name: /Pixel/ }).click();
  await dialog.getByRole('combobox', { name: 'Visit type' }).fill('check');
  await page.getByRole('option', { name: /Check/ }).click();
  await dialog.getByRole('combobox', { name: 'Vet' }).fill('mono');
  await page.getByRole('option', { name: 'Dr. Mono Nym' }).click();
  await dialog.getByRole('group', { name: 'Morning' }).getByRole('button', { name: '9:30' }).click();
  await expect(dialog.getByText(/^Free with .*Dr\. Mono Nym/)).toBeVisible();
  // The practice system assigns the room.
  await expect(dialog.getByRole('combobox', { name: 'Room' })).toHaveCount(0);
  // The booking appears on the calendar, and a click moves it.
  const start = dialog.getByRole('textbox', { name: 'Start' });
  await start.fill('14:00');
  const draft = page.locator('[data-event="draft"]');
  await expect(draft).toBeVisible();
  const box = await draft.boundingBox();
  if (!box) throw new Error('The booking is not drawn.');
  await page.mouse.click(box.x + box.width / 2, box.y + 2.25 * (box.height + 1));
  await expect(start).toHaveValue('15:00');
  await dialog.getByRole('button', { name: 'Book appointment' }).click();
  const notice = page.getByRole('dialog', { name: /^Booked: / });
  await expect(notice).toBeVisible();
  // Only the practice system can cancel it.
  await expect(notice.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  const booked = vendor.appointments.at(-1);
  expect(booked).toMatchObject({ petId: vendorId(4, 1), storeId: vendorId(2, 1), employeeId: vendorId(6, 1) });
  await expect(blockOf(page, booked?.id ?? '')).toBeAttached();

  // The menu of a vet’s column leads to their week; nothing in it changes what the vendor’s API can’t.
  await page.getByRole('button', { name: /^View: / }).click();
  await page.getByRole('menuitemradio', { name: 'Vets' }).click();
  const column = page.getByRole('columnheader', { name: 'Dr. Mono Nym' });
  await expect(column.first()).toBeVisible();
  await column.getByRole('button').click();
  await expect(page.getByRole('menuitem')).toHaveText([/Mono Nym.*’s week$/]);
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Appointments', exact: true }).click();
  await expect(page.getByRole('row', { name: /Pixel Ada Client .*Number 1/ })).toBeVisible();
  expect(requests.filter((name) => /^PATCH|history|\/v1\/appointments\/(?!search)/.test(name))).toEqual([]);
});
