/** Letters as people compare them when they look for a name: no case, no accents, one form of each sign. */
export function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

const SPACE = /\s+/;

/**
 * Whether each term of what is typed begins a word of one of the texts: `ja sm` finds `Jasper` of `Ann Smith`. A word also
 * begins after a sign within it: `malley` finds `O'Malley`.
 */
export function matchesWords(texts: readonly (string | null)[], typed: string): boolean {
  const terms = folded(typed).split(SPACE).filter(Boolean);
  const words = texts.flatMap((text) => (text === null ? [] : folded(text).split(SPACE)));
  return terms.every((term) =>
    words.some((word) => word.startsWith(term) || word.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(term))),
  );
}
