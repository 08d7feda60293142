import { storesSeenOn } from '#app/api/directory.ts';
import type { EnumLooks } from '#app/appearance/enum-look.ts';
import type { FilterOption } from '#app/components/filter-combobox.tsx';
import { appointmentOrigins, appointmentStatuses, visitTypeCategories } from '#contract/enums.ts';
import type { ReceivedAppointment, ReceivedStore } from '#contract/received.ts';

/** What can be chosen, as far as the appointments that were read show it. */
export interface Seen {
  statuses: ReadonlySet<string>;
  categories: ReadonlySet<string>;
  origins: ReadonlySet<string>;
  stores: readonly ReceivedStore[];
}

export function seenOn(records: readonly ReceivedAppointment[]): Seen {
  return {
    statuses: new Set(records.map(({ status }) => status)),
    categories: new Set(records.map(({ visitTypeCategory }) => visitTypeCategory)),
    origins: new Set(records.map(({ createdFrom }) => createdFrom)),
    stores: storesSeenOn(records),
  };
}

/** The values that the document fixes, for an implementation that does not list them. */
export const documented = {
  statuses: appointmentStatuses,
  categories: visitTypeCategories,
  origins: appointmentOrigins,
} as const;

/** The listed values of an enum, those that the document fixes where none is listed, and whatever else was seen. */
export function enumOptions(looks: EnumLooks, fixed: readonly string[], seen: ReadonlySet<string>): FilterOption[] {
  const values = looks.listed.length > 0 ? looks.listed.map(({ value }) => value) : fixed;
  return [...new Set([...values, ...seen])]
    .filter((value) => value !== '')
    .map((value) => ({ value, label: looks.of(value).label }));
}
