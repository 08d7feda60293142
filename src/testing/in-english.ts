import { i18n } from '@lingui/core';

// Tests see the English texts of the code.
i18n.loadAndActivate({ locale: 'en', messages: {} });
