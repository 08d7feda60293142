/** Letters that are typed for one another, and that Unicode does not take apart. */
const SAME: Readonly<Record<string, string>> = { ٱ: 'ا', ة: 'ه', ى: 'ي', ی: 'ي', ک: 'ك' };

/** Normalizes text for comparing: no case, no accents, no vowel signs, no stretched strokes, one form of each letter. */
export function normalizeText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}ـ]/gu, '')
    .replace(/[ٱةىیک]/g, (letter) => SAME[letter] ?? letter)
    .toLowerCase();
}

/**
 * The beginnings of typed words that a name has however it is spelt: without vowel signs and stretched strokes, and without
 * a last letter that is typed for another (`فاطمه` for `فاطمة`). A practice system is asked for these.
 */
export function sureBeginnings(text: string): string {
  return text.replace(/[\u064b-\u0652ـ]/g, '').replace(/(?<=\p{L}{2})[ةهىي](?!\p{L})/gu, '');
}
