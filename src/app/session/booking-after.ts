import { type Directory, staffOf } from '#app/api/directory.ts';
import { dateIn, zoneOf } from '#app/scheduling/calendar-day.ts';
import { type BoardSearch, bookingParams } from '#app/session/board-search.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

/**
 * The address of the booking form based on an earlier visit of the pet; with its visit type if it is to be booked
 * `again`.
 */
export function bookingAfter(visit: ReceivedAppointment, directory: Directory, again: boolean): BoardSearch {
  const zone = zoneOf(visit, directory);
  return {
    ...bookingParams,
    new: true,
    pet: visit.petId ?? undefined,
    bookStore: visit.storeId ?? undefined,
    bookVet: staffOf(visit, directory)[0]?.id,
    bookType: again ? (visit.visitTypeId ?? undefined) : undefined,
    bookAfter: dateIn(zone, Date.parse(visit.start)),
  };
}
