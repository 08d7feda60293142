import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './harness.ts';

const EVERYTHING = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe looks at: everything, or all but the contrast of colours, which is the same in every language. */
type Rules = 'all' | 'all but contrast';

/**
 * What axe finds fault with on the page, or in the part of it that a selector names, must be nothing: neither in the light nor in the
 * dark, where it looks at the contrast alone, since nothing else of a page depends on the theme.
 */
export async function expectAccessible(
  page: Page,
  what: string,
  { part, rules = 'all' }: { part?: string; rules?: Rules } = {},
): Promise<void> {
  const look = async (colorScheme: 'dark' | 'light', choose: (axe: AxeBuilder) => AxeBuilder) => {
    // With less motion no colour is on its way from one theme to the other.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // The app has no frames; without them axe needs no page of its own to put its findings together.
    const axe = choose(new AxeBuilder({ page }).setLegacyMode());
    const { violations } = await (part === undefined ? axe : axe.include(part)).analyze();
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`,
    );
    expect(found, `${what}, ${colorScheme}`).toEqual([]);
  };
  if (rules === 'all') await look('dark', (axe) => axe.withRules(['color-contrast']));
  const unneeded = rules === 'all' ? [] : ['color-contrast'];
  await look('light', (axe) => axe.withTags(EVERYTHING).disableRules(unneeded));
}
