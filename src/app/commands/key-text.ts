import { t } from '@lingui/core/macro';
import { isApple } from '#app/browser/platform.ts';

/** The labels of keys, keyed by their names in `keys.ts`, as written on the keyboards of the page's language. */
const names: Readonly<Record<string, () => string>> = {
  Mod: () => (isApple ? '⌘' : t({ message: 'Ctrl', context: 'keys of the keyboard' })),
  Alt: () => (isApple ? '⌥' : 'Alt'),
  Shift: () => (isApple ? '⇧' : t({ message: 'Shift', context: 'keys of the keyboard' })),
  Enter: () => t({ message: 'Enter', context: 'keys of the keyboard' }),
  Escape: () => t({ message: 'Esc', context: 'keys of the keyboard' }),
  Tab: () => t({ message: 'Tab', context: 'keys of the keyboard' }),
  Home: () => t({ message: 'Home', context: 'keys of the keyboard' }),
  End: () => t({ message: 'End', context: 'keys of the keyboard' }),
  Delete: () => t({ message: 'Del', context: 'keys of the keyboard' }),
  ArrowUp: () => '↑',
  ArrowDown: () => '↓',
  ArrowLeft: () => '←',
  ArrowRight: () => '→',
};

/** The labels on the keyboard for a key in the notation of `keys.ts`: `Mod k` gives `Ctrl` and `K`. */
export function keyCaps(key: string): string[] {
  const parts = key.split(' ');
  // A letter with a modifier is written as on its key, in upper case; a single letter as it is typed.
  return parts.map((part) => names[part]?.() ?? (parts.length > 1 ? part.toUpperCase() : part));
}

/** A key as a text: `Ctrl K`. */
export const keyText = (key: string) => keyCaps(key).join(' ');
