import * as z from 'zod/mini';
import { createConflictSchema } from '#contract/change-schema.ts';
import { changeClientSchema, clientSchema, listedClientSchema } from '#contract/clients-pets-staff.ts';
import { companyQuerySchema } from '#contract/endpoint.ts';
import { duplicateReasons } from '#contract/enums.ts';
import { instantSchema, uuidSchema } from '#contract/primitives.ts';

/** The maximum number of pairs in a response. */
export const MAX_DUPLICATES = 100;

/** One of the two clients of a pair, with their appointments as a hint at which of the two records is in use. */
export const duplicateClientSchema = z
  .strictObject({
    ...listedClientSchema.shape,
    /** The number of appointments that were booked for the client. */
    appointments: z.int().check(z.minimum(0)),
    /** The start of the client's next appointment; null if there is none. */
    nextAppointment: z.nullable(instantSchema),
  })
  .register(z.globalRegistry, { id: 'DuplicateClient' });

/** Two active clients who may be the same person. */
export const duplicatePairSchema = z
  .strictObject({
    reasons: z.array(z.enum(duplicateReasons)).check(z.minLength(1)),
    clients: z.array(duplicateClientSchema).check(z.length(2)),
  })
  .register(z.globalRegistry, { id: 'DuplicatePair' });
export type DuplicatePair = z.infer<typeof duplicatePairSchema>;

/** The likeliest pairs, at most {@link MAX_DUPLICATES}; `total` is the number of all pairs. */
export const duplicatesSchema = z
  .strictObject({ pairs: z.array(duplicatePairSchema), total: z.int().check(z.minimum(0)) })
  .register(z.globalRegistry, { id: 'ClientDuplicates' });
export type ClientDuplicates = z.infer<typeof duplicatesSchema>;

const { companyId: _, ...changes } = changeClientSchema.shape;
/** One of the two clients of a transfer: the version that the caller has read, and the fields that change with the transfer. */
const transferSideSchema = z
  .strictObject({ id: uuidSchema, ...changes })
  .register(z.globalRegistry, { id: 'TransferSide' });

/** The body of `POST /v1/client-transfers`. A transfer with the two clients exchanged undoes it. */
export const transferSchema = z
  .strictObject({
    ...companyQuerySchema.shape,
    from: transferSideSchema,
    to: transferSideSchema,
    petIds: z.array(uuidSchema).check(z.maxLength(500)),
    appointmentIds: z.array(uuidSchema).check(z.maxLength(10_000)),
  })
  .check(z.refine(({ from, to }) => from.id !== to.id, { path: ['to', 'id'], error: 'must be another client' }))
  .register(z.globalRegistry, { id: 'ClientTransfer' });
export type ClientTransfer = z.infer<typeof transferSchema>;

/** Both clients after a transfer. */
export const transferredSchema = z
  .strictObject({ from: clientSchema, to: clientSchema })
  .register(z.globalRegistry, { id: 'TransferredClients' });
export type TransferredClients = z.infer<typeof transferredSchema>;

export const transferConflictSchema = createConflictSchema('TransferChangedMeanwhile', transferredSchema);
