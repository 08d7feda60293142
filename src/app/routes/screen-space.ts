import { useMedia } from '#app/browser/use-media.ts';

/** What the screen has room for: a calendar, a narrow one, or none. */
export type ScreenSpace = 'roomy' | 'narrow' | 'cramped';

const NARROW = '(width < 640px)';
/** A small screen enlarged, such as 1280 by 1024 pixels at 400 %: headings and hours would leave no row of a calendar. */
const CRAMPED = '((width < 640px) and (height < 480px)) or (height < 320px)';

function spaceOf(narrow: boolean, cramped: boolean): ScreenSpace {
  return cramped ? 'cramped' : narrow ? 'narrow' : 'roomy';
}

/** The space of the screen as it is now. */
export function screenSpace(): ScreenSpace {
  return spaceOf(matchMedia(NARROW).matches, matchMedia(CRAMPED).matches);
}

/** The space of the screen, renewed when it changes. */
export function useScreenSpace(): ScreenSpace {
  return spaceOf(useMedia(NARROW), useMedia(CRAMPED));
}
