import { t } from '@lingui/core/macro';
import { parseDuration } from '#app/typed/times.ts';
import { nameKey, setupNameSchema } from '#contract/practice-setup.ts';

/** What is wrong with a name: nothing (null), or a sentence that says it. */
export function nameFault(name: string, others: readonly string[] = []): string | null {
  if (name.trim() === '') return t`Enter a name.`;
  if ([...name.trim()].length > 200) return t`This is too long: a name has 200 characters at most.`;
  if (!setupNameSchema.safeParse(name).success) return t`A character in this is no text: type it anew, in one line.`;
  return others.some((other) => nameKey(other) === nameKey(name)) ? t`This name is taken.` : null;
}

/** The longest that a visit of a type can take, in minutes. */
const LONGEST_VISIT = 1440;

/** The minutes of a visit type as typed; null where they cannot be read, or are more than a day. */
export function minutesOf(typed: string): number | null {
  const minutes = parseDuration(typed);
  return minutes !== null && minutes <= LONGEST_VISIT ? minutes : null;
}

/** What is wrong with the length of a visit type as typed. */
export function minutesFault(typed: string): string | null {
  return minutesOf(typed) === null ? t`Enter minutes from 1 to 1440, such as 20.` : null;
}
