import { i18n, type Messages } from '@lingui/core';

// The code as it is shipped has no texts of its own, in English neither.
const catalogues = import.meta.glob<{ messages: Messages }>('/translations/en.po', { eager: true });
for (const { messages } of Object.values(catalogues)) i18n.loadAndActivate({ locale: 'en', messages });
