import { roomNameOf } from '#app/api/directory.ts';
import type { showNotice } from '#app/components/show-notice.ts';
import { durationBetween, durationText } from '#app/scheduling/duration.ts';
import type { Interval } from '#app/scheduling/interval.ts';
import { browserZone, dayText, intervalText, shortZoneText } from '#app/scheduling/time-text.ts';
import { recordedTime } from '#app/scheduling/visit.ts';
import { isolated } from '#app/text/isolated.ts';
import { closedText, passedText } from '#app/text/time-warnings.ts';
import { words } from '#app/text/words.ts';
import { instantOf } from '#contract/primitives.ts';
import type { ReceivedAppointment, ReceivedEmployee } from '#contract/received.ts';
import type { BookingStore } from './booking-schema.ts';
import type { BookedHow } from './create/submit-booking.ts';
import type { BookedAppointment } from './drafts/draft-store.ts';
import type { BookingWarning } from './warnings/booking-warnings.ts';

// What the form and its notices say of appointments. Names and titles come from outside: each is isolated.

type Notice = Parameters<typeof showNotice>[0];

interface WarningTextOptions {
  store: BookingStore;
  stores: readonly BookingStore[];
  petName: string;
  /** The time asked for. */
  time: Interval;
}

/** Another appointment in words. */
export interface OtherText {
  id: string;
  text: string;
}

/** A warning in words: what is the matter, and the appointments that it is about. */
export interface WarningText {
  title: string;
  others: OtherText[];
}

/** Puts a warning into words, times in the zone of the store to book in. */
export function warningText(warning: BookingWarning, options: WarningTextOptions): WarningText {
  const { store, petName, time } = options;
  const naming = (others: readonly ReceivedAppointment[]) =>
    others.map((other) => ({ id: other.id, text: appointmentText(other, options) }));
  switch (warning.kind) {
    case 'vet-busy':
      return { title: `${isolated(warning.vet.name)} is busy then`, others: naming(warning.others) };
    case 'no-vet-free':
      return {
        title: 'No vet is free then',
        others: warning.others.map(({ vet, other }) => ({
          id: `${vet.id} ${other.id}`,
          text: `${isolated(vet.name)}: ${appointmentText(other, options)}`,
        })),
      };
    case 'vet-elsewhere':
      return { title: `${isolated(warning.vet.name)} does not work at ${isolated(store.name)}`, others: [] };
    case 'rooms-taken':
      return {
        title: 'Every room is taken then',
        others: warning.others.map((other) => {
          const room = store.rooms.find(({ id }) => id === other.roomId)?.name;
          const text = appointmentText(other, options);
          return { id: other.id, text: room ? `${isolated(room)}: ${text}` : text };
        }),
      };
    case 'store-closed':
      return { title: closedText(store.name, store.timeZone, warning.open, time), others: [] };
    case 'pet-that-day':
      return {
        title: `${isolated(petName) || 'The pet'} has a visit that day already`,
        others: naming(warning.others),
      };
    case 'in-past':
      return { title: passedText(store.timeZone, time.start), others: [] };
    case 'unusually-long':
      return {
        title: `${durationText(warning.minutes)} is unusually long: this visit type takes ${durationText(warning.usual)}`,
        others: [],
      };
  }
}

/** That a length (milliseconds) is free at no time: `Ada Bell has no 2 h free until Fri 4 Dec.` */
export function nothingFreeText(
  { vet, store, length }: { vet: ReceivedEmployee | null; store: BookingStore; length: number },
  within: string,
): string {
  return `${isolated(vet?.name ?? store.name)} has no ${durationBetween(0, length)} free ${within}.`;
}

/** Another appointment by its time, title and, where it is elsewhere, its store. */
function appointmentText(
  other: ReceivedAppointment,
  { store, stores, time }: Pick<WarningTextOptions, 'store' | 'stores' | 'time'>,
): string {
  const when = intervalText(store.timeZone, recordedTime(other), time.start);
  const what = isolated(other.title || (other.visitTypeName ?? '')) || 'an appointment';
  const elsewhere = other.storeId !== null && other.storeId !== store.id;
  const place = elsewhere ? stores.find(({ id }) => id === other.storeId)?.name : undefined;
  return place ? `${when} ${what} (${isolated(place)})` : `${when} ${what}`;
}

type Place = Pick<BookedAppointment, 'storeId' | 'start' | 'end'>;

/** Appointments at the same time, in words, as seen from the store to book in. */
export function othersText(
  others: readonly ReceivedAppointment[],
  { storeId, start, end }: Place,
  stores: readonly BookingStore[],
): OtherText[] {
  const store = stores.find(({ id }) => id === storeId) ?? stores[0];
  if (!store) return [];
  const time = { start: instantOf(start), end: instantOf(end) };
  return others.map((other) => ({ id: other.id, text: appointmentText(other, { store, stores, time }) }));
}

