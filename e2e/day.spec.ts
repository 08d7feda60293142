import { Temporal } from 'temporal-polyfill';
import { counted, openBoard, shownIds } from './board.ts';
import { bookingDialog, workingDay } from './booking-form.ts';
import { expect, type Product, recordReceived, startSeeded, test } from './harness.ts';
import { allAppointments, firstCompany } from './listed-records.ts';

/** The appointments of the first store that overlap today, from the list of the API. */
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
      overnight:
        Date.parse(appointment.start) < from.epochMilliseconds || Date.parse(appointment.end) > to.epochMilliseconds,
    }));
  return { store, ids };
}

test('the calendar first paints an outline, then today’s appointments, and never contains a key', async ({
  page,
  product,
}) => {
  const { company } = await firstCompany(product);
  const { store, ids } = await expectedToday(product);
  // Browsers without Temporal get the polyfill; others use their own.
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'Temporal'));

  const outline = page.locator('#root > [aria-busy="true"]');
  await test.step('the outline has the chosen theme and direction before the app has loaded', async () => {
    await page.goto('/licence.txt');
    await page.evaluate(() => {
      localStorage.setItem('frontdesk.board', JSON.stringify({ theme: 'dark' }));
      localStorage.setItem('frontdesk.language', 'ar');
    });
    await page.route(/\/assets\/first-(?!paint)[^/]*\.js$/, () => undefined);
    await page.goto('/', { waitUntil: 'commit' });
    await expect(outline).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await ground();
    await page.evaluate(() => localStorage.clear());
    await page.goto('/', { waitUntil: 'commit' });
    await expect(outline).toBeVisible();
    expect(await ground()).not.toBe(dark);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  const received = recordReceived(page);

  await test.step('shows every appointment that the API lists for today, including overnight stays', async () => {
    const active = ids.filter(({ status }) => status !== 'cancelled');
    expect(active.some(({ overnight }) => overnight)).toBe(true);
    await openBoard(page, `/?store=${store.id}`);
    await expect(page.locator('[data-appointment]').first()).toBeAttached();
    await expect(outline).toHaveCount(0);
    expect(await page.evaluate(() => Reflect.get(globalThis, 'Temporal').Now.instant.toString())).not.toContain(
      'native code',
    );
    expect(await counted(page)).toBe(ids.length);
    expect(await shownIds(page)).toEqual(ids.map(({ id }) => id).sort());
  });

  await test.step('nothing that opens later is requested before the day is painted', async () => {
    // The polyfill is part of the first screen only in a browser that has no Temporal.
    const scripts = await page.evaluate(() => {
      const painted = performance.getEntriesByName('day-drawn')[0]?.startTime ?? 0;
      const before = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < painted);
      return before.flatMap(({ name }) => /\/assets\/(.+)-[\w-]{8}\.js$/.exec(name)?.[1] ?? []);
    });
    expect(scripts).toContain('first');
    expect(
      scripts.filter((name) => !/^(?:rolldown-runtime|first.*|en-first|global\.esm|classApi-basic)$/.test(name)),
    ).toEqual([]);
  });

  await test.step('no response, and nothing stored in the browser, contains the key of the practice API', async () => {
    const texts = await received();
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    // Every API key of this practice begins like this, whatever its secret.
    const keyShape = `fd_${company.id.replaceAll('-', '')}`;
    expect(texts.length).toBeGreaterThan(30);
    for (const text of [...texts, stored]) {
      expect(text.includes(keyShape)).toBe(false);
      expect(text).not.toMatch(/Bearer\s+\S/);
    }
  });
});

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('an appointment booked in ten keystrokes appears immediately, and survives a kill and restart of the product', {
    tag: '@every-browser',
  }, async ({ browser }) => {
    const { product, dispose } = await startSeeded();
    try {
      const { company, store, date: day } = await workingDay(product);
      // A day after the fully booked ones.
      const date = Temporal.PlainDate.from(day).add({ weeks: 4 });
      const list = () => allAppointments(product, { companyId: company.id, storeIds: store.id });
      const before = new Set((await list()).map(({ id }) => id));
      const page = await browser.newPage({ baseURL: product.url });
      await openBoard(page, `/?store=${store.id}&date=${date}`);

      let strokes = 0;
      const press = async (key: string) => {
        strokes += 1;
        await page.keyboard.press(key);
      };
      const type = async (text: string) => {
        for (const letter of text) await press(letter);
      };
      await press('n');
      const dialog = bookingDialog(page);
      await expect(dialog.getByRole('combobox', { name: 'Pet' })).toBeFocused();
      await type('be');
      await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
      await press('Enter');
      await type('vac');
      // The first free time is filled in.
      await press('Enter');
      await expect(dialog.getByText(/^Free with /)).toBeVisible();
      const start = await dialog.getByRole('textbox', { name: 'Start' }).inputValue();
      await press('Control+Enter');
      await expect(dialog).toBeHidden();
      await expect(page.getByText('Booked: ')).toBeVisible();
      expect(strokes).toBeLessThanOrEqual(10);

      const [booked, ...others] = (await list()).filter(({ id }) => !before.has(id));
      expect(others).toEqual([]);
      expect(booked).toMatchObject({
        start: date
          .toZonedDateTime({ timeZone: store.timeZone, plainTime: start })
          .toInstant()
          .toString({ smallestUnit: 'millisecond' }),
        status: 'confirmed',
        visitTypeName: 'Vaccination',
        createdFrom: 'external_api',
        storeId: store.id,
      });
      const block = page.locator(`[data-appointment="${booked?.id}"]`);
      await expect(block).toBeInViewport();
      await expect(block).toBeFocused();

      await product.stop('SIGKILL');
      await product.start();
      await page.reload();
      await expect(block).toBeVisible();
      expect((await list()).filter(({ id }) => id === booked?.id)).toEqual([booked]);
      await page.close();
    } finally {
      await dispose();
    }
  });
});
