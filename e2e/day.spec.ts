import { Temporal } from 'temporal-polyfill';
import { openBoard, showing, shownIds } from './board.ts';
import { expect, type Product, recordReceived, startProduct, test } from './harness.ts';
import { allAppointments, firstCompany } from './listed-records.ts';

/** Ids of the non-cancelled appointments that some of today in the first store is theirs, by the list of the API. */
async function expectedToday(product: Product) {
  const { company, store } = await firstCompany(product);
  const today = Temporal.Now.plainDateISO(store.timeZone);
  const from = today.toZonedDateTime(store.timeZone);
  const to = today.add({ days: 1 }).toZonedDateTime(store.timeZone);
  const ids = (await allAppointments(product, { companyId: company.id, storeIds: store.id }))
    .filter((appointment) => {
      const start = Temporal.Instant.from(appointment.start).epochMilliseconds;
      const end = Temporal.Instant.from(appointment.end).epochMilliseconds;
      return start < to.epochMilliseconds && (end > from.epochMilliseconds || start >= from.epochMilliseconds);
    })
    .map((appointment) => ({
      id: appointment.id,
      status: appointment.status,
      startsAtMidnight: Date.parse(appointment.start) === from.epochMilliseconds,
      overnight:
        Date.parse(appointment.start) < from.epochMilliseconds || Date.parse(appointment.end) > to.epochMilliseconds,
    }));
  return { store, ids };
}

test("today's board shows every appointment of the first store that the API has, stays over midnight included", {
  tag: '@every-browser',
}, async ({ page, product }) => {
  const { store, ids } = await expectedToday(product);
  const active = ids.filter(({ status }) => status !== 'cancelled');
  expect(active.length).toBeGreaterThan(0);
  expect(active.some(({ overnight }) => overnight)).toBe(true);
  expect(active.some(({ startsAtMidnight }) => startsAtMidnight)).toBe(true);

  await openBoard(page, `/?store=${store.id}`);
  expect(await showing(page)).toEqual({ shown: ids.length, all: ids.length });
  expect(await shownIds(page)).toEqual(ids.map(({ id }) => id).sort());
});

test("today's board is there in a browser without Temporal, too", async ({ page, product }) => {
  const { store, ids } = await expectedToday(product);
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'Temporal'));
  await openBoard(page, `/?store=${store.id}`);
  expect(await page.evaluate(() => Reflect.get(globalThis, 'Temporal').Now.instant.toString())).not.toContain(
    'native code',
  );
  expect(await shownIds(page)).toEqual(ids.map(({ id }) => id).sort());
});

test('no response, and nothing the browser keeps, holds the key', async ({ page, product }) => {
  const received = recordReceived(page);
  await openBoard(page, '/');
  const texts = await received();
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
  // Every key of ours begins like this, whatever its secret.
  const { company } = await firstCompany(product);
  const keyShape = `fd_${company.id.replaceAll('-', '')}`;
  expect(texts.length).toBeGreaterThan(30);
  for (const text of [...texts, kept]) {
    expect(text.includes(keyShape)).toBe(false);
    expect(text).not.toMatch(/Bearer\s+\S/);
  }
});

test.describe('an appointment booked in the form', () => {
  test.use({ locale: 'en-GB', timezoneId: 'Asia/Tokyo' });

  test('is on the board at once, in the API, and still there after a kill and a restart', async ({ browser }) => {
    const { product, dispose } = await startProduct();
    try {
      const { company, store } = await firstCompany(product);
      const before = await allAppointments(product, { companyId: company.id, storeIds: store.id });
      const page = await browser.newPage({ baseURL: product.url });
      const date = Temporal.Now.plainDateISO(store.timeZone).add({ days: 1 });
      await openBoard(page, `/?store=${store.id}&date=${date}`);

      await page.getByRole('button', { name: 'New appointment' }).click();
      const dialog = page.getByRole('dialog', { name: 'New appointment' });
      await dialog.getByRole('combobox', { name: 'Pet' }).fill('mu');
      await page.getByRole('option').first().click();
      await dialog.getByRole('combobox', { name: 'Visit type' }).click();
      await page.getByRole('option').first().click();
      await dialog.getByRole('textbox', { name: 'Start' }).fill('09:45');
      await dialog.getByRole('textbox', { name: 'Notes' }).fill('Bites. O’Malley & <b>son</b>');
      await dialog.getByRole('button', { name: 'Book appointment' }).click();
      await expect(dialog).toBeHidden();

      const known = new Set(before.map(({ id }) => id));
      const after = await allAppointments(product, { companyId: company.id, storeIds: store.id });
      const [booked, ...others] = after.filter(({ id }) => !known.has(id));
      expect(others).toEqual([]);
      expect(booked).toMatchObject({
        start: date
          .toZonedDateTime({ timeZone: store.timeZone, plainTime: '09:45' })
          .toInstant()
          .toString({ smallestUnit: 'millisecond' }),
        status: 'requested',
        createdFrom: 'external_api',
        notes: 'Bites. O’Malley & <b>son</b>',
        storeId: store.id,
      });
      const block = page.locator(`[data-appointment="${booked?.id}"]`);
      await expect(block).toBeInViewport();
      await expect(block).toBeFocused();

      await product.stop('SIGKILL');
      await product.start();
      await page.reload();
      await expect(block).toBeVisible();
      const again = await allAppointments(product, { companyId: company.id, storeIds: store.id });
      expect(again.filter(({ id }) => id === booked?.id)).toEqual([booked]);
      await page.close();
    } finally {
      await dispose();
    }
  });
});
