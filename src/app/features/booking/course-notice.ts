import { plural, t } from '@lingui/core/macro';
import { noticeIdOf } from '#app/api/appointment-changes.ts';
import { type Notice, UNDO_OFFERED_MS } from '#app/components/show-notice.ts';
import { momentInYear } from '#app/scheduling/time-text.ts';
import { isolated } from '#app/text/isolated.ts';
import { listText } from '#app/text/list-text.ts';
import { words } from '#app/text/shared-texts.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { BookedAppointment } from './submit-booking.ts';

/** So many dates are named in the notice of a course. */
const MOST_NAMED = 6;

interface CourseNoticeInput {
  booked: BookedAppointment;
  course: NonNullable<BookedAppointment['course']>;
  how: 'answered' | 'found';
  /** The appointments as read back; none where they could not be read yet. */
  records: readonly ReceivedAppointment[];
  /** The IANA zone of their store. */
  zone: string;
  hasRooms: boolean;
  onUndo: (() => void) | null;
  /** Shows the first one, where it is on another day than the calendar; null otherwise. */
  onShow: (() => void) | null;
}

/** What was booked, in the past tense: `6 appointments booked`. */
export function courseBookedText(count: number): string {
  return plural(count, { one: '# appointment booked', other: '# appointments booked' });
}

/** The notice of a course: how many appointments, and when; amber where some are without a room, or not in the one that was chosen. */
export function courseNotice(input: CourseNoticeInput): Notice {
  const { booked, course, how, records, zone, hasRooms, onUndo, onShow } = input;
  const pet = isolated(booked.petName);
  const what = courseBookedText(course.length);
  const named = course.slice(0, MOST_NAMED).map(({ start }) => momentInYear(zone, Date.parse(start), Date.now()));
  const further = course.length - named.length;
  const more = further > 0 ? [plural(further, { one: '# more', other: '# more' })] : [];
  const without = records.filter(({ roomId }) => hasRooms && roomId === null).length;
  const elsewhere = records.filter(({ roomId }) => roomId !== null && ![null, roomId].includes(booked.roomId)).length;
  const sentences = [
    listText([...named, ...more]),
    without > 0 ? plural(without, { one: '# has no room.', other: '# have no room.' }) : '',
    elsewhere > 0 ? plural(elsewhere, { one: '# is in another room.', other: '# are in other rooms.' }) : '',
    how === 'found' ? t`The answer was lost, but they are booked.` : '',
  ];
  return {
    id: noticeIdOf(booked.id),
    tone: without + elsewhere > 0 ? 'warn' : 'ok',
    title: pet === '' ? what : t({ message: `${what}: ${pet}`, comment: '“6 appointments booked”: a pet' }),
    text: sentences.filter(Boolean).join('. '),
    ...(onUndo === null ? {} : { action: { label: t`Undo`, onClick: onUndo } }),
    ...(onShow === null ? {} : { link: { label: words.show, onClick: onShow, isNext: true } }),
    readingMs: UNDO_OFFERED_MS,
  };
}
