import { canRepeat, useSeries } from '#app/days/series.ts';
import { useDesk } from '#app/session/use-desk.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { laterInCourse } from '#scheduling/course.ts';

/** The later appointments of its course; empty if it has no course, and until they are loaded. */
export function useFollowing(appointment: ReceivedAppointment): ReceivedAppointment[] {
  const { session, company } = useDesk();
  return laterInCourse(useSeries(company.id, appointment.id, canRepeat(session.capabilities)), appointment);
}
