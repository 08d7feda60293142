import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { createApiClient } from '#app/api/api-client.ts';
import { clientByIdQuery, clientQueries, contactByIdQuery } from '#app/api/clients.ts';
import { petByIdQuery, petQueries } from '#app/api/pets.ts';
import { sessionQueries } from '#app/api/session.ts';
import { deskSessionSchema } from '#contract/desk.ts';

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
  phone: `555-010${index}`,
}));

const session = {
  ...{ access: 'shared', signedIn: true, canWrite: true, person: null, timeZone: null, practiceSystemUrl: null },
  ...{ calendarLicenseKey: '', demo: false },
};

interface Practice {
  /** The pets that have had an appointment. */
  seen?: readonly string[];
  /** Whether the practice API filters by `clientId`. */
  filters?: boolean;
  /** Whether the practice API filters by `query`. */
  queries?: boolean;
  /** Whether the practice API can return a record by id. */
  byId?: boolean;
}

/** A practice that returns lists two records at a time, and the requests it received, in order. */
function desk({ seen = pets.map(({ id }) => id), filters = true, queries = true, byId = false }: Practice = {}) {
  const requests: string[] = [];
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
      const path = pathname.slice(8);
      const [cursor, clientId, query] = ['cursor', 'clientId', 'query'].map((name) => searchParams.get(name));
      requests.push([path, clientId, query, cursor].filter(Boolean).join(' '));
      if (path === 'pets')
        return Response.json(
          page(filters && clientId ? pets.filter((pet) => pet.clientId === clientId) : pets, cursor ?? null),
        );
      if (path === 'clients')
        return Response.json(
          page(queries && query ? clients.filter(({ name }) => name === query) : clients, cursor ?? null),
        );
      const one = [...pets, ...clients].find(({ id }) => id === path.split('/')[1]);
      if (byId) return one ? Response.json(one) : new Response('{}', { status: 404 });
      const { filter } = await request.json();
      const pet = pets.find(({ id }) => id === filter.petId.eq && seen.includes(id));
      const time = '2026-06-01T09:00:00Z';
      return Response.json(page(pet ? [{ id: 'a', clientId: pet.clientId, start: time, end: time }] : [], null));
    },
  });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const has = { fields: [], idempotent: false };
  const capabilities = byId ? { getPet: has, getClient: has } : {};
  queryClient.setQueryData(sessionQueries.current(api).queryKey, deskSessionSchema.parse({ ...session, capabilities }));
  return { api, requests, queryClient };
}

test('a pet is found among the pets of its client, whom an appointment names', async () => {
  const { api, requests, queryClient } = desk();
  expect(await queryClient.fetchQuery(petByIdQuery(api, { companyId, petId: 'pet-4' }))).toMatchObject({
    name: 'Pet 4',
  });
  expect(requests).toEqual(['appointments/search', 'pets client-4']);
});

test('a practice system with lookup by id gets one request', async () => {
  const { api, requests, queryClient } = desk({ byId: true });
  expect(await queryClient.fetchQuery(petByIdQuery(api, { companyId, petId: 'pet-4' }))).toMatchObject({
    name: 'Pet 4',
  });
  const contact = contactByIdQuery(api, { companyId, clientId: 'client-4', name: '' });
  expect(await queryClient.fetchQuery(contact)).toMatchObject({ phone: '555-0104' });
  expect(await queryClient.fetchQuery(clientByIdQuery(api, { companyId, clientId: 'none' }))).toBeNull();
  expect(requests).toEqual(['pets/pet-4', 'clients/client-4', 'clients/none']);
});

test('a pet whose name is already on the board costs no request', async () => {
  const { api, requests, queryClient } = desk();
  await queryClient.fetchInfiniteQuery(petQueries.names(api, { companyId }));
  requests.length = 0;
  expect(await queryClient.fetchQuery(petByIdQuery(api, { companyId, petId: 'pet-1' }))).toMatchObject({
    name: 'Pet 1',
  });
  expect(requests).toEqual([]);
});

test('a pet without appointments is found in the list', async () => {
  const { api, requests, queryClient } = desk({ seen: [] });
  expect(await queryClient.fetchQuery(petByIdQuery(api, { companyId, petId: 'pet-3' }))).toMatchObject({
    name: 'Pet 3',
  });
  expect(requests).toEqual(['appointments/search', 'pets', 'pets 2']);
});

test('an id that does not exist is not found', async () => {
  const { api, queryClient } = desk();
  expect(await queryClient.fetchQuery(petByIdQuery(api, { companyId, petId: 'none' }))).toBeNull();
  expect(await queryClient.fetchQuery(clientByIdQuery(api, { companyId, clientId: 'none' }))).toBeNull();
});

