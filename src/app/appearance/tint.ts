import { tintOf } from './contrast.ts';

/** The style sheet of all tints and icons in use; null without a DOM, as in unit tests. */
const sheet = typeof CSSStyleSheet === 'undefined' ? null : new CSSStyleSheet();
if (sheet) document.adoptedStyleSheets.push(sheet);

/** The classes created so far, by their input. */
const classes = new Map<string, string>();

/** Adds CSS rules to the style sheet; nothing without a DOM. */
export function addRules(rules: readonly string[]): void {
  for (const rule of rules) sheet?.insertRule(rule, sheet.cssRules.length);
}

/** The CSS class of an input, which `addRulesOf` describes the first time; never without a DOM. */
export function classOf(input: string, addRulesOf: (name: string) => void): string {
  const known = classes.get(input);
  if (known !== undefined) return known;
  const name = `tint-${classes.size}`;
  if (sheet) addRulesOf(name);
  classes.set(input, name);
  return name;
}

/**
 * The CSS class that tints an element with a colour `#rrggbb` in both themes: background, text, and borders. One rule
 * shared by many elements is much cheaper than custom properties on each.
 */
export function tintClass(color: string): string {
  const [light, dark] = [tintOf(color, 'light'), tintOf(color, 'dark')];
  const both = (part: keyof typeof light) => `light-dark(${light[part]}, ${dark[part]})`;
  return classOf(color, (name) =>
    addRules([
      `.${name} { background-color: ${both('ground')}; border-color: ${both('bar')}; color: ${both('ink')}; }`,
    ]),
  );
}
