import type { Page, Route } from '@playwright/test';
import { bookingDialog, fillIn } from './booking-form.ts';
import { expect } from './harness.ts';
import { signIn, test } from './sign-in.ts';

async function signOut(page: Page) {
  await page.getByRole('button', { name: 'Session' }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByLabel('API key')).toBeVisible();
}

/** Opens the form as the person who signs in with a key would find it. */
async function openForm(page: Page, key: string) {
  await signIn(page, key);
  await page.getByRole('button', { name: 'New appointment' }).click();
  return bookingDialog(page).getByRole('textbox', { name: 'Notes' });
}

test('a draft survives the sign-out of who typed it, and nobody else sees it', async ({ page, product }) => {
  const [ann, bob] = [await product.issueKey(), await product.issueKey()];
  const notes = 'Ann’s: the owner calls back';
  await (await openForm(page, ann.key)).fill(notes);
  await page.keyboard.press('Escape');
  await signOut(page);

  const bobs = await openForm(page, bob.key);
  await expect(bobs).toHaveValue('');
  await expect(bookingDialog(page).getByText('Your draft is back.')).toBeHidden();
  await bobs.fill('Bob’s');
  await page.getByRole('button', { name: 'Close' }).first().click();
  await signOut(page);

  await expect(await openForm(page, ann.key)).toHaveValue(notes);
  await expect(bookingDialog(page).getByText('Your draft is back.')).toBeVisible();
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  for (const { key } of [ann, bob]) expect(kept).not.toContain(key);
});

test('a session that ends, found out by a reload or by the booking, loses nothing that was typed', async ({
  page,
  product,
}) => {
  const ann = await product.issueKey();
  const signInAgain = async () => {
    await page.getByLabel('API key').fill(ann.key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    // The address still has the form, and the form its draft.
    await expect(bookingDialog(page).getByRole('textbox', { name: 'Notes' })).toHaveValue('typed before the end');
  };
  await (await openForm(page, ann.key)).fill('typed before the end');
  await page.context().clearCookies();
  await page.reload();
  await signInAgain();
  await fillIn(page, { pet: 'be', type: 'vac', start: '9:05' });
  await page.context().clearCookies();
  await bookingDialog(page).getByRole('button', { name: 'Book appointment' }).click();
  await signInAgain();
  await bookingDialog(page).getByRole('button', { name: 'Book appointment' }).click();
  await expect(page.getByText(/^Booked: /)).toBeVisible();
});

for (const [index, { name, held }] of [
  { name: 'read for', held: '**/api/v1/appointments/search' },
  { name: 'sent', held: '**/api/v1/appointments' },
].entries()) {
  test(`who signs in while a booking is being ${name} is told nothing of it, and books nothing`, async ({
    page,
    product,
  }) => {
    const [ann, bob] = [await product.issueKey(), await product.issueKey()];
    await (await openForm(page, ann.key)).fill('of Ann');
    await fillIn(page, { pet: 'be', type: 'vac', start: `${11 + index}:05` });
    await expect(bookingDialog(page).getByRole('region', { name: 'Before you book' })).toBeVisible();
    let creates = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/v1/appointments')) creates += 1;
    });
    let letGo: () => void = () => undefined;
    const free = new Promise<void>((resolve) => (letGo = resolve));
    let answered: () => void = () => undefined;
    const done = new Promise<void>((resolve) => (answered = resolve));
    let started: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (started = resolve));
    const hold = async (route: Route) => {
      const response = await route.fetch();
      started();
      await free;
      // The form has not waited so long for a glance.
      await route.fulfill({ response }).catch(() => undefined);
      answered();
    };
    await page.route(held, hold, { times: 1 });
    await page.keyboard.press('Control+Enter');
    await asked;
    await page.keyboard.press('Escape');
    await signOut(page);
    await page.getByLabel('API key').fill(bob.key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'New appointment' }).click();
    const notes = bookingDialog(page).getByRole('textbox', { name: 'Notes' });
    await notes.fill('of Bob');
    letGo();
    await done;
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'New appointment' }).click();
    await expect(notes).toHaveValue('of Bob');
    await expect(page.getByText(/^Booked: /)).toBeHidden();
    expect(creates).toBe(index);
  });
}

test('who signs in in another tab has this one at once, and nothing of who was here before', async ({
  page,
  product,
}) => {
  const [ann, bob] = [await product.issueKey(), await product.issueKey()];
  const notes = bookingDialog(page).getByRole('textbox', { name: 'Notes' });
  await (await openForm(page, ann.key)).fill('Ann’s: the owner calls back');

  const tab = await page.context().newPage();
  await tab.goto('/');
  await signOut(tab);
  await expect(page.getByLabel('API key')).toBeVisible();
  await signIn(tab, bob.key);
  // The address of the form is still there, and so is the form; what was typed in it was Ann's.
  await expect(notes).toHaveValue('');
  await notes.fill('Bob’s');

  await signOut(tab);
  await signIn(tab, ann.key);
  await expect(notes).toHaveValue('Ann’s: the owner calls back');
});

test('a tab that could not be told shows nothing of the last person’s until it knows who is here', async ({
  page,
  product,
}) => {
  const [ann, bob] = [await product.issueKey(), await product.issueKey()];
  await (await openForm(page, ann.key)).fill('Ann’s: the owner calls back');
  const keptDay = () => page.evaluate(() => localStorage.getItem('frontdesk.last-day'));
  await expect.poll(keptDay).not.toBeNull();
  const kept = await page.evaluate(() => ({ ...localStorage }));

  // Bob signs in, and the browser ends before any of its tabs could note it: what it keeps is as Ann left it.
  await page.request.post('/desk/session', { data: { apiKey: bob.key }, headers: { origin: product.url } });
  await page.evaluate((items) => {
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
  }, kept);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/desk/session', async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  await expect(bookingDialog(page)).toContainText('Loading');
  await expect(page.getByText('Ann’s: the owner calls back')).toBeHidden();
  release();
  await expect(bookingDialog(page).getByRole('textbox', { name: 'Notes' })).toHaveValue('');
  expect(kept['frontdesk.person']).toBeDefined();
  const people = () =>
    page.evaluate(() => {
      const day = JSON.parse(localStorage.getItem('frontdesk.last-day') ?? '{}') as { person?: string };
      return [localStorage.getItem('frontdesk.person'), day.person];
    });
  await expect.poll(people).not.toContain(kept['frontdesk.person']);
  await page.unrouteAll({ behavior: 'wait' });
});