test('a client is found through a pet', async () => {
  const { api, requests, queryClient } = desk();
  const client = await queryClient.fetchQuery(clientByIdQuery(api, { companyId, clientId: 'client-4' }));
  expect(client).toEqual({ id: 'client-4', name: 'Client 4', phone: null });
  expect(requests).toEqual(['pets client-4']);
});

test('a client without a pet is found in the list', async () => {
  const { api, requests, queryClient } = desk();
  const client = await queryClient.fetchQuery(clientByIdQuery(api, { companyId, clientId: 'client-5' }));
  expect(client).toMatchObject({ name: 'Client 5' });
  expect(requests).toEqual(['pets client-5', 'clients', 'clients 2', 'clients 4']);
});

test('another client’s pet does not name the client when filters are ignored', async () => {
  const { api, queryClient } = desk({ filters: false });
  const client = await queryClient.fetchQuery(clientByIdQuery(api, { companyId, clientId: 'client-3' }));
  expect(client).toMatchObject({ id: 'client-3', name: 'Client 3' });
  expect(await queryClient.fetchQuery(petByIdQuery(api, { companyId, petId: 'pet-4' }))).toMatchObject({ id: 'pet-4' });
});

test('a client’s phone number is found through their name', async () => {
  const { api, requests, queryClient } = desk();
  const contact = contactByIdQuery(api, { companyId, clientId: 'client-4', name: '  Client  4 ' });
  expect(await queryClient.fetchQuery(contact)).toMatchObject({ name: 'Client 4', phone: '555-0104' });
  expect(requests).toEqual(['clients Client 4']);
});

test('a client of the same name is not mistaken for another', async () => {
  const { api, queryClient } = desk();
  const contact = contactByIdQuery(api, { companyId, clientId: 'client-4', name: 'Client 3' });
  expect(await queryClient.fetchQuery(contact)).toMatchObject({ name: 'Client 4', phone: '555-0104' });
  expect(
    await queryClient.fetchQuery(contactByIdQuery(api, { companyId, clientId: 'none', name: 'Client 3' })),
  ).toBeNull();
});

test('when names are ignored, the list is read as far as needed, each page once', async () => {
  const { api, requests, queryClient } = desk({ queries: false });
  const phoneOf = async (number: number) => {
    const contact = { companyId, clientId: `client-${number}`, name: `Client ${number}` };
    return (await queryClient.fetchQuery(contactByIdQuery(api, contact)))?.phone;
  };
  expect(await phoneOf(3)).toBe('555-0103');
  expect(requests).toEqual(['clients Client 3', 'clients', 'clients 2']);
  requests.length = 0;
  expect(await phoneOf(2)).toBe('555-0102');
  expect(requests).toEqual([]);
  expect(await phoneOf(5)).toBe('555-0105');
  expect(requests).toEqual(['clients Client 5', 'clients 4']);
  requests.length = 0;
  expect(await phoneOf(9)).toBeUndefined();
  expect(requests).toEqual(['clients Client 9']);
});

test('two parallel searches for clients leave the list complete', async () => {
  const { api, queryClient } = desk({ queries: false });
  const both = ['client-5', 'client-4'].map((clientId) =>
    queryClient.fetchQuery(contactByIdQuery(api, { companyId, clientId, name: '' })),
  );
  expect((await Promise.all(both)).map((client) => client?.phone)).toEqual(['555-0105', '555-0104']);
  const { pages } = queryClient.getQueryData(clientQueries.names(api, { companyId }).queryKey) ?? { pages: [] };
  expect(pages.flatMap(({ records }) => records).map(({ id }) => id)).toEqual(clients.map(({ id }) => id));
});

test('the pets of a client are requested even if all pets are loaded: one may have been registered since', async () => {
  const { api, requests, queryClient } = desk();
  const own = petQueries.ofClient(api, { companyId, clientId: 'client-4' });
  expect(await queryClient.fetchQuery(own)).toMatchObject({ pets: [{ id: 'pet-4' }], isComplete: true });
  expect(requests).toEqual(['pets client-4']);
  await queryClient.fetchInfiniteQuery({ ...petQueries.names(api, { companyId }), pages: 3 });
  requests.length = 0;
  const others = petQueries.ofClient(api, { companyId, clientId: 'client-3' });
  expect(await queryClient.fetchQuery(others)).toMatchObject({ pets: [{ id: 'pet-3' }], isComplete: true });
  expect(requests).toEqual(['pets client-3']);
});

test('a client’s pets are incomplete if the server ignores the filter', async () => {
  const { api, queryClient } = desk({ filters: false });
  const own = (clientId: string) => queryClient.fetchQuery(petQueries.ofClient(api, { companyId, clientId }));
  expect(await own('client-1')).toMatchObject({ pets: [{ id: 'pet-1' }], isComplete: false });
  expect(await own('client-4')).toEqual({ pets: [], isComplete: false });
});
