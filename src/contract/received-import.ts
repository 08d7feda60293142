import * as z from 'zod/mini';
import { importRefusals } from '#contract/practice-import.ts';

/** What became of records that were taken over, as lenient as `received.ts`; `other` is another implementation's own reason. */
export const receivedImportedRecordsSchema = z.object({
  lines: z.array(
    z.union([
      z.object({ outcome: z.enum(['new', 'changed', 'unchanged']), kept: z.catch(z.array(z.string()), []) }),
      z.object({
        outcome: z.literal('refused'),
        reason: z.catch(z.enum([...importRefusals, 'other'] as const), 'other'),
      }),
    ]),
  ),
});
export type ReceivedImportedRecords = z.infer<typeof receivedImportedRecordsSchema>;
