import { plural, t } from '@lingui/core/macro';
import { dutyUnknownText } from './time-warnings.ts';

// What the form and the search say beside free times.

export function lookingForTimes(): string {
  return t`Looking for free times…`;
}

/**
 * Says what could not be loaded: the plan, or appointments of the days; beside it stands a button to try again.
 *
 * @param hasSome whether free times of earlier days are shown
 */
export function timesNotLoaded(state: 'failed' | 'unplanned', hasSome: boolean): string {
  if (state === 'unplanned') return dutyUnknownText();
  return hasSome ? t`Later days could not be loaded.` : t`The free times could not be loaded.`;
}

/** Says that any of the times may be taken by a record that could not be read; empty where there is none. */
export function timesInDoubt(unreadable: number): string {
  if (unreadable === 0) return '';
  return plural(unreadable, {
    one: '# record of these days could not be read: one of these times may be taken.',
    other: '# records of these days could not be read: one of these times may be taken.',
  });
}
