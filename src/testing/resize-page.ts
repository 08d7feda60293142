import { onTestFinished } from 'vitest';
import { page } from 'vitest/browser';

/** The initial size of each component test. */
const usual = { width: 1280, height: 800 };

/** Resizes the page for the rest of a test; later tests share the page. */
export async function resizePage(width: number, height: number): Promise<void> {
  onTestFinished(() => page.viewport(usual.width, usual.height));
  await page.viewport(width, height);
}
