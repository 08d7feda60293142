import { commands } from '#app/commands/commands.ts';
import type { PracticePart } from '#app/session/practice-parts.ts';

/** The heading of a part of the practice page: the label of the command that opens it. */
export const partTitle = (part: PracticePart) => commands[part === 'types' ? 'visit types' : part].label();
