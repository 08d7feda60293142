import { shortcutKey } from '#app/browser/shortcut-key.ts';
import { keyBack, keyForward } from '#app/language/line-direction.ts';
import { type CommandId, commandIds, commands } from './commands.ts';

// The keys of the app, in one notation: `n`, `Shift s`, `Alt ArrowLeft`, `Mod k`, where `Mod` is Ctrl or ⌘.

/** The keys that do not belong to a command. The help explains them (`features/help/shortcuts.ts`). */
const otherKeys = {
  search: ['Mod k', '/'],
  'previous day': [`Alt ${keyBack}`],
  'next day': [`Alt ${keyForward}`],
  'next status': ['s'],
  'other status': ['Shift s'],
  move: ['m'],
  'move the rest': ['r'],
  confirm: ['c'],
  reschedule: ['m'],
  decline: ['d'],
  'not reached': ['x'],
  'book due': ['b'],
  called: ['c'],
  later: ['l'],
  'not wanted': ['d'],
} as const satisfies Record<string, readonly string[]>;

export type ShortcutId = keyof typeof otherKeys | CommandId;

const isCommand = (id: string): id is CommandId => id in commands;

/** The keys of a command or an action, all of which do the same; empty if it has no key. */
export const keysOf = (id: ShortcutId): readonly string[] =>
  isCommand(id) ? (commands[id].keys ?? []) : otherKeys[id];

/** Everything that has a keyboard shortcut. */
export const shortcutIds: readonly ShortcutId[] = [
  ...(Object.keys(otherKeys) as (keyof typeof otherKeys)[]),
  ...commandIds.filter((id) => keysOf(id).length > 0),
];

/**
 * The commands that open a page or the booking panel, and have a key: they work on every page. The calendar handles the
 * keys of its views.
 */
export const globalCommands: readonly CommandId[] = commandIds.filter((id) => {
  const { keys, target } = commands[id];
  return keys !== undefined && target !== undefined && target.kind !== 'calendar';
});

/**
 * The places besides the page itself in which a key with a modifier works: in fields and panels, too, or even in a
 * modal dialog. A key without a modifier works in none of these.
 */
const keyScopes: Partial<Record<ShortcutId, 'fields' | 'everywhere'>> = {
  search: 'fields',
  print: 'everywhere',
  'switch person': 'everywhere',
};
export const scopeOf = (id: ShortcutId) => keyScopes[id] ?? 'page';

/** Whether a key has no modifier but Shift, so that speech input may trigger it by accident (WCAG 2.1.4). */
export const isSingleKey = (key: string) => !/^(?:Mod|Alt) /.test(key);

type KeyEvent = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** The key that an event presses, in the notation of this file. */
export function pressedKey(event: KeyEvent): string {
  const key = shortcutKey(event);
  // Shift only counts with letters and named keys, because many keyboards require it for characters such as `?`.
  const isShifted = event.shiftKey && /^\p{L}$|^\w{2,}/u.test(key);
  const modifiers = [event.ctrlKey || event.metaKey ? 'Mod' : '', event.altKey ? 'Alt' : '', isShifted ? 'Shift' : ''];
  return [...modifiers, key].filter(Boolean).join(' ');
}

/** The first of the actions `ids` whose key is pressed; undefined if there is none. */
export function pressedAction<Id extends ShortcutId>(event: KeyEvent, ids: readonly Id[]): Id | undefined {
  const pressed = pressedKey(event);
  return ids.find((id) => keysOf(id).includes(pressed));
}
