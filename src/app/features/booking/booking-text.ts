import { plural, t } from '@lingui/core/macro';
import { noticeIdOf } from '#app/api/appointment-changes.ts';
import { type Directory, roomNameOf, visitName } from '#app/api/directory.ts';
import { type showNotice, UNDO_OFFERED_MS } from '#app/components/show-notice.ts';
import { translated } from '#app/language/translated.ts';
import type { Planned } from '#app/scheduling/bookable.ts';
import type { Interval } from '#app/scheduling/interval.ts';
import {
  browserZone,
  dayText,
  durationBetween,
  durationText,
  intervalText,
  shortZoneText,
} from '#app/scheduling/time-text.ts';
import { recordedTime } from '#app/scheduling/visit.ts';
import { isolated } from '#app/text/isolated.ts';
import { words } from '#app/text/shared-texts.ts';
import { closedText, otherVisitText, passedText, plannedText } from '#app/text/time-warnings.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedAppointment, ReceivedEmployee } from '#contract/received.ts';
import type { BookingStore } from './booking-schema.ts';
import type { BookedHow } from './create/submit-booking.ts';
import type { BookedAppointment } from './drafts.ts';
import type { BookingWarning } from './warnings/booking-warnings.ts';

// Texts about appointments for the form and its notices. Names and titles come from outside: each is isolated.

type Notice = Parameters<typeof showNotice>[0];
type Pets = Directory['pets'];

interface WarningTextOptions {
  store: BookingStore;
  stores: readonly BookingStore[];
  petName: string;
  /** The time of the booking. */
  time: Interval;
  /** The pets whose names are known. */
  pets: Pets;
}

/** Another appointment in words. */
interface OtherText {
  id: string;
  text: string;
}

/** A warning in words, with the appointments that it is about. */
interface WarningText {
  title: string;
  others: OtherText[];
}

/** The text of a warning, with times in the zone of the store to book in. */
export function warningText(warning: BookingWarning, options: WarningTextOptions): WarningText {
  const { store, petName, time } = options;
  const naming = (others: readonly ReceivedAppointment[]) =>
    others.map((other) => ({ id: other.id, text: appointmentText(other, options) }));
  const lacking = (what: string, others: readonly ReceivedAppointment[]) =>
    others.map((other) => ({ id: other.id, text: labelled(what, appointmentText(other, options)) }));
  const nameOfStore = (storeId: string) => options.stores.find(({ id }) => id === storeId)?.name ?? '';
  const planned = (name: string, what: Planned) => plannedText(name, what, nameOfStore);
  const vet = 'vet' in warning ? isolated(warning.vet.name) : '';
  const pet = isolated(petName);
  const place = isolated(store.name);
  switch (warning.kind) {
    case 'vet-busy':
      return { title: t`${vet} is busy then`, others: naming(warning.others) };
    case 'vet-away':
      return { title: planned(warning.vet.name, warning.absence), others: [] };
    case 'no-vet-there':
      return {
        title: t`No vet is on duty then`,
        others: warning.away.map(({ vet, absence }) => ({ id: vet.id, text: planned(vet.name, absence) })),
      };
    case 'no-vet-free':
      return {
        title: t`No vet is free then`,
        others: [
          ...warning.busy.map(({ vet, other }) => ({
            id: `${vet.id} ${other.id}`,
            text: labelled(vet.name, appointmentText(other, options)),
          })),
          ...lacking(t`No vet yet`, warning.withoutVet),
        ],
      };
    case 'vet-needed':
      return { title: t`${vet} is needed for an appointment without a vet`, others: naming(warning.others) };
    case 'vet-elsewhere':
      return { title: t`${vet} does not work at ${place}`, others: [] };
    case 'no-room-suits':
      return { title: t`No room at ${place} is for this visit type`, others: [] };
    case 'room-taken': {
      const room = isolated(warning.room);
      return { title: t({ message: `${room} is taken then`, comment: 'a room' }), others: naming(warning.others) };
    }
    case 'room-blocked':
      return { title: planned(warning.room, warning.block), others: [] };
    case 'room-needed': {
      const room = isolated(warning.room);
      return { title: t`${room} is needed for an appointment without a room`, others: naming(warning.others) };
    }
    case 'rooms-taken': {
      const taken = warning.others.map((other) => {
        const room = store.rooms.find(({ id }) => id === other.roomId)?.name;
        const text = appointmentText(other, options);
        return { id: other.id, text: room ? labelled(room, text) : text };
      });
      const blocked = warning.blocked.map(({ room, block }) => ({ id: `block ${room}`, text: planned(room, block) }));
      return {
        title: warning.all ? t`Every room is taken then` : t`Every room for this visit type is taken then`,
        others: [...taken, ...lacking(t`No room yet`, warning.withoutRoom), ...blocked],
      };
    }
    case 'store-blocked':
      return { title: planned(store.name, warning.block), others: [] };
    case 'store-closed':
      return { title: closedText(store.name, store.timeZone, warning.open, time), others: [] };
    case 'pet-that-day':
      return {
        title: pet === '' ? t`The pet has a visit that day already` : t`${pet} has a visit that day already`,
        others: naming(warning.others),
      };
    case 'in-past':
      return { title: passedText(store.timeZone, time.start), others: [] };
    case 'unusually-long': {
      const length = durationText(warning.minutes);
      const usual = durationText(warning.usual);
      return { title: t`${length} is unusually long: this visit type takes ${usual}`, others: [] };
    }
  }
}

