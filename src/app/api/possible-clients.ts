import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#app/api/api-client.ts';
import { indexById } from '#app/api/directory.ts';
import { petQueries } from '#app/api/pets.ts';
import { queryKeyOf } from '#app/api/queries.ts';
import { capabilitiesIn } from '#app/api/session.ts';
import { calls } from '#contract/calls.ts';
import type { ReceivedClient, ReceivedPet } from '#contract/received.ts';
import type { ReceivedOnlineRequest } from '#contract/received-online-booking.ts';
import { isCompletePhone, isSamePhone, readPhone } from '#reading/phone.ts';
import { normalizeText, shortenToSharedPrefixes } from '#reading/text.ts';

/** The details that a client on file may have in common with a request. */
export const sharedDetails = ['email', 'phone', 'name'] as const;
export type SharedDetail = (typeof sharedDetails)[number];

type PetOnFile = Pick<ReceivedPet, 'id' | 'name' | 'deceasedOn' | 'isActive'>;

/** A client on file who may have sent a request. */
export interface PossibleClient extends Pick<ReceivedClient, 'id' | 'name' | 'phone' | 'email'> {
  /** Never empty. */
  shared: readonly SharedDetail[];
  /** The client's living, active pets, in the order of the practice system. */
  pets: readonly PetOnFile[];
}

/** The sender of a request, as typed in the request. */
type Requester = Pick<ReceivedOnlineRequest, 'firstName' | 'lastName' | 'email' | 'phone'>;

/** The maximum number of clients in the result, because a practice may have entered its own number for many clients. */
const MAX_CLIENTS = 4;

/**
 * The active clients who share the e-mail address, phone number or name of a request, the closest matches first. They
 * are read with low priority.
 */
export function possibleClientsQuery(api: ApiClient, companyId: string, requester: Requester) {
  const { firstName, lastName, email, phone } = requester;
  return queryOptions({
    queryKey: queryKeyOf(calls.listClients, 'possible', { companyId, firstName, lastName, email, phone }),
    queryFn: async ({ client: cache, signal }): Promise<PossibleClient[]> => {
      const { fields = [] } = capabilitiesIn(cache).listClients ?? {};
      const hasPets = fields.includes('withPets');
      const number = readPhone(phone ?? '');
      const searched = [
        ...(email !== null && fields.includes('email') ? [email] : []),
        ...(number && isCompletePhone(number) && fields.includes('phone') ? [number.ending] : []),
        ...(`${firstName}${lastName}` === '' ? [] : [shortenToSharedPrefixes(`${firstName} ${lastName}`)]),
      ];
      const pages = await Promise.all(
        searched.map((query) =>
          api.call(
            calls.listClients,
            { companyId, query, isActive: true, limit: 50, ...(hasPets ? { withPets: true } : {}) },
            { signal, purpose: 'poll' },
          ),
        ),
      );
      const found = [...indexById(pages.flatMap(({ records }) => records)).values()]
        .filter(({ isActive }) => isActive)
        .map((client) => ({ client, shared: findSharedDetails(client, requester) }))
        .filter(({ shared }) => shared.length > 0)
        .sort((one, other) => matchWeight(other.shared) - matchWeight(one.shared))
        .slice(0, MAX_CLIENTS);
      return Promise.all(
        found.map(async ({ client: { id, name, phone: number, email: address, pets: listed }, shared }) => {
          const readPets = () => cache.fetchQuery(petQueries.ofClient(api, { companyId, clientId: id }));
          const pets: readonly PetOnFile[] = listed ?? (await readPets()).pets;
          const present = pets.filter(({ deceasedOn, isActive }) => deceasedOn === null && isActive);
          return { id, name, phone: number, email: address, shared, pets: present };
        }),
      );
    },
    staleTime: 60_000,
  });
}

/** The details that a client on file has in common with a request, however they are spelled. */
export function findSharedDetails(
  client: Pick<ReceivedClient, 'name' | 'email' | 'phone'>,
  { firstName, lastName, email, phone }: Requester,
): SharedDetail[] {
  const number = readPhone(phone ?? '');
  const isSameText = (one: string | null, other: string | null) =>
    one !== null && other !== null && one.trim() !== '' && normalizeText(one) === normalizeText(other);
  const isShared = {
    email: isSameText(client.email, email),
    phone: number !== null && isCompletePhone(number) && isSamePhone(client.phone, number),
    name: isSameText(client.name, `${firstName} ${lastName}`),
  };
  return sharedDetails.filter((detail) => isShared[detail]);
}

/**
 * How strongly each detail suggests that the client sent the request. The e-mail address counts most, because the code
 * that confirms a request was sent to it; the name counts least.
 */
const weights: Readonly<Record<SharedDetail, number>> = { email: 4, phone: 2, name: 1 };
const matchWeight = (shared: readonly SharedDetail[]) => shared.reduce((sum, detail) => sum + weights[detail], 0);
