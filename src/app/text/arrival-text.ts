import { t } from '@lingui/core/macro';
import type { Concern } from '#scheduling/arrival.ts';
import { factsText } from './list-text.ts';
import { durationText } from './time-text.ts';

/** A matter that needs attention, in words: `12 min late`, `waiting 8 min`, `6 min over`, `vet away`, `died`. */
export function concernText(concern: Concern): string {
  const duration = 'minutes' in concern ? durationText(concern.minutes) : '';
  switch (concern.kind) {
    case 'died':
      return t({ message: 'died', comment: 'a short mark: the pet of an appointment' });
    case 'vet-away':
      return t({ message: 'vet away', comment: 'a short mark: the vet of an appointment is away at its time' });
    case 'store-closed':
      return t({ message: 'store closed', comment: 'a short mark: the store is closed at the time of an appointment' });
    case 'room-blocked':
      return t({ message: 'room blocked', comment: 'a short mark: the room of an appointment is blocked at its time' });
    case 'late':
      return t({ message: `${duration} late`, comment: 'by how much a patient is late' });
    case 'over':
      return t({ message: `${duration} over`, comment: 'by how much a visit takes longer than planned' });
    case 'waiting':
      return concern.minutes < 1
        ? t`just checked in`
        : t({ message: `waiting ${duration}`, comment: 'how long a patient has waited' });
  }
}

/** All matters that need attention, on one line; empty if there are none. */
export function concernsText(concerns: readonly Concern[]): string {
  return factsText(concerns.map(concernText));
}

/** Whether someone has to act, which is not the case for a patient who is only waiting. */
export function isUrgent(concerns: readonly Concern[]): boolean {
  return concerns.some(({ kind }) => kind !== 'waiting');
}

/** The time since an instant in whole minutes; empty during the first minute. */
export function elapsedText(since: number, now: number): string {
  const minutes = Math.floor((now - since) / 60_000);
  return minutes < 1 ? '' : durationText(minutes);
}
