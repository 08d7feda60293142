import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '#app/api/api-client.ts';
import { retryUntilLoadedOptions } from '#app/api/api-error.ts';
import { lookupText } from '#app/api/long-list.ts';
import { isEndless, MAX_PAGES, PAGE_LIMIT } from '#app/api/pages.ts';
import { usePetLookup } from '#app/api/pets.ts';
import { pagedListQuery } from '#app/api/queries.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import { useDesk } from '#app/session/use-desk.ts';
import { calls } from '#contract/calls.ts';
import type { ReceivedClient, ReceivedPet } from '#contract/received.ts';
import { detectContactKind, isSamePhone, readPhone } from '#reading/phone.ts';
import { matchesWords, normalizeText, shortenToSharedPrefixes } from '#reading/text.ts';

/** How long the list stays cached, in milliseconds, so that a person who returns from a client sees it at once. */
const CACHE_LIFETIME_MS = 30 * 60_000;
/** How long a list of one page counts as current, in milliseconds. */
const STALE_AFTER_MS = 60_000;

type PetOfClient = Pick<ReceivedPet, 'id' | 'name' | 'deceasedOn' | 'isActive'>;

/** A client as the list shows them. */
export interface ClientRecord extends Pick<ReceivedClient, 'id' | 'name' | 'phone' | 'email' | 'alert' | 'isActive'> {
  /** The client's pets, sorted by name; null if they are not loaded. */
  pets: readonly PetOfClient[] | null;
}

const toClientRecord = ({ pets = null, ...client }: Omit<ClientRecord, 'pets'> & { pets?: ClientRecord['pets'] }) => ({
  ...client,
  pets,
});

/** Whether a client matches a text by their own name, phone number or e-mail address. */
function matchesClient({ name, phone, email }: ClientRecord, text: string): boolean {
  const number = readPhone(text);
  if (number !== null) return isSamePhone(phone, number);
  if (detectContactKind(text) === 'email') return normalizeText(email ?? '').startsWith(normalizeText(text));
  return matchesWords([name], text);
}

/**
 * Groups pets by client. A pet's record has only the id and name of its client, so phone, e-mail and alert are null.
 */
function clientsOfPets(pets: readonly ReceivedPet[]): ClientRecord[] {
  const byClient = new Map<string, ClientRecord & { pets: ReceivedPet[] }>();
  for (const pet of pets) {
    const { clientId, clientName } = pet;
    if (clientId === null || clientName === '') continue;
    const client = byClient.get(clientId);
    if (client) client.pets.push(pet);
    else {
      const unknown = { phone: null, email: null, alert: null, isActive: true };
      byClient.set(clientId, { id: clientId, name: clientName, ...unknown, pets: [pet] });
    }
  }
  return [...byClient.values()];
}

const compareByName = (one: ClientRecord, other: ClientRecord) => one.name.localeCompare(other.name, shownLocale);

/**
 * Loads the clients that match a text, page by page. Frontdesk's own service sorts them, and also searches the names of
 * their pets. If a practice system does neither, its pets are searched as well, its response is filtered here, and a
 * list of one page is sorted here.
 */
export function useClientList(text: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { company, session } = useDesk();
  const fields = session.capabilities.listClients?.fields ?? [];
  const hasPets = fields.includes('withPets');
  const contact = detectContactKind(text);
  const isSearched = contact === null || fields.includes(contact);
  const searched = readPhone(text)?.ending ?? shortenToSharedPrefixes(lookupText(text));
  const input = {
    ...{ companyId: company.id, limit: PAGE_LIMIT },
    ...(text === '' || !isSearched ? {} : { query: searched }),
    ...(hasPets ? { withPets: true } : {}),
  };
  const options = pagedListQuery(api, calls.listClients, input);
  const query = useInfiniteQuery({
    ...options,
    placeholderData: keepPreviousData,
    // A long list does not become stale, since reloading it costs one request per page.
    staleTime: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? Number.POSITIVE_INFINITY : STALE_AFTER_MS),
    gcTime: CACHE_LIFETIME_MS,
    retry: retryUntilLoadedOptions.retry,
    // The first page is retried; later pages are loaded on demand.
    refetchInterval: (state) =>
      state.state.data === undefined ? retryUntilLoadedOptions.refetchInterval(state) : false,
  });
  const isByPets = !hasPets && text !== '' && contact === null;
  const ofPets = usePetLookup({
    ...{ companyId: company.id, minLetters: 1 },
    ...(isByPets ? { typed: text, settled: text } : { typed: '', settled: '' }),
  });

  const pages = query.data?.pages ?? [];
  const received = pages.flatMap(({ records }) => records.map(toClientRecord));
  const isTrusted = text === '' || (hasPets && contact === null);
  const matching = isTrusted ? received : received.filter((client) => matchesClient(client, text));
  const ids = new Set(matching.map(({ id }) => id));
  const others = clientsOfPets(isByPets ? ofPets.found : []).filter(({ id }) => !ids.has(id));
  const isWhole = query.data !== undefined && !query.hasNextPage;
  const isSortedHere = !hasPets && isWhole && pages.length === 1;
  const found = [...matching, ...others];
  const isCut = text !== '' && pages.length >= MAX_PAGES;
  return {
    query,
    records: isSortedHere ? found.sort(compareByName) : found,
    /** The number of matching clients, including unreadable ones; null while it is unknown. */
    total: isTrusted ? (pages.at(-1)?.totalCount ?? null) : isWhole ? found.length : null,
    unreadable: pages.reduce((sum, { unresolvedIds }) => sum + unresolvedIds.length, 0),
    isEndless: isEndless(pages),
    /** Whether the clients are in the order of their names. */
    isSorted: hasPets || isSortedHere,
    /** Whether the practice system lists the pets of each client. */
    hasPets,
    /** Whether the first page for this text is loaded; until then, `records` still belong to the previous text. */
    isCurrent: query.data !== undefined && !query.isPlaceholderData,
    isLooking: query.isFetching || (isByPets && ofPets.isLooking),
    /** Whether the list is too long to search completely. */
    isCut,
    /** Starts again with the first page. */
    refresh: () => void queryClient.resetQueries({ queryKey: options.queryKey }),
  };
}
export type ClientList = ReturnType<typeof useClientList>;
