import { tintOf } from './contrast.ts';

/** The style sheet of all tints in use; null without a DOM, as in unit tests. */
const sheet = typeof CSSStyleSheet === 'undefined' ? null : new CSSStyleSheet();
if (sheet) document.adoptedStyleSheets.push(sheet);

/** The CSS classes created so far, keyed by colour. */
const classes = new Map<string, string>();

/**
 * The CSS class that tints an element with a colour `#rrggbb` in both themes: background, text, and borders. One rule
 * shared by many elements is much cheaper than custom properties on each.
 */
export function tintClass(color: string): string {
  const existing = classes.get(color);
  if (existing !== undefined) return existing;
  const name = `tint-${classes.size}`;
  classes.set(color, name);
  const [light, dark] = [tintOf(color, 'light'), tintOf(color, 'dark')];
  const lightDark = (part: keyof typeof light) => `light-dark(${light[part]}, ${dark[part]})`;
  const colors = `background-color: ${lightDark('ground')}; border-color: ${lightDark('bar')}; color: ${lightDark('ink')}`;
  sheet?.insertRule(`.${name} { ${colors} }`);
  return name;
}
