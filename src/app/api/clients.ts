import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type ApiClient, useApi } from '#app/api/api-client.ts';
import { unlessMissing } from '#app/api/api-error.ts';
import { byId } from '#app/api/directory.ts';
import {
  longListQueries,
  lookupText,
  NAMES_STALE_MS,
  type NameLookup,
  useLoadedNames,
  useLookup,
} from '#app/api/long-list.ts';
import { cursorAfter, cursorsOf, findOnPages, MAX_PAGES, walkPages } from '#app/api/pages.ts';
import { queryKeyOf } from '#app/api/queries.ts';
import { capabilitiesIn } from '#app/api/session.ts';
import { endpoints, extensions } from '#contract/endpoints.ts';
import type { ReceivedClient } from '#contract/received.ts';
import { matchesWords } from '#reading/text.ts';

export const clientQueries = longListQueries(endpoints.listClients);

/** The clients of the list as far as it is loaded, by id. */
export function loadedClients(
  queryClient: QueryClient,
  api: ApiClient,
  companyId: string,
): ReadonlyMap<string, ReceivedClient> {
  return byId(clientQueries.pagesRead(queryClient, api, companyId).flatMap(({ records }) => records));
}

/** How old a whole list may be that lacks a client: they may have been registered since. */
const MAX_AGE_WHERE_LACKING = 60_000;

/**
 * Loads the list of clients, with low priority, until all of these are in it or it ends, as long as `mayGoOn`. The API
 * cannot filter clients by id; what was loaded serves everybody else, too.
 *
 * @throws ApiError where a page could not be read
 */
export async function loadClients(
  queryClient: QueryClient,
  api: ApiClient,
  { companyId, clientIds }: { companyId: string; clientIds: readonly string[] },
  mayGoOn: () => boolean = () => true,
): Promise<void> {
  const { queryKey } = clientQueries.names(api, { companyId });
  // No screen shows the list, and each day that may be printed needs it.
  queryClient.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY });
  const state = queryClient.getQueryState(queryKey);
  const kept = state?.data?.pages ?? [];
  const lacksSome = (pages: typeof kept) => {
    const known = byId(pages.flatMap(({ records }) => records));
    return clientIds.some((id) => !known.has(id));
  };
  const isWhole = kept.length >= MAX_PAGES || (kept.length > 0 && cursorAfter(kept) === null);
  const maxAge = isWhole && lacksSome(kept) ? MAX_AGE_WHERE_LACKING : NAMES_STALE_MS;
  const isOld = state?.isInvalidated === true || Date.now() - (state?.dataUpdatedAt ?? 0) > maxAge;
  const read = isOld ? [] : kept;
  if (!lacksSome(read) || !mayGoOn()) return;
  const loadPage = (cursor: string | null) => clientQueries.page(api, companyId, cursor);
  const pages: typeof kept = [];
  for await (const page of walkPages(loadPage, { read, maxPages: MAX_PAGES })) {
    pages.push(page);
    if (pages.length <= read.length) continue;
    queryClient.setQueryData(queryKey, (now) =>
      // Another component may have read further meanwhile.
      now && now.pages !== kept && now.pages.length >= pages.length
        ? now
        : { pages: [...pages], pageParams: cursorsOf(pages) },
    );
    if (!lacksSome(pages) || !mayGoOn()) return;
  }
}

/** So many pages of clients are loaded at most for the owners of one list of pets, since all desks share the request budget. */
const MOST_OWNER_PAGES = 3;

/**
 * The clients that are loaded, by id. Those that own the first pets of a list are loaded, too, as far as a few pages go; once nothing
 * changes for a moment, since the list follows what is typed.
 */
