import axe from 'axe-core';
import { expect } from 'vitest';
import { applyTheme } from '#app/appearance/theme.ts';

const EVERYTHING = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const CONTRAST = 'color-contrast';

/** What axe looks at: everything, or all but the contrast of colours, which is the same in every language. */
type Rules = 'all' | 'all but contrast';

/**
 * What axe finds fault with on the page, or in the part of it that a selector names, must be nothing: neither in the light nor in the
 * dark, where it looks at the contrast alone, since nothing else of a page depends on the theme.
 */
export async function expectAccessible(
  what: string,
  { part, rules = 'all' }: { part?: string; rules?: Rules } = {},
): Promise<void> {
  const look = async (theme: 'light' | 'dark', options: axe.RunOptions) => {
    applyTheme(theme);
    const { violations } = await axe.run(part ?? document, { resultTypes: ['violations'], ...options });
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`,
    );
    expect(found, `${what}, ${theme}`).toEqual([]);
  };
  const runOnly: axe.RunOnly = { type: 'tag', values: EVERYTHING };
  try {
    if (rules === 'all') await look('dark', { runOnly: [CONTRAST] });
    await look('light', { runOnly, rules: { [CONTRAST]: { enabled: rules === 'all' } } });
  } finally {
    applyTheme('system');
  }
}
