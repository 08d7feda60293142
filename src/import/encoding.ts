export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** What stands in a decoded text where bytes were no text: a lost letter, or one that Windows-1252 does not have. */
export const LOST = /[\ufffd\u0081\u008d\u008f\u0090\u009d]/;

/**
 * The text of a file in the encoding that it says by its mark, or that its bytes tell. Bytes that are no text in it become signs of
 * {@link LOST}.
 */
export function decoded(bytes: Uint8Array): { encoding: Encoding; text: string } {
  const encoding = marked(bytes) ?? unmarkedUtf16(bytes);
  if (encoding !== null) return { encoding, text: new TextDecoder(encoding).decode(bytes) };
  const text = new TextDecoder('utf-8').decode(bytes);
  return !text.includes('\ufffd') || isUtf8(bytes, text)
    ? { encoding: 'utf-8', text }
    : { encoding: 'windows-1252', text: windows1252(bytes) };
}

function marked([first, second, third]: Uint8Array): Encoding | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

/** The encoding of UTF-16 without a mark: one of the two bytes of a letter, separator or line end is zero, and always the same one. */
function unmarkedUtf16(bytes: Uint8Array): Encoding | null {
  const length = Math.min(bytes.length, 65_536);
  if (bytes.length % 2 === 1) return null;
  const zeros: [first: number, second: number] = [0, 0];
  for (let at = 0; at < length; at += 1) if (bytes[at] === 0) zeros[at % 2 === 0 ? 0 : 1] += 1;
  const [big, little] = zeros;
  // A stray zero stands in other files, too. In ours at least separators and line ends have one.
  if (Math.max(big, little) < length / 50 || Math.max(big, little) < 4 * Math.min(big, little)) return null;
  return little > big ? 'utf-16le' : 'utf-16be';
}

/** Whether bytes that are not wholly UTF-8 are so by mistake: some letters cut in half, among many that are whole. */
function isUtf8(bytes: Uint8Array, text: string): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    const headings = /[^\r\n]+/.exec(text)?.[0] ?? '';
    const lost = text.split('\ufffd').length - 1;
    const others = text.match(/[^\p{ASCII}\ufffd]/gu)?.length ?? 0;
    return !headings.includes('\ufffd') && others > lost;
  }
}

/** What Windows-1252 has in place of the control characters from 0x80. Not every version of Node knows it. */
const FROM_0X80 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

function windows1252(bytes: Uint8Array): string {
  const text = new TextDecoder('windows-1252').decode(bytes);
  return text.replace(/[\x80-\x9f]/g, (sign) => FROM_0X80[sign.charCodeAt(0) - 0x80] ?? sign);
}
