import { hashKey, type Query, type QueryClient } from '@tanstack/react-query';
import type { ApiClient, ReadOptions } from '#app/api/api-client.ts';
import { nullIfMissing } from '#app/api/api-error.ts';
import { clientQueries, loadedClients } from '#app/api/clients.ts';
import { indexById } from '#app/api/directory.ts';
import { updateListedRecords } from '#app/api/long-list.ts';
import { petQueries } from '#app/api/pets.ts';
import { queryKeyOf } from '#app/api/queries.ts';
import { capabilitiesIn } from '#app/api/session.ts';
import { calls } from '#contract/calls.ts';
import type { ReceivedClient, ReceivedPet } from '#contract/received.ts';

interface ChangedRecords {
  clients?: readonly ReceivedClient[];
  pets?: readonly ReceivedPet[];
}

interface CompanyCache {
  queryClient: QueryClient;
  api: ApiClient;
  companyId: string;
}

/**
 * Shows clients and pets in their current version after a change at this desk or another. They are updated in place in
 * the lists of names, from which the calendar takes its names; searches, households and single records are read again.
 */
export async function updateClientsAndPets(
  { queryClient, api, companyId }: CompanyCache,
  people: ChangedRecords,
): Promise<void> {
  const { clients = [], pets = [] } = people;
  const [ofClients, ofPets] = [clientQueries.names(api, { companyId }), petQueries.names(api, { companyId })];
  const changed = indexById(clients);
  // A pet's record includes its client's name, but is not reported as changed when the client is renamed.
  const renamed = petQueries.pagesRead(queryClient, api, companyId).flatMap(({ records }) =>
    records.flatMap((pet) => {
      const clientName = changed.get(pet.clientId ?? '')?.name ?? pet.clientName;
      return clientName === pet.clientName ? [] : [{ ...pet, clientName }];
    }),
  );
  updateListedRecords(queryClient, ofClients.queryKey, clients);
  updateListedRecords(queryClient, ofPets.queryKey, [...renamed, ...pets]);
  const inPlace = new Set([hashKey(ofClients.queryKey), hashKey(ofPets.queryKey)]);
  // A long list is updated in place, because reloading it costs one request per page.
  const longLists = queryClient.getQueryCache().findAll({
    queryKey: queryKeyOf(calls.listClients, 'pages'),
    predicate: ({ queryHash, state }) => !inPlace.has(queryHash) && countPages(state.data) > MAX_RELOADED_PAGES,
  });
  for (const { queryKey, queryHash } of longLists) {
    updateListedRecords(queryClient, queryKey, clients, { isSorted: true });
    inPlace.add(queryHash);
  }
  await rereadClientsAndPets(queryClient, ({ queryHash }) => !inPlace.has(queryHash));
}

/**
 * The maximum number of pages of a list of clients or pets that is reloaded after a change. A longer list is reloaded
 * once it is stale.
 */
const MAX_RELOADED_PAGES = 4;
/**
 * If at most this many of the loaded records have changed, they are read one by one; otherwise the lists are reloaded.
 */
const MAX_READS_BY_ID = 20;

/** The clients and pets that were changed outside this page: their ids, or `true` if there are too many to list. */
export interface ChangedClientsAndPets {
  clients: ReadonlySet<string> | true;
  pets: ReadonlySet<string> | true;
}

/**
 * Reloads the loaded clients and pets that have changed: one by one if the practice system supports that and few have
 * changed, otherwise by reloading the short lists. Never throws.
 */
export async function readChangedClientsAndPets(
  company: CompanyCache,
  changed: ChangedClientsAndPets,
  options: Pick<ReadOptions, 'purpose'> = { purpose: 'poll' },
): Promise<void> {
  const { queryClient, api, companyId } = company;
  const { getClient, getPet } = capabilitiesIn(queryClient);
  if (getClient && getPet && changed.clients !== true && changed.pets !== true) {
    const pets = indexById(petQueries.pagesRead(queryClient, api, companyId).flatMap(({ records }) => records));
    const clients = loadedClients(queryClient, api, companyId);
    const owners = new Set([...pets.values()].map(({ clientId }) => clientId));
    // A client of a loaded pet is read, too, since the pet's record includes the client's name.
    const clientIds = [...changed.clients].filter((id) => clients.has(id) || owners.has(id));
    const petIds = [...changed.pets].filter((id) => pets.has(id));
    if (clientIds.length + petIds.length <= MAX_READS_BY_ID) {
      try {
        const ofClients = clientIds.map((id) => nullIfMissing(api.call(calls.getClient, { id, companyId }, options)));
        const ofPets = petIds.map((id) => nullIfMissing(api.call(calls.getPet, { id, companyId }, options)));
        await updateClientsAndPets(company, {
          clients: (await Promise.all(ofClients)).filter((record) => record !== null),
          pets: (await Promise.all(ofPets)).filter((record) => record !== null),
        });
        return;
      } catch {
        // After a failed request, the lists are reloaded instead.
      }
    }
  }
  await rereadClientsAndPets(queryClient, ({ state }) => countPages(state.data) <= MAX_RELOADED_PAGES);
}

async function rereadClientsAndPets(queryClient: QueryClient, predicate: (query: Query) => boolean): Promise<void> {
  const lists = [calls.listClients, calls.listPets];
  await Promise.all(lists.map((list) => queryClient.invalidateQueries({ queryKey: queryKeyOf(list), predicate })));
}

/** The number of loaded pages of a list; one for a query that is not a list. */
function countPages(data: unknown): number {
  const pages: unknown = typeof data === 'object' && data !== null && 'pages' in data ? data.pages : null;
  return Array.isArray(pages) ? pages.length : 1;
}
