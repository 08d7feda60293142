import { useQueries, useQuery } from '@tanstack/react-query';
import { useApi } from '#app/api/api-client.ts';
import { clientQueries, useClientLookup, useClientsOfPets } from '#app/api/clients.ts';
import { indexById } from '#app/api/directory.ts';
import { useLoadedPages, useLookup } from '#app/api/long-list.ts';
import { petQueries, usePetLookup } from '#app/api/pets.ts';
import { sessionQueries } from '#app/api/session.ts';
import { humanizeValue } from '#app/appearance/enum-labels.ts';
import { useDebouncedValue } from '#app/browser/use-debounced-value.ts';
import { isDeadOrInactive } from '#app/text/pet-text.ts';
import type { ReceivedClient, ReceivedPet } from '#contract/received.ts';
import { detectContactKind, isBeginningOfPhone, isSamePhone, type PhoneNumber, readPhone } from '#reading/phone.ts';
import { matchesWords, normalizeText } from '#reading/text.ts';

/** How long typing must pause before a request is sent, in milliseconds. */
const DEBOUNCE_MS = 150;
const MIN_LETTERS = 2;
/** The maximum number of clients with the same phone number or e-mail address, which a family may share. */
const MAX_CALLERS = 3;
/** The maximum number of pets to return. It is more than are shown, so that those already shown stay among them. */
const MAX_PETS = 40;

/** A pet, with its client's phone number if the client is loaded. */
export type FoundPet = Pick<
  ReceivedPet,
  'id' | 'clientId' | 'name' | 'clientName' | 'species' | 'breed' | 'alert' | 'deceasedOn' | 'isActive'
> & { phone: string | null };
export type FoundClient = Pick<ReceivedClient, 'id' | 'name' | 'phone' | 'email' | 'alert' | 'isActive'>;

/** The pets and clients that match a text. */
export interface FoundPetsAndClients {
  /** The found pets, the most likely first. */
  pets: readonly FoundPet[];
  clients: readonly FoundClient[];
  /** Whether the pets and clients were found by phone or e-mail. */
  isContact: boolean;
  isLooking: boolean;
  hasFailed: boolean;
  /** Whether the list of pets is too long to search completely. */
  isPartial: boolean;
  /** The phone number in the text; null if the text is not a phone number. */
  phone: PhoneNumber | null;
  /**
   * Says what the text is if it is a phone number or an e-mail address by which the practice system cannot search; otherwise
   * null.
   */
  unsearchable: 'phone' | 'email' | null;
  /** Whether the text may be the beginning of a phone number, by which the practice system finds no one yet. */
  isBeginningOfPhone: boolean;
  /** Whether the practice system has confirmed that no one has this number. */
  isUnknownCaller: boolean;
}

interface PetsAndClientsInput {
  companyId: string;
  /** The typed text; empty if no pets or clients are searched for. */
  typed: string;
  /** The pets with an appointment today. */
  petsToday: ReadonlySet<string>;
}

/**
 * Finds the pets and clients that match a text: by name, and by phone number and e-mail address if the practice API supports
 * that. Loaded records are searched immediately.
 */
