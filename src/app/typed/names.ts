import { normalizeText } from '#app/language/normalize-text.ts';

const SPACE = /\s+/;

/**
 * Whether each typed term is the prefix of a word in one of the texts: `ja sm` finds `Jasper` of `Ann Smith`. Words
 * also begin after punctuation: `malley` finds `O'Malley`.
 */
export function matchesWords(texts: readonly (string | null)[], typed: string): boolean {
  const terms = normalizeText(typed).split(SPACE).filter(Boolean);
  const words = texts.flatMap((text) => (text === null ? [] : normalizeText(text).split(SPACE)));
  return terms.every((term) =>
    words.some((word) => word.startsWith(term) || word.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(term))),
  );
}
