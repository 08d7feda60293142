import { describe } from 'vitest';
import { browserIn } from './browser-in.ts';

browserIn('ar-EG');
// These come first because their texts are English.
describe('from right to left', () =>
  import('#app/features/board/right-to-left.browser.cases.tsx').then(() => undefined));
describe('in Arabic', () => import('#app/language/languages.browser.cases.tsx').then(() => undefined));
describe('duty in Arabic', () => import('#app/features/shifts/shift-edges.browser.cases.tsx').then(() => undefined));
