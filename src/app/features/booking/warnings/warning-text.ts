import type { BookingStore } from '#app/features/booking/booking-model.ts';
import { durationText } from '#app/scheduling/duration.ts';
import type { Interval } from '#app/scheduling/interval.ts';
import { clockText, intervalText } from '#app/scheduling/time-text.ts';
import { recordedTime } from '#app/scheduling/visit.ts';
import type { ReceivedAppointment, ReceivedEmployee } from '#contract/received.ts';
import type { BookingWarning } from './booking-warnings.ts';

interface WarningTextOptions {
  store: BookingStore;
  stores: readonly BookingStore[];
  petName: string;
  /** The time asked for. */
  span: Interval;
}

/** A warning in words: what is the matter, and the appointments that it is about. */
export interface WarningText {
  title: string;
  others: { id: string; text: string }[];
}

/** Puts a warning into words, times in the zone of the store to book in. */
export function warningText(warning: BookingWarning, options: WarningTextOptions): WarningText {
  const { store, petName, span } = options;
  const naming = (others: readonly ReceivedAppointment[]) =>
    others.map((other) => ({ id: other.id, text: appointmentText(other, options) }));
  switch (warning.kind) {
    case 'vet-busy':
      return { title: `${warning.vet.name} has something else then`, others: naming(warning.others) };
    case 'vet-elsewhere':
      return { title: `${warning.vet.name} does not belong to ${store.name}`, others: [] };
    case 'rooms-taken':
      return {
        title: 'Every room is taken then',
        others: warning.others.map((other) => {
          const room = store.rooms.find(({ id }) => id === other.roomId)?.name;
          const text = appointmentText(other, options);
          return { id: other.id, text: room ? `${room}: ${text}` : text };
        }),
      };
    case 'store-closed': {
      const hours = warning.openings.map((opening) => intervalText(store.timeZone, opening, span.start)).join(', ');
      return {
        title: hours === '' ? `${store.name} is closed that day` : `${store.name} is closed then (open ${hours})`,
        others: [],
      };
    }
    case 'pet-that-day':
      return { title: `${petName || 'The pet'} has a visit that day already`, others: naming(warning.others) };
    case 'in-past':
      return { title: `${clockText(store.timeZone, span.start)} has passed`, others: [] };
    case 'unusually-long':
      return {
        title: `${durationText(warning.minutes)} is unusually long: this visit type takes ${durationText(warning.usual)}`,
        others: [],
      };
  }
}

/** That a length is free at no time, of the vet where one is chosen, else of the rooms: `No room is free for 2 h that day.` */
export function nothingFreeText(
  { vet, store, span }: { vet: ReceivedEmployee | null; store: BookingStore; span: Interval },
  within: string,
): string {
  const length = durationText(Math.round((span.end - span.start) / 60_000));
  if (!vet && store.rooms.length > 0) return `No room is free for ${length} ${within}.`;
  return `${vet?.name ?? store.name} has no ${length} free ${within}.`;
}

/** Another appointment by its time, title and, where it is elsewhere, its store. */
export function appointmentText(
  other: ReceivedAppointment,
  { store, stores, span }: Pick<WarningTextOptions, 'store' | 'stores' | 'span'>,
): string {
  const time = intervalText(store.timeZone, recordedTime(other), span.start);
  const title = other.title === '' ? (other.visitTypeName ?? 'an appointment') : other.title;
  const elsewhere = other.storeId !== null && other.storeId !== store.id;
  const place = elsewhere ? stores.find(({ id }) => id === other.storeId)?.name : undefined;
  return place ? `${time} ${title} (${place})` : `${time} ${title}`;
}
