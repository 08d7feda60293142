import { humanName } from '#app/appearance/enum-look.ts';
import { dateSchema } from '#contract/primitives.ts';
import type { ReceivedPet } from '#contract/received.ts';

const DAY_MS = 86_400_000;
/** Older than any tortoise: such a date stands for "not known". */
const MOST_YEARS = 200;

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/**
 * How old a pet is as people say it: in days, weeks, months, and in years from two on. Null where the date of birth is
 * missing, is no calendar date, lies in the future or cannot be true.
 *
 * @param dateOfBirth `YYYY-MM-DD`, or a date-time that begins so
 * @param today `YYYY-MM-DD`
 */
export function ageText(dateOfBirth: string | null, today: string): string | null {
  const born = dateSchema.safeParse(dateOfBirth?.slice(0, 10)).data;
  if (born === undefined) return null;
  const days = (Date.parse(today) - Date.parse(born)) / DAY_MS;
  if (days < 0) return null;
  if (days < 14) return `${counted(days, 'day')} old`;
  if (days < 56) return `${counted(Math.floor(days / 7), 'week')} old`;
  const [bornYear = 0, bornMonth = 0, bornDay = 0] = born.split('-').map(Number);
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number);
  const months = (year - bornYear) * 12 + month - bornMonth - (day < bornDay ? 1 : 0);
  if (months < 24) return `${counted(months, 'month')} old`;
  const years = Math.floor(months / 12);
  return years > MOST_YEARS ? null : `${counted(years, 'year')} old`;
}

/** What kind of animal a pet is and how old: `Dog, Labrador, 7 years old`; empty where nothing of it is known. */
export function petText(pet: Pick<ReceivedPet, 'species' | 'breed' | 'dateOfBirth'>, today: string): string {
  const species = pet.species === '' ? '' : humanName(pet.species);
  return [species, pet.breed, ageText(pet.dateOfBirth, today)].filter(Boolean).join(', ');
}
