import { browserIn } from './browser-in.ts';

browserIn('de-AT');
await import('#app/language/languages.browser.cases.tsx');
await import('#app/features/shifts/duty-edges.browser.cases.tsx');
