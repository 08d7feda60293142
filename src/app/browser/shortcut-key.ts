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

/** Input types without text. */
const WITHOUT_TEXT = ['radio', 'checkbox', 'button', 'submit'].map((type) => `[type=${type}]`).join();

/** Whether keys belong to the focused element: a field, or a panel that is open over the screen, which a notice is not. */
export function isForTarget(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches('textarea, select')) return true;
  if (target.matches(`input:not(${WITHOUT_TEXT})`)) return true;
  return target.closest(':popover-open, [role="menu"], [role="dialog"]:not([data-notice])') !== null;
}
