import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './harness.ts';

const EVERYTHING = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * What axe finds fault with on the page, or in the part of it that a selector names, must be nothing: neither in the light nor in the
 * dark, where it looks at the contrast alone, since nothing else of a page depends on the theme.
 */
export async function expectAccessible(page: Page, what: string, part?: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // A colour that is on its way from one theme to the other is neither: the shortest transition takes a frame.
    await page.evaluate(() => {
      void document.body.offsetWidth;
      return Promise.allSettled(document.getAnimations().map(({ finished }) => finished)).then(() => undefined);
    });
    // The app has no frames; without them axe needs no page of its own to put its findings together.
    const all = new AxeBuilder({ page }).setLegacyMode();
    const builder = colorScheme === 'dark' ? all.withRules(['color-contrast']) : all.withTags(EVERYTHING);
    const { violations } = await (part === undefined ? builder : builder.include(part)).analyze();
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`,
    );
    expect(found, `${what}, ${colorScheme}`).toEqual([]);
  }
}
