import { plural, t } from '@lingui/core/macro';
import { humanizeValue } from '#app/appearance/enum-labels.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import { datePattern } from '#contract/date-time.ts';
import type { ReceivedPet } from '#contract/received.ts';
import { factsText } from './list-text.ts';

const DAY_MS = 86_400_000;
/** No animal is older than this, so an earlier date of birth means that the date is unknown. */
const MAX_YEARS = 200;

/**
 * The age of a pet in words: in days, weeks or months, and in years from two on. Null if the date of birth is missing,
 * invalid, in the future or too long ago.
 *
 * @param dateOfBirth `YYYY-MM-DD`, or a date-time that starts with it
 * @param today `YYYY-MM-DD`
 */
export function ageText(dateOfBirth: string | null, today: string): string | null {
  const born = dateOfBirth?.slice(0, 10) ?? '';
  if (!datePattern.test(born)) return null;
  const days = (Date.parse(today) - Date.parse(born)) / DAY_MS;
  if (days < 0) return null;
  if (days < 14) return t`${plural(days, { one: '# day old', other: '# days old' })}`;
  const weeks = Math.floor(days / 7);
  if (weeks < 8) return t`${plural(weeks, { one: '# week old', other: '# weeks old' })}`;
  const [bornYear = 0, bornMonth = 0, bornDay = 0] = born.split('-').map(Number);
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number);
  const months = (year - bornYear) * 12 + month - bornMonth - (day < bornDay ? 1 : 0);
  if (months < 24) return t`${plural(months, { one: '# month old', other: '# months old' })}`;
  const years = Math.floor(months / 12);
  return years > MAX_YEARS ? null : t`${plural(years, { one: '# year old', other: '# years old' })}`;
}

/** A pet as described by {@link petText} and {@link petAndSexText}. */
type DescribedPet = Pick<ReceivedPet, 'species' | 'breed' | 'dateOfBirth'>;

function petFacts(pet: DescribedPet, today: string) {
  const species = pet.species === '' ? '' : humanizeValue(pet.species);
  return [species, pet.breed, ageText(pet.dateOfBirth, today)];
}

/**
 * Species, breed and age: `Dog, Labrador, 7 years old`; empty if none is known.
 *
 * @param today `YYYY-MM-DD`
 */
export function petText(pet: DescribedPet, today: string): string {
  return factsText(petFacts(pet, today));
}

/** Like {@link petText}, with the sex if it is known: `Dog, Labrador, 7 years old, female (spayed)`. */
export function petAndSexText(pet: DescribedPet & Pick<ReceivedPet, 'sex'>, today: string): string {
  const sex = pet.sex ? humanizeValue(pet.sex).toLocaleLowerCase(shownLocale) : '';
  return factsText([...petFacts(pet, today), sex]);
}

/** The facts about a pet or a client that the desk must not overlook; a client has no `deceasedOn`. */
export interface AlertFields {
  alert?: string | null | undefined;
  /** `YYYY-MM-DD` */
  deceasedOn?: string | null | undefined;
  /** Undefined counts as active. */
  isActive?: boolean | undefined;
}

/** Whether a pet has died, or a pet or client is inactive. Such pets and clients are never suggested. */
export function isDeadOrInactive({ deceasedOn, isActive }: AlertFields): boolean {
  return deceasedOn != null || isActive === false;
}

const dayOfYear = new Intl.DateTimeFormat(shownLocale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const dayAndYear = new Intl.DateTimeFormat(shownLocale, {
  ...{ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' },
});

/**
 * Says that a pet has died, with the date, or otherwise that a pet or client is inactive; empty if neither applies.
 *
 * @param today `YYYY-MM-DD`; the date of death includes its year unless it is in the same year
 */
export function deadOrInactiveText({ deceasedOn, isActive }: AlertFields, today: string): string {
  if (deceasedOn == null)
    return isActive === false ? t({ message: 'inactive', comment: 'a pet or a client of former days' }) : '';
  const day = deceasedOn.slice(0, 10);
  if (!datePattern.test(day)) return t({ message: 'died', comment: 'a short mark: the pet of an appointment' });
  const died = (day.slice(0, 4) === today.slice(0, 4) ? dayOfYear : dayAndYear).format(Date.parse(day));
  return t({ message: `died ${died}`, comment: 'a pet; died: a date such as May 3' });
}

/**
 * The alerts of a pet or a client: that they have died or are inactive, and the text of their alert; empty if there is
 * neither.
 *
 * @param today `YYYY-MM-DD`
 */
export function alertText(record: AlertFields, today: string): string {
  return factsText([deadOrInactiveText(record, today), record.alert?.trim()]);
}

/** Says how many records could not be read. */
export function unreadableRecordsText(records: number): string {
  return t`${plural(records, { one: '# record couldn’t be read.', other: '# records couldn’t be read.' })}`;
}
