import type { ClientLanguage } from '#contract/enums.ts';
import type { ClientTexts } from './client-texts.ts';

const loaders: Record<ClientLanguage, () => Promise<{ clientTexts: ClientTexts }>> = {
  en: () => import('./en.ts'),
  de: () => import('./de.ts'),
  fr: () => import('./fr.ts'),
  es: () => import('./es.ts'),
  nl: () => import('./nl.ts'),
  ar: () => import('./ar.ts'),
};

/** The texts of a language, loaded when they are first needed; a server has them all at once (`all-client-texts.ts`). */
export async function loadClientTexts(language: ClientLanguage): Promise<ClientTexts> {
  const { clientTexts } = await loaders[language]();
  return clientTexts;
}
