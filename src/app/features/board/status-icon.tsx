import { TriangleAlert } from 'lucide-react';
import { tintOf } from '#app/appearance/contrast.ts';
import type { EnumDisplay } from '#app/appearance/enum-display.ts';
import { classOf } from '#app/appearance/tint.ts';
import { fromRight } from '#app/language/line-direction.ts';

/**
 * Icons of the statuses, each a single path on a 24 by 24 grid: a board has hundreds of them, so every further element
 * would cost drawing time. They are appearance only: nothing is decided by them, and other statuses get a plain ring.
 */
const SIGNS: Readonly<Record<string, string>> = {
  // A clock.
  requested: 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M12 7v5l3 3',
  // A calendar page with a tick.
  confirmed: 'M4 5h16v15H4zM4 10h16M8 2v4M16 2v4M9 15l2 2l4-4',
  // An arrow through a door, along the line.
  checked_in: fromRight ? 'M11 3h-7v18h7M21 12h-11M14 8l-4 4l4 4' : 'M13 3h7v18h-7M3 12h11M10 8l4 4l-4 4',
  // A heartbeat.
  in_progress: 'M2 12h5l3-8l4 16l3-8h5',
  // A card.
  ready_for_checkout: 'M2 6h20v13H2zM2 11h20M6 15h4',
  // A tick in a ring.
  completed: 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M8 12l3 3l5-6',
  // A cross in a ring.
  cancelled: 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M9 9l6 6M15 9l-6 6',
  // A person, crossed.
  no_show: 'M9 3a4 4 0 1 0 0 8a4 4 0 1 0 0-8M2 21c0-8 14-8 14 0M17 8l5 5M22 8l-5 5',
};
const RING = 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18';

function signOf(status: string): string {
  return (Object.hasOwn(SIGNS, status) ? SIGNS[status] : undefined) ?? RING;
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

const DARK_SYSTEM = '(prefers-color-scheme: dark)';
const FORCED_COLORS = '(forced-colors: active)';

/** The colour of text in a tint as the page is now. */
function inkOf(color: string): string {
  const system = matchMedia(DARK_SYSTEM).matches ? 'dark' : 'light';
  // With forced colours the system says whether its ground is light or dark, whatever the theme is.
  if (matchMedia(FORCED_COLORS).matches) return system === 'dark' ? '#ffffff' : '#000000';
  const { theme = system } = document.documentElement.dataset;
  return tintOf(color, theme === 'dark' ? 'dark' : 'light').ink;
}

/** Each draws a sign as the page is now. */
const drawings: (() => void)[] = [];

function drawAgain(): void {
  for (const draw of drawings) draw();
}

function followTheme(): void {
  for (const query of [DARK_SYSTEM, FORCED_COLORS]) matchMedia(query).addEventListener('change', drawAgain);
  new MutationObserver(drawAgain).observe(document.documentElement, { attributeFilter: ['data-theme'] });
}

/**
 * The CSS class that gives an element an icon as its background image, in the text colour of the tint: images know no
 * `light-dark()`. Hundreds of copies of one picture are painted in a fraction of the time of hundreds of SVGs, as elements or as images.
 *
 * @param path of an SVG on a 24 by 24 grid
 */
function signClass(path: string, color: string): string {
  return classOf(`${color} ${path}`, (style) => {
    if (drawings.length === 0) followTheme();
    function draw() {
      style.backgroundImage = `url("${drawSign(path, inkOf(color))}")`;
    }
    draw();
    drawings.push(draw);
  });
}

/**
 * The CSS class that draws the icon of a status as the background at the start of a text, in the text colour of its
 * tint.
 */
export function statusSignClass({ value, color }: EnumDisplay): string {
  return signClass(signOf(value), color);
}

/** The icon of a status, shown with its colour so that colour is never the only sign. */
export function StatusIcon({ status, size = 12 }: { status: string; size?: number }) {
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 24 24" className="status-sign">
      <path d={signOf(status)} />
    </svg>
  );
}

/** The sign of a clash, whose words are its tooltip, so that a name that comes late changes no line; empty without one. */
export function ClashSign({ text }: { text: string }) {
  return text === '' ? null : (
    <span className="shrink-0 text-danger" title={text}>
      <TriangleAlert aria-hidden="true" size={13} />
      <span className="sr-only">{text}</span>
    </span>
  );
}
