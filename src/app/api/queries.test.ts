import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { createApiClient } from '#app/api/api-client.ts';
import { endpointQuery, fullListQuery, invalidate, pagedListQuery } from '#app/api/queries.ts';
import { calls } from '#contract/calls.ts';

const companyId = 'c';
const clients = [
  { id: '1', firstName: 'Rosa', lastName: 'Kaufman' },
  { id: '2', firstName: 'Kim', lastName: 'Lee' },
];

/** A practice system with one client per page, and the requests that it received. */
function listing() {
  const requests: string[] = [];
  const fetch = vi.fn(async (input: RequestInfo | URL) => {
    const { pathname, searchParams } = new URL(String(input), 'http://desk.test');
    requests.push(`${pathname}?${searchParams}`);
    if (pathname === '/api/v1/enums') return Response.json({ SPECIES: ['dog'] });
    const at = Number(searchParams.get('cursor') ?? 0);
    const nextCursor = at + 1 < clients.length ? String(at + 1) : null;
    return Response.json({ data: clients.slice(at, at + 1), nextCursor, hasMore: nextCursor !== null, totalCount: 2 });
  });
  return { requests, api: createApiClient({ fetch, baseUrl: '' }), queryClient: new QueryClient() };
}

test('a list is read to its end, whether complete or page by page', async () => {
  const { api, queryClient, requests } = listing();
  const { records } = await queryClient.fetchQuery(fullListQuery(api, calls.listClients, { companyId }));
  expect(records.map(({ name }) => name)).toEqual(['Rosa Kaufman', 'Kim Lee']);
  expect(requests).toEqual(['/api/v1/clients?companyId=c&limit=500', '/api/v1/clients?companyId=c&limit=500&cursor=1']);
  const pages = pagedListQuery(api, calls.listClients, { companyId, limit: 50 });
  const first = await queryClient.fetchInfiniteQuery(pages);
  expect(first.pages.map((page) => page.records.map(({ id }) => id))).toEqual([['1']]);
  const both = await queryClient.fetchInfiniteQuery({ ...pages, pages: 2, staleTime: 0 });
  expect(both.pages.map((page) => page.records.map(({ id }) => id))).toEqual([['1'], ['2']]);
});

test('queries of different operations, inputs and forms do not share their results', () => {
  const { api, queryClient } = listing();
  const queries = [
    fullListQuery(api, calls.listClients, { companyId }),
    fullListQuery(api, calls.listClients, { companyId: 'other' }),
    fullListQuery(api, calls.listPets, { companyId }),
    pagedListQuery(api, calls.listClients, { companyId, limit: 50 }),
    pagedListQuery(api, calls.listClients, { companyId, limit: 500 }),
    pagedListQuery(api, calls.listClients, { companyId, limit: 50, query: 'ro' }),
    pagedListQuery(api, calls.listAppointmentHistory, { companyId, id: '1', limit: 50 }),
    endpointQuery(api, calls.getAppointment, { companyId, id: '1' }),
    endpointQuery(api, calls.listEnums, { companyId }),
  ];
  for (const { queryKey } of queries) queryClient.setQueryData(queryKey, {});
  expect(queryClient.getQueryCache().getAll()).toHaveLength(queries.length);
});

test('invalidating an operation invalidates all of its queries, and nothing else', async () => {
  const { api, queryClient } = listing();
  const ofClients = [
    fullListQuery(api, calls.listClients, { companyId }),
    pagedListQuery(api, calls.listClients, { companyId, limit: 50 }),
  ];
  const others = [
    fullListQuery(api, calls.listPets, { companyId }),
    endpointQuery(api, calls.listEnums, { companyId }),
  ];
  for (const { queryKey } of [...ofClients, ...others]) queryClient.setQueryData(queryKey, {});
  await invalidate(queryClient, calls.listClients);
  const isStale = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    queryClient.getQueryState(queryKey)?.isInvalidated;
  expect([...ofClients, ...others].map(isStale)).toEqual([true, true, false, false]);
});

test('a background read is marked with its purpose', async () => {
  const purposes: (string | null)[] = [];
  const api = createApiClient({
    baseUrl: '',
    fetch: async (_, init) => {
      purposes.push(new Headers(init?.headers).get('x-frontdesk-purpose'));
      return Response.json({ SPECIES: ['dog'] });
    },
  });
  const queryClient = new QueryClient();
  await queryClient.fetchQuery(endpointQuery(api, calls.listEnums, { companyId }, { purpose: 'poll' }));
  await queryClient.fetchQuery(endpointQuery(api, calls.listEnums, { companyId }));
  expect(purposes).toEqual(['poll', null]);
});
