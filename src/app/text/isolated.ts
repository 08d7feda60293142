/**
 * A text from outside (a name, a title) made safe to stand in a sentence: the direction it is written in, and any mark in it
 * that turns the direction, ends with it (U+2068 first strong isolate … U+2069 pop directional isolate, Unicode UAX #9). It
 * is for plain strings such as labels and notices; in elements `<bdi>` and `dir="auto"` do the same. An end without a
 * beginning in the text would end the isolation early, so it is left out; a beginning without an end gets one.
 */
export function isolated(text: string): string {
  if (text === '') return '';
  let depth = 0;
  let kept = '';
  for (const character of text) {
    if (character === '\u2069' && depth === 0) continue;
    if (character === '\u2069') depth -= 1;
    else if (character >= '\u2066' && character <= '\u2068') depth += 1;
    kept += character;
  }
  return `\u2068${kept}${'\u2069'.repeat(depth + 1)}`;
}
