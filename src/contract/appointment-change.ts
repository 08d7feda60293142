import * as z from 'zod/mini';
import { type Appointment, appointmentSchema } from '#contract/appointment.ts';
import { changeableFields, markedMainEmployeeId } from '#contract/appointment-rules.ts';
import { instantOf } from '#contract/date-time.ts';
import { companyQuerySchema, cursorSchema, storeIdsSchema } from '#contract/endpoint.ts';
import { appointmentStatusSchema } from '#contract/enums.ts';
import { serviceErrorSchema } from '#contract/error.ts';
import { createPageSchema, limitSchema } from '#contract/page.ts';
import { dateTimeSchema, instantSchema, utcDateTimeSchema, uuidSchema } from '#contract/primitives.ts';
import { textSchema, typedTextSchema } from '#contract/text.ts';

/* The operations on one appointment beyond the specification: reading it, changing it, and its history. */

/** The {@link changeableFields}, with the same values as in a create. Absent fields keep their value. */
const changeFields = {
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

const reasonSchema = z.nullable(typedTextSchema);

/**
 * The body of `PATCH /v1/appointments/{id}`, with at least one change. `expectedUpdatedAt` is the `updatedAt` of the record
 * that the caller has read: if the stored record has a different one, to the millisecond, nothing changes. `reason` says why
 * the status changes. A reason alone does not count as a change, and the history records a reason only together with a change.
 */
export const changeAppointmentSchema = z
  .strictObject({
    companyId: uuidSchema,
    expectedUpdatedAt: dateTimeSchema,
    ...changeFields,
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
    dependentRequired: { reason: ['status'] },
  });
/** The request as sent to the API, before it is parsed. */
export type ChangeAppointment = z.input<typeof changeAppointmentSchema>;

/**
 * The query of `DELETE /v1/appointments/{id}`; `expectedUpdatedAt` is the `updatedAt` of the record that the caller has read.
 */
export const deleteAppointmentSchema = z.extend(companyQuerySchema, { expectedUpdatedAt: dateTimeSchema });

/** The 409 response to a change or a deletion. `data.current` is the current record, if the key may read appointments. */
export const changedMeanwhileSchema = z
  .extend(serviceErrorSchema, {
    data: z.extend(serviceErrorSchema.shape.data, { current: z.optional(appointmentSchema) }),
  })
  .register(z.globalRegistry, { id: 'ChangedMeanwhile' });

/** The fields in the history: the changeable fields, and the check-in time, which follows from the status. */
export const historyFields = [...changeableFields, 'checkedInAt'] as const;
type HistoryField = (typeof historyFields)[number];

const fieldChangeSchema = z.strictObject({
  field: z.enum(historyFields),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
});
export type FieldChange = z.infer<typeof fieldChangeSchema>;

const historyEntryFields = {
  at: instantSchema,
  employeeId: z.nullable(uuidSchema),
  changes: z.array(fieldChangeSchema),
  reason: z.optional(z.string()),
  reasonAt: z.optional(
    instantSchema.register(z.globalRegistry, {
      description: 'When the reason was first given: with the change, or later. Present beside `reason`.',
    }),
  ),
  reasonEmployeeId: z.optional(
    z.nullable(uuidSchema).register(z.globalRegistry, {
      description: 'Who gave the reason; null if unknown. Present beside `reason`.',
    }),
  ),
};

/**
 * An entry of the history: the changes of one request, the time at which they were made (which became the `updatedAt`
 * of the appointment), and the person who made them (null if unknown). `from` and `to` are values of the record, and
 * `employeeId` is the main employee. The oldest entry is the create, in which every `from` is null; for an appointment
 * that is older than the history, it is an entry without changes. `reason`, `reasonAt` and `reasonEmployeeId` are
 * present if a reason was given for the change of status.
 */
export const historyEntrySchema = z
  .strictObject(historyEntryFields)
  .register(z.globalRegistry, { id: 'AppointmentHistoryEntry' });
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

/** A page of the history, newest first. */
export const appointmentHistoryPageSchema = createPageSchema(historyEntrySchema).register(z.globalRegistry, {
  id: 'AppointmentHistoryPage',
});

/**
 * The body of `POST /v1/appointments/{id}/reason`: `at` identifies the history entry that receives the reason; a null
 * `reason` removes it.
 */
export const giveReasonSchema = z
  .strictObject({ companyId: uuidSchema, at: dateTimeSchema, reason: reasonSchema })
  .register(z.globalRegistry, { id: 'GiveReason' });

/** The maximum number of days between `start` and `end` of {@link historyQuerySchema}. */
export const maxHistoryDays = 100;

/** The query of `GET /v1/appointment-history`: the appointments that start in [`start`, `end`). */
export const historyQuerySchema = z
  .extend(companyQuerySchema, {
    start: dateTimeSchema,
    end: dateTimeSchema,
    storeIds: storeIdsSchema,
    limit: limitSchema,
    cursor: cursorSchema,
  })
  .check(
    z.refine(({ start, end }) => instantOf(end) > instantOf(start), {
      path: ['end'],
      error: 'must be after the start',
    }),
    z.refine(({ start, end }) => instantOf(end) - instantOf(start) <= maxHistoryDays * 86_400_000, {
      path: ['end'],
      error: `must be at most ${maxHistoryDays} days after the start`,
    }),
  );

/** A page of history entries with their appointments, ordered by `at`, then `appointmentId`. */
export const historyPageSchema = createPageSchema(
  z
    .strictObject({ appointmentId: uuidSchema, ...historyEntryFields })
    .register(z.globalRegistry, { id: 'TaggedHistoryEntry' }),
).register(z.globalRegistry, { id: 'HistoryPage' });

/** The values of an appointment that the history records; `employeeId` is the main employee. */
export type HistoryValues = Readonly<Record<HistoryField, string | null>>;

/** Every value null: the state before the appointment was created. */
export const emptyHistoryValues: HistoryValues = {
  status: null,
  start: null,
  end: null,
  roomId: null,
  employeeId: null,
  notes: null,
  visitTypeId: null,
  checkedInAt: null,
};

/** Returns the values of an appointment that the history records; times are UTC date-times, as in the record. */
export function historyValuesOf(record: Appointment): HistoryValues {
  const { status, start, end, roomId, notes, visitTypeId, checkedInAt } = record;
  return { status, start, end, roomId, employeeId: markedMainEmployeeId(record), notes, visitTypeId, checkedInAt };
}

/** Returns the fields whose values differ, in the order of {@link historyFields}. */
export function findDifferences(before: HistoryValues, after: HistoryValues): FieldChange[] {
  return historyFields
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, from: before[field], to: after[field] }));
}
