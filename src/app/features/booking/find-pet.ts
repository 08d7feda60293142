import { queryOptions } from '@tanstack/react-query';
import { searchAppointments } from '#app/api/appointment-queries.ts';
import type { ApiClient } from '#app/api/client.ts';
import { petQueries } from '#app/api/pet-queries.ts';
import type { PetChoice } from './booking-model.ts';

interface PetById {
  companyId: string;
  petId: string;
  clientId?: string | undefined;
}

/**
 * One pet by its id, null where it cannot be found. The API lists pets by owner but not by id: the owner is taken from
 * the caller or from an appointment of the pet.
 */
export function petById(api: ApiClient, { companyId, petId, clientId }: PetById) {
  return queryOptions({
    queryKey: [...petQueries.all(), 'by-id', { companyId, petId }] as const,
    queryFn: async ({ client, signal }): Promise<PetChoice | null> => {
      const owner = clientId ?? (await ownerOf(api, { companyId, petId }, signal));
      if (owner === null) return null;
      const { records } = await client.fetchQuery(petQueries.ofClient(api, { companyId, clientId: owner }));
      return records.find(({ id }) => id === petId) ?? null;
    },
    staleTime: 60_000,
  });
}

async function ownerOf(api: ApiClient, { companyId, petId }: PetById, signal: AbortSignal): Promise<string | null> {
  const search = { companyId, limit: 1, filter: { petId: { eq: petId } } };
  return (await searchAppointments(api, search, { signal })).records[0]?.clientId ?? null;
}
