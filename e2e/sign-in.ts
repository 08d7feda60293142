import type { Page } from '@playwright/test';
import { test as plain } from './harness.ts';

/** The product requires a key from each person; no one has signed in yet. */
export const test = plain.extend({
  access: 'sign_in',
  // The browser logs the refusal of a page that has not signed in.
  expectConsole: [[/status of 401/], { scope: 'test' }],
});

/** Signs in on a page that asks for a key. */
export async function enterKey(page: Page, key: string) {
  await page.getByLabel('Sign-in key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
