import { select, t } from '@lingui/core/macro';
import { defaultLabel, type EnumName, plainLabel } from '#contract/enums.ts';

/**
 * The labels of the enum values of our own practice API, in the language of the page: one message per enum, which is empty for
 * a value that our API does not have.
 */
const translations: Readonly<Record<EnumName, (value: string) => string>> = {
  APPOINTMENT_STATUS: (value) =>
    t({
      message: select(value, {
        requested: 'Requested',
        confirmed: 'Confirmed',
        checked_in: 'Checked in',
        in_progress: 'In progress',
        ready_for_checkout: 'Ready for checkout',
        completed: 'Completed',
        cancelled: 'Cancelled',
        no_show: 'No-show',
        other: '',
      }),
      comment: 'the status of an appointment',
    }),
  VISIT_TYPE_CATEGORY: (category) => {
    // In a message, `other` matches every value without a case of its own, so the value `other` needs another key.
    const value = category === 'other' ? 'none_of_these' : category;
    return t({
      message: select(value, {
        admin: 'Administration',
        consult: 'Consultation',
        daycare: 'Day care',
        dental: 'Dental',
        diagnostics: 'Diagnostics',
        euthanasia: 'Euthanasia',
        grooming: 'Grooming',
        group_training: 'Group training',
        group_walking: 'Group walking',
        health: 'Health check',
        hospital: 'Hospital',
        in_home: 'Home visit',
        individual_training: 'Individual training',
        individual_walking: 'Individual walking',
        nurse: 'Nurse',
        overnight: 'Overnight stay',
        surgical: 'Surgery',
        vaccination: 'Vaccination',
        fee: 'Fee',
        none_of_these: 'Other',
        other: '',
      }),
      comment: 'the category of a visit type',
    });
  },
  APPOINTMENT_CREATED_FROM: (value) =>
    t({
      message: select(value, {
        app: 'Staff app',
        plugin: 'Online booking',
        work: 'Work app',
        migration: 'Migrated',
        external_api: 'Connected system',
        other: '',
      }),
      comment: 'how an appointment was created',
    }),
};

/** The label of a value that has none: `ready_for_checkout` becomes `Ready for checkout`. */
export const humanizeValue = (value: string): string => plainLabel(value) || t`Unknown`;

const isSameName = (one: string, other: string) => plainLabel(one).toLowerCase() === plainLabel(other).toLowerCase();

/**
 * The label of an enum value in the language of the page. A practice system's custom label takes precedence: one that
 * is neither our own practice API's label nor the value's plain name, however it is spelled.
 *
 * @param served The practice system's label; null if it has none
 */
export function enumLabel(name: EnumName, value: string, served: string | null): string {
  if (served !== null && served !== defaultLabel(value) && !isSameName(served, value)) return served;
  // A compiled message would otherwise find inherited properties such as `toString` among its cases.
  const translated = value in Object.prototype ? '' : translations[name](value);
  return translated || (served ?? humanizeValue(value));
}
