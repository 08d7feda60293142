import * as z from 'zod/mini';
import { duplicateReasons } from '#contract/enums.ts';
import { type ReceivedClient, readers, receivedClientSchema } from '#contract/received.ts';

/** A client of a pair, with the number of their appointments and the start of the next one; null if there is none. */
const duplicateClientSchema = z.pipe(
  z.looseObject({ appointments: z.int(), nextAppointment: z.nullable(z.unknown()) }),
  z.transform((value, { issues }) => {
    const client = receivedClientSchema.safeParse(value).data;
    const { appointments, nextAppointment } = value;
    if (client) return { ...client, appointments, nextAppointment: readers.instant(nextAppointment) ?? null };
    issues.push({ code: 'custom', input: value, message: 'A field that is needed is missing.' });
    return z.NEVER;
  }),
);
export type ReceivedDuplicateClient = ReceivedClient & { appointments: number; nextAppointment: string | null };

/** Pairs of clients who may be the same person; reasons that the app does not know are dropped. */
export const receivedDuplicatePairsSchema = z.object({
  pairs: z.array(
    z.object({
      reasons: z.pipe(
        z.array(z.string()),
        z.transform((reasons) => duplicateReasons.filter((reason) => reasons.includes(reason))),
      ),
      clients: z.tuple([duplicateClientSchema, duplicateClientSchema]),
    }),
  ),
  total: z.int(),
});
export type ReceivedPair = z.infer<typeof receivedDuplicatePairsSchema>['pairs'][number];

/** The two clients of a transfer. */
export const receivedTransferSchema = z.object({ from: receivedClientSchema, to: receivedClientSchema });
export type ReceivedTransfer = z.infer<typeof receivedTransferSchema>;
