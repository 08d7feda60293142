import * as z from 'zod/mini';
import { type Appointment, appointmentSchema } from '#contract/appointment.ts';
import { changeableFields, markedMainEmployeeId } from '#contract/appointment-rules.ts';
import { typedTextSchema } from '#contract/clients-pets-staff.ts';
import { instantOf } from '#contract/date-time.ts';
import { company, cursor, storeIds } from '#contract/endpoint.ts';
import { appointmentStatusSchema } from '#contract/enums.ts';
import { serviceErrorSchema } from '#contract/error.ts';
import { limitSchema, pageSchema } from '#contract/page.ts';
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

/** The reasons to cancel, or not to come, that a dashboard offers. They are stored as they stand here, and shown in every language. */
export const usualReasons = ['Client', 'Practice', 'Recovered', 'Other'] as const;

const reasonSchema = z.nullable(typedTextSchema);

/**
 * The body of `PATCH /v1/appointments/{id}`, with at least one change. `expectedUpdatedAt` is the `updatedAt` of the
 * record that the client read: where the record has another by now, to the millisecond, nothing is changed. `reason` says why the
 * status changes; it is no change by itself, and the history has it where something changes.
 */
export const changeAppointmentSchema = z
  .strictObject({
    companyId: uuidSchema,
    expectedUpdatedAt: dateTimeSchema,
    ...changes,
    reason: z.optional(
      reasonSchema.register(z.globalRegistry, {
        description: 'Why the status changes, only beside `status`; the history has it. No change by itself.',
      }),
    ),
  })
  .check(
    z.refine((body) => changeableFields.some((field) => body[field] !== undefined), {
      error: `name at least one change: ${changeableFields.join(', ')}`,
    }),
    z.refine(({ status, reason }) => reason === undefined || status !== undefined, {
      path: ['reason'],
      error: 'is only for a change of status',
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

const historyEntry = {
  at: instantSchema,
  employeeId: z.nullable(uuidSchema),
  changes: z.array(fieldChangeSchema),
  reason: z.optional(z.string()),
};

/**
 * What one request changed, at the `updatedAt` that it gave the appointment, and who did it (null where that is not
 * known). `from` and `to` are values of the record, `employeeId` is the main employee. The oldest entry is the create, where
 * every `from` is null; of an appointment that is older than the history, it is an entry without changes. `reason` is there where the
 * change of its status was given one.
 */
export const historyEntrySchema = z
  .strictObject(historyEntry)
  .register(z.globalRegistry, { id: 'AppointmentHistoryEntry' });
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

/** A page of the history, newest first. */
export const appointmentHistoryPageSchema = pageSchema(historyEntrySchema).register(z.globalRegistry, {
  id: 'AppointmentHistoryPage',
});

/** The body of `POST /v1/appointments/{id}/reason`: `at` is that of the history entry whose change has this reason, null for none. */
export const giveReasonSchema = z
  .strictObject({ companyId: uuidSchema, at: dateTimeSchema, reason: reasonSchema })
  .register(z.globalRegistry, { id: 'GiveReason' });

/** The most days between `start` and `end` of {@link historyQuerySchema}. */
export const longestHistoryDays = 100;

/** The query of `GET /v1/appointment-history`: the appointments that start in [`start`, `end`). */
export const historyQuerySchema = z
  .extend(company, {
    start: dateTimeSchema,
    end: dateTimeSchema,
    storeIds,
    limit: limitSchema,
    cursor,
  })
  .check(
    z.refine(({ start, end }) => instantOf(end) > instantOf(start), {
      path: ['end'],
      error: 'must be after the start',
    }),
    z.refine(({ start, end }) => instantOf(end) - instantOf(start) <= longestHistoryDays * 86_400_000, {
      path: ['end'],
      error: `must be at most ${longestHistoryDays} days after the start`,
    }),
  );

/** A page of history entries, each with its appointment, by `at`, then `appointmentId`. */
export const historyPageSchema = pageSchema(
  z
    .strictObject({ appointmentId: uuidSchema, ...historyEntry })
    .register(z.globalRegistry, { id: 'TaggedHistoryEntry' }),
).register(z.globalRegistry, { id: 'HistoryPage' });

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
