import { hashKey, type Query, type QueryClient } from '@tanstack/react-query';
import type { ApiClient, ReadOptions } from '#app/api/api-client.ts';
import { unlessMissing } from '#app/api/api-error.ts';
import { clientQueries, loadedClients } from '#app/api/clients.ts';
import { byId } from '#app/api/directory.ts';
import { putNames } from '#app/api/long-list.ts';
import { petQueries } from '#app/api/pets.ts';
import { queryKeyOf } from '#app/api/queries.ts';
import { capabilitiesIn } from '#app/api/session.ts';
import { endpoints, extensions } from '#contract/endpoints.ts';
import type { ReceivedClient, ReceivedPet } from '#contract/received.ts';

interface People {
  clients?: readonly ReceivedClient[];
  pets?: readonly ReceivedPet[];
}

interface Company {
  queryClient: QueryClient;
  api: ApiClient;
  companyId: string;
}

/**
 * Shows clients and pets as they are now, after a change here or elsewhere: they take their places in the lists of names, from
 * which the calendar has its names; searches, households and single records are read again.
 */
export async function putPeople({ queryClient, api, companyId }: Company, people: People): Promise<void> {
  const { clients = [], pets = [] } = people;
  const [ofClients, ofPets] = [clientQueries.names(api, { companyId }), petQueries.names(api, { companyId })];
  const changed = byId(clients);
  // The name of a client stands in the records of their pets, which do not change with it.
  const renamed = petQueries.pagesRead(queryClient, api, companyId).flatMap(({ records }) =>
    records.flatMap((pet) => {
      const clientName = changed.get(pet.clientId ?? '')?.name ?? pet.clientName;
      return clientName === pet.clientName ? [] : [{ ...pet, clientName }];
    }),
  );
  putNames(queryClient, ofClients.queryKey, clients);
  putNames(queryClient, ofPets.queryKey, [...renamed, ...pets]);
  const lists = new Set([hashKey(ofClients.queryKey), hashKey(ofPets.queryKey)]);
  await rereadPeople(queryClient, (query) => !lists.has(query.queryHash));
}

/** The longest list of clients or pets, in pages, that is read again for a change; longer ones are until they are stale. */
const MAX_RELOADED_PAGES = 4;
/** So many records are read one by one for an event; for more the lists are read again. */
const MAX_BY_ID = 20;

/** Which clients and pets have changed elsewhere: their ids, or `true` where they are too many to name. */
export interface ChangedPeople {
  clients: ReadonlySet<string> | true;
  pets: ReadonlySet<string> | true;
}

/**
 * Reads again what is loaded of clients and pets that have changed: by their ids where the practice system answers these and names
 * few, else with the lists that are short. Never throws.
 */
export async function readChangedPeople(
  company: Company,
  changed: ChangedPeople,
  options: Pick<ReadOptions, 'purpose'> = { purpose: 'poll' },
): Promise<void> {
  const { queryClient, api, companyId } = company;
  const { getClient, getPet } = capabilitiesIn(queryClient);
  if (getClient && getPet && changed.clients !== true && changed.pets !== true) {
    const pets = byId(petQueries.pagesRead(queryClient, api, companyId).flatMap(({ records }) => records));
    const clients = loadedClients(queryClient, api, companyId);
    const owners = new Set([...pets.values()].map(({ clientId }) => clientId));
    // The pets of a client bear their name.
    const clientIds = [...changed.clients].filter((id) => clients.has(id) || owners.has(id));
    const petIds = [...changed.pets].filter((id) => pets.has(id));
    if (clientIds.length + petIds.length <= MAX_BY_ID) {
      try {
        const ofClients = clientIds.map((id) =>
          unlessMissing(api.call(extensions.getClient, { id, companyId }, options)),
        );
        const ofPets = petIds.map((id) => unlessMissing(api.call(extensions.getPet, { id, companyId }, options)));
        await putPeople(company, {
          clients: (await Promise.all(ofClients)).filter((one) => one !== null),
          pets: (await Promise.all(ofPets)).filter((one) => one !== null),
        });
        return;
      } catch {
        // The lists are read instead.
      }
    }
  }
  await rereadPeople(queryClient, ({ state }) => pagesOf(state.data) <= MAX_RELOADED_PAGES);
}

async function rereadPeople(queryClient: QueryClient, predicate: (query: Query) => boolean): Promise<void> {
  const lists = [endpoints.listClients, endpoints.listPets];
  await Promise.all(lists.map((list) => queryClient.invalidateQueries({ queryKey: queryKeyOf(list), predicate })));
}

/** How many pages of a list are loaded; one for what is no list. */
function pagesOf(data: unknown): number {
  const pages: unknown = typeof data === 'object' && data !== null && 'pages' in data ? data.pages : null;
  return Array.isArray(pages) ? pages.length : 1;
}
