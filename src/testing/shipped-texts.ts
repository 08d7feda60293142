import { i18n, type Messages } from '@lingui/core';
import { afterEach } from 'vitest';

// The code as it is shipped has no texts of its own, in English neither.
const catalogues = import.meta.glob<{ messages: Messages }>('/translations/en.po', { eager: true });
for (const { messages } of Object.values(catalogues)) i18n.loadAndActivate({ locale: 'en', messages });

// vitest-browser-react does this by itself for the first file of a page only. It comes late: a file may choose React's build.
afterEach(async () => (await import('vitest-browser-react')).cleanup());
