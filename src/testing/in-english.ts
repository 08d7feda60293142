import { i18n, type Messages } from '@lingui/core';

// The shipped code contains no texts, not even in English.
const catalogues = import.meta.glob<{ messages: Messages }>('/translations/en.po', { eager: true });
for (const { messages } of Object.values(catalogues)) i18n.loadAndActivate({ locale: 'en', messages });
