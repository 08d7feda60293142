import { type Directory, staffOf } from '#app/api/directory.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { dateIn, zoneOf } from '#scheduling/calendar-day.ts';
import { type BoardSearch, bookingParams } from './board-search.ts';

/** The URL of the panel that books again from an earlier appointment of a pet. */
export function bookingAfter(visit: ReceivedAppointment, directory: Directory): BoardSearch {
  const zone = zoneOf(visit, directory);
  return {
    ...bookingParams,
    new: true,
    pet: visit.petId ?? undefined,
    bookStore: visit.storeId ?? undefined,
    bookVet: staffOf(visit, directory)[0]?.id,
    bookType: visit.visitTypeId ?? undefined,
    bookAfter: dateIn(zone, Date.parse(visit.start)),
  };
}
