import { onTestFinished } from 'vitest';
import { page } from 'vitest/browser';

/** The size with which each component test starts. */
const usual = { width: 1280, height: 800 };

/** Resizes the page for the rest of a test, which the tests after it share. */
export async function resizePage(width: number, height: number): Promise<void> {
  onTestFinished(() => page.viewport(usual.width, usual.height));
  await page.viewport(width, height);
}
