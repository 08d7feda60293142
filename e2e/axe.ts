import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './harness.ts';

/** What axe finds fault with on the page, or in the part of it that a selector names, must be nothing. */
export async function expectAccessible(page: Page, what: string, part?: string): Promise<void> {
  // The app has no frames; without them axe needs no page of its own to put its findings together.
  const builder = new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .setLegacyMode();
  const { violations } = await (part === undefined ? builder : builder.include(part)).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`);
  expect(found, what).toEqual([]);
}
