import type { ClientLanguage } from '#contract/enums.ts';
import { clientTexts as ar } from './ar.ts';
import type { ClientTexts } from './client-texts.ts';
import { clientTexts as de } from './de.ts';
import { clientTexts as en } from './en.ts';
import { clientTexts as es } from './es.ts';
import { clientTexts as fr } from './fr.ts';
import { clientTexts as nl } from './nl.ts';

/** The texts of all languages at once, for servers. */
export const allClientTexts: Readonly<Record<ClientLanguage, ClientTexts>> = { en, de, fr, es, nl, ar };
