/** Interchangeable letters that Unicode does not decompose. */
const LETTER_EQUIVALENTS: Readonly<Record<string, string>> = {
  ...{ ٱ: 'ا', ة: 'ه', ى: 'ي', ی: 'ي', ک: 'ك' },
  ...{ ß: 'ss', ø: 'o', œ: 'oe', æ: 'ae' },
};

/**
 * Normalises a text for comparison: no case, accents, vowel signs, stretched strokes or invisible characters, one form of
 * each letter, digits from 0 to 9, one space between words.
 */
export function normalizeText(text: string): string {
  // A fast path, since most cells of a file are plain letters.
  const plain = /^[ -~]*$/.test(text)
    ? text.toLowerCase()
    : text
        .replace(/[’ʼ´`]/g, "'")
        .normalize('NFKD')
        .replace(/[\p{M}\p{Cf}ـ]/gu, '')
        .toLowerCase()
        .replace(/[ٱةىیکßøœæ]/g, (letter) => LETTER_EQUIVALENTS[letter] ?? letter)
        .replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) % 16));
  return plain.replace(/\s+/g, ' ').trim();
}

/**
 * Shortens typed words to prefixes that a name has in every spelling, for a search of the practice API. Removes vowel
 * signs, stretched strokes, and a last letter that has variants (`فاطمه` for `فاطمة`).
 */
export function shortenToSharedPrefixes(text: string): string {
  return text.replace(/[\u064b-\u0652ـ]/g, '').replace(/(?<=\p{L}{2})[ةهىي](?!\p{L})/gu, '');
}

const removeApostrophes = (word: string) => word.replaceAll("'", '');

/**
 * Whether each typed term is the prefix of a word in one of the texts: `ja sm` finds `Jasper` of `Ann Smith`. Words
 * also begin after punctuation: `malley` finds `O'Malley`. Apostrophes may be left out: `omalley` finds it as well.
 */
export function matchesWords(texts: readonly (string | null)[], typed: string): boolean {
  const terms = normalizeText(typed).split(' ').filter(Boolean);
  const words = texts.flatMap((text) => (text === null ? [] : normalizeText(text).split(' ')));
  return terms.every((term) => {
    const joined = removeApostrophes(term);
    return words.some(
      (word) =>
        word.startsWith(term) ||
        (joined !== '' && removeApostrophes(word).startsWith(joined)) ||
        word.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(term)),
    );
  });
}
