import type { QueryClient } from '@tanstack/react-query';
import type { ApiClient, CallOptions } from '#app/api/api-client.ts';
import { ApiError } from '#app/api/api-error.ts';
import { invalidate } from '#app/api/queries.ts';
import { calls } from '#contract/calls.ts';
import { deviceCalls } from '#contract/desk-devices.ts';
import { practiceCalls } from '#contract/practice-calls.ts';
import type { ImportRecords } from '#contract/practice-import.ts';

/** Reloads the data, on any screen, that a change to the practice may affect. */
export function refreshPractice(queryClient: QueryClient): Promise<unknown> {
  const { listCompanies, listEmployees, listAppointmentTypes } = calls;
  const { listKeys, listPracticeHistory } = practiceCalls;
  const { listDevices } = deviceCalls;
  return invalidate(
    queryClient,
    ...[listCompanies, listEmployees, listAppointmentTypes, listKeys, listDevices, listPracticeHistory],
  );
}

/** Imports records from another program, or previews the import. Repeating it changes nothing. */
export async function importRecords(api: ApiClient, part: ImportRecords, options: Pick<CallOptions, 'signal'>) {
  const answer = await api.call(practiceCalls.importRecords, part, options);
  // Every record needs its outcome, since the screen reports them one by one.
  if (answer.lines.length !== part.lines.length) throw new ApiError({ kind: 'invalid', status: 200 });
  return answer;
}
