import { tintOf } from './contrast.ts';

/** The rules of all tints in use, one a colour; null where there is no page, as in tests. */
const sheet = typeof CSSStyleSheet === 'undefined' ? null : new CSSStyleSheet();
if (sheet) document.adoptedStyleSheets.push(sheet);

const classes = new Map<string, string>();

/**
 * The CSS class that tints an element in a colour `#rrggbb`, in both themes: its ground, its text, and its borders where it
 * has any. One rule that many elements share costs the browser a small part of what variables on each of them do.
 */
export function tintClass(color: string): string {
  const known = classes.get(color);
  if (known !== undefined) return known;
  const name = `tint-${color.slice(1)}`;
  const [light, dark] = [tintOf(color, 'light'), tintOf(color, 'dark')];
  const both = (part: keyof typeof light) => `light-dark(${light[part]}, ${dark[part]})`;
  sheet?.insertRule(
    `.${name} { background-color: ${both('ground')}; border-color: ${both('bar')}; color: ${both('ink')}; }`,
  );
  classes.set(color, name);
  return name;
}
