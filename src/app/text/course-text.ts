import { plural, t } from '@lingui/core/macro';
import type { placeInCourse } from '#app/scheduling/course.ts';

/** Which appointment of its course one is: `3 of 6`; empty for one without a course, and for one that was called off. */
export function courseText(place: ReturnType<typeof placeInCourse>): string {
  if (place === null || place.nth === null || place.of < 2) return '';
  const { nth, of } = place;
  return t({ message: `${nth} of ${of}`, comment: 'the third of the six appointments of a course' });
}

/** What a change is made to: `This and the 3 following`. */
export function thisAndFollowing(count: number): string {
  return plural(count, { one: 'This and the following one', other: 'This and the # following' });
}

export function onlyThis(): string {
  return t({ message: 'This appointment', comment: 'a change is made to it alone, and not to the following ones' });
}
