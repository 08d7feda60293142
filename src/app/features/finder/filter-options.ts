import { storesSeenOn } from '#app/api/directory.ts';
import type { EnumDisplays } from '#app/appearance/enum-display.ts';
import type { FilterOption } from '#app/components/filter-combobox.tsx';
import { appointmentOrigins, appointmentStatuses, visitTypeCategories } from '#contract/enums.ts';
import type { ReceivedAppointment, ReceivedStore } from '#contract/received.ts';

/** The enum values and stores on the appointments loaded so far. */
export interface SeenValues {
  statuses: ReadonlySet<string>;
  categories: ReadonlySet<string>;
  origins: ReadonlySet<string>;
  stores: readonly ReceivedStore[];
}

export function seenValues(records: readonly ReceivedAppointment[]): SeenValues {
  return {
    statuses: new Set(records.map(({ status }) => status)),
    categories: new Set(records.map(({ visitTypeCategory }) => visitTypeCategory)),
    origins: new Set(records.map(({ createdFrom }) => createdFrom)),
    stores: storesSeenOn(records),
  };
}

/** The document's values, for an implementation that does not list them. */
export const documented = {
  statuses: appointmentStatuses,
  categories: visitTypeCategories,
  origins: appointmentOrigins,
} as const;

/** The options of an enum: the listed values, or the document's where none are listed, and any other value seen. */
export function enumOptions(
  displays: EnumDisplays,
  fixed: readonly string[],
  seen: ReadonlySet<string>,
): FilterOption[] {
  const values = displays.listed.length > 0 ? displays.listed.map(({ value }) => value) : fixed;
  return [...new Set([...values, ...seen])]
    .filter((value) => value !== '')
    .map((value) => ({ value, label: displays.of(value).label }));
}
