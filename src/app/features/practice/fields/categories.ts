import { t } from '@lingui/core/macro';
import { shownLocale } from '#app/language/shown-language.ts';
import { translated } from '#app/language/translated.ts';
import { listText } from '#app/text/list-text.ts';
import { type VisitTypeCategory, visitTypeCategories } from '#contract/enums.ts';

/** A category of visits, as a person chooses it. */
export interface CategoryOption {
  readonly value: string;
  readonly label: string;
}

/** The categories in the language of the page, for as long as no practice system tells its own labels. */
const labels: Readonly<Record<VisitTypeCategory, string>> = translated({
  admin: () => t({ message: 'Administration', context: 'category of visits' }),
  consult: () => t({ message: 'Consultation', context: 'category of visits' }),
  daycare: () => t({ message: 'Day care', context: 'category of visits' }),
  dental: () => t({ message: 'Dental', context: 'category of visits' }),
  diagnostics: () => t({ message: 'Diagnostics', context: 'category of visits' }),
  euthanasia: () => t({ message: 'Euthanasia', context: 'category of visits' }),
  grooming: () => t({ message: 'Grooming', context: 'category of visits' }),
  group_training: () => t({ message: 'Group training', context: 'category of visits' }),
  group_walking: () => t({ message: 'Group walking', context: 'category of visits' }),
  health: () => t({ message: 'Health check', context: 'category of visits' }),
  hospital: () => t({ message: 'Hospital', context: 'category of visits' }),
  in_home: () => t({ message: 'Home visit', context: 'category of visits' }),
  individual_training: () => t({ message: 'Individual training', context: 'category of visits' }),
  individual_walking: () => t({ message: 'Individual walking', context: 'category of visits' }),
  nurse: () => t({ message: 'Nurse', context: 'category of visits' }),
  other: () => t({ message: 'Other', context: 'category of visits' }),
  overnight: () => t({ message: 'Overnight stay', context: 'category of visits' }),
  surgical: () => t({ message: 'Surgery', context: 'category of visits' }),
  vaccination: () => t({ message: 'Vaccination', context: 'category of visits' }),
  fee: () => t({ message: 'Fee', context: 'category of visits' }),
});

/** All categories of the contract, by their names. */
export function categoryOptions(): CategoryOption[] {
  return visitTypeCategories
    .map((value) => ({ value, label: labels[value] }))
    .sort((one, other) => one.label.localeCompare(other.label, shownLocale));
}

/** A category by its name; as the practice system writes it where the options do not have it. */
export function categoryText(category: string, options: readonly CategoryOption[]): string {
  return options.find(({ value }) => value === category)?.label ?? category;
}

/** What a room is for, in words. */
export function categoriesText(categories: readonly string[], options: readonly CategoryOption[]): string {
  const list = listText(categories.map((category) => categoryText(category, options)));
  return categories.length === 0
    ? t({ message: 'For all visits', comment: 'what a room is for' })
    : t({ message: `Only for: ${list}`, comment: 'what a room is for: categories of visits' });
}