export function useOwners(
  companyId: string,
  pets: readonly { readonly clientId: string | null }[],
): ReadonlyMap<string, ReceivedClient> {
  const api = useApi();
  const queryClient = useQueryClient();
  const owners = pets
    .slice(0, SHOWN_AT_ONCE)
    .flatMap(({ clientId }) => clientId ?? [])
    .join();
  useEffect(() => {
    if (owners === '') return;
    let pages = 0;
    const until = new AbortController();
    const mayGoOn = () => {
      pages += 1;
      return pages <= MOST_OWNER_PAGES && !until.signal.aborted;
    };
    const timer = setTimeout(() => {
      // Without them no phone number is shown.
      loadClients(queryClient, api, { companyId, clientIds: owners.split(',') }, mayGoOn).catch(() => undefined);
    }, OWNERS_DELAY_MS);
    return () => {
      clearTimeout(timer);
      until.abort();
    };
  }, [queryClient, api, companyId, owners]);
  return byId(useLoadedNames(clientQueries, companyId).flatMap(({ records }) => records));
}

/** The clients with these ids, which are loaded behind the requests of other desks. */
export function useClientsById(companyId: string, ids: readonly string[]) {
  const api = useApi();
  const queryClient = useQueryClient();
  const clients = byId(useLoadedNames(clientQueries, companyId).flatMap(({ records }) => records));
  const lacking = [...new Set(ids.filter((id) => !clients.has(id)))].sort();
  const { isLoading } = useQuery({
    queryKey: [...clientQueries.names(api, { companyId }).queryKey, 'of rows', lacking],
    queryFn: async ({ signal }) => {
      await loadClients(queryClient, api, { companyId, clientIds: lacking }, () => !signal.aborted);
      return null;
    },
    enabled: lacking.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return { clients, isLoading };
}

/** So many options of a list are seen at once. */
const SHOWN_AT_ONCE = 8;
const OWNERS_DELAY_MS = 300;

/** The parts of a client that a field shows. */
interface ClientName {
  id: string;
  name: string;
  phone: string | null;
}

/**
 * One client by its id, null where it cannot be found. The API cannot filter clients by id: a pet of the client has
 * the name, so mostly one request is enough. For a client without pets the whole list is searched.
 */
export function clientById(api: ApiClient, { companyId, clientId }: { companyId: string; clientId: string }) {
  return queryOptions({
    queryKey: queryKeyOf(endpoints.listClients, 'by-id', { companyId, clientId }),
    queryFn: async ({ client: cache, signal }): Promise<ClientName | null> => {
      if (capabilitiesIn(cache).getClient)
        return unlessMissing(api.call(extensions.getClient, { id: clientId, companyId }, { signal }));
      const pets = await api.call(endpoints.listPets, { companyId, clientId, limit: 1 }, { signal });
      // An implementation that ignores the filter returns any client's pet.
      const pet = pets.records.find((record) => record.clientId === clientId && record.clientName !== '');
      if (pet) return { id: clientId, name: pet.clientName, phone: null };
      const loadPage = (cursor: string | null) => clientQueries.page(api, companyId, cursor, { signal });
      return findOnPages(loadPage, ({ id }) => id === clientId);
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
 * A client with phone and e-mail by their id, null where they cannot be found. Where the API has no look-up by id, it finds clients by
 * name; whoever is not found by it, since an implementation may ignore the name, is searched for in the whole list, each page of
 * which is loaded once for all such searches.
 */
export function contactById(api: ApiClient, { companyId, clientId, name }: ContactById) {
  return queryOptions({
    queryKey: queryKeyOf(endpoints.listClients, 'contact', { companyId, clientId }),
    queryFn: async ({ client: cache, signal }): Promise<ReceivedClient | null> => {
      const known = loadedClients(cache, api, companyId).get(clientId);
      if (known) return known;
      if (capabilitiesIn(cache).getClient)
        return unlessMissing(api.call(extensions.getClient, { id: clientId, companyId }, { signal }));
      const query = lookupText(name);
      if (query !== '') {
        const { records } = await api.call(endpoints.listClients, { companyId, query, limit: 50 }, { signal });
        const found = records.find(({ id }) => id === clientId);
        if (found) return found;
      }
      await loadClients(cache, api, { companyId, clientIds: [clientId] }, () => !signal.aborted);
      return loadedClients(cache, api, companyId).get(clientId) ?? null;
    },
    staleTime: 5 * 60_000,
  });
}

/** The clients whose name matches a text. */
export function useClientLookup(typing: NameLookup) {
  return useLookup(clientQueries, { ...typing, matches: ({ name }, text) => matchesWords([name], text) });
}
