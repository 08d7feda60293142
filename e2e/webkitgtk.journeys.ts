import { fullDay } from './board.ts';
import { madeSince, workingDay } from './booking-form.ts';
import { expect } from './harness.ts';
import { firstCompany } from './listed-records.ts';
import { test, type WebKitWindow } from './webkitgtk.ts';

/** The id of the appointment whose block has the focus. */
const focusedBlock = (webKit: WebKitWindow) =>
  webKit.evaluate(() => document.activeElement?.getAttribute('data-appointment') ?? '');

/** What has the focus may be replaced while it is asked for its name. */
async function expectFocus(webKit: WebKitWindow, name: string) {
  await expect(async () => expect(await webKit.focusedName()).toBe(name)).toPass({ timeout: 20_000 });
}

const isShown = (webKit: WebKitWindow, selector: string) =>
  webKit.evaluate(
    (wanted) => [...document.querySelectorAll(wanted)].some((element) => element.checkVisibility()),
    selector,
  );

const text = (webKit: WebKitWindow, selector: string) =>
  webKit.evaluate((wanted) => document.querySelector(wanted)?.textContent ?? '', selector);

async function expectDay(webKit: WebKitWindow) {
  await expect.poll(() => isShown(webKit, 'main[aria-label="Board"][aria-busy="false"]')).toBe(true);
}

test.describe('signing in', () => {
  test.use({ access: 'sign_in' });

  test('a wrong key is refused in words, the right one opens the board', async ({ webKit, product }) => {
    const { key } = await product.issueKey();
    await webKit.goto(product.url);
    await expectFocus(webKit, 'API key');
    await webKit.type('fd_wrong');
    await webKit.press('Enter');
    await expect.poll(() => text(webKit, '[role=alert]')).toContain('not known');
    await webKit.goto(product.url);
    await expectFocus(webKit, 'API key');
    await webKit.type(key);
    await webKit.press('Enter');
    await expectDay(webKit);
    await webKit.goto(product.url);
    await expectDay(webKit);
    expect(await webKit.evaluate(() => JSON.stringify([{ ...localStorage }, document.cookie]))).not.toContain(key);
  });
});

test('the board is used by keys alone', async ({ webKit, product }) => {
  const { store } = await firstCompany(product);
  await webKit.goto(`${product.url}/?store=${store.id}`);
  await expectDay(webKit);
  const today = await text(webKit, 'h1');
  await webKit.press('Alt', 'ArrowRight');
  await expect.poll(() => text(webKit, 'h1')).not.toBe(today);
  await webKit.press('t');
  await expect.poll(() => text(webKit, 'h1')).toBe(today);

  // A day with blocks to move among, which today may not be.
  await webKit.goto(`${product.url}/?store=${store.id}&date=${fullDay(store.timeZone)}`);
  await expectDay(webKit);
  await expect.poll(() => isShown(webKit, '[data-appointment]')).toBe(true);
  await webKit.press('/');
  await expectFocus(webKit, 'Search this day');
  await webKit.press('Escape');

  expect(await webKit.evaluate(() => document.querySelectorAll('[data-appointment][tabindex="0"]').length)).toBe(1);
  await webKit.evaluate(() => document.querySelector<HTMLElement>('[data-appointment][tabindex="0"]')?.focus());
  const first = await focusedBlock(webKit);
  await webKit.press('ArrowRight');
  await expect.poll(() => focusedBlock(webKit)).not.toBe(first);
  await webKit.press('Home');
  const top = await focusedBlock(webKit);
  await webKit.press('ArrowDown');
  await expect.poll(() => focusedBlock(webKit)).not.toBe(top);
  const opened = await focusedBlock(webKit);
  await webKit.press('Enter');
  await expect.poll(() => isShown(webKit, 'aside[aria-label="Appointment"]')).toBe(true);
  const close = 'aside button[aria-label="Close details"]';
  await expect.poll(() => isShown(webKit, close)).toBe(true);
  await webKit.evaluate((wanted) => document.querySelector<HTMLElement>(wanted)?.focus(), close);
  await webKit.press('Escape');
  await expect.poll(() => isShown(webKit, 'aside[aria-label="Appointment"]')).toBe(false);
  await expect.poll(() => focusedBlock(webKit)).toBe(opened);
});

test('an appointment is booked by keys alone', async ({ webKit, product }) => {
  const { store, date } = await workingDay(product);
  await webKit.goto(`${product.url}/?store=${store.id}&date=${date}`);
  await expectDay(webKit);
  const began = Date.now();
  await webKit.press('n');
  await expectFocus(webKit, 'Pet');
  await webKit.type('be');
  await expect.poll(() => isShown(webKit, '[role=option]')).toBe(true);
  await webKit.press('Enter');
  await webKit.press('Tab');
  await webKit.type('vac');
  for (let tabs = 0; tabs < 12 && (await webKit.focusedName()) !== 'Start'; tabs += 1) await webKit.press('Tab');
  expect(await webKit.focusedName()).toBe('Start');
  await webKit.type('1045');
  await webKit.press('Control', 'Enter');
  await expect.poll(() => isShown(webKit, '[role=dialog]')).toBe(false);
  const made = await madeSince(product, began);
  expect(made).toHaveLength(1);
  expect(made[0]).toMatchObject({ visitTypeName: 'Vaccination', status: 'requested' });
  await expect.poll(() => focusedBlock(webKit)).toBe(made[0]?.id);
});
