import { tintOf } from './contrast.ts';

/** The rules of all tints and signs in use; null where there is no page, as in tests. */
const sheet = typeof CSSStyleSheet === 'undefined' ? null : new CSSStyleSheet();
if (sheet) document.adoptedStyleSheets.push(sheet);

/** The classes whose rules are there, by what they were made of. */
const classes = new Map<string, string>();

function classOf(made: string, rulesOf: (name: string) => readonly string[]): string {
  const known = classes.get(made);
  if (known !== undefined) return known;
  const name = `tint-${classes.size}`;
  if (sheet) for (const rule of rulesOf(name)) sheet.insertRule(rule, sheet.cssRules.length);
  classes.set(made, name);
  return name;
}

/**
 * The CSS class that tints an element in a colour `#rrggbb`, in both themes: its ground, its text, and its borders where it
 * has any. One rule that many elements share costs the browser a small part of what variables on each of them do.
 */
export function tintClass(color: string): string {
  const [light, dark] = [tintOf(color, 'light'), tintOf(color, 'dark')];
  const both = (part: keyof typeof light) => `light-dark(${light[part]}, ${dark[part]})`;
  return classOf(color, (name) => [
    `.${name} { background-color: ${both('ground')}; border-color: ${both('bar')}; color: ${both('ink')}; }`,
  ]);
}

/** Pixels of a drawn sign: three for each that it is shown in, enough for any screen. */
const SIGN_PIXELS = 36;

/** Draws a path of an SVG on a ground of 24 by 24; answers the image as an address. */
function drawSign(path: string, ink: string): string {
  const canvas = document.createElement('canvas');
  canvas.width = SIGN_PIXELS;
  canvas.height = SIGN_PIXELS;
  const context = canvas.getContext('2d');
  if (!context) return '';
  context.scale(SIGN_PIXELS / 24, SIGN_PIXELS / 24);
  Object.assign(context, { strokeStyle: ink, lineWidth: 2.5, lineCap: 'round', lineJoin: 'round' });
  context.stroke(new Path2D(path));
  return canvas.toDataURL();
}

/**
 * The CSS class that gives an element a line drawing as its background image, in the ink of the colour's tint in both
 * themes. Hundreds of the same image cost a fraction of hundreds of drawings.
 *
 * @param path of an SVG on a ground of 24 by 24
 */
export function signClass(path: string, color: string): string {
  const image = (theme: 'light' | 'dark') => `background-image: url("${drawSign(path, tintOf(color, theme).ink)}");`;
  // An image has no `light-dark()`.
  return classOf(`${color} ${path}`, (name) => [
    `.${name} { ${image('light')} }`,
    `@media (prefers-color-scheme: dark) { :root:not([data-theme="light"]) .${name} { ${image('dark')} } }`,
    `:root[data-theme="dark"] .${name} { ${image('dark')} }`,
  ]);
}
