import { t } from '@lingui/core/macro';
import { parseDuration } from '#reading/times.ts';

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
