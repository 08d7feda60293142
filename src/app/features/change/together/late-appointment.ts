import { mainEmployeeId } from '#contract/appointment-rules.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { type Arrival, findArrival } from '#scheduling/arrival.ts';

/** The employee or room that is running late, and whose later appointments are to be moved. */
export type DelayedResource = { kind: 'staff' | 'room'; id: string };

/** How long an appointment has been late or running over; null if it is neither. `zone` is its store's zone. */
export function delayOf(appointment: ReceivedAppointment, now: number, zone: string): Arrival | null {
  const arrival = findArrival(appointment, now, zone);
  return arrival?.kind === 'waiting' ? null : arrival;
}

/** The vet and the room that an appointment delays. */
export function delayedResources(appointment: ReceivedAppointment): DelayedResource[] {
  const vet = mainEmployeeId(appointment);
  return [
    ...(vet === null ? [] : [{ kind: 'staff', id: vet } as const]),
    ...(appointment.roomId === null ? [] : [{ kind: 'room', id: appointment.roomId } as const]),
  ];
}
