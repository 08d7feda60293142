import { type BoardFilters, UNASSIGNED } from '#app/addresses/board-search.ts';
import { type Directory, staffName } from '#app/api/directory.ts';
import type { EnumDisplay, EnumDisplays } from '#app/appearance/enum-display.ts';
import type { FilterOption } from '#app/components/filter-list.tsx';
import { createTextMatcher } from '#app/days/appointment-search.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import { texts } from '#app/text/shared-texts.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { isVetAt } from '#scheduling/visit.ts';

export const NO_FILTERS: BoardFilters = { statuses: [], vets: [], types: [], rooms: [], text: '', now: null };

/** The ids of the appointments that the "now" filter includes; null if that filter is off. */
type NowFilterIds = ReadonlySet<string> | null;
type FilterTests = Readonly<Record<keyof BoardFilters, (appointment: ReceivedAppointment) => boolean>>;

/** Creates the test of each filter, which says whether an appointment passes. An inactive filter accepts everything. */
function createFilterTests(filters: BoardFilters, directory: Directory, nowIds: NowFilterIds): FilterTests {
  const { statuses, vets, types, rooms, text } = filters;
  return {
    statuses: ({ status }) => statuses.length === 0 || statuses.includes(status),
    vets: (appointment) => vets.length === 0 || vetFilterIds(appointment).some((id) => vets.includes(id)),
    types: ({ visitTypeCategory }) => types.length === 0 || types.includes(visitTypeCategory),
    rooms: ({ roomId }) => rooms.length === 0 || rooms.includes(roomId ?? ''),
    text: createTextMatcher(text, directory),
    now: ({ id }) => nowIds === null || nowIds.has(id),
  };
}

const filterKinds = ['now', 'statuses', 'types', 'rooms', 'vets', 'text'] as const satisfies (keyof BoardFilters)[];

/** The ids of the appointments that the filters exclude. */
export function findExcludedIds(
  filters: BoardFilters,
  appointments: readonly ReceivedAppointment[],
  directory: Directory,
  nowIds: NowFilterIds = null,
): ReadonlySet<string> {
  const tests = createFilterTests(filters, directory, nowIds);
  const excludedAppointments = appointments.filter(
    (appointment) => !filterKinds.every((kind) => tests[kind](appointment)),
  );
  return new Set(excludedAppointments.map(({ id }) => id));
}

interface FacetsInput {
  appointments: readonly ReceivedAppointment[];
  filters: BoardFilters;
  nowIds: NowFilterIds;
  directory: Directory;
  /** The shown stores, whose vets can be selected. */
  storeIds: readonly string[];
  statuses: EnumDisplays;
  categories: EnumDisplays;
}

/** The options of the filters, each with the number of appointments that it would show. */
export interface Facets {
  statuses: readonly { display: EnumDisplay; count: number }[];
  vets: readonly FilterOption[];
  types: readonly FilterOption[];
}

/** Builds the options of the filters. Each option counts those of its appointments that pass all other filters. */
export function buildFacets({ appointments, filters, nowIds, directory, ...lists }: FacetsInput): Facets {
  const tests = createFilterTests(filters, directory, nowIds);
  const matchingOtherFilters = (own: keyof BoardFilters) =>
    appointments.filter((appointment) => filterKinds.every((kind) => kind === own || tests[kind](appointment)));
  return {
    statuses: buildStatusFacets(appointments, lists.statuses, matchingOtherFilters('statuses')),
    vets: buildVetFacets({
      appointments,
      counted: matchingOtherFilters('vets'),
      chosen: filters.vets,
      directory,
      storeIds: lists.storeIds,
    }),
    types: buildTypeFacets(appointments, lists.categories, matchingOtherFilters('types')),
  };
}

/** The ids under which the vet filter counts an appointment: everyone assigned, or {@link UNASSIGNED}. */
export function vetFilterIds(appointment: ReceivedAppointment): string[] {
  return appointment.employees.length > 0 ? appointment.employees.map((employee) => employee.id) : [UNASSIGNED];
}

/**
 * The statuses in the order in which the practice system lists them, then those that occur only in appointments.
 *
 * @param counted the appointments to count
 */
export function buildStatusFacets(
  appointments: readonly ReceivedAppointment[],
  statuses: EnumDisplays,
  counted: readonly ReceivedAppointment[] = appointments,
): { display: EnumDisplay; count: number }[] {
  const statusOf = ({ status }: ReceivedAppointment) => [status];
  const counts = countBy(counted, statusOf);
  return addUnlistedValues(statuses, countBy(appointments, statusOf)).map((display) => ({
    display,
    count: counts.get(display.value) ?? 0,
  }));
}

/** The categories in the order in which the practice system lists them, then those that occur only in appointments. */
function buildTypeFacets(
  appointments: readonly ReceivedAppointment[],
  categories: EnumDisplays,
  counted: readonly ReceivedAppointment[],
): FilterOption[] {
  const categoryOf = ({ visitTypeCategory }: ReceivedAppointment) => [visitTypeCategory];
  const counts = countBy(counted, categoryOf);
  return addUnlistedValues(categories, countBy(appointments, categoryOf)).map(({ value, label }) => ({
    value,
    label,
    count: counts.get(value) ?? 0,
  }));
}

function addUnlistedValues(displays: EnumDisplays, counts: ReadonlyMap<string, number>): EnumDisplay[] {
  const listed = new Set(displays.listed.map((display) => display.value));
  const others = [...counts.keys()].filter((value) => !listed.has(value)).sort();
  return [...displays.listed, ...others.map((value) => displays.of(value))];
}

interface VetFacetsInput extends Pick<FacetsInput, 'appointments' | 'directory' | 'storeIds'> {
  counted: readonly ReceivedAppointment[];
  chosen: readonly string[];
}

/**
 * The vets of the stores, and other employees who have appointments or are selected, by name. "Unassigned" follows if
 * there are appointments without a vet.
 */
function buildVetFacets({ appointments, counted, chosen, directory, storeIds }: VetFacetsInput): FilterOption[] {
  const counts = countBy(counted, vetFilterIds);
  const stores = new Set(storeIds);
  const vets = [...directory.employees.values()].filter((employee) => isVetAt(employee, stores));
  const ids = new Set([...vets.map((vet) => vet.id), ...countBy(appointments, vetFilterIds).keys(), ...chosen]);
  const options = [...ids]
    .filter((id) => id !== UNASSIGNED)
    .map((value) => ({ value, label: staffName(value, directory), count: counts.get(value) ?? 0 }))
    .sort((a, b) => a.label.localeCompare(b.label, shownLocale));
  if (!ids.has(UNASSIGNED)) return options;
  return [...options, { value: UNASSIGNED, label: texts.unassigned, count: counts.get(UNASSIGNED) ?? 0 }];
}

/** Counts the appointments for each value. An appointment with several values counts for each of them. */
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
