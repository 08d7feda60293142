import { matchesWords } from '#reading/text.ts';
import { type CommandId, commandIds, commands } from './commands.ts';
import { synonyms } from './synonyms.ts';

/** A prefix of another word for a command must have this many letters, so that short names of people do not find it. */
const MIN_LETTERS = 3;

const isNamed = (id: CommandId, text: string) => matchesWords([commands[id].label(), id], text);

/** The commands that a text names; those that come first if it is empty. */
export function commandsByName(text: string, isOffered: (id: CommandId) => boolean): CommandId[] {
  return commandIds.filter((id) => isOffered(id) && (text === '' ? commands[id].isFirst : isNamed(id, text)));
}

/** The commands that a text describes in words other than their names. */
export function commandsByDescription(text: string, isOffered: (id: CommandId) => boolean): CommandId[] {
  if ([...text].length < MIN_LETTERS) return [];
  return commandIds.filter((id) => {
    const { label, detail } = commands[id];
    const texts = [label(), id, detail?.() ?? null, synonyms[id]?.() ?? null];
    return isOffered(id) && !isNamed(id, text) && matchesWords(texts, text);
  });
}
