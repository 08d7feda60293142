import type { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '#app/api/api-client.ts';
import { clientQueries } from '#app/api/clients.ts';
import { byId, type Directory } from '#app/api/directory.ts';
import { petQueries } from '#app/api/pets.ts';
import { appointmentTypeQueries, employeeQueries, enumQueries } from '#app/api/reference.ts';
import { createEnumDisplays } from '#app/appearance/enum-display.ts';
import type { FinderReference } from '#app/features/finder/appointment-names.ts';
import type { ReceivedPet } from '#contract/received.ts';

/** The lists of names that an export needs. */
export type NamedList = 'enums' | 'vets' | 'types' | 'pets' | 'clients';

/** Names could not be loaded; without them the file would have abbreviated ids. */
export class NamesMissing extends Error {
  override readonly name = 'NamesMissing';
  /** The lists that could not be loaded. */
  readonly of: readonly NamedList[];
  constructor(of: readonly NamedList[], cause: unknown) {
    super(`The names of ${of.join(', ')} could not be loaded`, { cause });
    this.of = of;
  }
}

interface NamesInput {
  api: ApiClient;
  queryClient: QueryClient;
  directory: Directory;
  /** Leaves out what could not be loaded. */
  partly: boolean;
}

/**
 * Loads all names for an export: the screen shows its rows before all names are there.
 *
 * @throws NamesMissing when a list could not be loaded, unless `partly` is set
 */
export async function loadNames({ api, queryClient, directory, partly }: NamesInput): Promise<FinderReference> {
  const { id } = directory.company;
  const petNames = petQueries.readAll(queryClient, api, id);
  const [enums, employees, types, pets, clients] = await Promise.allSettled([
    queryClient.ensureQueryData(enumQueries.ofCompany(api, id)),
    queryClient.ensureQueryData(employeeQueries.ofCompany(api, id)),
    queryClient.ensureQueryData(appointmentTypeQueries.ofCompany(api, id)),
    petNames,
    // Most pets have their owner's name, and then no client is requested.
    petNames.then((known) => (leavesOwners(known) ? clientQueries.readAll(queryClient, api, id) : undefined)),
  ]);
  const lists: { of: NamedList; list: PromiseSettledResult<unknown> }[] = [
    { of: 'enums', list: enums },
    { of: 'vets', list: employees },
    { of: 'types', list: types },
    { of: 'pets', list: pets },
    ...(pets.status === 'fulfilled' ? [{ of: 'clients', list: clients } as const] : []),
  ];
  const failed = lists.flatMap(({ of, list }) => (list.status === 'rejected' ? [{ of, reason: list.reason }] : []));
  if (failed.length > 0 && !partly)
    throw new NamesMissing(
      failed.map(({ of }) => of),
      failed[0]?.reason,
    );
  const loaded = <Value>(list: PromiseSettledResult<Value>) => (list.status === 'fulfilled' ? list.value : undefined);
  return {
    directory: {
      ...directory,
      employees: byId(loaded(employees)?.records ?? []),
      types: byId(loaded(types)?.records ?? []),
      pets: loaded(pets) ?? directory.pets,
    },
    ...(clients.status === 'fulfilled' && clients.value ? { clients: clients.value } : {}),
    statuses: createEnumDisplays(loaded(enums), 'APPOINTMENT_STATUS'),
    categories: createEnumDisplays(loaded(enums), 'VISIT_TYPE_CATEGORY'),
    origins: createEnumDisplays(loaded(enums), 'APPOINTMENT_CREATED_FROM'),
  };
}

/** Whether some pets lack their owner's name. */
function leavesOwners(pets: ReadonlyMap<string, ReceivedPet>): boolean {
  return [...pets.values()].some(({ clientId, clientName }) => clientId !== null && clientName === '');
}
