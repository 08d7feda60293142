import { type QueryClient, queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type ApiClient, useApi } from '#app/api/api-client.ts';
import { nullIfMissing } from '#app/api/api-error.ts';
import { indexById } from '#app/api/directory.ts';
import {
  longListQueries,
  lookupText,
  NAMES_STALE_MS,
  type NameLookup,
  useLoadedPages,
  useLookup,
} from '#app/api/long-list.ts';
import { cursorAfter, cursorsOf, findOnPages, MAX_PAGES, walkPages } from '#app/api/pages.ts';
import { queryKeyOf } from '#app/api/queries.ts';
import { capabilitiesIn } from '#app/api/session.ts';
import { calls } from '#contract/calls.ts';
import type { ReceivedClient } from '#contract/received.ts';
import { matchesWords } from '#reading/text.ts';

export const clientQueries = longListQueries(calls.listClients);

/** The clients that are loaded so far, keyed by id. */
export function loadedClients(
  queryClient: QueryClient,
  api: ApiClient,
  companyId: string,
): ReadonlyMap<string, ReceivedClient> {
  return indexById(clientQueries.pagesRead(queryClient, api, companyId).flatMap(({ records }) => records));
}

/**
 * The maximum age, in milliseconds, of a complete list that lacks a client. An older list is read again, because the
 * client may have been registered in the meantime.
 */
const MISSING_MAX_AGE_MS = 60_000;

/**
 * Loads the list of clients, with low priority, until it includes all of these clients or ends, as long as
 * `mayContinue` returns true. The list is needed because the API cannot filter clients by id; its pages serve other
 * screens, too.
 *
 * @throws ApiError if a page could not be read
 */
export async function loadClients(
  queryClient: QueryClient,
  api: ApiClient,
  { companyId, clientIds }: { companyId: string; clientIds: readonly string[] },
  mayContinue: () => boolean = () => true,
): Promise<void> {
  const { queryKey } = clientQueries.names(api, { companyId });
  // The list stays cached although no screen shows it, because every printed day needs it.
  queryClient.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY });
  const state = queryClient.getQueryState(queryKey);
  const cachedPages = state?.data?.pages ?? [];
  const isMissingSome = (pages: typeof cachedPages) => {
    const clientsById = indexById(pages.flatMap(({ records }) => records));
    return clientIds.some((id) => !clientsById.has(id));
  };
  const isComplete = cachedPages.length >= MAX_PAGES || (cachedPages.length > 0 && cursorAfter(cachedPages) === null);
  const maxAge = isComplete && isMissingSome(cachedPages) ? MISSING_MAX_AGE_MS : NAMES_STALE_MS;
  const isOld = state?.isInvalidated === true || Date.now() - (state?.dataUpdatedAt ?? 0) > maxAge;
  const read = isOld ? [] : cachedPages;
  if (!isMissingSome(read) || !mayContinue()) return;
  const loadPage = (cursor: string | null) => clientQueries.page(api, companyId, cursor);
  const pages: typeof cachedPages = [];
  for await (const page of walkPages(loadPage, { read, maxPages: MAX_PAGES })) {
    pages.push(page);
    if (pages.length <= read.length) continue;
    queryClient.setQueryData(queryKey, (now) =>
      // Another component may have read further meanwhile.
      now && now.pages !== cachedPages && now.pages.length >= pages.length
        ? now
        : { pages: [...pages], pageParams: cursorsOf(pages) },
    );
    if (!isMissingSome(pages) || !mayContinue()) return;
  }
}

/** The maximum number of pages of clients to load for one list of pets; low, because all desks share the request budget. */
const MAX_CLIENT_PAGES = 3;

/**
 * The loaded clients, keyed by id. The clients of the first pets in a list are loaded as well, one by one or, if the
 * API has no lookup by id, within a few pages. They are loaded only once the list is stable, since it changes with
 * every letter typed.
 */
