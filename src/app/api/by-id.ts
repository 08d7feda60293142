import { queryOptions } from '@tanstack/react-query';
import { nextCursorOf, PAGE_LIMIT } from '#app/api/all-pages.ts';
import { searchAppointments } from '#app/api/appointment-queries.ts';
import type { ApiClient, RequestOptions } from '#app/api/client.ts';
import { clientPage, clientQueries } from '#app/api/client-queries.ts';
import { findOnPages, MAX_PAGES } from '#app/api/find-on-pages.ts';
import { lookupText, petPage, petQueries } from '#app/api/pet-queries.ts';
import type { ReceivedClient, ReceivedPet } from '#contract/received.ts';

/** The parts of a client that a field shows. */
export interface ClientName {
  id: string;
  name: string;
  phone: string | null;
}

interface PetById {
  companyId: string;
  petId: string;
  clientId?: string | undefined;
}

/**
 * One pet by its id, null where it cannot be found. The API filters pets by owner but not by id: the owner is given by
 * the caller or taken from an appointment of the pet. For a pet without appointments the whole list is searched.
 */
export function petById(api: ApiClient, { companyId, petId, clientId }: PetById) {
  return queryOptions({
    queryKey: [...petQueries.all(), 'by-id', { companyId, petId }] as const,
    queryFn: async ({ client, signal }): Promise<ReceivedPet | null> => {
      const matches = ({ id }: ReceivedPet) => id === petId;
      const read = client.getQueryData(petQueries.names(api, { companyId }).queryKey)?.pages ?? [];
      const known = read.flatMap(({ records }) => records).find(matches);
      if (known) return known;
      const search = { companyId, limit: 1, filter: { petId: { eq: petId } } };
      const owner = clientId ?? (await searchAppointments(api, search, { signal })).records[0]?.clientId;
      const list = (clientId: string | null, options: Pick<RequestOptions, 'signal' | 'purpose'>) =>
        findOnPages((cursor) => petPage(api, { companyId, clientId, limit: PAGE_LIMIT, cursor }, options), matches);
      return (owner ? await list(owner, { signal }) : null) ?? (await list(null, { signal, purpose: 'poll' }));
    },
    staleTime: 60_000,
  });
}

/**
 * One client by its id, null where it cannot be found. The API cannot filter clients by id: a pet of the client has
 * the name, so mostly one request is enough. For a client without pets the whole list is searched.
 */
export function clientById(api: ApiClient, { companyId, clientId }: { companyId: string; clientId: string }) {
  return queryOptions({
    queryKey: [...clientQueries.all(), 'by-id', { companyId, clientId }] as const,
    queryFn: async ({ signal }): Promise<ClientName | null> => {
      const pets = await petPage(api, { companyId, clientId, limit: 1 }, { signal });
      // An implementation that ignores the filter returns any client's pet.
      const pet = pets.records.find((record) => record.clientId === clientId && record.clientName !== '');
      if (pet) return { id: clientId, name: pet.clientName, phone: null };
      return findOnPages(
        (cursor) => clientPage(api, { companyId, limit: PAGE_LIMIT, cursor }, { signal, purpose: 'poll' }),
        ({ id }) => id === clientId,
      );
    },
    staleTime: 60_000,
  });
}

interface ContactById {
  companyId: string;
  clientId: string;
  /** The client's name where it is known, with which the client is found in one request. */
  name: string;
}

/**
 * A client with phone and e-mail by their id, null where they cannot be found. The API finds clients by name; whoever
 * is not found by it, since an implementation may ignore the name, is searched for in the whole list, each page of
 * which is loaded once for all such searches.
 */
export function contactById(api: ApiClient, { companyId, clientId, name }: ContactById) {
  return queryOptions({
    queryKey: [...clientQueries.all(), 'contact', { companyId, clientId }] as const,
    queryFn: async ({ client: cache, signal }): Promise<ReceivedClient | null> => {
      const matches = ({ id }: ReceivedClient) => id === clientId;
      const { queryKey } = clientQueries.names(api, { companyId });
      const known = cache.getQueryData(queryKey)?.pages.flatMap(({ records }) => records);
      const query = lookupText(name);
      const named = query === '' ? null : { companyId, query, limit: 50 };
      const found = known?.find(matches) ?? (named && (await clientPage(api, named, { signal })).records.find(matches));
      if (found) return found;
      for (;;) {
        const { pages, pageParams } = cache.getQueryData(queryKey) ?? { pages: [], pageParams: [] };
        const last = pages.at(-1);
        const listed = pages.flatMap(({ records }) => records).find(matches);
        const cursors = [null, ...pages.slice(0, -1).map(({ nextCursor }) => nextCursor)];
        const cursor = last ? nextCursorOf(last, cursors) : null;
        if (listed || (last && cursor === null) || pages.length >= MAX_PAGES) return listed ?? null;
        const query = { companyId, limit: PAGE_LIMIT, cursor };
        const page = await clientPage(api, query, { signal, purpose: 'poll' });
        // Another component may have loaded this page meanwhile.
        cache.setQueryData(queryKey, (now) =>
          (now?.pages.length ?? 0) === pages.length
            ? { pages: [...pages, page], pageParams: [...pageParams, cursor] }
            : now,
        );
      }
    },
    staleTime: 5 * 60_000,
  });
}
