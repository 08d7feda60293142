import { plural, t } from '@lingui/core/macro';
import { noticeIdOf } from '#app/changes/appointment-changes.ts';
import { type Notice, UNDO_NOTICE_MS } from '#app/components/show-notice.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { instantInYearText, rangeText } from '#app/text/time-text.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { BookedAppointment } from './submit-booking.ts';

interface SeriesNoticeInput {
  booked: BookedAppointment;
  series: NonNullable<BookedAppointment['series']>;
  how: 'answered' | 'found';
  /** The appointments, read again after they were booked; empty if they could not be read yet. */
  records: readonly ReceivedAppointment[];
  /** The IANA zone of the appointments' store. */
  zone: string;
  hasRooms: boolean;
  onUndo: (() => void) | null;
  /** Shows the first appointment on the calendar; null if the calendar already shows its day. */
  onShow: (() => void) | null;
}

/** The number of booked appointments: `6 appointments booked`. */
export function seriesBookedText(count: number): string {
  return plural(count, { one: '# appointment booked', other: '# appointments booked' });
}

/**
 * The notice after a series was booked: the number of appointments and their first and last day. It is a warning if
 * some have no room, or not the selected one.
 */
export function seriesNotice(input: SeriesNoticeInput): Notice {
  const { booked, series, how, records, zone, hasRooms, onUndo, onShow } = input;
  const pet = isolateText(booked.petName);
  const countText = seriesBookedText(series.length);
  const startText = (nth: number) =>
    instantInYearText(zone, Date.parse(series.at(nth)?.start ?? booked.start), Date.now());
  const without = records.filter(({ roomId }) => hasRooms && roomId === null).length;
  const elsewhere = records.filter(({ roomId }) => roomId !== null && ![null, roomId].includes(booked.roomId)).length;
  const sentences = [
    without > 0 ? plural(without, { one: '# without a room', other: '# without a room' }) : '',
    elsewhere > 0 ? plural(elsewhere, { one: '# in another room', other: '# in other rooms' }) : '',
    how === 'found' ? t`The response was lost, but the appointments are booked.` : '',
  ];
  return {
    id: noticeIdOf(booked.id),
    tone: without + elsewhere > 0 ? 'warn' : 'ok',
    title: pet === '' ? countText : t({ message: `${countText}: ${pet}`, comment: '“6 appointments booked”: a pet' }),
    text: [rangeText(startText(0), startText(-1)), ...sentences].filter(Boolean).join(' · '),
    ...(onUndo === null ? {} : { action: { label: t`Undo`, onClick: onUndo } }),
    ...(onShow === null ? {} : { link: { label: texts.show, onClick: onShow, isNext: true } }),
    readingMs: UNDO_NOTICE_MS,
  };
}
