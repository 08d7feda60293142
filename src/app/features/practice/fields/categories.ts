import { t } from '@lingui/core/macro';
import { enumLabel } from '#app/appearance/enum-labels.ts';
import type { Option } from '#app/editor/field.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import { listText } from '#app/text/list-text.ts';
import { visitTypeCategories } from '#contract/enums.ts';

/** All categories that the API defines, with their labels. */
export function categoryOptions(): Option[] {
  return visitTypeCategories
    .map((value) => ({ value, label: enumLabel('VISIT_TYPE_CATEGORY', value, null) }))
    .sort((one, other) => one.label.localeCompare(other.label, shownLocale));
}

/** The label of a category; the value itself if the options do not have it. */
function categoryText(category: string, options: readonly Option[]): string {
  return options.find(({ value }) => value === category)?.label ?? category;
}

export const allAppointmentsText = () => t({ message: 'For all appointments', comment: 'what a room is for' });

/** What a room is used for, in words. */
export function categoriesText(categories: readonly string[], options: readonly Option[]): string {
  const list = listText(categories.map((category) => categoryText(category, options)));
  return categories.length === 0
    ? allAppointmentsText()
    : t({ message: `Only for: ${list}`, comment: 'what a room is for: categories of visits' });
}
