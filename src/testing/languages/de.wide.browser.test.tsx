import { browserIn } from './browser-in.ts';

browserIn('de-AT');
await import('#app/language/languages.browser.cases.tsx');
await import('#app/features/shifts/shift-edges.browser.cases.tsx');
