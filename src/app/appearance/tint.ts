import { tintOf } from './contrast.ts';

/** The style sheet of all tints and icons in use; null without a DOM, as in unit tests. */
const sheet = typeof CSSStyleSheet === 'undefined' ? null : new CSSStyleSheet();
if (sheet) document.adoptedStyleSheets.push(sheet);

/** The classes created so far, by their input. */
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
 * The CSS class that tints an element with a colour `#rrggbb` in both themes: background, text, and borders. One rule
 * shared by many elements is much cheaper than custom properties on each.
 */
export function tintClass(color: string): string {
  const [light, dark] = [tintOf(color, 'light'), tintOf(color, 'dark')];
  const both = (part: keyof typeof light) => `light-dark(${light[part]}, ${dark[part]})`;
  return classOf(color, (name) => [
    `.${name} { background-color: ${both('ground')}; border-color: ${both('bar')}; color: ${both('ink')}; }`,
  ]);
}

/** The size of a rendered icon in pixels: three times its CSS size, enough for any screen. */
const SIGN_PIXELS = 36;

let canvas: HTMLCanvasElement | undefined;

/** Renders an SVG path on a 24 by 24 grid as an image, and returns its data URL. */
function drawSign(path: string, ink: string): string {
  canvas ??= document.createElement('canvas');
  // Clears it, too.
  canvas.width = SIGN_PIXELS;
  canvas.height = SIGN_PIXELS;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return '';
  context.scale(SIGN_PIXELS / 24, SIGN_PIXELS / 24);
  Object.assign(context, { strokeStyle: ink, lineWidth: 2.5, lineCap: 'round', lineJoin: 'round' });
  context.stroke(new Path2D(path));
  return canvas.toDataURL();
}

/**
 * The CSS class that gives an element an icon as its background image, in the text colour of the tint in both themes.
 * Hundreds of copies of one image are much cheaper than hundreds of SVGs.
 *
 * @param path of an SVG on a 24 by 24 grid
 */
export function signClass(path: string, color: string): string {
  const image = (ink: string) => `background-image: url("${drawSign(path, ink)}");`;
  return classOf(`${color} ${path}`, (name) => {
    // Images do not support `light-dark()`.
    const [light, dark] = (['light', 'dark'] as const).map((theme) => image(tintOf(color, theme).ink));
    return [
      `.${name} { ${light} }`,
      `@media (prefers-color-scheme: dark) { :root:not([data-theme="light"]) .${name} { ${dark} } }`,
      `:root[data-theme="dark"] .${name} { ${dark} }`,
      // With forced colours the system says whether its ground is light or dark, whatever the theme is.
      `@media (forced-colors: active) and (prefers-color-scheme: light) { :root:root .${name} { ${image('#000000')} } }`,
      `@media (forced-colors: active) and (prefers-color-scheme: dark) { :root:root .${name} { ${image('#ffffff')} } }`,
    ];
  });
}
