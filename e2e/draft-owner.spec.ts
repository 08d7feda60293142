import type { Page } from '@playwright/test';
import { bookingDialog, fillIn } from './booking-form.ts';
import { expect } from './harness.ts';
import { signIn, test } from './sign-in.ts';

// A page that could not be told names the person whom it knew, and is refused.
test.use({ expectConsole: [/status of 40[19]/] });

async function signOut(page: Page) {
  await page.getByRole('button', { name: 'Session' }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByLabel('API key')).toBeVisible();
}

/** Signs in where a sign-in is asked for. */
async function enterKey(page: Page, key: string) {
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Opens the form as the person who signs in with a key would find it. */
async function openForm(page: Page, key: string) {
  await signIn(page, key);
  await page.getByRole('button', { name: 'New appointment' }).click();
  return bookingDialog(page).getByRole('textbox', { name: 'Notes' });
}

test('a draft is there for who typed it alone, and outlives sign-outs and sessions', async ({ page, product }) => {
  const [ann, bob] = [await product.issueKey(), await product.issueKey()];
  const anns = 'Ann’s: the owner calls back';
  const notes = bookingDialog(page).getByRole('textbox', { name: 'Notes' });
  const draftIsBack = bookingDialog(page).getByText('Your draft is back.');
  const bookButton = bookingDialog(page).getByRole('button', { name: 'Book appointment' });
  await (await openForm(page, ann.key)).fill(anns);

  // Who signs in in another tab has this one at once.
  const tab = await page.context().newPage();
  await tab.goto('/');
  await signOut(tab);
  await expect(page.getByLabel('API key')).toBeVisible();
  await enterKey(tab, bob.key);
  // The address of the form is still there, and so is the form; what was typed in it was Ann's.
  await expect(notes).toHaveValue('');
  await expect(draftIsBack).toBeHidden();
  await notes.fill('Bob’s');

  await signOut(tab);
  await enterKey(tab, ann.key);
  await expect(notes).toHaveValue(anns);
  await expect(draftIsBack).toBeVisible();
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  for (const { key } of [ann, bob]) expect(kept).not.toContain(key);
  await tab.close();

  // A session that ends is found out by a reload, and by the booking.
  await page.context().clearCookies();
  await page.reload();
  await enterKey(page, ann.key);
  await expect(notes).toHaveValue(anns);
  await fillIn(page, { pet: 'be', type: 'vac', start: '9:05' });
  await notes.focus();
  await page.context().clearCookies();
  // By key at once: the board, which asks for changes, finds it out within seconds.
  await page.keyboard.press('Control+Enter');
  await enterKey(page, ann.key);
  await expect(notes).toHaveValue(anns);
  await bookButton.click();
  await expect(page.getByText('Booked: ')).toBeVisible();
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
