import * as z from 'zod/mini';
import { createAppointmentSchema, defaultAppointmentStatus } from '#contract/appointment.ts';
import { instantOf } from '#contract/date-time.ts';
import { appointmentStatusSchema } from '#contract/enums.ts';
import { utcDateTimeSchema, uuidSchema } from '#contract/primitives.ts';
import { textSchema } from '#contract/text.ts';

/*
 * A series, an addition to the specification: several appointments of one pet that are booked together and belong
 * together. The record of an appointment does not show whether it belongs to a series.
 */

/** The minimum and maximum number of appointments in a series. */
export const seriesLength = { min: 2, max: 52 } as const;

const timeSchema = z
  .strictObject({ start: utcDateTimeSchema, end: utcDateTimeSchema })
  .check(
    z.refine(({ start, end }) => instantOf(end) > instantOf(start), { path: ['end'], error: 'must be after start' }),
  );

/** An optional field in which null is the same as absent. */
function optionalField<Field extends z.ZodMiniType>(field: Field) {
  return z.pipe(
    z.nullish(field),
    z.transform((value) => value ?? undefined),
  );
}

/**
 * The body of `POST /v1/appointments/series`: the fields of a create, with several times, each starting later than the
 * previous one. In an optional field, null is the same as absent.
 */
export const createSeriesSchema = z
  .strictObject({
    companyId: uuidSchema,
    storeIds: createAppointmentSchema.shape.storeIds,
    petId: uuidSchema,
    visitTypeId: uuidSchema,
    employeeId: optionalField(uuidSchema),
    notes: optionalField(textSchema),
    status: z.pipe(
      z.nullish(appointmentStatusSchema),
      z.transform((status) => status ?? defaultAppointmentStatus),
    ),
    times: z.array(timeSchema).check(z.minLength(seriesLength.min), z.maxLength(seriesLength.max)),
  })
  .check(
    z.superRefine(({ times }, context) => {
      for (const [nth, { start }] of times.entries()) {
        const before = times[nth - 1];
        if (before && instantOf(start) <= instantOf(before.start))
          context.addIssue({
            code: 'custom',
            path: ['times', nth, 'start'],
            message: 'must be later than the start before it',
          });
      }
    }),
  )
  .register(z.globalRegistry, { id: 'CreateSeries' });

/** The response: the id of the series, and the ids of its appointments in the order of the times. */
export const createdSeriesSchema = z
  .strictObject({ seriesId: uuidSchema, appointmentIds: z.array(uuidSchema) })
  .register(z.globalRegistry, { id: 'CreatedSeries' });
export type CreatedSeries = z.infer<typeof createdSeriesSchema>;
