import { type Directory, staffName } from '#app/api/directory.ts';
import type { EnumDisplay, EnumDisplays } from '#app/appearance/enum-display.ts';
import type { FilterOption } from '#app/components/filter-combobox.tsx';
import { normalizeText } from '#app/language/normalize-text.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import { type BoardFilters, UNASSIGNED } from '#app/session/board-search.ts';
import { words } from '#app/text/shared-texts.ts';
import { mainEmployeeId } from '#contract/appointment-rules.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

export const NO_FILTERS: BoardFilters = { statuses: [], vets: [], types: [], rooms: [], text: '', now: null };

/** Whether any filter is set. */
export function isNarrowed(filters: BoardFilters): boolean {
  const { statuses, vets, types, rooms, text, now } = filters;
  return statuses.length + vets.length + types.length + rooms.length > 0 || text.trim() !== '' || now !== null;
}

/** The ids of the appointments that the filters show and leave out. */
interface Narrowed {
  shown: ReadonlySet<string>;
  filteredOut: ReadonlySet<string>;
}

/**
 * Applies the filters to the board's appointments.
 *
 * @param nowIds the ids that the filter of now shows; null where it is not set
 */
export function narrow(
  appointments: readonly ReceivedAppointment[],
  filters: BoardFilters,
  directory: Directory,
  nowIds: ReadonlySet<string> | null = null,
): Narrowed {
  const statuses = new Set(filters.statuses);
  const vets = new Set(filters.vets);
  const types = new Set(filters.types);
  const rooms = new Set(filters.rooms);
  const wanted = normalizeText(filters.text).split(/\s+/).filter(Boolean);
  function isShown(appointment: ReceivedAppointment): boolean {
    if (nowIds && !nowIds.has(appointment.id)) return false;
    if (statuses.size > 0 && !statuses.has(appointment.status)) return false;
    if (types.size > 0 && !types.has(appointment.visitTypeCategory)) return false;
    if (rooms.size > 0 && !rooms.has(appointment.roomId ?? '')) return false;
    if (vets.size > 0 && !vetsOf(appointment).some((id) => vets.has(id))) return false;
    if (wanted.length === 0) return true;
    const text = normalizeText(textOf(appointment, directory));
    return wanted.every((word) => text.includes(word));
  }
  const shown = new Set<string>();
  const filteredOut = new Set<string>();
  for (const appointment of appointments) (isShown(appointment) ? shown : filteredOut).add(appointment.id);
  return { shown, filteredOut };
}

/** The text of an appointment that is searched: what its block and its details say. */
function textOf(appointment: ReceivedAppointment, directory: Directory): string {
  const pet = appointment.petId === null ? undefined : directory.pets.get(appointment.petId);
  const vetId = mainEmployeeId(appointment);
  const vet = vetId === null ? undefined : directory.employees.get(vetId);
  return [
    appointment.title,
    pet?.name,
    pet?.clientName,
    vet?.name,
    appointment.visitTypeName,
    appointment.notes,
    appointment.bookingNotes,
    appointment.clientNotes,
  ]
    .filter((part) => part !== null && part !== undefined)
    .join('\n');
}

/** The ids under which an appointment is counted in the list of vets: everyone assigned, or {@link UNASSIGNED}. */
export function vetsOf(appointment: ReceivedAppointment): string[] {
  return appointment.employees.length > 0 ? appointment.employees.map((employee) => employee.id) : [UNASSIGNED];
}

/** The statuses in the service's order, then those that only appointments have, each with its count. */
export function statusFacets(
  appointments: readonly ReceivedAppointment[],
  statuses: EnumDisplays,
): { display: EnumDisplay; count: number }[] {
  const counts = countBy(appointments, ({ status }) => [status]);
  return withUnlisted(statuses, counts).map((display) => ({ display, count: counts.get(display.value) ?? 0 }));
}

/** The visit categories of the day in the service's order, each with its count. */
export function typeFacets(appointments: readonly ReceivedAppointment[], categories: EnumDisplays): FilterOption[] {
  const counts = countBy(appointments, ({ visitTypeCategory }) => [visitTypeCategory]);
  return withUnlisted(categories, counts).map(({ value, label }) => ({ value, label, count: counts.get(value) ?? 0 }));
}

function withUnlisted(displays: EnumDisplays, counts: ReadonlyMap<string, number>): EnumDisplay[] {
  const listed = new Set(displays.listed.map((display) => display.value));
  const others = [...counts.keys()].filter((value) => !listed.has(value)).sort();
  return [...displays.listed, ...others.map((value) => displays.of(value))];
}

/** The staff of the day by name, without those who have no appointment unless they are vets, and "Unassigned". */
export function vetFacets(appointments: readonly ReceivedAppointment[], directory: Directory): FilterOption[] {
  const counts = countBy(appointments, vetsOf);
  const vets = [...directory.employees.values()].filter((employee) => employee.isActive && employee.role === 'vet');
  const ids = new Set([...vets.map((vet) => vet.id), ...counts.keys()]);
  ids.delete(UNASSIGNED);
  const options = [...ids]
    .map((value) => ({
      value,
      label: staffName(value, directory),
      count: counts.get(value) ?? 0,
    }))
    .sort((one, other) => one.label.localeCompare(other.label, shownLocale));
  const unassigned = counts.get(UNASSIGNED) ?? 0;
  return unassigned > 0 ? [...options, { value: UNASSIGNED, label: words.unassigned, count: unassigned }] : options;
}

/** Counts the appointments by value. */
function countBy(
  appointments: readonly ReceivedAppointment[],
  valuesOf: (appointment: ReceivedAppointment) => readonly string[],
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const appointment of appointments) {
    for (const value of valuesOf(appointment)) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}
