import { z } from 'zod';
import {
  type AppointmentStatus,
  appointmentOriginSchema,
  appointmentStatusSchema,
  visitTypeCategorySchema,
} from '#contract/enums.ts';
import { limitSchema, pageSchema, unresolvedRecordSchema } from '#contract/page.ts';
import {
  dateTimeSchema,
  instantOf,
  instantSchema,
  textSchema,
  utcDateTimeSchema,
  uuidSchema,
} from '#contract/primitives.ts';

/** An assigned member of staff; both keys required, no others (section 2). */
export const assignedEmployeeSchema = z.strictObject({ id: uuidSchema, isMainEmployee: z.boolean() });

/** The appointment record: every field always present, nullable where section 2 says so. Times are UTC instants. */
export const appointmentSchema = z
  .strictObject({
    id: uuidSchema,
    petId: uuidSchema,
    clientId: uuidSchema,
    storeId: uuidSchema,
    companyId: uuidSchema,
    storeInvoiceId: uuidSchema.nullable(),
    billingContextId: uuidSchema.nullable(),
    title: z.string(),
    start: instantSchema,
    end: instantSchema,
    notes: z.string().nullable(),
    bookingNotes: z.string().nullable(),
    clientNotes: z.string().nullable(),
    status: appointmentStatusSchema,
    location: z.string().nullable(),
    roomId: uuidSchema.nullable(),
    checkedInAt: instantSchema.nullable(),
    createdFrom: appointmentOriginSchema,
    visitTypeId: uuidSchema.nullable(),
    visitTypeName: z.string().nullable(),
    visitTypeCategory: visitTypeCategorySchema,
    createdAt: instantSchema,
    updatedAt: instantSchema,
    employees: z.array(assignedEmployeeSchema),
  })
  .meta({ id: 'Appointment' });
export type Appointment = z.infer<typeof appointmentSchema>;

/** A page of appointments; an item may be unresolved (section 2). */
export const appointmentPageSchema = pageSchema(z.union([appointmentSchema, unresolvedRecordSchema])).meta({
  id: 'AppointmentPage',
});

/** The order of the appointment list by creation date (section 4.2). */
const sortDirectionSchema = z.enum(['asc', 'desc']);
export type SortDirection = z.infer<typeof sortDirectionSchema>;

/**
 * The query of `GET /v1/appointments` (section 4.2) once decoded: a comma-separated list as an array, a nullable
 * parameter that is absent, empty or the word `null` as null. Bounds are strict: "since" and "after" exclude the instant.
 */
export const appointmentListQuerySchema = z.object({
  companyId: uuidSchema,
  storeIds: z.array(uuidSchema).min(1).optional(),
  limit: limitSchema,
  direction: sortDirectionSchema.default('desc'),
  cursor: z.string().nullable().default(null),
  updatedSince: dateTimeSchema.nullable().default(null),
  updatedBefore: dateTimeSchema.nullable().default(null),
  createdSince: dateTimeSchema.nullable().default(null),
  createdBefore: dateTimeSchema.nullable().default(null),
  startDate: dateTimeSchema.optional(),
  endDate: dateTimeSchema.optional(),
  status: appointmentStatusSchema.optional(),
  clientId: uuidSchema.optional(),
  petId: uuidSchema.optional(),
  employeeId: uuidSchema.optional(),
});
export type AppointmentListQuery = z.infer<typeof appointmentListQuerySchema>;

/** The status of a new appointment that names none (section 3). */
export const defaultAppointmentStatus: AppointmentStatus = 'requested';

/** The fields of `POST /v1/appointments` (section 4.3). The appointment's store is the first of `storeIds`. */
export const createAppointmentSchema = z.strictObject({
  companyId: uuidSchema,
  storeIds: z.array(uuidSchema).min(1),
  petId: uuidSchema,
  visitTypeId: uuidSchema,
  start: utcDateTimeSchema,
  end: utcDateTimeSchema.meta({ description: 'A date-time as in `start`, and after it.' }),
  status: appointmentStatusSchema.default(defaultAppointmentStatus),
  employeeId: uuidSchema.optional(),
  notes: textSchema.optional(),
});
/** What a client sends. */
export type CreateAppointment = z.input<typeof createAppointmentSchema>;

/** The body of `POST /v1/appointments`, whose `end` is after its `start`; no other properties are allowed. */
export const createAppointmentRequestSchema = createAppointmentSchema
  .refine(({ start, end }) => instantOf(end) > instantOf(start), { path: ['end'], error: 'must be after start' })
  .meta({ id: 'CreateAppointment' });

/** The response to a create: the id of what is new (section 4.3). */
export const createdSchema = uuidSchema;