/** An appointment with the name of its vet or room before it. */
function labelled(name: string, visit: string): string {
  const label = isolated(name);
  return t({ message: `${label}: ${visit}`, comment: 'a vet, a room or what is missing, then an appointment' });
}

/** Says that no time of a length (milliseconds) is free: `Ada Bell has no 2 h free until Fri 4 Dec.` */
export function nothingFreeText(
  { vet, store, length }: { vet: ReceivedEmployee | null; store: BookingStore; length: number },
  until: string,
): string {
  const who = isolated(vet?.name ?? store.name);
  const duration = durationBetween(0, length);
  return t({ message: `${who} has no ${duration} free until ${until}.`, comment: 'a vet or a store; until a day' });
}

/** Names another appointment by its time, pet or title, and by its store where that is another one. */
function appointmentText(
  other: ReceivedAppointment,
  { store, stores, time, pets }: Pick<WarningTextOptions, 'store' | 'stores' | 'time' | 'pets'>,
): string {
  const when = intervalText(store.timeZone, recordedTime(other), time.start);
  const what =
    isolated(visitName(other, pets)) ||
    t({ message: 'an appointment', comment: 'stands for the title of one that has none' });
  const elsewhere = other.storeId !== null && other.storeId !== store.id;
  const place = isolated((elsewhere ? stores.find(({ id }) => id === other.storeId)?.name : '') ?? '');
  return otherVisitText(when, what, place);
}

type Place = Pick<BookedAppointment, 'storeId' | 'start' | 'end'>;

/** Names appointments at the same time, as seen from the store to book in. */
export function othersText(
  others: readonly ReceivedAppointment[],
  { storeId, start, end }: Place,
  stores: readonly BookingStore[],
  pets: Pets,
): OtherText[] {
  const store = stores.find(({ id }) => id === storeId) ?? stores[0];
  if (!store) return [];
  const time = { start: instantOf(start), end: instantOf(end) };
  return others.map((other) => ({ id: other.id, text: appointmentText(other, { store, stores, time, pets }) }));
}

/** Time and place of an appointment, with its zone where that is not the browser's own. */
export function bookedText(booked: Place, stores: readonly BookingStore[]): string {
  const store = stores.find(({ id }) => id === booked.storeId);
  const zone = store?.timeZone ?? 'UTC';
  const when = whenText(zone, recordedTime(booked), zone === browserZone);
  return store ? atPlace(when, isolated(store.name)) : when;
}

function whenText(zone: string, time: Interval, isZoneKnown: boolean): string {
  const day = dayText(zone, time.start);
  const clock = intervalText(zone, time, time.start);
  const zoneName = shortZoneText(zone, time.start);
  return isZoneKnown
    ? t({ message: `${day}, ${clock}`, comment: 'a day, then from when until when' })
    : t({ message: `${day}, ${clock} ${zoneName}`, comment: 'a day, from when until when, and the time zone' });
}

function atPlace(when: string, place: string): string {
  return t({ message: `${when} at ${place}`, comment: 'day and time of an appointment, and its store' });
}

const bookedEnding: Readonly<Record<BookedHow, string>> = translated({
  answered: () => '',
  found: () => t`The answer was lost, but it is booked.`,
});

/** Says that the room that was clicked is not for this desk to choose; undefined where none of the store was. */
export function clickedRoomText(
  roomId: string | null,
  { storeId, stores }: { storeId: string; stores: readonly BookingStore[] },
): string | undefined {
  const room = stores.find(({ id }) => id === storeId)?.rooms.find(({ id }) => id === roomId);
  if (!room) return undefined;
  const name = isolated(room.name);
  return t`You clicked ${name}. The practice system assigns the room.`;
}

/** The room that an appointment got, and the one that was clicked where it differs; each null where there is none. */
interface BookedRoom {
  got: string | null;
  clicked: string | null;
  /**
   * Whether Frontdesk was to move it into the room that was clicked; otherwise the practice system alone assigns
   * rooms.
   */
  isPlaced: boolean;
}

