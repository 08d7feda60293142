import * as z from 'zod/mini';
import { createChangeSchema, createChangeShape, createConflictSchema, versionFields } from '#contract/change-schema.ts';
import { bookableMinutesSchema, clockTimeSchema, weekdaySchema } from '#contract/clients-pets-staff.ts';
import { minuteOf } from '#contract/date-time.ts';
import { companyQuerySchema, cursorSchema, storeIdsSchema } from '#contract/endpoint.ts';
import { waitingStatusSchema } from '#contract/enums.ts';
import { createPageSchema, limitSchema } from '#contract/page.ts';
import { dateSchema, instantSchema, uuidSchema } from '#contract/primitives.ts';
import { createFilledTextSchema } from '#contract/text.ts';

/*
 * The waiting list, an extension of the specification: pets that wait for an appointment of a type, and when they could come.
 */

/** Weekdays without duplicates, returned in order. An empty list means any day. */
const weekdaysSchema = z.array(weekdaySchema).check(
  z.refine((days) => new Set(days).size === days.length, 'must name each weekday once'),
  z.overwrite((days) => [...days].sort((one, other) => one - other)),
  z.meta({ uniqueItems: true }),
);

const notesSchema = createFilledTextSchema(2000);

/**
 * A pet that waits for an appointment of a type at a store: with a certain employee (null: any), on dates from `from` to
 * `until` inclusive (null: no last date), on certain weekdays (empty: any), the whole appointment between `earliest` and
 * `latest` on the store's clock (null: any time). `appointmentId` is null unless the status is `booked`.
 */
export const waitingListEntrySchema = z
  .strictObject({
    id: uuidSchema,
    companyId: uuidSchema,
    storeId: uuidSchema,
    petId: uuidSchema,
    clientId: uuidSchema,
    visitTypeId: uuidSchema,
    employeeId: z.nullable(uuidSchema),
    durationMinutes: bookableMinutesSchema,
    from: dateSchema,
    until: z.nullable(dateSchema),
    weekdays: z.array(weekdaySchema),
    earliest: z.nullable(clockTimeSchema),
    latest: z.nullable(clockTimeSchema),
    notes: z.nullable(z.string()),
    status: waitingStatusSchema,
    appointmentId: z.nullable(uuidSchema),
    createdAt: instantSchema,
    updatedAt: instantSchema,
  })
  .register(z.globalRegistry, { id: 'WaitingListEntry' });
export type WaitingListEntry = z.infer<typeof waitingListEntrySchema>;

/** A page of entries, oldest first. */
export const waitingListPageSchema = createPageSchema(waitingListEntrySchema).register(z.globalRegistry, {
  id: 'WaitingListPage',
});

/** The query of `GET /v1/waiting-list`. */
export const waitingListQuerySchema = z.extend(companyQuerySchema, {
  storeIds: storeIdsSchema,
  status: z.optional(waitingStatusSchema),
  petId: z.optional(uuidSchema),
  limit: limitSchema,
  cursor: cursorSchema,
});

type WaitingTimes = Pick<WaitingListEntry, 'from' | 'until' | 'earliest' | 'latest' | 'durationMinutes'>;

/**
 * The first problem with the times of an entry, and the field that has the problem; null if the times are valid. `until` must
 * not be before `from`, and the appointment must fit between `earliest` and `latest`. Absent fields are not checked.
 */
export function findWaitingTimesProblem({
  from,
  until,
  earliest,
  latest,
  durationMinutes = 0,
}: { [Field in keyof WaitingTimes]?: WaitingTimes[Field] | null | undefined }): {
  field: 'until' | 'latest';
  problem: string;
} | null {
  if (from && until && until < from) return { field: 'until', problem: 'must not be before from' };
  const isShort = earliest && latest && minuteOf(latest) < minuteOf(earliest) + Math.max(1, durationMinutes ?? 0);
  return isShort ? { field: 'latest', problem: 'must be later than earliest by at least the duration' } : null;
}

const checkTimes = z.superRefine<{ [Field in keyof WaitingTimes]?: WaitingTimes[Field] | null | undefined }>(
  (entry, context) => {
    const found = findWaitingTimesProblem(entry);
    if (found) context.addIssue({ code: 'custom', path: [found.field], message: found.problem });
  },
);

/**
 * The body of `POST /v1/waiting-list`; null is the same as absent. The client defaults to the pet's client, and the duration
 * to the visit type's duration.
 */
export const createWaitingListEntrySchema = z
  .strictObject({
    companyId: uuidSchema,
    storeId: uuidSchema,
    petId: uuidSchema,
    visitTypeId: uuidSchema,
    employeeId: z.nullish(uuidSchema),
    durationMinutes: z.nullish(bookableMinutesSchema),
    from: dateSchema,
    until: z.nullish(dateSchema),
    weekdays: z.nullish(weekdaysSchema),
    earliest: z.nullish(clockTimeSchema),
    latest: z.nullish(clockTimeSchema),
    notes: z.nullish(notesSchema),
  })
  .check(checkTimes)
  .register(z.globalRegistry, { id: 'CreateWaitingListEntry' });

const changeFields = {
  storeId: uuidSchema,
  visitTypeId: uuidSchema,
  employeeId: z.nullable(uuidSchema),
  durationMinutes: bookableMinutesSchema,
  from: dateSchema,
  until: z.nullable(dateSchema),
  weekdays: z.nullable(weekdaysSchema),
  earliest: z.nullable(clockTimeSchema),
  latest: z.nullable(clockTimeSchema),
  notes: z.nullable(notesSchema),
  status: waitingStatusSchema,
  appointmentId: z.nullable(uuidSchema),
};

/**
 * The body of `PATCH /v1/waiting-list/{id}`. The status `booked` requires `appointmentId` in the same request; no other
 * status accepts it.
 */
export const changeWaitingListEntrySchema = createChangeSchema(
  'ChangeWaitingListEntry',
  changeFields,
  z.strictObject(createChangeShape(versionFields, changeFields)).check(
    z.superRefine((entry, context) => {
      const { status, appointmentId } = entry;
      const addProblem = (field: string, message: string) =>
        context.addIssue({ code: 'custom', path: [field], message });
      if (status === 'booked' && appointmentId == null)
        addProblem('appointmentId', 'must name the appointment of what is booked');
      if (appointmentId != null && status !== 'booked') addProblem('appointmentId', 'is only for the status booked');
      const times = findWaitingTimesProblem(entry);
      if (times) addProblem(times.field, times.problem);
    }),
  ),
);
/** The request as sent to the API, before it is parsed. */
export type ChangeWaitingListEntry = z.input<typeof changeWaitingListEntrySchema>;

/** The 409 response to a change, with the current entry if the key may read appointments. */
export const waitingListChangedMeanwhileSchema = createConflictSchema(
  'WaitingListChangedMeanwhile',
  waitingListEntrySchema,
);
