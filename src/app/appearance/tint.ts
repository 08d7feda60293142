import { tintOf } from './contrast.ts';

/** The style sheet of all tints and icons in use; null without a DOM, as in unit tests. */
const sheet = typeof CSSStyleSheet === 'undefined' ? null : new CSSStyleSheet();
if (sheet) document.adoptedStyleSheets.push(sheet);

/** The classes created so far, by their input. */
const classes = new Map<string, string>();

/** The CSS class of an input; a rule for it is added the first time. `setStyle` is never called without a DOM. */
export function classOf(input: string, setStyle: (style: CSSStyleDeclaration) => void): string {
  const known = classes.get(input);
  if (known !== undefined) return known;
  const name = `tint-${classes.size}`;
  classes.set(input, name);
  if (sheet === null) return name;
  const rule = sheet.cssRules[sheet.insertRule(`.${name} {}`, sheet.cssRules.length)];
  if (rule instanceof CSSStyleRule) setStyle(rule.style);
  return name;
}

/**
 * The CSS class that tints an element with a colour `#rrggbb` in both themes: background, text, and borders. One rule
 * shared by many elements is much cheaper than custom properties on each.
 */
export function tintClass(color: string): string {
  const [light, dark] = [tintOf(color, 'light'), tintOf(color, 'dark')];
  const both = (part: keyof typeof light) => `light-dark(${light[part]}, ${dark[part]})`;
  return classOf(color, (style) => {
    style.backgroundColor = both('ground');
    style.borderColor = both('bar');
    style.color = both('ink');
  });
}
