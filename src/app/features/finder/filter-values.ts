import { t } from '@lingui/core/macro';
import { storesSeenOn } from '#app/api/directory.ts';
import type { EnumDisplays } from '#app/appearance/enum-display.ts';
import type { FilterOption } from '#app/components/filter-combobox.tsx';
import { shownLocale } from '#app/language/shown-language.ts';
import { translated } from '#app/language/translated.ts';
import { appointmentOrigins, appointmentStatuses, visitTypeCategories } from '#contract/enums.ts';
import type { ReceivedAppointment, ReceivedStore } from '#contract/received.ts';
import { ANY, NONE } from './finder-search.ts';

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

/** What is typed into a filter by an id for no id, and for whichever id, in the shown language. */
export const idWords = translated({
  [NONE]: () =>
    t({ message: 'none', comment: 'Typed into a filter by an id: appointments without one', context: 'no id' }),
  [ANY]: () =>
    t({
      message: 'any',
      comment: 'Typed into a filter by an id: appointments that have one',
      context: 'some id',
    }),
});

const KINDS = [NONE, ANY] as const;

/** What a filter by an id is set to by a text: {@link NONE} and {@link ANY} by their words, in English, too; an id stays as it is. */
export function idTyped(text: string): string {
  const word = text.toLocaleLowerCase(shownLocale);
  return KINDS.find((kind) => word === kind || word === idWords[kind].toLocaleLowerCase(shownLocale)) ?? text;
}

/** The text for what a filter by an id is set to. */
export function idShown(value: string): string {
  return value === NONE || value === ANY ? idWords[value] : value;
}
