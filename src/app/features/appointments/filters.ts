import { t } from '@lingui/core/macro';
import { shortId } from '#app/api/directory.ts';
import type { EnumDisplays } from '#app/appearance/enum-display.ts';
import type { FilterOption } from '#app/components/filter-list.tsx';
import { shownLocale } from '#app/language/shown-language.ts';
import { factsText } from '#app/text/list-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { appointmentStatuses, visitTypeCategories } from '#contract/enums.ts';
import type { AppointmentReference } from './appointment-names.ts';

/** The value of an id filter that selects appointments without such an id: no vet, no room, no type. */
export const NO_ID = 'none';

/** A filter that takes a list of values. */
interface ListFilter {
  /** The name of the search param that contains the values. */
  param: string;
  label: () => string;
  /** `value`: a field with enum values. `id`: a field with ids, which may be missing. `store`: the stores to search. */
  kind: 'value' | 'id' | 'store';
  /** The field in the search request (section 4.4 of the specification). */
  field: string;
  options: (reference: AppointmentReference) => FilterOption[];
  /** The list that provides the options, if they come from one that may fail to load. */
  names?: 'enums' | 'vets' | 'types';
}

/** The filters of the list, in the order on screen. The search params, the request and the filter bar are derived from them. */
export const filters = [
  {
    param: 'status',
    kind: 'value',
    field: 'status',
    names: 'enums',
    label: () => t`Status`,
    options: ({ statuses }) => valueOptions(statuses, appointmentStatuses),
  },
  {
    param: 'vet',
    kind: 'id',
    field: 'employeeId',
    names: 'vets',
    label: () => t`Vet`,
    options: ({ directory }) => [
      { value: NO_ID, label: texts.unassigned },
      ...recordOptions(directory.employees.values()),
    ],
  },
  {
    param: 'type',
    kind: 'id',
    field: 'visitTypeId',
    names: 'types',
    label: () => t`Visit type`,
    options: ({ directory }) => [{ value: NO_ID, label: texts.noType }, ...recordOptions(directory.types.values())],
  },
  {
    param: 'category',
    kind: 'value',
    field: 'visitTypeCategory',
    names: 'enums',
    label: () => t`Category`,
    options: ({ categories }) => valueOptions(categories, visitTypeCategories),
  },
  {
    param: 'store',
    kind: 'store',
    field: 'storeId',
    label: () => t`Store`,
    options: ({ directory: { company } }) => recordOptions(company.stores),
  },
  {
    param: 'room',
    kind: 'id',
    field: 'roomId',
    label: () => t`Room`,
    options: ({ directory: { company } }) => [
      { value: NO_ID, label: texts.noRoom },
      ...company.stores.flatMap(({ name, rooms }) =>
        rooms.map((room) => ({
          value: room.id,
          label: company.stores.length > 1 ? factsText([name, room.name]) : room.name || shortId(room.id),
        })),
      ),
    ],
  },
] as const satisfies readonly ListFilter[];

export type FilterParam = (typeof filters)[number]['param'];

/** The values of an enum; if the practice system lists none, those of the specification. */
function valueOptions(displays: EnumDisplays, documented: readonly string[]): FilterOption[] {
  const values = displays.listed.length > 0 ? displays.listed.map(({ value }) => value) : documented;
  return values.map((value) => ({ value, label: displays.of(value).label }));
}

function recordOptions(records: Iterable<{ id: string; name: string }>): FilterOption[] {
  return [...records]
    .map(({ id, name }) => ({ value: id, label: name || shortId(id) }))
    .sort((a, b) => a.label.localeCompare(b.label, shownLocale));
}

/**
 * The options of a filter, plus selected values that are in no list (from a link, for example), so that they can be
 * removed.
 */
export function filterOptions(
  filter: (typeof filters)[number],
  reference: AppointmentReference,
  chosen: readonly string[],
): FilterOption[] {
  const options = filter.options(reference);
  const unknown = chosen.filter((value) => options.every((option) => option.value !== value));
  const labelOf = (value: string) => (filter.kind === 'value' ? value : shortId(value));
  return [...options, ...unknown.map((value) => ({ value, label: labelOf(value) }))];
}
