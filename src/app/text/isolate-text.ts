/**
 * Isolates a text from outside (a name, a title) within a sentence, so that its direction and any direction marks in it
 * do not affect the rest (U+2068 first strong isolate … U+2069 pop directional isolate, Unicode UAX #9). It is for
 * plain strings such as labels and notices; in elements, `<bdi>` and `dir="auto"` do the same. An unmatched closing mark in
 * the text would end the isolation early and is removed; an unmatched opening mark gets a closing one.
 */
export function isolateText(text: string): string {
  if (text === '') return '';
  let depth = 0;
  let result = '';
  for (const character of text) {
    if (character === '\u2069' && depth === 0) continue;
    if (character === '\u2069') depth -= 1;
    else if (character >= '\u2066' && character <= '\u2068') depth += 1;
    result += character;
  }
  return `\u2068${result}${'\u2069'.repeat(depth + 1)}`;
}
