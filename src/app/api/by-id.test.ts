import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { clientById, petById } from '#app/api/by-id.ts';
import { createApiClient } from '#app/api/client.ts';
import { petQueries } from '#app/api/pet-queries.ts';

const companyId = 'company';
const pets = Array.from({ length: 5 }, (_, index) => ({
  id: `pet-${index}`,
  clientId: `client-${index}`,
  clientName: `Client ${index}`,
  name: `Pet ${index}`,
  species: 'Dog',
}));
const clients = Array.from({ length: 6 }, (_, index) => ({
  id: `client-${index}`,
  name: `Client ${index}`,
  phone: null,
}));

interface Practice {
  /** The pets that ever had an appointment. */
  seen?: readonly string[];
  /** Whether it looks at `clientId`. */
  filters?: boolean;
}

/** A practice that answers lists two records at a time, and what it was asked, in order. */
function desk({ seen = pets.map(({ id }) => id), filters = true }: Practice = {}) {
  const asked: string[] = [];
  const page = (data: readonly object[], cursor: string | null) => {
    const from = Number(cursor ?? 0);
    const next = from + 2 < data.length ? String(from + 2) : null;
    return { data: data.slice(from, from + 2), nextCursor: next, hasMore: next !== null, totalCount: data.length };
  };
  const api = createApiClient({
    baseUrl: 'http://desk.test',
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const { pathname, searchParams } = new URL(request.url);
      const [path, cursor, clientId] = [pathname.slice(8), searchParams.get('cursor'), searchParams.get('clientId')];
      asked.push([path, clientId, cursor].filter(Boolean).join(' '));
      if (path === 'pets')
        return Response.json(
          page(filters && clientId ? pets.filter((pet) => pet.clientId === clientId) : pets, cursor),
        );
      if (path === 'clients') return Response.json(page(clients, cursor));
      const { filter } = await request.json();
      const pet = pets.find(({ id }) => id === filter.petId.eq && seen.includes(id));
      const time = '2026-06-01T09:00:00Z';
      return Response.json(page(pet ? [{ id: 'a', clientId: pet.clientId, start: time, end: time }] : [], null));
    },
  });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return { api, asked, queryClient };
}

test('a pet is found among those of its owner, whom an appointment tells', async () => {
  const { api, asked, queryClient } = desk();
  expect(await queryClient.fetchQuery(petById(api, { companyId, petId: 'pet-4' }))).toMatchObject({ name: 'Pet 4' });
  expect(asked).toEqual(['appointments/search', 'pets client-4']);
});

test('a pet whose name is on the board already costs nothing', async () => {
  const { api, asked, queryClient } = desk();
  await queryClient.fetchInfiniteQuery(petQueries.names(api, { companyId }));
  asked.length = 0;
  expect(await queryClient.fetchQuery(petById(api, { companyId, petId: 'pet-1' }))).toMatchObject({ name: 'Pet 1' });
  expect(asked).toEqual([]);
});

test('a pet that never had an appointment is found in the list', async () => {
  const { api, asked, queryClient } = desk({ seen: [] });
  expect(await queryClient.fetchQuery(petById(api, { companyId, petId: 'pet-3' }))).toMatchObject({ name: 'Pet 3' });
  expect(asked).toEqual(['appointments/search', 'pets', 'pets 2']);
});

test('nobody by that id is nobody', async () => {
  const { api, queryClient } = desk();
  expect(await queryClient.fetchQuery(petById(api, { companyId, petId: 'none' }))).toBeNull();
  expect(await queryClient.fetchQuery(clientById(api, { companyId, clientId: 'none' }))).toBeNull();
});

test('a client is named by a pet', async () => {
  const { api, asked, queryClient } = desk();
  const client = await queryClient.fetchQuery(clientById(api, { companyId, clientId: 'client-4' }));
  expect(client).toEqual({ id: 'client-4', name: 'Client 4', phone: null });
  expect(asked).toEqual(['pets client-4']);
});

test('a client without a pet is found in the list', async () => {
  const { api, asked, queryClient } = desk();
  const client = await queryClient.fetchQuery(clientById(api, { companyId, clientId: 'client-5' }));
  expect(client).toMatchObject({ name: 'Client 5' });
  expect(asked).toEqual(['pets client-5', 'clients', 'clients 2', 'clients 4']);
});

test('an implementation that filters nothing names nobody by somebody else’s pet', async () => {
  const { api, queryClient } = desk({ filters: false });
  const client = await queryClient.fetchQuery(clientById(api, { companyId, clientId: 'client-3' }));
  expect(client).toMatchObject({ id: 'client-3', name: 'Client 3' });
  expect(await queryClient.fetchQuery(petById(api, { companyId, petId: 'pet-4' }))).toMatchObject({ id: 'pet-4' });
});
