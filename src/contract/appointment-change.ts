import { z } from 'zod';
import { appointmentSchema } from '#contract/appointment.ts';
import { appointmentStatusSchema } from '#contract/enums.ts';
import { serviceErrorSchema } from '#contract/error.ts';
import { limitSchema, pageSchema, unresolvedRecordSchema } from '#contract/page.ts';
import { dateTimeSchema, instantSchema, textSchema, utcDateTimeSchema, uuidSchema } from '#contract/primitives.ts';

/*
 * What the service can do with one appointment beyond the document: read it, change it, and tell who changed what.
 */

/** The path parameter of one appointment. A value that is not a UUID gets 404 rather than 400. */
export const appointmentParamsSchema = z.object({ id: z.string() });

/** `GET /v1/appointments/{id}`. */
export const appointmentQuerySchema = z.object({ companyId: uuidSchema });
export const oneAppointmentSchema = z.union([appointmentSchema, unresolvedRecordSchema]);

/** The fields that can be changed, as in a create; absent ones stay as they are. */
const changes = {
  status: appointmentStatusSchema.optional(),
  start: utcDateTimeSchema.optional(),
  end: utcDateTimeSchema
    .meta({ description: 'A date-time as in `start`, and after it, be it new or the present one.' })
    .optional(),
  roomId: uuidSchema.nullable().meta({ description: 'A room of the store of the appointment, or none.' }).optional(),
  employeeId: uuidSchema
    .nullable()
    .meta({ description: 'Becomes the main employee in place of the former one; null leaves that place empty.' })
    .optional(),
  notes: textSchema.nullable().optional(),
};

/** The fields of {@link changeAppointmentSchema} that are changes. */
export const changeableFields = ['status', 'start', 'end', 'roomId', 'employeeId', 'notes'] as const;

/**
 * The body of `PATCH /v1/appointments/{id}`, with at least one change. `expectedUpdatedAt` is the `updatedAt` of the
 * record that the client read: where the record has another by now, to the millisecond, nothing is changed.
 */
export const changeAppointmentSchema = z
  .strictObject({ companyId: uuidSchema, expectedUpdatedAt: dateTimeSchema, ...changes })
  .refine((body) => changeableFields.some((field) => body[field] !== undefined), {
    error: `name at least one change: ${changeableFields.join(', ')}`,
  })
  .meta({ id: 'ChangeAppointment', anyOf: changeableFields.map((field) => ({ required: [field] })) });
/** What a client sends. */
export type ChangeAppointment = z.input<typeof changeAppointmentSchema>;

/** The 409 of a change: `data.current` is the current record, for a key that may read appointments. */
export const changedMeanwhileSchema = serviceErrorSchema
  .extend({ data: serviceErrorSchema.shape.data.extend({ current: appointmentSchema.optional() }) })
  .meta({ id: 'ChangedMeanwhile' });

/** `GET /v1/appointments/{id}/history`. */
export const appointmentHistoryQuerySchema = z.object({
  companyId: uuidSchema,
  limit: limitSchema,
  cursor: z.string().nullable().default(null),
});

/** The fields of the history: those of a change, and the check-in that follows from the status. */
export const historyFields = [...changeableFields, 'checkedInAt'] as const;
export type HistoryField = (typeof historyFields)[number];

const fieldChangeSchema = z.strictObject({
  field: z.enum(historyFields),
  from: z.string().nullable(),
  to: z.string().nullable(),
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
    employeeId: uuidSchema.nullable(),
    changes: z.array(fieldChangeSchema),
  })
  .meta({ id: 'AppointmentHistoryEntry' });
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

/** A page of the history, newest first. */
export const appointmentHistoryPageSchema = pageSchema(historyEntrySchema).meta({ id: 'AppointmentHistoryPage' });
