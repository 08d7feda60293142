import { plural, t } from '@lingui/core/macro';
import * as z from 'zod/mini';
import type { Field } from '#app/editor/field.ts';
import {
  choiceField,
  lengthField,
  noValueText,
  optionalLinesField,
  optionalTextField,
  switchField,
} from '#app/editor/fields.tsx';
import { defineKind } from '#app/editor/record-kind.ts';
import type { Practice } from '#app/features/practice/practice-context.ts';
import { tooLongText } from '#app/text/shared-texts.ts';
import { timeText } from '#app/text/time-text.ts';
import { practiceCalls } from '#contract/practice-calls.ts';
import { managementBodySchemas, recallMonthsSchema } from '#contract/practice-management.ts';
import type { ReceivedAppointmentType } from '#contract/received.ts';
import { normalizeText } from '#reading/text.ts';
import { nameField, nameTakenProblem } from './places.tsx';

const { createAppointmentType, changeAppointmentType } = practiceCalls;

/** The time in the example “Nothing to eat from 22:00”, in minutes after midnight. */
const EVENING = 22 * 60;
const MAX_PREPARATION_LENGTH = 500;

function preparationProblem(text: string): string | null {
  if (text.length > MAX_PREPARATION_LENGTH) return tooLongText(MAX_PREPARATION_LENGTH);
  return managementBodySchemas.appointmentType.create.shape.preparation.safeParse(text).success
    ? null
    : t`This contains a character that can’t be saved.`;
}

/** The field for the number of months after a visit until the pet is due again; null if it never is. */
const recallMonthsField: Field<number | null, string> = {
  ...optionalTextField({
    label: () => t({ message: 'Due again after (months)', comment: 'a pet, after a visit of this type' }),
    hint: () => t`For example 12 for a vaccination`,
  }),
  value: z.nullable(z.number()),
  text: (months) => (months === null ? noValueText() : dueAgainText(months)),
  begin: (months) => (months === null ? '' : String(months)),
  read(typed) {
    const digits = normalizeText(typed);
    if (digits === '') return { value: null };
    const value = /^\d+$/.test(digits) ? Number(digits) : null;
    return recallMonthsSchema.safeParse(value).success
      ? { value }
      : { problem: t`Enter a number of months from 1 to 60, such as 12.` };
  },
};

const dueAgainText = (months: number) =>
  t({
    message: plural(months, { one: 'Due again after # month', other: 'Due again after # months' }),
    comment: 'a pet, after a visit of this type',
  });

export const visitTypeKind = defineKind({
  name: 'appointment_type',
  title: ({ name }: ReceivedAppointmentType) => name,
  fields: {
    name: nameField,
    durationMinutes: lengthField({
      label: () => t({ message: 'Length', comment: 'of a visit type' }),
      value: z.nullable(z.number()),
    }),
    category: choiceField({
      label: () => t({ message: 'Category', comment: 'of a visit type' }),
      options: ({ categories }: Practice) => categories,
    }),
    isMessaged: switchField({
      label: () => t`Clients get messages`,
      on: () => t({ message: 'Messages', comment: 'a visit type about which clients get messages' }),
      off: () => t({ message: 'No messages', comment: 'a visit type about which clients get no messages' }),
    }),
    preparation: optionalLinesField({
      label: () => t({ message: 'What to do before the visit', comment: 'clients, before a visit of this type' }),
      hint: () => {
        const time = timeText(EVENING);
        return t({
          message: `For example “Nothing to eat from ${time}”`,
          comment: 'what a client does before a visit',
        });
      },
      problem: preparationProblem,
    }),
    recallMonths: recallMonthsField,
    isActive: switchField({
      label: () => t`Offered in bookings`,
      on: () => t({ message: 'Offered', comment: 'a visit type that can be booked' }),
      off: () => t({ message: 'Hidden', comment: 'a visit type that is not offered in bookings' }),
    }),
  },
  create: {
    endpoint: {
      operation: 'createAppointmentType',
      ...createAppointmentType,
      input: managementBodySchemas.appointmentType.create,
    },
    label: () => t`New visit type`,
    blank: () => ({
      ...{ name: '', durationMinutes: null, category: 'consult' },
      ...{ isMessaged: true, preparation: null, recallMonths: null, isActive: true },
    }),
  },
  change: {
    operation: 'changeAppointmentType',
    ...changeAppointmentType,
    input: managementBodySchemas.appointmentType.change,
  },
  row: ({ isMessaged, preparation, recallMonths, isActive }) => [
    ...(['durationMinutes', 'category'] as const),
    ...(isMessaged ? [] : (['isMessaged'] as const)),
    ...(preparation === null ? [] : (['preparation'] as const)),
    ...(recallMonths === null ? [] : (['recallMonths'] as const)),
    ...(isActive ? [] : (['isActive'] as const)),
  ],
  // As in the practice system, choosing euthanasia switches off messages, unless the person switches them on.
  follow({ name, from, to, initial }) {
    if (name !== 'category' || from === to) return {};
    if (to === 'euthanasia') return { isMessaged: false };
    return from === 'euthanasia' ? { isMessaged: initial.isMessaged } : {};
  },
  isFaded: ({ isActive }) => !isActive,
  problems: nameTakenProblem,
  note: (_, type) => (
    <p className="text-muted">
      {type ? t`Existing appointments keep their name and category.` : t`This visit type can be booked right away.`}
    </p>
  ),
});
