import type { Page } from '@playwright/test';
import { expectDay, pressUntil } from './board.ts';
import { bookingDialog, fillIn } from './booking-form.ts';
import { expect, type SharedProduct } from './harness.ts';
import { enterKey, test } from './sign-in.ts';

// Until a page notices the sign-out it sends the previous person's id, and is refused. The pages of several people prefetch
// on one budget.
test.use({ expectConsole: [/status of (?:40[139]|429)/] });

const MINUTE_MS = 60_000;
const DAY = '2031-08-06';

interface Colleague {
  name: string;
  key: string;
  pin: string;
}

const nameButton = (page: Page, { name }: Colleague) => page.getByRole('button', { name });
const deskOf = (page: Page, { name }: Colleague) =>
  page.getByRole('button', { name: new RegExp(`Signed in as .*${name}`) });
const booked = (page: Page) => page.getByText('Booked: ');

/** Three people of the practice with keys of their own. */
async function threePeople(product: SharedProduct): Promise<[Colleague, Colleague, Colleague]> {
  const person = async (name: string, pin: string) => ({ name, pin, key: await product.issueKeyOf(name) });
  return [
    await person('Grace Okafor', '284617'),
    await person('Kwame Mensah', '594013'),
    await person("Tom D'Angelo", '730258'),
  ];
}

/** Signs in with the key, and sets the PIN in the settings. */
async function arrive(page: Page, colleague: Colleague) {
  await enterKey(page, colleague.key);
  await expect(deskOf(page, colleague)).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).click();
  const part = page.getByRole('region', { name: 'My PIN' });
  await part.getByLabel('Your sign-in key').fill(colleague.key);
  await part.getByLabel('New PIN').fill(colleague.pin);
  await part.getByLabel('Repeat PIN').fill(colleague.pin);
  await part.getByRole('button', { name: 'Save PIN' }).click();
  await expect(part.getByRole('status')).toHaveText('Your PIN was saved.');
}

/** The desk shared by three people: each has signed in once and set a PIN. No one is signed in. */
async function sharedDesk(page: Page, people: readonly Colleague[]) {
  await page.clock.install();
  await page.goto('/');
  for (const [nth, colleague] of people.entries()) {
    if (nth > 0) await page.getByRole('button', { name: 'Use a sign-in key' }).click();
    await arrive(page, colleague);
    await page.keyboard.press('Control+Shift+L');
  }
  await expect(page.getByRole('heading', { name: 'Who is here?' })).toBeVisible();
}

/** Switches to a person with two clicks and the PIN, while someone else is signed in. */
async function takeOver(page: Page, colleague: Colleague) {
  // The part of the app with this key is loaded after the desk is shown.
  await pressUntil(
    () => page.keyboard.press('Control+Shift+L'),
    (wait) => expect(nameButton(page, colleague)).toBeVisible(wait),
  );
  await signInByName(page, colleague);
}

async function signInByName(page: Page, colleague: Colleague) {
  await nameButton(page, colleague).click();
  await page.keyboard.type(colleague.pin);
  await page.keyboard.press('Enter');
  await expect(deskOf(page, colleague)).toBeVisible();
}

/** Books from the calendar by keyboard. */
async function bookAt(page: Page, start: string) {
  await expectDay(page);
  await page.keyboard.press('n');
  await fillIn(page, { pet: 'be', type: 'vac', start });
  await page.keyboard.press('Control+Enter');
  await expect(booked(page)).toBeVisible();
}

const details = (page: Page) => page.getByRole('complementary', { name: 'Appointment' });
const notes = (page: Page) => bookingDialog(page).getByRole('textbox', { name: 'Notes' });
const blocks = (page: Page) => page.getByRole('main', { name: 'Calendar' }).locator('[data-appointment]');

test('three people at one desk book under their own names, and each finds their unfinished work again', async ({
  page,
  product,
}) => {
  const people = await threePeople(product);
  const [grace, kwame, tom] = people;
  await sharedDesk(page, people);
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  for (const { key, pin } of people) for (const secret of [key, pin]) expect(stored).not.toContain(secret);

  await signInByName(page, grace);
  await page.goto(`/?date=${DAY}`);
  const starts = new Map([
    [grace, '10:00'],
    [kwame, '11:00'],
    [tom, '14:00'],
  ]);
  for (const [colleague, start] of starts) {
    await test.step(`${colleague.name} books`, async () => {
      if (colleague !== grace) await takeOver(page, colleague);
      await bookAt(page, start);
      await expect(blocks(page).and(page.locator(':focus'))).toBeVisible();
      await pressUntil(
        () => page.keyboard.press('Enter'),
        (wait) => expect(details(page)).toBeVisible(wait),
      );
      await details(page).getByText('History', { exact: true }).click();
      await expect(details(page).getByRole('list', { name: 'History' })).toContainText(colleague.name);
      await page.getByRole('button', { name: 'Close details' }).click();
      await page.clock.fastForward(12 * MINUTE_MS);
    });
  }

  await test.step('an unfinished booking waits for its author', async () => {
    await page.keyboard.press('n');
    await notes(page).fill('Tom’s: the owner calls back');
    await takeOver(page, grace);
    await expectDay(page);
    await page.keyboard.press('n');
    await expect(notes(page)).toHaveValue('');
    await page.clock.fastForward(12 * MINUTE_MS);
    await takeOver(page, tom);
    await expectDay(page);
    await page.keyboard.press('n');
    await bookingDialog(page).getByRole('button', { name: 'Continue' }).click();
    await expect(notes(page)).toHaveValue('Tom’s: the owner calls back');
  });
});

test('all tabs of a browser show the desk of the same person', async ({ page, product }) => {
  const people = await threePeople(product);
  const [grace, kwame] = people;
  await sharedDesk(page, [grace, kwame]);
  await signInByName(page, grace);
  const other = await page.context().newPage();
  await other.goto('/appointments');
  await expect(deskOf(other, grace)).toBeVisible();
  await takeOver(other, kwame);
  await expect(deskOf(page, kwame)).toBeVisible();
  await pressUntil(
    () => page.keyboard.press('Control+Shift+L'),
    (wait) => expect(nameButton(page, kwame)).toBeVisible(wait),
  );
  for (const tab of [page, other]) await expect(nameButton(tab, kwame)).toBeVisible();
});

test('a desk that was left overnight locks before its page shows anything', async ({ page, product }) => {
  const [grace, kwame] = await threePeople(product);
  await sharedDesk(page, [grace, kwame]);
  await signInByName(page, grace);
  await page.goto('/');
  await expectDay(page);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('frontdesk.last-day'))).not.toBeNull();
  const sent: string[] = [];
  const address = page.url();
  await page.goto('about:blank');
  page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.clock.setSystemTime(Date.now() + 24 * 60 * MINUTE_MS);
  await page.goto(address);
  await expect(nameButton(page, grace)).toBeFocused();
  const requests = sent.filter((request) => /\/(?:api|desk)\//.test(request));
  expect(requests).toEqual(['DELETE /desk/session', 'GET /desk/session']);
  expect(await page.evaluate(() => localStorage.getItem('frontdesk.last-day'))).toBeNull();
});
