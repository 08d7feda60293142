import axe from 'axe-core';
import { expect } from 'vitest';
import { applyTheme } from '#app/appearance/theme.ts';
import { styleSignatures } from './style-signature.ts';

const EVERYTHING = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const CONTRAST = 'color-contrast';

/** What axe checks: everything, or everything except colour contrast, which is the same in every language. */
type Rules = 'all' | 'all but contrast';

type Theme = 'light' | 'dark';

/**
 * The styles whose contrast was already found sufficient on this page: most elements of a screen also occur on the
 * next.
 */
const enough = new Set<string>();

// The contrast check takes most of axe's time, so it checks only marked elements.
const UNSEEN = 'data-unseen-look';
axe.configure({ rules: [{ id: CONTRAST, selector: `[${UNSEEN}]` }] });

/** Marks one element of each style that is new or failed before, so that `look` checks their contrast. */
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
 * Expects that axe finds no violations on the page, or in the part with a selector: all rules in the light theme, and
 * only the contrast in the dark theme, because nothing else depends on the theme.
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
