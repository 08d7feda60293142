import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '#app/api/api-client.ts';
import { clientQueries, loadClients } from '#app/api/clients.ts';
import { byId } from '#app/api/directory.ts';
import { useLoadedNames } from '#app/api/long-list.ts';

/** The clients with these ids, which are loaded behind the requests of other desks. */
export function useClients(companyId: string, ids: readonly string[]) {
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
