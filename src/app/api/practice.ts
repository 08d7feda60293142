import type { QueryClient } from '@tanstack/react-query';
import type { ApiClient, CallOptions } from '#app/api/api-client.ts';
import { ApiError } from '#app/api/api-error.ts';
import { invalidate } from '#app/api/queries.ts';
import { sessionEndpoints } from '#contract/desk.ts';
import { endpoints } from '#contract/endpoints.ts';
import { practiceEndpoints } from '#contract/practice-endpoints.ts';
import type { ImportRecords } from '#contract/practice-import.ts';

/** Reads again all that a change of the practice may have changed on any screen. */
export function refreshPractice(queryClient: QueryClient): Promise<unknown> {
  const { listCompanies, listEmployees, listAppointmentTypes } = endpoints;
  const { listKeys, listPracticeHistory } = practiceEndpoints;
  const { listDevices } = sessionEndpoints;
  return invalidate(
    queryClient,
    ...[listCompanies, listEmployees, listAppointmentTypes, listKeys, listDevices, listPracticeHistory],
  );
}

/** Imports records from another program, or says what would become of them. The same again changes nothing: it may be repeated. */
export async function importRecords(api: ApiClient, part: ImportRecords, options: Pick<CallOptions, 'signal'>) {
  const answer = await api.call(practiceEndpoints.importRecords, part, options);
  // Whose outcome is missing could not be told.
  if (answer.lines.length !== part.lines.length) throw new ApiError({ kind: 'invalid', status: 200 });
  return answer;
}
