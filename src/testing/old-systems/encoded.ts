/** The encodings in which files are written, with or without a byte order mark. */
export type Encoded =
  | 'utf-8'
  | 'utf-8 marked'
  | 'utf-16le'
  | 'utf-16le marked'
  | 'utf-16be'
  | 'utf-16be marked'
  | 'windows-1252'
  | 'windows-1256';

/** Not every version of Node supports Windows-1252 from 0x80 on. */
const FROM_0X80 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** The bytes of a text. Throws if the encoding lacks one of its letters. */
export function encoded(text: string, encoding: Encoded): Uint8Array {
  const markedText = encoding.endsWith(' marked') ? `\ufeff${text}` : text;
  if (encoding.startsWith('utf-8')) return new TextEncoder().encode(markedText);
  if (encoding.startsWith('utf-16')) {
    const bytes = new Uint8Array(markedText.length * 2);
    const view = new DataView(bytes.buffer);
    for (let at = 0; at < markedText.length; at += 1)
      view.setUint16(at * 2, markedText.charCodeAt(at), encoding.includes('le'));
    return bytes;
  }
  if (encoding === 'windows-1256') return oneByteEach(markedText, new TextDecoder(encoding));
  return Uint8Array.from(markedText, (letter) => {
    const code = letter.charCodeAt(0);
    if (code < 0x80 || (code >= 0xa0 && code <= 0xff && letter.length === 1)) return code;
    const at = FROM_0X80.indexOf(letter);
    if (at === -1) throw new Error(`Windows-1252 has no ${letter}`);
    return 0x80 + at;
  });
}

function oneByteEach(text: string, decoder: TextDecoder): Uint8Array {
  const codes = new Map(Array.from({ length: 256 }, (_, code) => [decoder.decode(Uint8Array.of(code)), code]));
  return Uint8Array.from(text, (letter) => {
    const code = codes.get(letter);
    if (code === undefined) throw new Error(`${decoder.encoding} has no ${letter}`);
    return code;
  });
}
