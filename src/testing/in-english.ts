import { i18n } from '@lingui/core';

// Tests read the texts as the code has them.
i18n.loadAndActivate({ locale: 'en', messages: {} });
