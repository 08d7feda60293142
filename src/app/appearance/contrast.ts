/** A colour in sRGB as red, green and blue, each 0 to 255. */
type Rgb = readonly [number, number, number];

/**
 * The lowest contrast of text against its background (WCAG 2.2, 1.4.3) and of graphics against adjacent colours
 * (1.4.11).
 */
export const MIN_CONTRAST = { text: 4.5, graphics: 3 } as const;

const STEPS = 50;
/** Added to the required contrast, since rounding to whole channel values may reduce it a little. */
const TOLERANCE = 0.05;

function parseHex(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function formatHex(rgb: Rgb): string {
  return `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  return [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
    from[2] + (to[2] - from[2]) * share,
  ];
}

function linearize(channel: number): number {
  const part = channel / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

function luminance(color: Rgb): number {
  return 0.2126 * linearize(color[0]) + 0.7152 * linearize(color[1]) + 0.0722 * linearize(color[2]);
}

/** The contrast of two colours `#rrggbb`, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrastOf(one: string, other: string): number {
  const [a, b] = [luminance(parseHex(one)), luminance(parseHex(other))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Mixes the colour with `target` just enough to reach the contrast `minimum` against `background`. */
function ensureContrast(color: Rgb, target: Rgb, background: Rgb, minimum: number): Rgb {
  const backgroundLuminance = luminance(background);
  for (let step = 0; step <= STEPS; step += 1) {
    const mixed = mix(color, target, step / STEPS);
    const own = luminance(mixed);
    const contrast = (Math.max(own, backgroundLuminance) + 0.05) / (Math.min(own, backgroundLuminance) + 0.05);
    if (contrast >= minimum + TOLERANCE) return mixed;
  }
  return target;
}

/** The colours of a block: background, text, and the bar in the status colour. */
interface Tint {
  ground: string;
  ink: string;
  bar: string;
}

const THEMES = {
  light: { surface: [255, 255, 255], plain: [255, 255, 255], goal: [0, 0, 0], share: 0.14 },
  dark: { surface: [27, 32, 36], plain: [35, 41, 46], goal: [255, 255, 255], share: 0.24 },
} as const satisfies Record<string, { surface: Rgb; plain: Rgb; goal: Rgb; share: number }>;

type ColorScheme = keyof typeof THEMES;

/**
 * Derives the colours of a block in one theme from any colour `#rrggbb`. On both its own background and the plain one,
 * the text has a contrast of at least 4.5:1 and the bar of at least 3:1.
 */
export function tintOf(color: string, theme: ColorScheme): Tint {
  const { surface, plain, goal, share } = THEMES[theme];
  const base = parseHex(color);
  const ground = parseHex(formatHex(mix(surface, base, share)));
  const ensureReadable = (color: Rgb, least: number) =>
    formatHex(ensureContrast(ensureContrast(color, goal, ground, least), goal, plain, least));
  return {
    ground: formatHex(ground),
    ink: ensureReadable(mix(base, goal, 0.55), MIN_CONTRAST.text),
    bar: ensureReadable(base, MIN_CONTRAST.graphics),
  };
}

/** A colour of medium lightness for a value without one; the same text always has the same colour. */
export function colorForText(text: string): string {
  let hash = 0;
  for (const char of text) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) >>> 0;
  return hslToHex(hash % 360, 0.45, 0.45);
}

function hslToHex(hue: number, saturation: number, lightness: number): string {
  const amplitude = saturation * Math.min(lightness, 1 - lightness);
  const channel = (n: number) => {
    const k = (n + hue / 30) % 12;
    return 255 * (lightness - amplitude * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return formatHex([channel(0), channel(8), channel(4)]);
}
