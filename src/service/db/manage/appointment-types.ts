import { sql } from 'drizzle-orm';
import { appointmentTypeSchema } from '#contract/clients-pets-staff.ts';
import { appointmentTypes } from '#service/db/schema.ts';
import { nameKeysOf } from '#service/domain/search-words.ts';
import type { RowOf } from './kind.ts';
import { declarePart } from './parts.ts';

/** Existing appointments keep their name and category. */
export const appointmentType = declarePart<
  RowOf<typeof appointmentTypes, 'name' | 'category' | 'durationMinutes' | 'isActive'>
>({
  name: 'appointment_type',
  label: 'appointment type',
  table: appointmentTypes,
  fields: ['name', 'category', 'durationMinutes', 'isActive'],
  nameOf: ({ name }) => name,
  siblings: () => sql`true`,
  schema: appointmentTypeSchema,
  derived: ({ name }) => nameKeysOf(name),
});
