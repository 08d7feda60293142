import { entriesOf, usePlan } from '#app/days/availability.ts';
import { useDesk, useZonedStores } from '#app/session/use-desk.ts';
import type { ReceivedAppointment, ReceivedEmployee } from '#contract/received.ts';
import { zoneOf } from '#scheduling/calendar-day.ts';
import { createVetAway } from '#scheduling/conflicting-appointments.ts';
import { weeksToKnow } from '#scheduling/duty.ts';
import { takenTime } from '#scheduling/visit.ts';

/**
 * Whether the vet of an appointment is away at its time; false without an appointment or a plan, null while the plan is
 * loading.
 */
export function useVetAway(
  appointment: ReceivedAppointment | null,
  employees: readonly ReceivedEmployee[],
): boolean | null {
  const { company, fallbackZone, hasPlan } = useDesk();
  const stores = useZonedStores(company.stores);
  const span = appointment ? takenTime(appointment) : null;
  const mondays = appointment && span ? weeksToKnow([zoneOf(appointment, { company, fallbackZone })], span) : [];
  const plan = usePlan({ companyId: company.id, mondays, isThere: hasPlan });
  if (!appointment || !span) return false;
  if (plan.state === 'loading') return null;
  return createVetAway({ span, plan: entriesOf(plan) ?? [], employees, stores })(appointment);
}
