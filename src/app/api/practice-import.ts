import * as z from 'zod/mini';
import type { ApiClient, RequestOptions } from '#app/api/api-client.ts';
import type { ImportRecords } from '#contract/practice-import.ts';
import { type ReceivedImportedRecords, receivedImportedRecordsSchema } from '#contract/received-import.ts';

/** Takes over records from another program, or says what would become of them. The same again changes nothing: it may be repeated. */
export function importRecords(api: ApiClient, part: ImportRecords, options: Pick<RequestOptions, 'signal'>) {
  // Whose outcome is missing could not be told.
  const isWhole = z.refine<ReceivedImportedRecords>(({ lines }) => lines.length === part.lines.length);
  return api.post('/api/v1/practice/import', part, receivedImportedRecordsSchema.check(isWhole), options);
}
