import * as z from 'zod/mini';
import { dateTimePattern, isoOf } from '#contract/date-time.ts';
import { importRefusals } from '#contract/practice-import.ts';

/*
 * The schemas with which the practice settings read responses, as lenient as `received.ts`: extra properties are dropped, and
 * unlisted enum values are kept.
 */

const identifier = z.string().check(z.minLength(1));
const instant = z.pipe(z.string().check(z.regex(dateTimePattern)), z.transform(isoOf));
const optionalInstant = z.catch(z.nullable(instant), null);

/** An employee with their permissions. */
export const receivedManagedEmployeeSchema = z.object({
  id: identifier,
  firstName: z.string(),
  lastName: z.string(),
  role: z.string(),
  storeIds: z.array(identifier),
  isActive: z.boolean(),
  permissions: z.array(z.string()),
});

/** A key of an employee, without the key itself. */
export const receivedKeySchema = z.object({
  id: identifier,
  access: z.string(),
  createdAt: instant,
  expiresAt: optionalInstant,
  revokedAt: optionalInstant,
});
export type ReceivedKey = z.infer<typeof receivedKeySchema>;

/** A newly issued key. */
export const receivedIssuedKeySchema = z.object({ id: identifier, key: z.string().check(z.minLength(1)) });

/** What one request changed in the practice. */
export const receivedPracticeChangeSchema = z.object({
  id: identifier,
  at: instant,
  employeeId: z.catch(z.nullable(identifier), null),
  kind: z.string(),
  recordId: identifier,
  name: z.catch(z.string(), ''),
  action: z.string(),
  changes: z.catch(
    z.array(z.object({ field: z.string(), from: z.optional(z.unknown()), to: z.optional(z.unknown()) })),
    [],
  ),
});
export type ReceivedPracticeChange = z.infer<typeof receivedPracticeChangeSchema>;

/** The result of an import; `other` is a reason specific to another implementation. */
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
