import { browserIn } from './browser-in.ts';

browserIn('fr-FR');
await import('#app/language/languages.browser.cases.tsx');