export function useClientsOfPets(
  companyId: string,
  pets: readonly { readonly clientId: string | null }[],
): ReadonlyMap<string, ReceivedClient> {
  const api = useApi();
  const queryClient = useQueryClient();
  const clientIds = [...new Set(pets.slice(0, VISIBLE_OPTIONS).flatMap(({ clientId }) => clientId ?? []))];
  const joinedIds = clientIds.join();
  const loaded = useLoadedPages(clientQueries, companyId).flatMap(({ records }) => records);
  const found = useQueries({
    queries: clientIds.map((clientId) => ({
      ...contactByIdQuery(api, { companyId, clientId, name: '' }),
      enabled: false,
    })),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
  useEffect(() => {
    if (joinedIds === '') return;
    let pages = 0;
    const until = new AbortController();
    const mayContinue = () => {
      pages += 1;
      return pages <= MAX_CLIENT_PAGES && !until.signal.aborted;
    };
    const timer = setTimeout(() => {
      // Errors are ignored: without the clients, only their phone numbers are missing.
      if (capabilitiesIn(queryClient).getClient)
        for (const clientId of joinedIds.split(','))
          void queryClient.prefetchQuery(contactByIdQuery(api, { companyId, clientId, name: '' }));
      else
        loadClients(queryClient, api, { companyId, clientIds: joinedIds.split(',') }, mayContinue).catch(
          () => undefined,
        );
    }, CLIENTS_DELAY_MS);
    return () => {
      clearTimeout(timer);
      until.abort();
    };
  }, [queryClient, api, companyId, joinedIds]);
  return indexById([...found, ...loaded]);
}

/** The loaded clients, keyed by id. Those with these ids are loaded if they are missing, with low priority. */
export function useClientsById(companyId: string, ids: readonly string[]) {
  const api = useApi();
  const queryClient = useQueryClient();
  const clients = indexById(useLoadedPages(clientQueries, companyId).flatMap(({ records }) => records));
  const missingIds = [...new Set(ids.filter((id) => !clients.has(id)))].sort();
  const { isLoading } = useQuery({
    queryKey: [...clientQueries.names(api, { companyId }).queryKey, 'of rows', missingIds],
    queryFn: async ({ signal }) => {
      await loadClients(queryClient, api, { companyId, clientIds: missingIds }, () => !signal.aborted);
      return null;
    },
    enabled: missingIds.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return { clients, isLoading };
}

/** The number of options of a list that are visible without scrolling. */
const VISIBLE_OPTIONS = 8;
const CLIENTS_DELAY_MS = 300;

/** The parts of a client that a field shows. */
interface ClientSummary {
  id: string;
  name: string;
  phone: string | null;
}

/**
 * One client by id; null if it cannot be found. If the API has no lookup by id, the name is taken from a pet of the
 * client, so that one request is usually enough. For a client without pets, the whole list is searched.
 */
export function clientByIdQuery(api: ApiClient, { companyId, clientId }: { companyId: string; clientId: string }) {
  return queryOptions({
    queryKey: queryKeyOf(calls.listClients, 'by-id', { companyId, clientId }),
    queryFn: async ({ client: cache, signal }): Promise<ClientSummary | null> => {
      if (capabilitiesIn(cache).getClient)
        return nullIfMissing(api.call(calls.getClient, { id: clientId, companyId }, { signal }));
      const pets = await api.call(calls.listPets, { companyId, clientId, limit: 1 }, { signal });
      // Checked here, since an implementation that ignores the filter may return another client's pet.
      const pet = pets.records.find((record) => record.clientId === clientId && record.clientName !== '');
      if (pet) return { id: clientId, name: pet.clientName, phone: null };
      const loadPage = (cursor: string | null) => clientQueries.page(api, companyId, cursor, { signal });
      return findOnPages(loadPage, ({ id }) => id === clientId);
    },
    staleTime: 60_000,
  });
}

interface ContactQueryInput {
  companyId: string;
  clientId: string;
  /** The client's name, so that a single request can find the client; empty if it is unknown. */
  name: string;
}

/**
 * A client by id with phone and e-mail; null if it cannot be found. If the API has no lookup by id, the client is first
 * searched for by name. An implementation may ignore the name, so the whole list is searched next; its pages are loaded
 * once for all such searches.
 */
export function contactByIdQuery(api: ApiClient, { companyId, clientId, name }: ContactQueryInput) {
  return queryOptions({
    queryKey: queryKeyOf(calls.listClients, 'contact', { companyId, clientId }),
    queryFn: async ({ client: cache, signal }): Promise<ReceivedClient | null> => {
      const loadedClient = loadedClients(cache, api, companyId).get(clientId);
      if (loadedClient) return loadedClient;
      if (capabilitiesIn(cache).getClient)
        return nullIfMissing(api.call(calls.getClient, { id: clientId, companyId }, { signal }));
      const query = lookupText(name);
      if (query !== '') {
        const { records } = await api.call(calls.listClients, { companyId, query, limit: 50 }, { signal });
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
