import { browserIn } from './browser-in.ts';

browserIn('nl-BE');
await import('#app/language/languages.browser.cases.tsx');
