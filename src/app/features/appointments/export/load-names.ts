import type { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '#app/api/api-client.ts';
import { retryUntilLoadedOptions } from '#app/api/api-error.ts';
import { clientQueries } from '#app/api/clients.ts';
import { indexById } from '#app/api/directory.ts';
import { petQueries } from '#app/api/pets.ts';
import { appointmentTypeQueries, employeeQueries, enumQueries } from '#app/api/reference.ts';
import { createEnumDisplays } from '#app/appearance/enum-display.ts';
import type { AppointmentReference } from '#app/features/appointments/appointment-names.ts';

/** The first part of every query key of an export, by which its queries can be cancelled. */
export const EXPORT_KEY = 'export of appointments';

/**
 * Loads all names for an export, since the screen loads only those of the visible rows.
 *
 * @throws ApiError if a list could not be loaded; without it the file would contain abbreviated ids
 */
export async function loadNames(
  api: ApiClient,
  queryClient: QueryClient,
  { directory }: Pick<AppointmentReference, 'directory'>,
): Promise<AppointmentReference> {
  const { id } = directory.company;
  // Lists are loaded as queries, so that one that exceeds the request budget waits instead of failing.
  const loadAll = <List>(name: string, read: (queryClient: QueryClient, api: ApiClient, id: string) => Promise<List>) =>
    queryClient.fetchQuery({
      queryKey: [EXPORT_KEY, name, id],
      queryFn: () => read(queryClient, api, id),
      retry: retryUntilLoadedOptions.retry,
      gcTime: 0,
    });
  const [enums, employees, types, pets, clients] = await Promise.all([
    queryClient.ensureQueryData(enumQueries.ofCompany(api, id)),
    queryClient.ensureQueryData(employeeQueries.ofCompany(api, id)),
    queryClient.ensureQueryData(appointmentTypeQueries.ofCompany(api, id)),
    loadAll('pets', petQueries.readAll),
    loadAll('clients', clientQueries.readAll),
  ]);
  return {
    directory: { ...directory, employees: indexById(employees.records), types: indexById(types.records), pets },
    clients,
    statuses: createEnumDisplays(enums, 'APPOINTMENT_STATUS'),
    categories: createEnumDisplays(enums, 'VISIT_TYPE_CATEGORY'),
    origins: createEnumDisplays(enums, 'APPOINTMENT_CREATED_FROM'),
  };
}
