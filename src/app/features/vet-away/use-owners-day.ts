import { useWholeDay } from '#app/days/whole-day.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { dayInterval, zoneOf } from '#scheduling/calendar-day.ts';
import { type Owner, openAppointmentsOf } from '#scheduling/conflicting-appointments.ts';
import { overlaps } from '#scheduling/interval.ts';
import { takenTime } from '#scheduling/visit.ts';

/**
 * The appointments of a person, a room or a store on a date of the calendar (`YYYY-MM-DD` in each store's zone), with
 * everything needed to determine who else is free.
 */
export function useOwnersDay(owner: Owner, date: string) {
  const day = useWholeDay(date);
  const isOnDate = (one: ReceivedAppointment) =>
    overlaps(takenTime(one), dayInterval(zoneOf(one, day.directory), date));
  return {
    ...day,
    /** The owner's appointments that are not over, by start. */
    own: openAppointmentsOf(owner, day.appointments.filter(isOnDate)),
  } as const;
}

export type OwnersDay = ReturnType<typeof useOwnersDay>;
