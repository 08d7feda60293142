import { canRepeat, useSeries } from '#app/api/series.ts';
import { laterInCourse } from '#app/scheduling/course.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { useDesk } from './use-desk.ts';

/** The later appointments of its course; empty if it has no course, and until they are loaded. */
export function useFollowing(appointment: ReceivedAppointment): ReceivedAppointment[] {
  const { session, company } = useDesk();
  return laterInCourse(useSeries(company.id, appointment.id, canRepeat(session.capabilities)), appointment);
}
