/** Letters that are written for one another, and that Unicode does not take apart. */
const SAME: Readonly<Record<string, string>> = {
  ٱ: 'ا',
  ة: 'ه',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ß: 'ss',
  ø: 'o',
  œ: 'oe',
  æ: 'ae',
};

/**
 * Text as it is compared with words that are known: no case, no accents, digits from 0 to 9, no invisible signs, one space between
 * words.
 */
export function folded(text: string): string {
  const plain = /^[ -~]*$/.test(text)
    ? text
    : text
        .normalize('NFKD')
        .replace(/[\p{M}\p{Cf}ـ]/gu, '')
        .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
        .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0));
  return plain
    .toLowerCase()
    .replace(/[ٱةىیکßøœæ]/g, (letter) => SAME[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim();
}
