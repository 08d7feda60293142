import { useMedia } from './use-media.ts';

/** The space on the screen: `roomy` fits a calendar, `narrow` a narrow one, `cramped` none. */
export type ScreenSpace = 'roomy' | 'narrow' | 'cramped';

const NARROW_SCREEN = '(width < 640px)';
/**
 * The media query for a small or enlarged screen, such as 1280 by 1024 pixels at 400 %, on which headings and hours
 * leave no room for a calendar.
 */
const CRAMPED_SCREEN = '((width < 640px) and (height < 480px)) or (height < 320px)';

function toScreenSpace(narrow: boolean, cramped: boolean): ScreenSpace {
  return cramped ? 'cramped' : narrow ? 'narrow' : 'roomy';
}

/** The current size class of the screen. */
export function screenSpace(): ScreenSpace {
  return toScreenSpace(matchMedia(NARROW_SCREEN).matches, matchMedia(CRAMPED_SCREEN).matches);
}

/** The current size class of the screen, updated when it changes. */
export function useScreenSpace(): ScreenSpace {
  return toScreenSpace(useMedia(NARROW_SCREEN), useMedia(CRAMPED_SCREEN));
}
