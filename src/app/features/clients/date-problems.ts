import { t } from '@lingui/core/macro';

interface PetDates {
  /** `YYYY-MM-DD` */
  dateOfBirth: string | null;
  /** `YYYY-MM-DD` */
  deceasedOn: string | null;
}

/** Problems that involve both dates of a pet: it cannot have died before it was born. */
export function dateProblems({ dateOfBirth, deceasedOn }: PetDates): Partial<Record<keyof PetDates, string>> {
  if (dateOfBirth === null || deceasedOn === null || deceasedOn >= dateOfBirth) return {};
  return {
    dateOfBirth: t`This is after the date of death.`,
    deceasedOn: t`This is before the date of birth.`,
  };
}
