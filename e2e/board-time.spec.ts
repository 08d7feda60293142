import type { Page } from '@playwright/test';
import { Temporal } from 'temporal-polyfill';
import { blockOf, drawnMinutes, instantAt, nextClockChange, openBoard } from './board.ts';
import { book } from './bookings.ts';
import { expect, test } from './harness.ts';
import { allAppointments, firstCompany } from './practice.ts';

// Many boards are opened in a minute on one key: what reads ahead is told to wait, which the browser logs.
test.use({ timezoneId: 'Asia/Tokyo', locale: 'en-GB', expectConsole: [/status of 429/] });

test("a receptionist in another zone reads and books in the store's own time", async ({ page, product }) => {
  const { store } = await firstCompany(product);
  const date = Temporal.Now.plainDateISO(store.timeZone).add({ days: 2 });
  const start = instantAt(store.timeZone, date, '09:10');
  const id = await book(product, { start, end: instantAt(store.timeZone, date, '09:40') });
  await openBoard(page, `/?store=${store.id}&date=${date}`);
  const city = store.timeZone.split('/').at(-1)?.replaceAll('_', ' ');
  await expect(page.getByRole('heading', { name: `${store.name} · ${city}` })).toBeVisible();
  const block = blockOf(page, id);
  await expect(block).toHaveAccessibleName(/^0?9:10 to 0?9:40/);
  await block.click();
  const details = page.getByRole('complementary', { name: 'Appointment' });
  await expect(details).toContainText(/0?9:10/);
  await expect(details).toContainText('Time zone');
  await expect(page).toHaveURL(new RegExp(`appointment=${id}`));
});

test('every block is drawn where Temporal says it belongs', async ({ page, product }) => {
  const { company, store } = await firstCompany(product);
  const date = Temporal.Now.plainDateISO(store.timeZone);
  const midnight = date.toZonedDateTime(store.timeZone);
  const appointments = await allAppointments(product, { companyId: company.id, storeIds: store.id });
  await openBoard(page, `/?store=${store.id}&date=${date}`);
  const blocks = await page.locator('[data-appointment]').all();
  expect(blocks.length).toBeGreaterThan(0);
  let visits = 0;
  for (const block of blocks) {
    const id = await block.getAttribute('data-appointment');
    const appointment = appointments.find((candidate) => candidate.id === id);
    if (!appointment) throw new Error(`${id} is not in the API`);
    const wall = (text: string) =>
      Temporal.Instant.from(text)
        .toZonedDateTimeISO(store.timeZone)
        .toPlainDateTime()
        .since(midnight.toPlainDateTime())
        .total('minutes');
    // A stay lies in the strip above the hours.
    if (((await block.getAttribute('aria-label')) ?? '').startsWith('stay ')) continue;
    visits += 1;
    const drawn = await drawnMinutes(block);
    expect(Math.abs(drawn.from - Math.max(wall(appointment.start), 0))).toBeLessThan(3);
    expect(
      Math.abs(drawn.to - Math.min(Math.max(wall(appointment.end), wall(appointment.start) + 15), 1440)),
    ).toBeLessThan(4);
  }
  expect(visits).toBeGreaterThan(0);
});

/** Opens a day and its hours before the first that is drawn. */
async function openNight(page: Page, address: string): Promise<void> {
  await openBoard(page, address);
  await page.getByRole('button', { name: /^Before .* appointment/ }).click();
}

test('the day whose clocks go back shows both of its equal times and says which is which', async ({
  page,
  product,
}) => {
  const { store } = await firstCompany(product);
  const { date, instant } = nextClockChange(store.timeZone, 'back');
  const at = (minutes: number) => instant.add({ minutes }).toString();
  const first = await book(product, { start: at(-30), end: at(-15) });
  const second = await book(product, { start: at(30), end: at(45) });
  await openNight(page, `/?store=${store.id}&date=${date}`);
  await expect(blockOf(page, first)).toHaveAccessibleName(/the first time the clocks show it/);
  await expect(blockOf(page, second)).toHaveAccessibleName(/the second time the clocks show it/);
  const [one, other] = [await drawnMinutes(blockOf(page, first)), await drawnMinutes(blockOf(page, second))];
  expect(Math.abs(one.from - other.from)).toBeLessThan(2);
});

