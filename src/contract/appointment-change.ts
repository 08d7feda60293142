import * as z from 'zod/mini';
import { type Appointment, appointmentSchema } from '#contract/appointment.ts';
import { changeableFields, markedMainEmployeeId } from '#contract/appointment-rules.ts';
import { company } from '#contract/endpoint.ts';
import { appointmentStatusSchema } from '#contract/enums.ts';
import { serviceErrorSchema } from '#contract/error.ts';
import { pageSchema } from '#contract/page.ts';
import { dateTimeSchema, instantSchema, textSchema, utcDateTimeSchema, uuidSchema } from '#contract/primitives.ts';

/*
 * What the service can do with one appointment beyond the document: read it, change it, and tell who changed what.
 */

/** The {@link changeableFields}, as in a create; absent ones stay as they are. */
const changes = {
  status: z.optional(appointmentStatusSchema),
  start: z.optional(utcDateTimeSchema),
  end: z.optional(
    utcDateTimeSchema.check(
      z.meta({ description: 'A date-time as in `start`, and after it, be it new or the present one.' }),
    ),
  ),
  roomId: z.optional(
    z
      .nullable(uuidSchema)
      .register(z.globalRegistry, { description: 'A room of the store of the appointment, or none.' }),
  ),
  employeeId: z.optional(
    z.nullable(uuidSchema).register(z.globalRegistry, {
      description: 'Becomes the main employee in place of the former one; null leaves that place empty.',
    }),
  ),
  notes: z.optional(z.nullable(textSchema)),
  visitTypeId: z.optional(
    uuidSchema.check(
      z.meta({
        description:
          'An active visit type. `visitTypeName` and `visitTypeCategory` follow, and so does a title that the service composed.',
      }),
    ),
  ),
} satisfies Record<(typeof changeableFields)[number], unknown>;

/**
 * The body of `PATCH /v1/appointments/{id}`, with at least one change. `expectedUpdatedAt` is the `updatedAt` of the
 * record that the client read: where the record has another by now, to the millisecond, nothing is changed.
 */
export const changeAppointmentSchema = z
  .strictObject({ companyId: uuidSchema, expectedUpdatedAt: dateTimeSchema, ...changes })
  .check(
    z.refine((body) => changeableFields.some((field) => body[field] !== undefined), {
      error: `name at least one change: ${changeableFields.join(', ')}`,
    }),
  )
  .register(z.globalRegistry, {
    id: 'ChangeAppointment',
    anyOf: changeableFields.map((field) => ({ required: [field] })),
  });
/** What a client sends. */
export type ChangeAppointment = z.input<typeof changeAppointmentSchema>;

/** The query of `DELETE /v1/appointments/{id}`; `expectedUpdatedAt` is that of the record that the client read. */
export const deleteAppointmentSchema = z.extend(company, { expectedUpdatedAt: dateTimeSchema });

/** The 409 of a change or a deletion: `data.current` is the current record, for a key that may read appointments. */
export const changedMeanwhileSchema = z
  .extend(serviceErrorSchema, {
    data: z.extend(serviceErrorSchema.shape.data, { current: z.optional(appointmentSchema) }),
  })
  .register(z.globalRegistry, { id: 'ChangedMeanwhile' });

/** The fields of the history: those of a change, and the check-in that follows from the status. */
export const historyFields = [...changeableFields, 'checkedInAt'] as const;
type HistoryField = (typeof historyFields)[number];

const fieldChangeSchema = z.strictObject({
  field: z.enum(historyFields),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
});
export type FieldChange = z.infer<typeof fieldChangeSchema>;

/**
 * What one request changed, at the `updatedAt` that it gave the appointment, and who did it (null where that is not
 * known). `from` and `to` are values of the record, `employeeId` is the main employee. The oldest entry is the create, where
 * every `from` is null; of an appointment that is older than the history, it is an entry without changes.
 */
export const historyEntrySchema = z
  .strictObject({
    at: instantSchema,
    employeeId: z.nullable(uuidSchema),
    changes: z.array(fieldChangeSchema),
  })
  .register(z.globalRegistry, { id: 'AppointmentHistoryEntry' });
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

/** A page of the history, newest first. */
export const appointmentHistoryPageSchema = pageSchema(historyEntrySchema).register(z.globalRegistry, {
  id: 'AppointmentHistoryPage',
});

/** The fields of an appointment that the history records; `employeeId` is the main employee. */
export type HistoryValues = Readonly<Record<HistoryField, string | null>>;

/** Every value null: the state before the create. */
export const noValues: HistoryValues = {
  status: null,
  start: null,
  end: null,
  roomId: null,
  employeeId: null,
  notes: null,
  visitTypeId: null,
  checkedInAt: null,
};

/** The values of a record that the history records. */
export function valuesOf(record: Appointment): HistoryValues {
  const { status, start, end, roomId, notes, visitTypeId, checkedInAt } = record;
  return { status, start, end, roomId, employeeId: markedMainEmployeeId(record), notes, visitTypeId, checkedInAt };
}

/** The differences, in a fixed order of the fields. */
export function differences(before: HistoryValues, after: HistoryValues): FieldChange[] {
  return historyFields
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, from: before[field], to: after[field] }));
}
