import type { ReceivedAppointment } from '#contract/received.ts';
import { during, isAssigned } from './clashes.ts';
import type { Interval } from './interval.ts';

/** What is blocked: a store, a room of it, or an employee, at that store or anywhere. */
interface Blocked {
  readonly storeId: string | null;
  readonly roomId: string | null;
  readonly employeeId: string | null;
}

/** The visits that need what is blocked at any of these times, by start: a room and an employee block those of either. */
export function conflictingVisits(
  { storeId, roomId, employeeId }: Blocked,
  times: readonly Interval[],
  visits: readonly ReceivedAppointment[],
): ReceivedAppointment[] {
  const isIn = (visit: ReceivedAppointment) => {
    if (employeeId !== null && isAssigned(visit, employeeId) && (storeId === null || visit.storeId === storeId))
      return true;
    if (roomId !== null) return visit.roomId === roomId;
    return employeeId === null && visit.storeId === storeId;
  };
  const found = new Set(times.flatMap((time) => during(visits, time).filter(isIn)));
  return [...found].sort((one, other) => one.start.localeCompare(other.start));
}
