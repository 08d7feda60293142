import { type Directory, staffOf } from '#app/api/directory.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { dateIn, zoneOfAppointment } from '#scheduling/calendar-day.ts';
import { type BoardSearch, bookingParams } from './board-search.ts';

/** The search params of the booking panel for a follow-up of an earlier appointment. */
export function createFollowUpSearch(appointment: ReceivedAppointment, directory: Directory): BoardSearch {
  const zone = zoneOfAppointment(appointment, directory);
  return {
    ...bookingParams,
    new: true,
    pet: appointment.petId ?? undefined,
    bookStore: appointment.storeId ?? undefined,
    bookVet: staffOf(appointment, directory)[0]?.id,
    bookType: appointment.visitTypeId ?? undefined,
    bookAfter: dateIn(zone, Date.parse(appointment.start)),
  };
}
