import { dayOfInstant } from '#app/scheduling/calendar-day.ts';
import { minutesLate, minutesOver, recordedTime } from '#app/scheduling/visit.ts';
import { mainEmployeeId } from '#contract/appointment-rules.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

/** Whose appointments are moved: those of an employee, or those in a room. */
export type DelayedResource = { kind: 'staff' | 'room'; id: string };

/** By how many minutes an appointment is late or runs over; null if neither. `zone` is that of its store. */
export function minutesDelayed(appointment: ReceivedAppointment, now: number, zone: string): number | null {
  const { start, end } = recordedTime(appointment);
  return (
    minutesLate(appointment, now, dayOfInstant(zone, start)) ?? minutesOver(appointment, now, dayOfInstant(zone, end))
  );
}

/** The vet and the room that an appointment delays. */
export function delayedResources(appointment: ReceivedAppointment): DelayedResource[] {
  const vet = mainEmployeeId(appointment);
  return [
    ...(vet === null ? [] : [{ kind: 'staff', id: vet } as const]),
    ...(appointment.roomId === null ? [] : [{ kind: 'room', id: appointment.roomId } as const]),
  ];
}
