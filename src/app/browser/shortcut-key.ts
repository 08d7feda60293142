/** Letters, marks and digits of scripts other than Latin, without the characters that many scripts share. */
const OTHER_SCRIPT = /[^\p{scx=Latin}\p{scx=Common}\p{scx=Inherited}]/u;

/**
 * The key of a shortcut, ignoring Shift and Caps Lock: the label of the key if it is Latin, as on QWERTZ or Dvorak. On
 * keyboards of other scripts it is the letter at the same position on an English keyboard.
 */
export function shortcutKey({ key, code, shiftKey }: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): string {
  if (!OTHER_SCRIPT.test(key)) return key.length === 1 ? key.toLowerCase() : key;
  if (code === 'Slash') return shiftKey ? '?' : '/';
  return /^(?:Key|Digit)(.)$/.exec(code)?.[1]?.toLowerCase() ?? key;
}

/** Input types without text. */
const INPUTS_WITHOUT_TEXT = ['radio', 'checkbox', 'button', 'submit'].map((type) => `[type=${type}]`).join();

/** Whether the focused element needs the keys: a field, or a panel over the screen. A notice does not count. */
export function needsKeys(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches('textarea, select')) return true;
  if (target.matches(`input:not(${INPUTS_WITHOUT_TEXT})`)) return true;
  return target.closest(':popover-open, [role="menu"], [role="dialog"]:not([data-notice])') !== null;
}