/** When and where an appointment is, with its zone where that is not the browser's own. */
export function bookedText(booked: Place, stores: readonly BookingStore[]): string {
  const store = stores.find(({ id }) => id === booked.storeId);
  const zone = store?.timeZone ?? 'UTC';
  const time = recordedTime(booked);
  const foreign = zone === browserZone ? '' : ` ${shortZoneText(zone, time.start)}`;
  const where = store ? ` at ${isolated(store.name)}` : '';
  return `${dayText(zone, time.start)}, ${intervalText(zone, time, time.start)}${foreign}${where}`;
}

const bookedEnding: Readonly<Record<BookedHow, string>> = {
  answered: '',
  found: ' The answer was lost, but it is booked.',
  elsewhere: ' It was booked already.',
};

/** Which room was clicked, and what that means; nothing where none was, or where another store is chosen. */
export function clickedRoomText(
  roomId: string | undefined,
  { storeId, stores, isPlaced }: { storeId: string; stores: readonly BookingStore[]; isPlaced: boolean },
): string | undefined {
  const room = stores.find(({ id }) => id === storeId)?.rooms.find(({ id }) => id === roomId);
  if (!room) return undefined;
  const name = isolated(room.name);
  return isPlaced ? `In ${name}, which you clicked.` : `You clicked ${name}. The practice system assigns the room.`;
}

/** The room that an appointment got, and the one that was clicked for it where that is another; each null where there is none. */
export interface BookedRoom {
  got: string | null;
  clicked: string | null;
  /** Whether Frontdesk was to put it into the room that was clicked; else the practice system alone assigns rooms. */
  isPlaced: boolean;
}

/** What is known of the room of a booking once it was read back. */
export function bookedRoom(
  record: Pick<ReceivedAppointment, 'roomId' | 'location'>,
  clickedId: string | undefined,
  { stores, isPlaced }: { stores: readonly BookingStore[]; isPlaced: boolean },
): BookedRoom {
  const name = (roomId: string, location: string | null) =>
    stores.flatMap(({ rooms }) => rooms).find(({ id }) => id === roomId)?.name || roomNameOf(roomId, location);
  const isOther = clickedId !== undefined && clickedId !== record.roomId;
  return {
    got: record.roomId === null ? null : name(record.roomId, record.location),
    clicked: isOther ? name(clickedId, null) : null,
    isPlaced,
  };
}

/**
 * Says what was booked, when and where. The room is known a moment later: `room` is null until then, and where it is another
 * than the one that was clicked, that comes first and stays until it is read.
 */
export function bookedNotice(
  booked: BookedAppointment,
  how: BookedHow,
  stores: readonly BookingStore[],
  room: BookedRoom | null = null,
): Notice {
  const pet = isolated(booked.petName) || 'the appointment';
  const rooms = stores.find(({ id }) => id === booked.storeId)?.rooms ?? [];
  const place = room?.got ? `, ${isolated(room.got)}` : '';
  const roomless = room && room.got === null && rooms.length > 0 ? ' No room is assigned.' : '';
  const text = `${bookedText(booked, stores)}${place}.${roomless}${bookedEnding[how]}`;
  const id = `booked ${booked.id}`;
  if (!room?.clicked) return { id, tone: 'ok', title: `Booked: ${pet}`, text };
  const other = room.got ? `in ${isolated(room.got)}, not in` : 'without a room, not in';
  return {
    id,
    tone: 'warn',
    title: `Booked: ${pet}, ${other} ${isolated(room.clicked)}`,
    text: room.isPlaced
      ? `${text} Changing the room failed: try again in the appointment’s details.`
      : `${text} The practice system assigns the room.`,
  };
}

/** Says that others have booked the same time in the same moment. */
export function clashNotice(
  others: readonly ReceivedAppointment[],
  booked: BookedAppointment,
  stores: readonly BookingStore[],
): Notice {
  return {
    tone: 'warn',
    title: `${isolated(booked.petName) || 'The appointment'} is booked, and somebody else booked this time too`,
    text: othersText(others, booked, stores)
      .map(({ text }) => text)
      .join('; '),
  };
}

interface TypedInput {
  /** What was typed for the pet or its owner. */
  typed: string;
  /** Names, empty where none is chosen. */
  type: string;
  vet: string;
  /** Where and, once it is complete, when. */
  place: { store: BookingStore; time: Interval | null } | null;
  /** As typed. */
  length: string;
  notes: string;
}

/** What was typed for a caller who is not on file, as lines of plain text to be put into another program. */
export function typedText({ typed, type, vet, place, length, notes }: TypedInput): string {
  const zone = place?.store.timeZone ?? 'UTC';
  const when = place?.time
    ? `${dayText(zone, place.time.start)}, ${intervalText(zone, place.time, place.time.start)}`
    : '';
  return [
    typed,
    [type, length].filter(Boolean).join(', '),
    [when, place?.store.name].filter(Boolean).join(' at '),
    vet && `With ${vet}`,
    notes,
  ]
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

/** Says how a booking ended whose form was closed on the way. */
export function notBookedNotice(isKnown: boolean): Notice {
  return {
    tone: 'warn',
    title: isKnown ? words.notBooked : words.outcomeUnknown,
    text: 'Open New appointment again: everything you typed is still there.',
  };
}
