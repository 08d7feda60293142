import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What axe finds wrong in a page, or in the part of it that a selector names: each rule with the elements that break it. */
export async function violations(page: Page, part?: string): Promise<string[]> {
  // The app has no frames; without them axe needs no page of its own to put their findings together.
  const builder = new AxeBuilder({ page }).setLegacyMode();
  const found = await (part === undefined ? builder : builder.include(part)).analyze();
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}
