import type { QueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { ApiClient, CallInput, CallOptions } from '#app/api/api-client.ts';
import { ApiError } from '#app/api/api-error.ts';
import { invalidate, listOf, pagesOf, queryOf } from '#app/api/queries.ts';
import type { Capabilities } from '#contract/desk.ts';
import { endpoints } from '#contract/endpoints.ts';
import { practiceEndpoints } from '#contract/practice-endpoints.ts';
import type { ImportRecords } from '#contract/practice-import.ts';

// The practice itself: its stores, rooms, visit types, people and keys, where the practice API can change them (`Capabilities`).

interface OneEmployee {
  companyId: string;
  employeeId: string;
}

export const practiceQueries = {
  /** An employee with what they may do; `purpose` `poll` reads them with the lowest priority. */
  employee: (api: ApiClient, { companyId, employeeId }: OneEmployee, purpose?: 'poll') => ({
    ...queryOf(api, practiceEndpoints.getEmployee, { companyId, id: employeeId }, purpose ? { purpose } : {}),
    staleTime: 60_000,
  }),
  /** The keys of an employee, the newest first. */
  keys: (api: ApiClient, { companyId, employeeId }: OneEmployee) =>
    listOf(api, practiceEndpoints.listKeys, { companyId, id: employeeId }),
  /** Who changed what, the newest first, page by page. */
  history: (api: ApiClient, companyId: string) =>
    pagesOf(api, practiceEndpoints.listPracticeHistory, { companyId, limit: 50 }),
};

/** Reads again all that a change of the practice may have changed on any screen. */
export function refreshPractice(queryClient: QueryClient): Promise<unknown> {
  const { listCompanies, listEmployees, listAppointmentTypes } = endpoints;
  const { getEmployee, listKeys, listPracticeHistory } = practiceEndpoints;
  return invalidate(
    queryClient,
    ...[listCompanies, listEmployees, listAppointmentTypes, getEmployee, listKeys, listPracticeHistory],
  );
}

export type PracticeOperation = keyof typeof practiceEndpoints;

/** Whether the practice API has an operation with every field that the forms of the practice send. */
export function isOffered(name: PracticeOperation, capabilities: Capabilities): boolean {
  const { input, method } = practiceEndpoints[name];
  const fields = capabilities[name]?.fields;
  if (fields === undefined || method === 'GET' || method === 'DELETE') return fields !== undefined;
  const isAlwaysSent = (schema: z.ZodMiniType) => !schema.safeParse(undefined).success;
  return Object.entries<z.ZodMiniType>(input.shape).every(
    ([field, schema]) => isAlwaysSent(schema) || fields.includes(field),
  );
}

/**
 * What calls the operations that set up this practice. An idempotency key is sent where the practice API accepts it; a change has
 * only the fields that change.
 */
export function practiceCalls(api: ApiClient, companyId: string, capabilities: Capabilities) {
  return function callPractice<Name extends PracticeOperation>(
    name: Name,
    input: Omit<CallInput<(typeof practiceEndpoints)[Name]>, 'companyId'>,
    { idempotencyKey }: Pick<CallOptions, 'idempotencyKey'> = {},
  ) {
    const options = idempotencyKey && capabilities[name]?.idempotent ? { idempotencyKey } : {};
    const whole = { companyId, ...input } as CallInput<(typeof practiceEndpoints)[Name]>;
    return api.call(practiceEndpoints[name], whole, options);
  };
}
export type CallPractice = ReturnType<typeof practiceCalls>;

/** Imports records from another program, or says what would become of them. The same again changes nothing: it may be repeated. */
export async function importRecords(api: ApiClient, part: ImportRecords, options: Pick<CallOptions, 'signal'>) {
  const answer = await api.call(practiceEndpoints.importRecords, part, options);
  // Whose outcome is missing could not be told.
  if (answer.lines.length !== part.lines.length) throw new ApiError({ kind: 'invalid', status: 200 });
  return answer;
}
