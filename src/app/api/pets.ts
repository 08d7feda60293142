import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ApiClient, type ReadOptions, useApi } from '#app/api/api-client.ts';
import { nullIfMissing } from '#app/api/api-error.ts';
import { indexById } from '#app/api/directory.ts';
import { longListQueries, lookupText, type NameLookup, useLookup } from '#app/api/long-list.ts';
import { findOnPages, PAGE_LIMIT } from '#app/api/pages.ts';
import { queryKeyOf } from '#app/api/queries.ts';
import { capabilitiesIn, sessionQueries } from '#app/api/session.ts';
import { calls } from '#contract/calls.ts';
import type { ReceivedPet } from '#contract/received.ts';
import { detectContactKind, readPhone } from '#reading/phone.ts';
import { matchesWords, shortenToSharedPrefixes } from '#reading/text.ts';

/** The queries of the list of pets. The names stay cached, because the appointments on the board need them. */
const lists = longListQueries(calls.listPets, {
  gcTime: Number.POSITIVE_INFINITY,
  readById: (queryClient) =>
    capabilitiesIn(queryClient).getPet === undefined
      ? null
      : (api, key, options) => nullIfMissing(api.call(calls.getPet, key, options)),
});

export const petQueries = {
  ...lists,
  /**
   * The pets of a client, and whether the list is complete. If one page does not hold all of them, the loaded names of
   * all pets are searched as well; these may lack a pet that was registered since. An implementation that ignores the
   * filter may return other clients' pets.
   */
  ofClient: (api: ApiClient, { companyId, clientId }: { companyId: string; clientId: string }) =>
    queryOptions({
      queryKey: queryKeyOf(calls.listPets, 'of-client', { companyId, clientId }),
      queryFn: async ({ client, signal }) => {
        const page = await api.call(calls.listPets, { companyId, clientId, limit: PAGE_LIMIT }, { signal });
        const isWhole = page.nextCursor === null;
        const pages = isWhole ? [page] : [...lists.pagesRead(client, api, companyId), page];
        const own = pages.flatMap(({ records }) => records).filter((pet) => pet.clientId === clientId);
        return { pets: [...indexById(own).values()], isComplete: isWhole || pages.at(-2)?.nextCursor === null };
      },
      staleTime: 5 * 60_000,
    }),
};

interface PetQueryInput {
  companyId: string;
  petId: string;
  clientId?: string | undefined;
}

/**
 * One pet by id; null if it cannot be found. If the practice API has no lookup by id, it can only filter pets by
 * client: the caller passes the client's id, or it is taken from an appointment of the pet. For a pet without
 * appointments, the whole list is searched.
 */
export function petByIdQuery(api: ApiClient, { companyId, petId, clientId }: PetQueryInput) {
  return queryOptions({
    queryKey: queryKeyOf(calls.listPets, 'by-id', { companyId, petId }),
    queryFn: async ({ client, signal }): Promise<ReceivedPet | null> => {
      const matches = ({ id }: ReceivedPet) => id === petId;
      if (capabilitiesIn(client).getPet)
        return nullIfMissing(api.call(calls.getPet, { id: petId, companyId }, { signal }));
      const read = client.getQueryData(petQueries.names(api, { companyId }).queryKey)?.pages ?? [];
      const listed = read.flatMap(({ records }) => records).find(matches);
      if (listed) return listed;
      const search = { companyId, limit: 1, filter: { petId: { eq: petId } } };
      const knownClientId =
        clientId ?? (await api.call(calls.searchAppointments, search, { signal })).records[0]?.clientId;
      const readClientPets = (cursor: string | null) =>
        api.call(
          calls.listPets,
          { companyId, clientId: knownClientId ?? undefined, limit: PAGE_LIMIT, cursor },
          { signal },
        );
      const readAllPets = (cursor: string | null) => petQueries.page(api, companyId, cursor, { signal });
      return (
        (knownClientId ? await findOnPages(readClientPets, matches) : null) ?? (await findOnPages(readAllPets, matches))
      );
    },
    staleTime: 60_000,
  });
}

/**
 * The search for pets by a text: by their own and their client's name, and by the client's phone number or e-mail
 * address if the practice API supports it (`searched`, as in `Capabilities`).
 */
function createPetSearch(searched: readonly string[]) {
  const isContact = (text: string) => {
    const contact = detectContactKind(text);
    return contact !== null && searched.includes(contact);
  };
  return {
    isOpaque: isContact,
    /** The text to send: only the ending of a phone number, since the stored number may be spelled differently. */
    toSearchText: (text: string) => (searched.includes('phone') && readPhone(text)?.ending) || text,
    matches: ({ name, clientName }: ReceivedPet, text: string) =>
      isContact(text) || matchesWords([name, clientName], text),
  };
}

/**
 * The ids of the pets that match a text, and whether there is more than one page (`isCut`).
 *
 * @throws ApiError
 */
export async function findPets(
  api: ApiClient,
  { companyId, text, searched }: { companyId: string; text: string; searched: readonly string[] },
  options: ReadOptions,
): Promise<{ ids: string[]; isCut: boolean }> {
  const { toSearchText, matches } = createPetSearch(searched);
  const query = shortenToSharedPrefixes(lookupText(toSearchText(text)));
  const page = await api.call(calls.listPets, { companyId, query, limit: PAGE_LIMIT }, options);
  const ids = page.records.filter((pet) => matches(pet, toSearchText(text))).map(({ id }) => id);
  return { ids, isCut: page.nextCursor !== null };
}

/**
 * The pets whose own or whose client's name matches a text, or whose client has this phone number or e-mail address, if
 * the practice API supports it.
 */
export function usePetLookup(typing: NameLookup) {
  const api = useApi();
  const { data: session } = useQuery(sessionQueries.current(api));
  const searched = session?.capabilities.listPets?.fields ?? [];
  const { isOpaque, toSearchText, matches } = createPetSearch(searched);
  const lookup = useLookup(petQueries, {
    ...{ ...typing, typed: toSearchText(typing.typed), settled: toSearchText(typing.settled) },
    matches,
    isOpaque,
  });
  return { ...lookup, byPhone: searched.includes('phone') };
}
