import { sql } from 'drizzle-orm';
import { appointmentTypeSchema } from '#contract/clients-pets-staff.ts';
import { resolveIsMessaged } from '#contract/practice-management.ts';
import { appointmentTypes } from '#service/db/schema.ts';
import type { RecordFields } from '#service/db/write-records.ts';
import { nameKeysOf } from '#service/domain/search-words.ts';
import { definePracticeRecordKind } from './practice-record.ts';

/** The definition of visit types as records. Existing appointments keep the name and the category that their type had. */
export const appointmentTypeDefinition = definePracticeRecordKind<
  RecordFields<
    typeof appointmentTypes,
    'name' | 'category' | 'durationMinutes' | 'isMessaged' | 'preparation' | 'recallMonths' | 'isActive'
  >
>({
  label: 'appointment type',
  table: appointmentTypes,
  fields: ['name', 'category', 'durationMinutes', 'isMessaged', 'preparation', 'recallMonths', 'isActive'],
  history: { kind: 'appointment_type', nameOf: ({ name }) => name },
  siblings: () => sql`true`,
  schema: appointmentTypeSchema,
  complete(given, before) {
    const isMessaged = resolveIsMessaged(given, before);
    return isMessaged === undefined ? given : { ...given, isMessaged };
  },
  derived: ({ name }) => nameKeysOf(name),
});
