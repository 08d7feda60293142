import { t } from '@lingui/core/macro';
import { shortId } from '#app/api/directory.ts';
import type { EnumDisplays } from '#app/appearance/enum-display.ts';
import type { FilterOption } from '#app/components/filter-combobox.tsx';
import { shownLocale } from '#app/language/shown-language.ts';
import { factsText } from '#app/text/list-text.ts';
import { words } from '#app/text/shared-texts.ts';
import { appointmentOrigins, appointmentStatuses, visitTypeCategories } from '#contract/enums.ts';
import type { AppointmentReference } from './appointment-names.ts';

/** The value of a filter by ids for appointments without one: nobody assigned, no room, no type. */
export const NONE = 'none';

/** A filter by a list of values. */
interface ListFilter {
  /** Its search param. */
  param: string;
  label: () => string;
  /** `value`: a field of the search with listed values. `id`: one with ids, which may be missing. `store`: the stores of the search. */
  kind: 'value' | 'id' | 'store';
  /** The field of the search (section 4.4). */
  field: string;
  options: (reference: AppointmentReference) => FilterOption[];
  /** The list of names that the options are from, which may not be loaded. */
  names?: 'enums' | 'vets' | 'types';
}

/** The filters of the list in the order of the screen. Address, request and screen follow from these rows. */
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
      { value: NONE, label: words.unassigned },
      ...namedOptions(directory.employees.values()),
    ],
  },
  {
    param: 'type',
    kind: 'id',
    field: 'visitTypeId',
    names: 'types',
    label: () => t`Visit type`,
    options: ({ directory }) => [{ value: NONE, label: words.noType }, ...namedOptions(directory.types.values())],
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
    options: ({ directory: { company } }) => namedOptions(company.stores),
  },
  {
    param: 'room',
    kind: 'id',
    field: 'roomId',
    label: () => t`Room`,
    options: ({ directory: { company } }) => [
      { value: NONE, label: words.noRoom },
      ...company.stores.flatMap(({ name, rooms }) =>
        rooms.map((room) => ({
          value: room.id,
          label: company.stores.length > 1 ? factsText([name, room.name]) : room.name || shortId(room.id),
        })),
      ),
    ],
  },
  {
    param: 'origin',
    kind: 'value',
    field: 'createdFrom',
    names: 'enums',
    label: () => t`Origin`,
    options: ({ origins }) => valueOptions(origins, appointmentOrigins),
  },
] as const satisfies readonly ListFilter[];

export type FilterParam = (typeof filters)[number]['param'];

/** The values of an enum; those of the document where the practice system lists none. */
function valueOptions(displays: EnumDisplays, documented: readonly string[]): FilterOption[] {
  const values = displays.listed.length > 0 ? displays.listed.map(({ value }) => value) : documented;
  return values.map((value) => ({ value, label: displays.of(value).label }));
}

function namedOptions(records: Iterable<{ id: string; name: string }>): FilterOption[] {
  return [...records]
    .map(({ id, name }) => ({ value: id, label: name || shortId(id) }))
    .sort((one, other) => one.label.localeCompare(other.label, shownLocale));
}

/** The options of a filter with chosen ones that no list has, such as from a link, so that they can be seen and removed. */
export function optionsOf(
  filter: (typeof filters)[number],
  reference: AppointmentReference,
  chosen: readonly string[],
): FilterOption[] {
  const options = filter.options(reference);
  const unknown = chosen.filter((value) => options.every((option) => option.value !== value));
  const labelOf = (value: string) => (filter.kind === 'value' ? value : shortId(value));
  return [...options, ...unknown.map((value) => ({ value, label: labelOf(value) }))];
}
