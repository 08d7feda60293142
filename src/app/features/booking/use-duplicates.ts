import { useQueries, useQuery } from '@tanstack/react-query';
import { useApi } from '#app/api/api-client.ts';
import { clientQueries, useClientLookup } from '#app/api/clients.ts';
import { indexById } from '#app/api/directory.ts';
import { useLookup } from '#app/api/long-list.ts';
import { petQueries } from '#app/api/pets.ts';
import { sessionQueries } from '#app/api/session.ts';
import { useDebouncedValue } from '#app/browser/use-debounced-value.ts';
import type { ReceivedClient } from '#contract/received.ts';
import { isCompletePhone, isSamePhone, readPhone } from '#reading/phone.ts';
import { normalizeText } from '#reading/text.ts';
import { splitClientName } from './registration.ts';

const DEBOUNCE_MS = 250;
/** The maximum number of clients to suggest with the same phone number, and of those with the same name. */
const MAX_CLIENTS = 3;

/** The items whose full name equals the typed one, ignoring case and accents. */
export function filterBySameName<Item extends { name: string }>(items: readonly Item[], typed: string): Item[] {
  const key = normalizeText(typed);
  return key === '' ? [] : items.filter(({ name }) => normalizeText(name) === key);
}

interface DuplicatesInput {
  companyId: string;
  /** As typed, like both names below. */
  phone: string;
  clientName: string;
  petName: string;
}

/** Clients and pets on file that may match what is being typed, as far as the practice API can find them. */
export function useDuplicates({ companyId, phone, clientName, petName }: DuplicatesInput) {
  const api = useApi();
  const { data: session } = useQuery(sessionQueries.current(api));
  const number = readPhone(phone);
  const isSearched = session?.capabilities.listClients?.fields.includes('phone') === true;
  const ending = isSearched && number && isCompletePhone(number) ? number.ending : '';
  const name = splitClientName(clientName) ? clientName.trim() : '';
  const settledEnding = useDebouncedValue(ending, DEBOUNCE_MS);
  const settledName = useDebouncedValue(name, DEBOUNCE_MS);
  const byEnding = useLookup(clientQueries, {
    ...{ companyId, typed: ending, settled: settledEnding, minLetters: 1 },
    ...{ matches: () => true, isOpaque: () => true },
  });
  const named = useClientLookup({ companyId, typed: name, settled: settledName, minLetters: 2 });
  const byPhone = number ? firstClients(byEnding.found.filter((client) => isSamePhone(client.phone, number))) : [];
  const byName = firstClients(filterBySameName(named.found, name));
  const households = useQueries({
    queries: firstClients([...byPhone, ...byName]).map(({ id }) =>
      petQueries.ofClient(api, { companyId, clientId: id }),
    ),
  });
  const pets = households.flatMap(({ data }) => data?.pets ?? []);
  return {
    /** Clients with the typed phone number, then clients with the typed name. */
    clients: [...indexById([...byPhone, ...byName]).values()],
    /** Pets of these clients that have the typed name. */
    pets: filterBySameName(pets, petName),
  };
}

const firstClients = (clients: readonly ReceivedClient[]) => [...indexById(clients).values()].slice(0, MAX_CLIENTS);
