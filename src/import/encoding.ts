import chardet from 'chardet';

/** The supported encodings under their names for `TextDecoder`, the most common first. */
export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1256',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'macintosh',
] as const;
export type Encoding = (typeof encodings)[number];

/**
 * Characters that result from undecodable bytes: the replacement character, or one that Windows-1252 does not define.
 */
export const LOST_CHARACTERS = /[\ufffd\u0081\u008d\u008f\u0090\u009d]/;

interface DecodedFile {
  encoding: Encoding;
  /** Whether a byte order mark or the other bytes make the encoding certain. A single-byte code page is always a guess. */
  isSure: boolean;
  /** The decoded text. Bytes that are invalid in the encoding have become characters of {@link LOST_CHARACTERS}. */
  text: string;
}

/** Decodes a file in its detected encoding, or in the chosen one. */
export function decodeFile(bytes: Uint8Array, chosen?: Encoding): DecodedFile {
  const { encoding, isSure } = detectEncoding(bytes);
  const actual = chosen ?? encoding;
  const text = actual === 'windows-1252' ? decodeWindows1252(bytes) : new TextDecoder(actual).decode(bytes);
  return { encoding: actual, isSure, text };
}

function detectEncoding(bytes: Uint8Array): { encoding: Encoding; isSure: boolean } {
  const unicode = detectByteOrderMark(bytes) ?? detectUtf16(bytes);
  if (unicode !== null) return { encoding: unicode, isSure: true };
  const text = new TextDecoder('utf-8').decode(bytes);
  const lost = text.split('\ufffd').length - 1;
  if (lost === 0) return { encoding: 'utf-8', isSure: true };
  // If most characters outside ASCII are intact, the text is UTF-8 in which a few characters were damaged.
  const intactCount = text.match(/[^\p{ASCII}\ufffd]/gu)?.length ?? 0;
  return { encoding: intactCount > lost ? 'utf-8' : detectCodePage(bytes), isSure: false };
}

function detectByteOrderMark([first, second, third]: Uint8Array): Encoding | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

/**
 * Detects UTF-16 without a byte order mark: one of the two bytes of a letter, separator or line end is zero, always the
 * same one.
 */
function detectUtf16(bytes: Uint8Array): Encoding | null {
  if (bytes.length % 2 === 1) return null;
  const head = bytes.subarray(0, 65_536);
  const [big = 0, little = 0] = [0, 1].map((place) => head.filter((byte, at) => byte === 0 && at % 2 === place).length);
  // The zeros must be many, and mostly in one of the two places, because files in other encodings can contain stray NUL bytes.
  const isEither = Math.max(big, little) >= head.length / 50 && Math.max(big, little) >= 4 * Math.min(big, little);
  return head.length === 0 || !isEither ? null : little > big ? 'utf-16le' : 'utf-16be';
}

/** The number of bytes that are enough to detect an alphabet. */
const SAMPLED_BYTES = 20_000;

/**
 * Windows-1256 if the letters are Arabic, otherwise Windows-1252, which has the letters of the app's other languages.
 * ASCII words such as email addresses are ignored, because they would make every file look Western.
 */
function detectCodePage(bytes: Uint8Array): Encoding {
  const sample: number[] = [];
  let word: number[] = [];
  for (const byte of bytes) {
    const isLetter = byte >= 0x80 || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
    if (isLetter) word.push(byte);
    else {
      if (word.some((one) => one >= 0x80)) sample.push(...word, 0x20);
      word = [];
    }
    if (sample.length > SAMPLED_BYTES) break;
  }
  return chardet.detect(Uint8Array.from([...sample, ...word])) === 'windows-1256' ? 'windows-1256' : 'windows-1252';
}

/** The characters of Windows-1252 from 0x80 on, for versions of Node that do not support the encoding. */
const WINDOWS_1252_CHARACTERS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

function decodeWindows1252(bytes: Uint8Array): string {
  const text = new TextDecoder('windows-1252').decode(bytes);
  return text.replace(/[\x80-\x9f]/g, (sign) => WINDOWS_1252_CHARACTERS[sign.charCodeAt(0) - 0x80] ?? sign);
}
