import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';
import { choiceField, lengthField, optionalLinesField, switchField } from '#app/editor/fields.tsx';
import { defineKind } from '#app/editor/kind.ts';
import type { Practice } from '#app/features/practice/practice-context.ts';
import { tooLongText } from '#app/text/shared-texts.ts';
import { timeText } from '#app/text/time-text.ts';
import { practiceCalls } from '#contract/practice-calls.ts';
import { managedBodies } from '#contract/practice-management.ts';
import type { ReceivedAppointmentType } from '#contract/received.ts';
import { nameField, uniqueName } from './places.tsx';

const { createAppointmentType, changeAppointmentType } = practiceCalls;

/** The minute of the day in the example. */
const EVENING = 22 * 60;
const MOST_LETTERS = 500;

function preparationProblem(text: string): string | null {
  if (text.length > MOST_LETTERS) return tooLongText(MOST_LETTERS);
  return managedBodies.appointmentType.create.shape.preparation.safeParse(text).success
    ? null
    : t`This contains a character that can’t be saved.`;
}

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
      label: () => t({ message: 'What to do before', comment: 'clients, before a visit of this type' }),
      hint: () => {
        const time = timeText(EVENING);
        return t({
          message: `For example “Nothing to eat from ${time}”`,
          comment: 'what a client does before a visit',
        });
      },
      problem: preparationProblem,
    }),
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
      input: managedBodies.appointmentType.create,
    },
    label: () => t`New visit type`,
    blank: () => ({
      ...{ name: '', durationMinutes: null, category: 'consult' },
      ...{ isMessaged: true, preparation: null, isActive: true },
    }),
  },
  change: { operation: 'changeAppointmentType', ...changeAppointmentType, input: managedBodies.appointmentType.change },
  row: ({ isMessaged, preparation, isActive }) => [
    ...(['durationMinutes', 'category'] as const),
    ...(isMessaged ? [] : (['isMessaged'] as const)),
    ...(preparation === null ? [] : (['preparation'] as const)),
    ...(isActive ? [] : (['isActive'] as const)),
  ],
  // As in the practice system: no messages about euthanasia, unless the person says so.
  follow({ name, from, to, initial }) {
    if (name !== 'category' || from === to) return {};
    if (to === 'euthanasia') return { isMessaged: false };
    return from === 'euthanasia' ? { isMessaged: initial.isMessaged } : {};
  },
  isFaded: ({ isActive }) => !isActive,
  problems: uniqueName,
  note: (_, type) => (
    <p className="text-muted">
      {type ? t`Existing appointments keep their name and category.` : t`It can be booked right away.`}
    </p>
  ),
});
