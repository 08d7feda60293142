import { i18n, type Messages } from '@lingui/core';
import { applyLanguage, shownLanguage, shownLocale } from './shown-language.ts';

interface Catalogue {
  messages: Messages;
}

// Each catalogue is imported twice: in the build, the first import has the texts of the first page and the second has
// the rest (languages.build.ts).
const firstCatalogues = import.meta.glob<Catalogue>('/translations/*.po');
const otherCatalogues = import.meta.glob<Catalogue>('/translations/*.po', { query: '?lingui' });

const path = `/translations/${shownLanguage.tag}.po`;

async function loadCatalogue(catalogues: Record<string, () => Promise<Catalogue>>): Promise<void> {
  const { messages } = (await catalogues[path]?.()) ?? { messages: {} };
  i18n.load(shownLanguage.tag, messages);
}

/** Loads the texts of the first page and sets the page's language and direction. Rejects if they cannot be loaded. */
export async function loadFirstMessages(): Promise<void> {
  await loadCatalogue(firstCatalogues);
  i18n.activate(shownLanguage.tag, [shownLocale]);
  applyLanguage();
}

let otherMessagesLoad: Promise<void> | undefined;

/** Loads all other texts, once; after a failure the next call tries again. */
export function loadOtherMessages(): Promise<void> {
  otherMessagesLoad ??= loadCatalogue(otherCatalogues).catch((error: unknown) => {
    otherMessagesLoad = undefined;
    throw error;
  });
  return otherMessagesLoad;
}
