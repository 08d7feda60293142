import { plural, t } from '@lingui/core/macro';
import { shiftsUnknownText } from './time-warnings.ts';

// Texts that the booking form and the search for free times show beside the times.

export function lookingForTimesText(): string {
  return t`Looking for free times…`;
}

/**
 * Says what could not be loaded: the plan, or appointments on the days. A retry button is next to it.
 *
 * @param hasSome Whether free times of earlier days are shown
 */
export function timesNotLoadedText(state: 'failed' | 'unplanned', hasSome: boolean): string {
  if (state === 'unplanned') return shiftsUnknownText();
  return hasSome ? t`Later days couldn’t be loaded.` : t`The free times couldn’t be loaded.`;
}

/** Says that one of the times may be taken by an unreadable record; empty if all records could be read. */
export function doubtfulTimesText(unreadable: number): string {
  if (unreadable === 0) return '';
  return plural(unreadable, {
    one: '# record on these days couldn’t be read, so one of these times may be taken.',
    other: '# records on these days couldn’t be read, so some of these times may be taken.',
  });
}
