import { type Directory, staffName } from '#app/api/directory.ts';
import type { EnumDisplay, EnumDisplays } from '#app/appearance/enum-display.ts';
import type { FilterOption } from '#app/components/filter-combobox.tsx';
import { countBy, UNASSIGNED, vetsOf } from '#app/features/board/model/board-filters.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import { words } from '#app/text/words.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

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
