import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';
import { choiceField, lengthField, switchField } from '#app/editor/fields.tsx';
import { defineKind } from '#app/editor/kind.ts';
import type { Practice } from '#app/features/practice/practice-context.ts';
import { practiceCalls } from '#contract/practice-calls.ts';
import { managedBodies } from '#contract/practice-management.ts';
import type { ReceivedAppointmentType } from '#contract/received.ts';
import { nameField, uniqueName } from './places.tsx';

const { createAppointmentType, changeAppointmentType } = practiceCalls;

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
    blank: () => ({ name: '', durationMinutes: null, category: 'consult', isActive: true }),
  },
  change: { operation: 'changeAppointmentType', ...changeAppointmentType, input: managedBodies.appointmentType.change },
  row: ({ isActive }) => ['durationMinutes', 'category', ...(isActive ? [] : (['isActive'] as const))],
  isFaded: ({ isActive }) => !isActive,
  problems: uniqueName,
  note: (_, type) => (
    <p className="text-muted">
      {type ? t`Existing appointments keep their name and category.` : t`It can be booked right away.`}
    </p>
  ),
});
