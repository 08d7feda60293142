import { shownLanguage } from './shown-language.ts';

// Whether the page's language is written from right to left. Arrows and arrow keys then point in the opposite direction.
export const isRightToLeft = shownLanguage.direction === 'rtl';

/** The arrows for back and forward in the direction of the text. */
export const [arrowBack, arrowForward] = isRightToLeft ? (['→', '←'] as const) : (['←', '→'] as const);

/** The keys of these arrows (`KeyboardEvent.key`). */
export const [keyBack, keyForward] = isRightToLeft
  ? (['ArrowRight', 'ArrowLeft'] as const)
  : (['ArrowLeft', 'ArrowRight'] as const);

const RIGHT_TO_LEFT_LETTERS = '[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufeff]';
const OPPOSITE_LETTER = new RegExp(isRightToLeft ? `(?!${RIGHT_TO_LEFT_LETTERS})\\p{L}` : RIGHT_TO_LEFT_LETTERS, 'u');

/** Whether a text contains letters of a script that runs in the opposite direction to the page's. */
export function hasOppositeDirection(text: string): boolean {
  return OPPOSITE_LETTER.test(text);
}
