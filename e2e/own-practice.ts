import type { Page } from '@playwright/test';
import { startProduct } from '#testing/built-product.ts';
import { expect } from './harness.ts';

/** Starts the product without a demo, and sets up a practice on its pages, as its manager Kim. */
export async function setUpPractice(page: Page, environment: Record<string, string> = {}) {
  const { product, dispose } = await startProduct(['start', '--no-demo'], undefined, environment);
  const printed = (pattern: RegExp) => pattern.exec(product.shown.join('\n'))?.[1];
  const setup = () => printed(/(http:\S+\/setup#\S+)/);
  await expect.poll(setup).toBeDefined();
  await page.goto(setup() ?? '');
  await page.getByLabel('Name of the practice').fill('Willow Vets');
  await page.getByLabel('Your first name').fill('Kim');
  await page.keyboard.press('Enter');
  const key = await page
    .getByText(/fd_[0-9a-f]{32}_/)
    .first()
    .textContent();
  await page.getByRole('button', { name: 'Copy key' }).click();
  return {
    url: product.url,
    /** The sign-in key of Kim. */
    key: key ?? '',
    /** The address of the public door, if the environment opens one. */
    door: printed(/The public door is ready at (http:\S+?);/) ?? '',
    dispose,
  };
}
