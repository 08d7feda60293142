import { usePlan } from '#app/days/availability.ts';
import { useDesk, useZonedStores } from '#app/session/use-desk.ts';
import type { ReceivedAppointment, ReceivedEmployee } from '#contract/received.ts';
import { zoneOfAppointment } from '#scheduling/calendar-day.ts';
import { createPlanConflicts } from '#scheduling/conflicting-appointments.ts';
import { weeksToLoad } from '#scheduling/plan.ts';
import { takenTime } from '#scheduling/visit.ts';

/** The maximum number of weeks whose plan is loaded, since all desks share the request budget. */
const MAX_WEEKS = 8;

/**
 * Returns a function that lists the conflicts of one of these appointments with the plan; null while the plan of their weeks is
 * loading. Where there is no plan, or it could not be loaded, there are no conflicts. Unless `enabled`, nothing is requested.
 */
export function usePlanConflicts(
  appointments: readonly ReceivedAppointment[],
  employees: readonly ReceivedEmployee[],
  { enabled = true } = {},
): ReturnType<typeof createPlanConflicts> | null {
  const { company, fallbackZone, hasPlan } = useDesk();
  const stores = useZonedStores(company.stores);
  const times = appointments.map(takenTime);
  const weeks = appointments.flatMap((one, nth) =>
    weeksToLoad([zoneOfAppointment(one, { company, fallbackZone })], times[nth] ?? takenTime(one)),
  );
  const mondays = [...new Set(weeks)].sort().slice(0, MAX_WEEKS);
  const plan = usePlan({ companyId: company.id, mondays, isThere: hasPlan, isRequestable: () => enabled });
  if (appointments.length === 0) return () => [];
  if (plan.state === 'loading') return null;
  const span = {
    start: Math.min(...times.map(({ start }) => start)),
    end: Math.max(...times.map(({ end }) => end)),
  };
  return createPlanConflicts({ span, plan: plan.entries, employees, stores });
}
