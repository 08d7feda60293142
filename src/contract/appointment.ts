import * as z from 'zod/mini';
import { instantOf } from '#contract/date-time.ts';
import { cursorSchema, storeIdsSchema } from '#contract/endpoint.ts';
import {
  type AppointmentStatus,
  appointmentOriginSchema,
  appointmentStatusSchema,
  visitTypeCategorySchema,
} from '#contract/enums.ts';
import { createRecordPageSchema, limitSchema } from '#contract/page.ts';
import { dateTimeSchema, instantSchema, utcDateTimeSchema, uuidSchema } from '#contract/primitives.ts';
import { textSchema } from '#contract/text.ts';

/** An assigned employee. Both keys are required, and others are rejected (section 2 of the specification). */
export const assignedEmployeeSchema = z.strictObject({ id: uuidSchema, isMainEmployee: z.boolean() });

/**
 * The appointment record. Every field is always present, and nullable where section 2 of the specification says so.
 * Times are UTC instants.
 */
export const appointmentSchema = z
  .strictObject({
    id: uuidSchema,
    petId: uuidSchema,
    clientId: uuidSchema,
    storeId: uuidSchema,
    companyId: uuidSchema,
    storeInvoiceId: z.nullable(uuidSchema),
    billingContextId: z.nullable(uuidSchema),
    title: z.string(),
    start: instantSchema,
    end: instantSchema,
    notes: z.nullable(z.string()),
    bookingNotes: z.nullable(z.string()),
    clientNotes: z.nullable(z.string()),
    status: appointmentStatusSchema,
    location: z.nullable(z.string()),
    roomId: z.nullable(uuidSchema),
    checkedInAt: z.nullable(instantSchema),
    createdFrom: appointmentOriginSchema,
    visitTypeId: z.nullable(uuidSchema),
    visitTypeName: z.nullable(z.string()),
    visitTypeCategory: visitTypeCategorySchema,
    createdAt: instantSchema,
    updatedAt: instantSchema,
    employees: z.array(assignedEmployeeSchema),
  })
  .register(z.globalRegistry, { id: 'Appointment' });
export type Appointment = z.infer<typeof appointmentSchema>;

/** A page of appointments; an item may be unresolved (section 2 of the specification). */
export const appointmentPageSchema = createRecordPageSchema(appointmentSchema, 'AppointmentPage');

/** The order of the appointment list by creation date (section 4.2 of the specification). */
const sortDirectionSchema = z.enum(['asc', 'desc']);
export type SortDirection = z.infer<typeof sortDirectionSchema>;

/**
 * The decoded query of `GET /v1/appointments` (section 4.2 of the specification): a comma-separated list becomes an
 * array; a nullable parameter that is absent, empty or the word `null` becomes null. Every bound excludes the instant
 * itself.
 */
export const appointmentListQuerySchema = z.object({
  companyId: uuidSchema,
  storeIds: storeIdsSchema,
  limit: limitSchema,
  direction: z._default(sortDirectionSchema, 'desc'),
  cursor: cursorSchema,
  updatedSince: z._default(z.nullable(dateTimeSchema), null),
  updatedBefore: z._default(z.nullable(dateTimeSchema), null),
  createdSince: z._default(z.nullable(dateTimeSchema), null),
  createdBefore: z._default(z.nullable(dateTimeSchema), null),
  startDate: z.optional(dateTimeSchema),
  endDate: z.optional(dateTimeSchema),
  status: z.optional(appointmentStatusSchema),
  clientId: z.optional(uuidSchema),
  petId: z.optional(uuidSchema),
  employeeId: z.optional(uuidSchema),
});
export type AppointmentListQuery = z.infer<typeof appointmentListQuerySchema>;

/** The status of a new appointment if the request gives none (section 3 of the specification). */
export const defaultAppointmentStatus: AppointmentStatus = 'requested';

/**
 * The fields of `POST /v1/appointments` (section 4.3 of the specification). The appointment's store is the first of
 * `storeIds`.
 */
export const createAppointmentSchema = z.strictObject({
  companyId: uuidSchema,
  storeIds: z.array(uuidSchema).check(z.minLength(1)),
  petId: uuidSchema,
  visitTypeId: uuidSchema,
  start: utcDateTimeSchema,
  end: utcDateTimeSchema.check(z.meta({ description: 'A date-time as in `start`, and after it.' })),
  status: z._default(appointmentStatusSchema, defaultAppointmentStatus),
  employeeId: z.optional(uuidSchema),
  notes: z.optional(textSchema),
});
/** The request as sent to the API, before it is parsed. */
export type CreateAppointment = z.input<typeof createAppointmentSchema>;

/** The body of `POST /v1/appointments`. Its `end` must be after its `start`; no other properties are allowed. */
export const createAppointmentRequestSchema = createAppointmentSchema
  .check(
    z.refine(({ start, end }) => instantOf(end) > instantOf(start), { path: ['end'], error: 'must be after start' }),
  )
  .register(z.globalRegistry, { id: 'CreateAppointment' });

/** The response to a create: the id of the new record (section 4.3 of the specification). */
export const createdSchema = uuidSchema;
