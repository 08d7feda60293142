import { folded } from '#app/language/folded.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

/** The filters of the board; an empty list filters nothing. */
export interface BoardFilters {
  statuses: readonly string[];
  /** Ids of employees, {@link UNASSIGNED} for those with nobody. */
  vets: readonly string[];
  /** Visit categories. */
  types: readonly string[];
  /** Words that must all occur in the text of a block. */
  text: string;
}

/** The value for "nobody assigned" in the list of vets. */
export const UNASSIGNED = 'none';

/** Whether any filter is set. */
export function isNarrowed(filters: BoardFilters): boolean {
  return filters.statuses.length + filters.vets.length + filters.types.length > 0 || filters.text.trim() !== '';
}

/**
 * Makes the predicate of the filters.
 *
 * @param textOf the searchable text of an appointment besides its own fields: the names of pet, client and staff
 */
export function createFilter(
  filters: BoardFilters,
  textOf: (appointment: ReceivedAppointment) => string,
): (appointment: ReceivedAppointment) => boolean {
  const statuses = new Set(filters.statuses);
  const vets = new Set(filters.vets);
  const types = new Set(filters.types);
  const words = folded(filters.text)
    .split(/\s+/)
    .filter((word) => word !== '');
  return (appointment) => {
    if (statuses.size > 0 && !statuses.has(appointment.status)) return false;
    if (types.size > 0 && !types.has(appointment.visitTypeCategory)) return false;
    if (vets.size > 0 && !vetsOf(appointment).some((id) => vets.has(id))) return false;
    if (words.length === 0) return true;
    const text = folded(textOf(appointment));
    return words.every((word) => text.includes(word));
  };
}

/** The ids under which an appointment is counted in the list of vets: everyone assigned, or {@link UNASSIGNED}. */
export function vetsOf(appointment: ReceivedAppointment): string[] {
  return appointment.employees.length > 0 ? appointment.employees.map((employee) => employee.id) : [UNASSIGNED];
}

/** Counts the appointments by value. */
export function countBy(
  appointments: readonly ReceivedAppointment[],
  valuesOf: (appointment: ReceivedAppointment) => readonly string[],
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const appointment of appointments) {
    for (const value of valuesOf(appointment)) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}