export function usePetsAndClients({ companyId, typed, petsToday }: PetsAndClientsInput): FoundPetsAndClients {
  const api = useApi();
  // Each lookup sends a request, so it waits until typing has paused.
  const settledText = useDebouncedValue(typed, DEBOUNCE_MS);
  const { data: session } = useQuery(sessionQueries.current(api));
  const text = typed.trim();
  const phone = readPhone(text);
  const contact = detectContactKind(text);
  const canSearchContact = (operation: 'listClients' | 'listPets') =>
    contact !== null && session?.capabilities[operation]?.fields.includes(contact) === true;
  const searchesClients = canSearchContact('listClients');
  const searchesPets = contact === null || (!searchesClients && canSearchContact('listPets'));
  const query = phone ? phone.ending : text;
  /** The input of a lookup, which sends no request until typing has paused. */
  const lookupInput = (isEnabled: boolean, searched = query) => ({
    companyId,
    typed: isEnabled ? searched : '',
    settled: isEnabled && settledText.trim() === text ? searched : '',
    minLetters: MIN_LETTERS,
  });

  // The practice API searches by the last digits of a number. All its results are taken here, and `hasContact` leaves out
  // clients with another number.
  const contactLookup = useLookup(clientQueries, {
    ...lookupInput(searchesClients),
    matches: () => true,
    isOpaque: () => true,
  });
  const loaded = useLoadedPages(clientQueries, companyId);
  const hasContact = ({ phone: onFile, email }: ReceivedClient) =>
    phone ? isSamePhone(onFile, phone) : normalizeText(email ?? '').startsWith(normalizeText(text));
  const clients = contact === null ? [] : [...loaded.flatMap(({ records }) => records), ...contactLookup.found];
  const callers = [...indexById(clients.filter(hasContact)).values()].slice(0, MAX_CALLERS);
  const households = useQueries({
    queries: callers.map(({ id }) => petQueries.ofClient(api, { companyId, clientId: id })),
  });

  const lookup = usePetLookup(lookupInput(searchesPets && query.length >= MIN_LETTERS));
  const allLoaded = useLoadedPages(petQueries, companyId).flatMap(({ records }) => records);
  const loadedPets =
    contact === null && text.length >= MIN_LETTERS ? allLoaded.filter((pet) => matchesPet(pet, text)) : [];
  // The practice system finds pets by name only, so words for a species or breed are left out of the request.
  const name = contact === null ? removeKindWords(text, allLoaded) : text;
  const kindLookup = usePetLookup(lookupInput(name !== text, name));
  const named = rankPets(
    [...loadedPets, ...lookup.found, ...kindLookup.found.filter((pet) => matchesPet(pet, text))],
    text,
    petsToday,
  );
  const matchesNoPet =
    contact === null && lookup.enoughTyped && !lookup.isLooking && !kindLookup.isLooking && named.length === 0;
  // Clients with pets would have been found through them, so only clients without pets are left to look for.
  const petlessLookup = useClientLookup(lookupInput(matchesNoPet));

  const petsOfCallers = rankPets(
    households.flatMap(({ data }) => data?.pets ?? []),
    '',
    petsToday,
  );
  const found = contact === null || searchesPets ? named : petsOfCallers;
  const loadedClients = useClientsOfPets(companyId, found);
  const owners = contact === null ? matchingClients(named, text, loadedClients) : callers;
  const isAnswered = searchesClients && !contactLookup.isLooking && !contactLookup.hasFailed;
  return {
    pets: found.map((pet) => ({ ...pet, phone: loadedClients.get(pet.clientId ?? '')?.phone ?? null })),
    clients: [...(matchesNoPet ? petlessLookup.found : owners)].sort(
      (one, other) => Number(isDeadOrInactive(one)) - Number(isDeadOrInactive(other)),
    ),
    isContact: contact !== null,
    isLooking:
      lookup.isLooking ||
      kindLookup.isLooking ||
      contactLookup.isLooking ||
      petlessLookup.isLooking ||
      households.some(({ isLoading }) => isLoading),
    hasFailed:
      (searchesPets && lookup.hasFailed) ||
      (searchesClients && contactLookup.hasFailed) ||
      households.some(({ isError }) => isError),
    isPartial: lookup.isPartial,
    phone,
    unsearchable: contact !== null && !searchesClients && !searchesPets ? contact : null,
    isBeginningOfPhone:
      isBeginningOfPhone(text) &&
      (['listClients', 'listPets'] as const).some((list) => session?.capabilities[list]?.fields.includes('phone')),
    isUnknownCaller:
      phone !== null &&
      !isBeginningOfPhone(text) &&
      callers.length === 0 &&
      (searchesClients ? isAnswered : !searchesPets || (!lookup.isLooking && !lookup.hasFailed && named.length === 0)),
  };
}

type NamedPet = Pick<ReceivedPet, 'name' | 'clientName' | 'species' | 'breed'>;

const kindNames = ({ species, breed }: NamedPet) => [species, species && humanizeValue(species), breed];

/**
 * Whether the words of a text are prefixes of a pet's name, of its client's name, or of its species or breed next to at
 * least one of these names: `Bella cat`.
 */
function matchesPet(pet: NamedPet, text: string): boolean {
  const names = [pet.name, pet.clientName];
  return (
    matchesWords([...names, ...kindNames(pet)], text) &&
    text.split(' ').some((word) => word && matchesWords(names, word))
  );
}

/** The text without the words for a species or breed of a loaded pet; unchanged if no other words remain. */
function removeKindWords(text: string, loadedPets: readonly NamedPet[]): string {
  const kinds = new Set(loadedPets.flatMap(kindNames).flatMap((kind) => normalizeText(kind ?? '').split(' ')));
  return (
    text
      .split(' ')
      .filter((word) => !kinds.has(normalizeText(word)))
      .join(' ') || text
  );
}

/**
 * Sorts the found pets: those with an appointment today come first, and former patients last. In between are exact names,
 * then names that begin with the text, since callers give the pet's name first, then pets whose client's name begins with it.
 */
function rankPets(pets: readonly ReceivedPet[], text: string, petsToday: ReadonlySet<string>): ReceivedPet[] {
  const plain = normalizeText(text);
  const nameRank = ({ name }: ReceivedPet) => (normalizeText(name) === plain ? 0 : matchesWords([name], text) ? 1 : 2);
  return [...indexById(pets).values()]
    .map((pet) => ({
      pet,
      ranks: [Number(isDeadOrInactive(pet)), petsToday.has(pet.id) ? 0 : 1, nameRank(pet)].join(''),
    }))
    .sort((one, other) => (one.ranks < other.ranks ? -1 : Number(one.ranks > other.ranks)))
    .slice(0, MAX_PETS)
    .map(({ pet }) => pet);
}

/** The clients of the found pets whose own names the text matches. */
function matchingClients(
  pets: readonly ReceivedPet[],
  text: string,
  loadedClients: ReadonlyMap<string, ReceivedClient>,
): FoundClient[] {
  const owners = pets.flatMap(({ clientId, clientName }) =>
    clientId !== null && clientName !== '' && matchesWords([clientName], text)
      ? [
          loadedClients.get(clientId) ?? {
            ...{ id: clientId, name: clientName, phone: null, email: null, alert: null, isActive: true },
          },
        ]
      : [],
  );
  return [...indexById(owners).values()].slice(0, MAX_CALLERS);
}
