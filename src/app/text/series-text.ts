import { plural, t } from '@lingui/core/macro';
import type { findPositionInSeries } from '#scheduling/series.ts';

/** The position of an appointment in its series: `3 of 6`; empty if it belongs to no series, or was cancelled. */
export function seriesPositionText(position: ReturnType<typeof findPositionInSeries>): string {
  if (position === null || position.nth === null || position.of < 2) return '';
  const { nth, of: total } = position;
  return t({ message: `${nth} of ${total}`, comment: 'the third of the six appointments of a series' });
}

/** The scope of a change: `This and the 3 following`. */
export function thisAndFollowingText(count: number): string {
  return plural(count, { one: 'This and the following one', other: 'This and the # following' });
}

/** Says how many appointments were cancelled: `6 appointments cancelled`. */
export function cancelledCountText(count: number): string {
  return plural(count, { one: '# appointment cancelled', other: '# appointments cancelled' });
}

export function thisAppointmentText(): string {
  return t({ message: 'This appointment', comment: 'a change is made to it alone, and not to the following ones' });
}
