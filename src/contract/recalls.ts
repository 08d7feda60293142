import * as z from 'zod/mini';
import { createChangeSchema, createChangeShape, createConflictSchema, versionFields } from '#contract/change-schema.ts';
import { companyQuerySchema, cursorSchema } from '#contract/endpoint.ts';
import { recallAttemptWays, recallStatuses, settableRecallStatuses } from '#contract/enums.ts';
import { createPageSchema, limitSchema } from '#contract/page.ts';
import { dateSchema, instantSchema, uuidSchema } from '#contract/primitives.ts';

/* Recalls, an extension of the specification: pets that are due again for a visit type. */

/** The number of days after a due date during which the client still gets a message about it. */
export const recallMessageGraceDays = 60;

/** An attempt to reach the client about a recall; `employeeId` is null for a message that was sent automatically. */
const recallAttemptSchema = z.strictObject({
  at: instantSchema,
  employeeId: z.nullable(uuidSchema),
  how: z.enum(recallAttemptWays),
});

/**
 * A pet that is due again for a visit type. `dueOn` is a date without a zone; `snoozedUntil` is the date until which
 * the recall is snoozed, null if it is not. `clientId` is always the pet's client. `appointmentId` is null unless the
 * status is `booked`: then it is the earliest appointment of the pet and type that is still to come. `attempts` are
 * newest first. Neither becoming booked nor an attempt changes `updatedAt`.
 */
export const recallSchema = z
  .strictObject({
    id: uuidSchema,
    companyId: uuidSchema,
    petId: uuidSchema,
    clientId: uuidSchema,
    visitTypeId: uuidSchema,
    dueOn: dateSchema,
    status: z.enum(recallStatuses),
    snoozedUntil: z.nullable(dateSchema),
    appointmentId: z.nullable(uuidSchema),
    attempts: z.array(recallAttemptSchema),
    createdAt: instantSchema,
    updatedAt: instantSchema,
  })
  .register(z.globalRegistry, { id: 'Recall' });
export type Recall = z.infer<typeof recallSchema>;

/** A page of recalls, ordered by `dueOn`, then `id`. */
export const recallPageSchema = createPageSchema(recallSchema).register(z.globalRegistry, { id: 'RecallPage' });

/** The query of `GET /v1/recalls`; `from` and `until`, both inclusive, limit `dueOn`. */
export const recallsQuerySchema = z.extend(companyQuerySchema, {
  from: z.optional(dateSchema),
  until: z.optional(dateSchema),
  status: z.optional(z.enum(recallStatuses)),
  petId: z.optional(uuidSchema),
  limit: limitSchema,
  cursor: cursorSchema,
});

/** The body of `POST /v1/recalls`. The pet must be alive, and both pet and visit type must be active. */
export const createRecallSchema = z
  .strictObject({ companyId: uuidSchema, petId: uuidSchema, visitTypeId: uuidSchema, dueOn: dateSchema })
  .register(z.globalRegistry, { id: 'CreateRecall' });

const changeFields = {
  dueOn: dateSchema,
  snoozedUntil: z.nullable(dateSchema),
  status: z.enum(settableRecallStatuses),
};

/** The body of `PATCH /v1/recalls/{id}`. Setting a booked recall to `due` changes nothing. */
export const changeRecallSchema = createChangeSchema(
  'ChangeRecall',
  changeFields,
  z.strictObject(createChangeShape(versionFields, changeFields)),
);
/** The request as sent to the API, before it is parsed. */
export type ChangeRecall = z.input<typeof changeRecallSchema>;

/** The body of `POST /v1/recalls/{id}/attempts`: how someone at the practice tried to reach the client. */
export const createRecallAttemptSchema = z
  .strictObject({ companyId: uuidSchema, how: z.enum(recallAttemptWays) })
  .register(z.globalRegistry, { id: 'CreateRecallAttempt' });

/**
 * The 409 response to a change, with the current recall; or `already_due`, with the open recall of the same pet and
 * type. The creation of a recall is refused with 409 only for `already_due`.
 */
export const recallChangedMeanwhileSchema = createConflictSchema('RecallChangedMeanwhile', recallSchema);
