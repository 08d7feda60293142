import { canRepeat, useSeries } from '#app/days/series.ts';
import { useDesk } from '#app/session/use-desk.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { laterInSeries } from '#scheduling/series.ts';

/** The later appointments of its series; empty if it belongs to no series, and until they are loaded. */
export function useFollowing(appointment: ReceivedAppointment): ReceivedAppointment[] {
  const { session, company } = useDesk();
  return laterInSeries(useSeries(company.id, appointment.id, canRepeat(session.capabilities)), appointment);
}
