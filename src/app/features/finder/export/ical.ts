const FOLD_AT = 75;
const encoder = new TextEncoder();

/** TEXT of RFC 5545, section 3.3.11: backslash, comma, semicolon and line breaks escaped, other control signs left out. */
export function icalText(text: string): string {
  return (
    text
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these signs may not stand in a value.
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
      .replace(/[\\;,]/g, (sign) => `\\${sign}`)
      .replaceAll('\n', '\\n')
  );
}

/** A content line, folded at 75 octets without cutting a character (RFC 5545, section 3.1), its end included. */
export function icalLine(name: string, value: string): string {
  const line = `${name}:${value}`;
  if (encoder.encode(line).length <= FOLD_AT) return `${line}\r\n`;
  let folded = '';
  let octets = 0;
  for (const sign of line) {
    const size = encoder.encode(sign).length;
    if (octets + size > FOLD_AT) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += sign;
    octets += size;
  }
  return `${folded}\r\n`;
}

/** A date-time in UTC (RFC 5545, section 3.3.5, form 2), which every calendar shows in its reader's zone. */
export function icalInstant(instant: string): string {
  return new Date(instant).toISOString().replace(/[-:]|\.\d{3}/g, '');
}
