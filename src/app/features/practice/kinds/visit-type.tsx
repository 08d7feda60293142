import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';
import { TextField } from '#app/components/text-field.tsx';
import type { Field, FieldInputProps } from '#app/editor/field.ts';
import { choiceField, switchField } from '#app/editor/fields.tsx';
import { defineKind } from '#app/editor/kind.ts';
import type { Practice } from '#app/features/practice/practice-context.ts';
import { durationText } from '#app/scheduling/time-text.ts';
import { practiceEndpoints } from '#contract/practice-endpoints.ts';
import type { ReceivedAppointmentType } from '#contract/received.ts';
import { parseDuration } from '#reading/times.ts';
import { nameField, uniqueName } from './places.tsx';

const { createAppointmentType, changeAppointmentType } = practiceEndpoints;

/** The longest that an appointment can take, in minutes. */
const LONGEST = 1440;

/** The minutes as typed; null where they cannot be read, or are more than a day. */
function minutesOf(typed: string): number | null {
  const minutes = parseDuration(typed);
  return minutes !== null && minutes <= LONGEST ? minutes : null;
}

const lengthField: Field<number | null, string> = {
  label: () => t({ message: 'Length', comment: 'of a visit type' }),
  value: z.nullable(z.number()),
  typed: z.string(),
  text: (minutes) => (minutes === null ? '' : durationText(minutes)),
  begin: (minutes) => (minutes === null ? '' : durationText(minutes)),
  read(typed) {
    const value = minutesOf(typed);
    return value === null ? { fault: t`Enter minutes from 1 to 1440, such as 20.` } : { value };
  },
  Input: LengthInput,
};

function LengthInput({ label, value, onChange, onBlur, error }: FieldInputProps<string>) {
  function leave() {
    const read = minutesOf(value);
    if (read !== null && durationText(read) !== value) onChange(durationText(read));
    onBlur();
  }
  return <TextField label={label} value={value} onChange={onChange} onBlur={leave} error={error} />;
}

export const visitTypeKind = defineKind({
  name: 'appointment_type',
  added: () => t`New visit type`,
  title: ({ name }: ReceivedAppointmentType) => name,
  fields: {
    name: nameField,
    durationMinutes: lengthField,
    category: choiceField({
      label: () => t({ message: 'Category', comment: 'of a visit type' }),
      options: ({ categories }: Practice) => categories,
    }),
    isActive: switchField({
      label: () => t`Offered in bookings`,
      on: () => t({ message: 'Offered', comment: 'a visit type that can be booked' }),
      off: () => t({ message: 'Hidden', comment: 'a visit type that is not offered in bookings' }),
    }),
  },
  create: { operation: 'createAppointmentType', ...createAppointmentType },
  change: { operation: 'changeAppointmentType', ...changeAppointmentType },
  blank: () => ({ name: '', durationMinutes: null, category: 'consult', isActive: true }),
  row: ({ isActive }) => ['durationMinutes', 'category', ...(isActive ? [] : (['isActive'] as const))],
  isFaded: ({ isActive }) => !isActive,
  faults: uniqueName,
  note: (_, type) => (
    <p className="text-muted">
      {type
        ? t`Appointments that are booked keep the name and category that they have.`
        : t`It is offered in bookings at once.`}
    </p>
  ),
});
