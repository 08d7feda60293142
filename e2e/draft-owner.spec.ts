import type { Page } from '@playwright/test';
import { bookingDialog } from './booking-form.ts';
import { expect } from './harness.ts';
import { issueKey, signIn, test } from './sign-in.ts';

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
  const [ann, bob] = [await issueKey(product), await issueKey(product)];
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

test('a session that ends in the middle of the form loses nothing that was typed', async ({ page, product }) => {
  const [ann, bob] = [await issueKey(product), await issueKey(product)];
  await (await openForm(page, ann.key)).fill('typed before the end');
  await page.context().clearCookies();
  await page.reload();
  await expect(page.getByLabel('API key')).toBeVisible();
  await page.getByLabel('API key').fill(ann.key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  // The address still has the form, and the form its draft.
  await expect(bookingDialog(page).getByRole('textbox', { name: 'Notes' })).toHaveValue('typed before the end');

  // Somebody else signs in in another tab of this browser: the form of this tab is then hers.
  const tab = await page.context().newPage();
  await tab.goto('/');
  await signOut(tab);
  await signIn(tab, bob.key);
  await page.reload();
  await expect(bookingDialog(page).getByRole('textbox', { name: 'Notes' })).toHaveValue('');
});
