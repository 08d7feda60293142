import type * as z from 'zod/mini';
import { importRefusals } from '#contract/enums.ts';
import { createRecordSchema, readers } from '#contract/received.ts';

/* The schemas with which the practice settings read responses, as lenient as `received.ts`. */

const { identifier, instant, listOf, recordOf, string, text } = readers;
const readInstantOrNull = (value: unknown) => instant(value) ?? null;

/** An employee with their permissions. */
export const receivedManagedEmployeeSchema = createRecordSchema({
  id: identifier,
  firstName: string,
  lastName: string,
  role: string,
  storeIds: listOf(identifier),
  isActive: (value) => (typeof value === 'boolean' ? value : undefined),
  permissions: listOf(string),
});

/** The metadata of an employee's key, without the secret. */
export const receivedKeySchema = createRecordSchema({
  id: identifier,
  access: string,
  createdAt: instant,
  expiresAt: readInstantOrNull,
  revokedAt: readInstantOrNull,
});
export type ReceivedKey = z.infer<typeof receivedKeySchema>;

/** A newly issued key. */
export const receivedIssuedKeySchema = createRecordSchema({ id: identifier, key: identifier });

const readAnyValue = (value: unknown) => value ?? null;
const readChange = recordOf({ field: string, from: readAnyValue, to: readAnyValue });

/** An entry of the practice's history. If its list of changes cannot be read, the list is empty. */
export const receivedPracticeChangeSchema = createRecordSchema({
  id: identifier,
  at: instant,
  employeeId: readers.identifierOrNull,
  kind: string,
  recordId: identifier,
  name: (value) => text(value) ?? '',
  action: string,
  changes: (value) => listOf(readChange)(value) ?? [],
});
export type ReceivedPracticeChange = z.infer<typeof receivedPracticeChangeSchema>;

const doneOutcomes = ['new', 'changed', 'unchanged'] as const;
const readOutcomeFields = recordOf({ outcome: string, reason: text, kept: (value) => listOf(string)(value) ?? [] });

function readOutcome(value: unknown) {
  const { outcome, reason, kept = [] } = readOutcomeFields(value) ?? {};
  const done = doneOutcomes.find((each) => each === outcome);
  if (done !== undefined) return { outcome: done, kept };
  if (outcome !== 'refused') return undefined;
  return { outcome, reason: importRefusals.find((each) => each === reason) ?? 'other' } as const;
}

/** The result of an import. The reason `other` stands for any reason that the app does not know. */
export const receivedImportedRecordsSchema = createRecordSchema({ lines: listOf(readOutcome) });
export type ReceivedImportedRecords = z.infer<typeof receivedImportedRecordsSchema>;

/** A page of the rows of an exported file. */
export const receivedExportPageSchema = createRecordSchema({
  rows: listOf(listOf(string)),
  nextCursor: text,
  total: (value) => (typeof value === 'number' ? value : null),
});
