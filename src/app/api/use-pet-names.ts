import { useApi } from '#app/api/api-context.ts';
import { petQueries } from '#app/api/pet-queries.ts';
import { useRecordsById } from '#app/api/use-records-by-id.ts';
import type { ReceivedPet } from '#contract/received.ts';

/** The pets of the given ids by id, as far as they are known yet; they are read behind everything else. */
export function usePetNames(companyId: string, petIds: ReadonlySet<string>): ReadonlyMap<string, ReceivedPet> {
  return useRecordsById(petQueries.names(useApi(), { companyId }), petIds).records;
}
