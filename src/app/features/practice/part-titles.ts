import { commands } from '#app/commands/commands.ts';
import type { PracticePart } from '#app/session/practice-parts.ts';

/** The heading of a part. */
export const partTitle = (part: PracticePart) => commands[part === 'types' ? 'visit types' : part].label();
