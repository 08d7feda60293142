import { plural, t } from '@lingui/core/macro';
import { appointmentName, type Directory, unlistedRoomName } from '#app/api/directory.ts';
import { noticeIdOf } from '#app/changes/appointment-changes.ts';
import { type Notice, UNDO_NOTICE_MS } from '#app/components/show-notice.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { browserZone, dayText, intervalText, shortZoneText } from '#app/text/time-text.ts';
import type { ReceivedAppointment, ReceivedEmployee } from '#contract/received.ts';
import { recordedTime } from '#scheduling/visit.ts';
import type { BookingStore } from './booking-values.ts';
import type { BookedAppointment } from './submit-booking.ts';

// Texts for the outcome of a booking. Names may be in a script with another direction, so each is isolated.

interface BookedNoticeInput {
  booked: BookedAppointment;
  /** How the booking was confirmed: by the response, or by searching for it after the response was lost. */
  how: 'answered' | 'found';
  /** The appointment as read back; null if it could not be read yet. */
  record: ReceivedAppointment | null;
  stores: readonly BookingStore[];
  employees: readonly ReceivedEmployee[];
  /** The pets whose names are loaded. */
  pets: Directory['pets'];
  /** Other appointments that need the same vet, room or pet at the same time. */
  clashes: readonly ReceivedAppointment[];
  /** Whether Frontdesk can assign rooms. Otherwise only the practice system can. */
  canAssignRooms: boolean;
  onUndo: (() => void) | null;
  /** Shows the appointment on the calendar; null if the calendar already shows its day. */
  onShow: (() => void) | null;
}

/**
 * The notice after a booking: time, vet and room. It is a warning if the booking clashes, or is not in the selected
 * room.
 */
export function bookedNotice(input: BookedNoticeInput): Notice {
  const { booked, how, record, stores, employees, pets, clashes, canAssignRooms, onUndo, onShow } = input;
  const pet = isolateText(booked.petName) || t({ message: 'the appointment', comment: 'after “Booked:”' });
  const rooms = stores.flatMap((store) => store.rooms);
  const roomName = (id: string | null) =>
    id === null
      ? ''
      : isolateText(rooms.find((room) => room.id === id)?.name || unlistedRoomName(id, record?.location ?? null));
  const room = roomName(record?.roomId ?? null);
  const chosen =
    record !== null && booked.roomId !== null && booked.roomId !== record.roomId ? roomName(booked.roomId) : '';
  const vet =
    record?.employees[0] && isolateText(employees.find(({ id }) => id === record.employees[0]?.id)?.name ?? '');
  const hasRooms = stores.some(({ id, rooms: own }) => id === booked.storeId && own.length > 0);
  const facts = [timeAndStoreText(booked, stores), vet, room].filter(Boolean).join(', ');
  const sentences = [
    record !== null && room === '' && hasRooms ? t`No room is assigned.` : '',
    how === 'found' ? t`The response was lost, but the appointment is booked.` : '',
    chosen === ''
      ? ''
      : canAssignRooms
        ? t`The room couldn’t be changed. Try again in the appointment’s details.`
        : t`The practice system assigns the room.`,
  ];
  const { length } = clashes;
  const other = clashes[0] ? isolateText(appointmentName(clashes[0], pets)) : '';
  // A walk-in is checked in at once, because the patient has already arrived.
  const lead = record?.status === 'checked_in' ? t`Checked in: ${pet}` : t`Booked: ${pet}`;
  const title =
    chosen !== ''
      ? room === ''
        ? t`${lead}, with no room instead of ${chosen}`
        : t`${lead}, in ${room} instead of ${chosen}`
      : length === 0
        ? lead
        : length === 1 && other !== ''
          ? t`${lead}, clashes with ${other}`
          : t`${lead}, ${plural(length, { one: 'clashes with # appointment', other: 'clashes with # appointments' })}`;
  return {
    id: noticeIdOf(booked.id),
    tone: length > 0 || chosen !== '' ? 'warn' : 'ok',
    title,
    text: [facts, sentences.filter(Boolean).join(' ')].filter(Boolean).join('. '),
    ...(onUndo === null ? {} : { action: { label: t`Undo`, onClick: onUndo } }),
    ...(onShow === null ? {} : { link: { label: texts.show, onClick: onShow, isNext: true } }),
    // If the booking is not in the selected room, the notice stays until it is closed.
    ...(chosen === '' ? { readingMs: UNDO_NOTICE_MS } : {}),
  };
}

/** Day and time of an appointment, with its zone if that is not the browser's, and its store if there are several. */
function timeAndStoreText(booked: BookedAppointment, stores: readonly BookingStore[]): string {
  const store = stores.find(({ id }) => id === booked.storeId);
  const zone = store?.timeZone ?? 'UTC';
  const time = recordedTime(booked);
  const day = dayText(zone, time.start);
  const clock = intervalText(zone, time, time.start);
  const zoneName = shortZoneText(zone, time.start);
  const when =
    zone === browserZone
      ? t({ message: `${day}, ${clock}`, comment: 'a day, then from when until when' })
      : t({ message: `${day}, ${clock} ${zoneName}`, comment: 'a day, from when until when, and the time zone' });
  const place = isolateText(store?.name ?? '');
  return stores.length > 1 && place !== ''
    ? t({ message: `${when} at ${place}`, comment: 'day and time of an appointment, and its store' })
    : when;
}

/** The notice of a booking that failed after its panel was closed. */
export function notBookedNotice(isCertain: boolean): Notice {
  return {
    tone: 'warn',
    title: isCertain ? texts.notBooked : texts.outcomeUnknown,
    text: t`Open New appointment again: everything you typed is still there.`,
  };
}
