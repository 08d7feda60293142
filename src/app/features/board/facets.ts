import { type Directory, unnamed } from '#app/api/directory.ts';
import type { EnumLook, EnumLooks } from '#app/appearance/enum-look.ts';
import type { FilterOption } from '#app/components/filter-combobox.tsx';
import { shownLocale } from '#app/language/shown-language.ts';
import { words } from '#app/text/words.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { countBy, UNASSIGNED, vetsOf } from './board-filters.ts';

/** The statuses in the service's order, then those that only appointments have, each with its count. */
export function statusFacets(
  appointments: readonly ReceivedAppointment[],
  statuses: EnumLooks,
): { look: EnumLook; count: number }[] {
  const counts = countBy(appointments, ({ status }) => [status]);
  return withUnlisted(statuses, counts).map((look) => ({ look, count: counts.get(look.value) ?? 0 }));
}

/** The visit categories of the day in the service's order, each with its count. */
export function typeFacets(appointments: readonly ReceivedAppointment[], categories: EnumLooks): FilterOption[] {
  const counts = countBy(appointments, ({ visitTypeCategory }) => [visitTypeCategory]);
  return withUnlisted(categories, counts).map(({ value, label }) => ({ value, label, count: counts.get(value) ?? 0 }));
}

function withUnlisted(looks: EnumLooks, counts: ReadonlyMap<string, number>): EnumLook[] {
  const listed = new Set(looks.listed.map((look) => look.value));
  const others = [...counts.keys()].filter((value) => !listed.has(value)).sort();
  return [...looks.listed, ...others.map((value) => looks.of(value))];
}

/** The name of a member of staff; the beginning of the id where no list has it. */
export function staffName(id: string, directory: Directory): string {
  return directory.employees.get(id)?.name || unnamed.staff(id);
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
