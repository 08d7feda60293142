import { matchesWords } from '#reading/text.ts';
import { type CommandId, commandIds, commands } from './commands.ts';
import { synonyms } from './synonyms.ts';

/**
 * The minimum number of letters with which the beginning of a synonym, or of a later word in a name, finds a command.
 * Shorter texts could be the names of clients, pets or employees.
 */
const MIN_LETTERS = 3;

const isShort = (text: string) => [...text].length < MIN_LETTERS;

/** Whether words in the name of a command begin with a text; a short text must begin the first word. */
function nameMatches(id: CommandId, text: string): boolean {
  const names = [commands[id].label(), id];
  return matchesWords(isShort(text) ? names.map((name) => name.split(' ')[0] ?? '') : names, text);
}

/** The commands that a text names; without a text, those marked `isFirst`. */
export function findCommandsByName(text: string, isOffered: (id: CommandId) => boolean): CommandId[] {
  return commandIds.filter((id) => isOffered(id) && (text === '' ? commands[id].isFirst : nameMatches(id, text)));
}

/** The commands that a text describes in words other than their names. */
export function findCommandsByDescription(text: string, isOffered: (id: CommandId) => boolean): CommandId[] {
  if (isShort(text)) return [];
  return commandIds.filter((id) => {
    const { label, detail } = commands[id];
    const texts = [label(), id, detail?.() ?? null, synonyms[id]?.() ?? null];
    return isOffered(id) && !nameMatches(id, text) && matchesWords(texts, text);
  });
}
