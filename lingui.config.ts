import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { languages } from './src/app/language/languages.ts';

/** Where the texts of the app are found, and where its translations are stored (docs/languages.md). */
export default defineConfig({
  sourceLocale: 'en',
  // No translation is missing (src/app/language/catalogues.system.test.ts). While a text is being translated, it is shown in
  // English.
  fallbackLocales: { default: 'en' },
  locales: languages.map(({ tag }) => tag),
  catalogs: [
    { path: 'translations/{locale}', include: ['src/app', 'src/import'], exclude: ['**/*.test.ts', '**/*.test.tsx'] },
  ],
  // Origins would change with every move of the code.
  format: formatter({ origins: false }),
  orderBy: 'message',
});
