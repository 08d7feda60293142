/**
 * A text from outside (a name, a title) made safe to stand in a sentence: the direction it is written in, and any mark in it
 * that turns the direction, ends with it (U+2068 first strong isolate … U+2069 pop directional isolate, Unicode UAX #9). It
 * is for plain strings such as labels and notices; in elements `<bdi>` and `dir="auto"` do the same.
 */
export function isolated(text: string): string {
  return text === '' ? '' : `\u2068${text}\u2069`;
}