/** The room of a booking that was read back. */
export function bookedRoom(
  record: Pick<ReceivedAppointment, 'roomId' | 'location'>,
  clickedId: string | null,
  { stores, isPlaced }: { stores: readonly BookingStore[]; isPlaced: boolean },
): BookedRoom {
  const name = (roomId: string, location: string | null) =>
    stores.flatMap(({ rooms }) => rooms).find(({ id }) => id === roomId)?.name || roomNameOf(roomId, location);
  const isOther = clickedId !== null && clickedId !== record.roomId;
  return {
    got: record.roomId === null ? null : name(record.roomId, record.location),
    clicked: isOther ? name(clickedId, null) : null,
    isPlaced,
  };
}

/** What is known of a booking once it has been read back. */
interface BookedMore {
  room?: BookedRoom | null;
  /** Visits at its time that need the same. */
  clashes?: readonly ReceivedAppointment[];
  /** The pets whose names are known. */
  pets?: Pets;
  /** Cancels it; null where the practice system cannot. */
  onUndo?: (() => void) | null;
}

/**
 * The notice of a booking: what, when and where, amber where it clashes. `room` is null until the booking has been read back. Where it is not
 * the room that was clicked, the notice begins with that and stays until it is closed.
 */
export function bookedNotice(
  booked: BookedAppointment,
  how: BookedHow,
  stores: readonly BookingStore[],
  { room = null, clashes = [], pets = new Map(), onUndo = null }: BookedMore = {},
): Notice {
  const pet = isolated(booked.petName) || t({ message: 'the appointment', comment: 'after “Booked:”' });
  const rooms = stores.find(({ id }) => id === booked.storeId)?.rooms ?? [];
  const when = bookedText(booked, stores);
  const got = isolated(room?.got ?? '');
  const sentences = [
    got === ''
      ? t({ message: `${when}.`, comment: 'when and where an appointment is' })
      : t({ message: `${when}, ${got}.`, comment: 'when and where an appointment is, and its room' }),
    room && room.got === null && rooms.length > 0 ? t`No room is assigned.` : '',
    bookedEnding[how],
  ];
  const text = (more: string) => [...sentences, more].filter((sentence) => sentence !== '').join(' ');
  const id = noticeIdOf(booked.id);
  const undo = onUndo === null ? {} : { action: { label: t`Undo`, onClick: onUndo } };
  if (!room?.clicked) {
    const { length } = clashes;
    const other = clashes[0] ? isolated(visitName(clashes[0], pets)) : '';
    const title =
      length === 0
        ? t`Booked: ${pet}`
        : length === 1 && other !== ''
          ? t`Booked: ${pet}, clash with ${other}`
          : t`Booked: ${pet}, ${plural(length, { one: 'clash with # visit', other: 'clash with # visits' })}`;
    return { id, tone: length > 0 ? 'warn' : 'ok', title, text: text(''), ...undo, readingMs: UNDO_OFFERED_MS };
  }
  const clicked = isolated(room.clicked);
  return {
    id,
    tone: 'warn',
    title:
      got === ''
        ? t`Booked: ${pet}, without a room, not in ${clicked}`
        : t`Booked: ${pet}, in ${got}, not in ${clicked}`,
    ...undo,
    text: text(
      room.isPlaced
        ? t`Changing the room failed: try again in the appointment’s details.`
        : t`The practice system assigns the room.`,
    ),
  };
}

/** The notice that others have booked the same time at the same moment. */
export function clashNotice(
  others: readonly ReceivedAppointment[],
  booked: BookedAppointment,
  stores: readonly BookingStore[],
  pets: Pets,
): Notice {
  const pet = isolated(booked.petName);
  return {
    tone: 'warn',
    title:
      pet === ''
        ? t`The appointment is booked, and somebody else booked this time too`
        : t`${pet} is booked, and somebody else booked this time too`,
    text: othersText(others, booked, stores, pets)
      .map(({ text }) => text)
      .join('; '),
  };
}

interface TypedInput {
  /** The text typed for the pet or its owner. */
  typed: string;
  /** Names, empty where none is chosen. */
  type: string;
  vet: string;
  /** The store and, once it is complete, the time. */
  place: { store: BookingStore; time: Interval | null } | null;
  /** As typed. */
  length: string;
  notes: string;
}

/** The form of a caller who is not on file as lines of plain text, to be pasted into another program. */
export function typedText({ typed, type, vet, place, length, notes }: TypedInput): string {
  const where = place?.store.name ?? '';
  const when = place?.time ? whenText(place.store.timeZone, place.time, true) : '';
  return [
    typed,
    type && length ? t({ message: `${type}, ${length}`, comment: 'a visit type and a duration' }) : type || length,
    when && where ? atPlace(when, where) : when || where,
    vet && t({ message: `With ${vet}`, comment: 'the vet of an appointment' }),
    notes,
  ]
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

/** The notice of a booking that failed after its form was closed. */
export function notBookedNotice(isKnown: boolean): Notice {
  return {
    tone: 'warn',
    title: isKnown ? words.notBooked : words.outcomeUnknown,
    text: t`Open New appointment again: everything you typed is still there.`,
  };
}
