import { type QueryClient, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ApiClient, useApi } from '#app/api/api-client.ts';
import { findSharedDetails, type PossibleClient, possibleClientsQuery } from '#app/api/possible-clients.ts';
import { createStore, useStore } from '#app/browser/create-store.ts';
import { memoizePerObject } from '#app/browser/memoize-per-object.ts';
import { type RequestBooking, type RequestCommand, useGivenAnswers } from '#app/changes/online-requests.ts';
import { isPending } from '#app/changes/outbox/outbox.ts';
import { useDesk } from '#app/session/use-desk.ts';
import { requesterName } from '#app/text/online-request-text.ts';
import type { Capabilities } from '#contract/desk.ts';
import type { ReceivedOnlineRequest } from '#contract/received-online-booking.ts';
import { normalizeText } from '#reading/text.ts';

/** The client and the pet for whom a request from the web site is booked; null stands for a new client or a new pet. */
export interface Requester {
  client: PossibleClient | null;
  pet: PossibleClient['pets'][number] | null;
}

/** The choice of a client and a pet on file by their ids; null stands for new ones. */
interface ChosenIds {
  clientId: string | null;
  /** Undefined stands for the pet of the client that has the name in the request, if there is one. */
  petId: string | null | undefined;
}

/**
 * The choices for requests, keyed by the ids of the requests. They outlast the page, since the panel that books a
 * request at another time needs them, too.
 */
const getChoiceStore = memoizePerObject((_queryClient: QueryClient) =>
  createStore<ReadonlyMap<string, ChosenIds>>(new Map()),
);

/**
 * Determines the client and the pet of a request. Without a choice, the client is the only one on file with the same name and
 * the same e-mail address or phone number, or a new one if no one on file has anything in common with the request. Returns null
 * while the person has to choose.
 */
export function findRequester(
  request: Pick<ReceivedOnlineRequest, 'petName'>,
  clients: readonly PossibleClient[] | undefined,
  choice: ChosenIds | undefined,
): Requester | null {
  if (choice?.clientId === null) return { client: null, pet: null };
  const matchingClients = clients?.filter(({ shared }) => shared.includes('name') && shared.length > 1) ?? [];
  const client = choice
    ? clients?.find(({ id }) => id === choice.clientId)
    : matchingClients.length === 1
      ? matchingClients[0]
      : undefined;
  if (client === undefined) return clients?.length === 0 ? { client: null, pet: null } : null;
  const hasRequestedName = ({ name }: { name: string }) => normalizeText(name) === normalizeText(request.petName);
  const named = client.pets.filter(hasRequestedName);
  const pet = choice?.petId === undefined ? named[0] : client.pets.find(({ id }) => id === choice.petId);
  return { client, pet: pet ?? null };
}

/**
 * Finds an answer given in this tab that books another request, possibly from the same client. Until its outcome is certain
 * and the clients have been looked up again, a second booking could register the client twice.
 */
function findBookingOfSameClient(given: ReadonlyMap<string, RequestCommand>, request: ReceivedOnlineRequest) {
  return [...given.values()].find(({ task }) => {
    const other = task.request;
    const asClient = { name: requesterName(other), email: other.email, phone: other.phone };
    return task.answer.kind === 'book' && other.id !== request.id && findSharedDetails(asClient, request).length > 0;
  });
}

interface RequesterSource {
  api: ApiClient;
  companyId: string;
  /** The answers given in this tab, keyed by the ids of their requests. */
  given: ReadonlyMap<string, RequestCommand>;
}

/**
 * Returns whom a request is booked for, by the person's choice or by the loaded clients; null while it is undecided.
 */
export function getCurrentRequester(
  queryClient: QueryClient,
  { api, companyId, given }: RequesterSource,
  request: ReceivedOnlineRequest,
): Requester | null {
  const state = queryClient.getQueryState(possibleClientsQuery(api, companyId, request).queryKey);
  const booking = findBookingOfSameClient(given, request);
  if (booking && (isPending(booking) || state?.isInvalidated === true)) return null;
  return findRequester(request, state?.data, getChoiceStore(queryClient).get().get(request.id));
}

/** Whether the person may book for this client and pet. New ones require the permissions to register them. */
export function isBookable(
  { client, pet }: Requester,
  { createClient, createPet }: Pick<Capabilities, 'createClient' | 'createPet'>,
): boolean {
  return (client !== null || createClient !== undefined) && (pet !== null || createPet !== undefined);
}

/** The client and pet of a booking: ids for those on file, and the typed details for new ones. */
export function clientAndPetInput(
  { firstName, lastName, email, phone, language, petName, species }: ReceivedOnlineRequest,
  { client, pet }: Requester,
): Pick<RequestBooking, 'client' | 'pet'> {
  return {
    client: client ? { id: client.id } : { firstName, lastName, email, phone, language },
    pet: pet ? { id: pet.id } : { name: petName, species },
  };
}

/** The maximum number of requests whose rows are in view at first. */
const FIRST_ROWS = 6;

/**
 * Whether the lookups of the clients who may have sent the first requests have ended. The caller waits for them, because
 * what the rows show depends on them.
 */
export function useHaveLookupsEnded(requests: readonly ReceivedOnlineRequest[]): boolean {
  const api = useApi();
  const { company } = useDesk();
  const lookups = requests.slice(0, FIRST_ROWS).map((request) => possibleClientsQuery(api, company.id, request));
  // Several requests from one client need only one lookup.
  const distinct = new Map(lookups.map((lookup) => [JSON.stringify(lookup.queryKey), lookup]));
  return useQueries({
    queries: [...distinct.values()],
    combine: (results) => results.every(({ isPending: isUnknown, isError }) => !isUnknown || isError),
  });
}

/**
 * Looks up the clients who may have sent a request, and tells whom it is booked for. Unless `enabled`, nothing is
 * requested.
 */
export function useRequester(request: ReceivedOnlineRequest, { enabled = true } = {}) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { company, session } = useDesk();
  const query = useQuery({ ...possibleClientsQuery(api, company.id, request), enabled });
  const choices = getChoiceStore(queryClient);
  const choice = useStore(choices).get(request.id);
  const choose = (next: ChosenIds) => choices.set(new Map([...choices.get(), [request.id, next]]));
  const booking = findBookingOfSameClient(useGivenAnswers(), request);
  const isFailed = query.isError && query.data === undefined;
  const isLooking =
    (query.data === undefined && !isFailed) || (booking !== undefined && (isPending(booking) || query.isFetching));
  const requester = isLooking ? null : findRequester(request, query.data, choice);
  const { createClient, createPet } = session.capabilities;
  return {
    requester,
    /** The clients who may have sent the request, as far as they are loaded. */
    clients: query.data ?? [],
    isLooking,
    isFailed,
    retry: () => void query.refetch(),
    /** Whether the person may register a new client, and a new pet. */
    may: { registerClient: createClient !== undefined, registerPet: createPet !== undefined },
    chooseClient: (clientId: string | null) => choose({ clientId, petId: undefined }),
    choosePet: (petId: string | null) => choose({ clientId: requester?.client?.id ?? null, petId }),
  };
}
