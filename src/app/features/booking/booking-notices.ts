import { showNotice } from '#app/components/notices.tsx';
import { browserZone, dayText, intervalText, shortZoneText } from '#app/scheduling/time-text.ts';
import { recordedTime } from '#app/scheduling/visit.ts';
import { instantOf } from '#contract/primitives.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { BookedAppointment, BookingStore } from './booking-model.ts';
import { appointmentText } from './warnings/warning-text.ts';

/** Says where and when. */
export function tellBooked(
  booked: BookedAppointment,
  how: 'answered' | 'found' | 'elsewhere',
  stores: readonly BookingStore[],
): void {
  const ending = {
    answered: '',
    found: ' The answer was lost, but it is booked.',
    elsewhere: ' It was booked already.',
  }[how];
  showNotice({
    tone: 'ok',
    title: `Booked: ${booked.petName || 'the appointment'}`,
    text: `${bookedText(booked, stores)}.${ending}`,
  });
}

/** When and where an appointment is, with its zone where that is not the browser's own. */
export function bookedText(booked: BookedAppointment, stores: readonly BookingStore[]): string {
  const store = stores.find(({ id }) => id === booked.storeId);
  const zone = store?.timeZone ?? 'UTC';
  const span = recordedTime(booked);
  const foreign = zone === browserZone ? '' : ` ${shortZoneText(zone, span.start)}`;
  const where = store ? ` at ${store.name}` : '';
  return `${dayText(zone, span.start)}, ${intervalText(zone, span, span.start)}${foreign}${where}`;
}

/** Appointments that stand at the same time, in words, as seen from the store to book in. */
export function othersText(
  others: readonly ReceivedAppointment[],
  { storeId, start, end }: Pick<BookedAppointment, 'storeId' | 'start' | 'end'>,
  stores: readonly BookingStore[],
): { id: string; text: string }[] {
  const store = stores.find(({ id }) => id === storeId) ?? stores[0];
  if (!store) return [];
  const span = { start: instantOf(start), end: instantOf(end) };
  return others.map((other) => ({ id: other.id, text: appointmentText(other, { store, stores, span }) }));
}

/** Says that others have booked the same time in the same moment. */
export function tellClash(
  others: readonly ReceivedAppointment[],
  booked: BookedAppointment,
  stores: readonly BookingStore[],
): void {
  showNotice({
    tone: 'warn',
    title: `${booked.petName || 'The appointment'} is booked, and somebody else booked this time too`,
    text: othersText(others, booked, stores)
      .map(({ text }) => text)
      .join('; '),
  });
}