test('the day whose clocks go forth keeps what lies beyond the gap in its place', async ({ page, product }) => {
  const { store } = await firstCompany(product);
  const { date, instant } = nextClockChange(store.timeZone, 'forth');
  const across = await book(product, {
    start: instant.subtract({ minutes: 30 }).toString(),
    end: instant.add({ minutes: 30 }).toString(),
  });
  const morning = await book(product, {
    start: instantAt(store.timeZone, date, '10:00'),
    end: instantAt(store.timeZone, date, '10:30'),
  });
  await openNight(page, `/?store=${store.id}&date=${date}`);
  const gap = await drawnMinutes(blockOf(page, across));
  expect(Math.abs(gap.to - gap.from - 120)).toBeLessThan(4);
  expect(Math.abs((await drawnMinutes(blockOf(page, morning))).from - 600)).toBeLessThan(3);
});

test('stores of different zones stand side by side, each by its own clock', async ({ page, product }) => {
  const { company, store } = await firstCompany(product);
  const other = company.stores.find((candidate) => candidate.timeZone !== store.timeZone);
  if (!other) throw new Error('the demo practice has stores of one zone only');
  const date = Temporal.Now.plainDateISO(store.timeZone).add({ days: 3 });
  const start = instantAt(store.timeZone, date, '12:00');
  const end = instantAt(store.timeZone, date, '12:30');
  const here = await book(product, { start, end });
  const there = await book(product, { start, end, storeId: other.id });
  await openBoard(page, `/?store=${store.id},${other.id}&date=${date}`);
  await expect(
    page
      .getByRole('heading', { level: 2, name: new RegExp(store.timeZone.split('/')[1]?.replace('_', ' ') ?? '') })
      .first(),
  ).toBeVisible();
  expect(Math.abs((await drawnMinutes(blockOf(page, here))).from - 720)).toBeLessThan(3);
  const wall = Temporal.Instant.from(start).toZonedDateTimeISO(other.timeZone);
  expect(Math.abs((await drawnMinutes(blockOf(page, there))).from - (wall.hour * 60 + wall.minute))).toBeLessThan(3);
});

test('a stay over two nights is on each of its days, with where it goes on', async ({ page, product }) => {
  const { store } = await firstCompany(product);
  const date = Temporal.Now.plainDateISO(store.timeZone).add({ days: 5 });
  const id = await book(product, {
    start: instantAt(store.timeZone, date, '21:00'),
    end: instantAt(store.timeZone, date.add({ days: 2 }), '08:00'),
  });
  const [first, last] = [date, date.add({ days: 2 })].map((day) => day.toLocaleString('en-GB', { weekday: 'short' }));
  for (const days of [0, 1, 2]) {
    await openBoard(page, `/?store=${store.id}&date=${date.add({ days })}`);
    await expect(blockOf(page, id)).toHaveAccessibleName(new RegExp(`^stay ${first} 21:00 → ${last} 0?8:00`));
  }
  await openBoard(page, `/?store=${store.id}&date=${date.add({ days: 3 })}`);
  await expect(blockOf(page, id)).toHaveCount(0);
});

test('a week wider than the screen opens at today, a day at its first column', async ({ page, product }) => {
  const { store } = await firstCompany(product);
  const now = Temporal.Now.zonedDateTimeISO(store.timeZone);
  const friday = now.add({ days: 12 - now.dayOfWeek }).withPlainTime('10:40');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.clock.setFixedTime(friday.epochMilliseconds);
  await openBoard(page, `/?store=${store.id}&view=week`);
  const headingOf = (day: Temporal.ZonedDateTime) =>
    page.getByRole('columnheader', { name: day.toLocaleString('en-GB', { dateStyle: 'long' }) });
  await expect(headingOf(friday)).toBeInViewport();
  await expect(headingOf(friday.subtract({ days: 4 }))).not.toBeInViewport();
  await openBoard(page, `/?store=${store.id}&view=vets`);
  await expect(page.locator('[data-appointment]').first()).toBeAttached();
  await expect(page.getByRole('columnheader').first()).toBeInViewport();
});
