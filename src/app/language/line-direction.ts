import { shownLanguage } from './shown-language.ts';

// Where a line of the language begins at the right, arrows and the keys of arrows point the other way.
const fromRight = shownLanguage.direction === 'rtl';

/** The arrows along a line: to where it begins, and to where it goes on. */
export const [arrowBack, arrowOn] = fromRight ? (['→', '←'] as const) : (['←', '→'] as const);

/** The keys of these arrows, as events name them. */
export const [keyBack, keyOn] = fromRight
  ? (['ArrowRight', 'ArrowLeft'] as const)
  : (['ArrowLeft', 'ArrowRight'] as const);
