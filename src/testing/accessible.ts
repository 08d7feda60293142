import axe from 'axe-core';
import { expect } from 'vitest';
import { applyTheme } from '#app/appearance/theme.ts';
import { styleSignatures } from './style-signature.ts';

const EVERYTHING = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const CONTRAST = 'color-contrast';

/** What axe looks at: everything, or all but the contrast of colours, which is the same in every language. */
type Rules = 'all' | 'all but contrast';

type Theme = 'light' | 'dark';

/** The looks whose contrast was enough on this page before: most of a screen is also on the next, many times over. */
const enough = new Set<string>();

// It takes most of axe's time.
const UNSEEN = 'data-unseen-look';
axe.configure({ rules: [{ id: CONTRAST, selector: `[${UNSEEN}]` }] });

/** Has axe look at the contrast of one element of each look that is new, or was not good enough. */
async function ofUnseenLooks(theme: Theme, part: string | undefined, look: () => Promise<string[]>): Promise<string[]> {
  const unseen = new Map<string, Element>();
  for (const [element, ownLook] of styleSignatures(document.querySelectorAll(part ?? 'html'))) {
    const key = `${theme} ${innerWidth} ${ownLook}`;
    if (!enough.has(key) && !unseen.has(key)) unseen.set(key, element);
  }
  for (const element of unseen.values()) element.setAttribute(UNSEEN, '');
  try {
    const faults = await look();
    if (faults.length === 0) for (const key of unseen.keys()) enough.add(key);
    return faults;
  } finally {
    for (const element of unseen.values()) element.removeAttribute(UNSEEN);
  }
}

/**
 * What axe finds fault with on the page, or in the part of it that a selector names, must be nothing: neither in the light nor in the
 * dark, where it looks at the contrast alone, since nothing else of a page depends on the theme.
 */
export async function expectAccessible(
  what: string,
  { part, rules = 'all' }: { part?: string; rules?: Rules } = {},
): Promise<void> {
  const look = async (theme: Theme, options: axe.RunOptions) => {
    applyTheme(theme);
    const run = async () => {
      const { violations } = await axe.run(part ?? document, { resultTypes: ['violations'], ...options });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`);
    };
    const found = rules === 'all' ? await ofUnseenLooks(theme, part, run) : await run();
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
