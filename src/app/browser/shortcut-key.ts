/** Letters, marks and digits of a script other than Latin; signs that many scripts share are not. */
const OTHER_SCRIPT = /[^\p{scx=Latin}\p{scx=Common}\p{scx=Inherited}]/u;

/**
 * The key of a shortcut, without regard to Shift and Caps Lock: what is printed on it where that is Latin, as on QWERTZ
 * or Dvorak. Keyboards of other scripts have no such letters: there it is what is at its place on an English keyboard.
 */
export function shortcutKey({ key, code, shiftKey }: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): string {
  if (!OTHER_SCRIPT.test(key)) return key.length === 1 ? key.toLowerCase() : key;
  if (code === 'Slash') return shiftKey ? '?' : '/';
  return /^(?:Key|Digit)(.)$/.exec(code)?.[1]?.toLowerCase() ?? key;
}
