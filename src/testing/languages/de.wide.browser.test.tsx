import { browserIn } from './browser-in.ts';

browserIn('de-AT');
await import('#app/language/languages.browser.cases.tsx');
