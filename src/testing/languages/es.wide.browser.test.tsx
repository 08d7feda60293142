import { describe } from 'vitest';
import { browserIn } from './browser-in.ts';

// The longest formatted times: `12:00 p. m. – 12:30 p. m.`
browserIn('es-CO');
// These come first because their texts are English.
describe('the list of a day', () =>
  import('#app/features/board/list/day-list.browser.cases.tsx').then(() => undefined));
describe('in Spanish', () => import('#app/language/languages.browser.cases.tsx').then(() => undefined));
