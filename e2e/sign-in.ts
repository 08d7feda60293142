import type { Page } from '@playwright/test';
import { expectDay } from './board.ts';
import { test as plain } from './harness.ts';

/** The product asks each person for a key; nobody has signed in yet. */
export const test = plain.extend({
  access: 'sign_in',
  // Whoever has not signed in is told so, which the browser logs.
  expectConsole: [[/status of 401/], { scope: 'test' }],
});

/** Signs in where a key is asked for, and waits for the day. */
export async function enterKey(page: Page, key: string) {
  const field = page.getByLabel('API key');
  // React does not notice what Playwright fills in over WebDriver BiDi.
  if (page.context().browser()?.browserType().name() === 'firefox') await field.pressSequentially(key);
  else await field.fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expectDay(page);
}

/** Signs in at the board and waits for the day. */
export async function signIn(page: Page, key: string) {
  await page.goto('/');
  await enterKey(page, key);
}
