import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { createApiClient } from '#app/api/api-client.ts';
import { clientById, clientQueries, contactById } from '#app/api/clients.ts';
import { petById, petQueries } from '#app/api/pets.ts';
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
  /** The pets that ever had an appointment. */
  seen?: readonly string[];
  /** Whether it looks at `clientId`. */
  filters?: boolean;
  /** Whether it looks at `query`. */
  queries?: boolean;
  /** Whether it answers one record by its id. */
  byId?: boolean;
}

/** A practice that answers lists two records at a time, and what it was asked, in order. */
function desk({ seen = pets.map(({ id }) => id), filters = true, queries = true, byId = false }: Practice = {}) {
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
      const path = pathname.slice(8);
      const [cursor, clientId, query] = ['cursor', 'clientId', 'query'].map((name) => searchParams.get(name));
      asked.push([path, clientId, query, cursor].filter(Boolean).join(' '));
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
  return { api, asked, queryClient };
}

test('a pet is found among those of its owner, whom an appointment tells', async () => {
  const { api, asked, queryClient } = desk();
  expect(await queryClient.fetchQuery(petById(api, { companyId, petId: 'pet-4' }))).toMatchObject({ name: 'Pet 4' });
  expect(asked).toEqual(['appointments/search', 'pets client-4']);
});

test('of a practice system with a look-up by id the one record is requested', async () => {
  const { api, asked, queryClient } = desk({ byId: true });
  expect(await queryClient.fetchQuery(petById(api, { companyId, petId: 'pet-4' }))).toMatchObject({ name: 'Pet 4' });
  const contact = contactById(api, { companyId, clientId: 'client-4', name: '' });
  expect(await queryClient.fetchQuery(contact)).toMatchObject({ phone: '555-0104' });
  expect(await queryClient.fetchQuery(clientById(api, { companyId, clientId: 'none' }))).toBeNull();
  expect(asked).toEqual(['pets/pet-4', 'clients/client-4', 'clients/none']);
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

test('a client’s phone is found by their name', async () => {
  const { api, asked, queryClient } = desk();
  const contact = contactById(api, { companyId, clientId: 'client-4', name: '  Client  4 ' });
  expect(await queryClient.fetchQuery(contact)).toMatchObject({ name: 'Client 4', phone: '555-0104' });
  expect(asked).toEqual(['clients Client 4']);
});

test('a namesake is somebody else', async () => {
  const { api, queryClient } = desk();
  const contact = contactById(api, { companyId, clientId: 'client-4', name: 'Client 3' });
  expect(await queryClient.fetchQuery(contact)).toMatchObject({ name: 'Client 4', phone: '555-0104' });
  expect(await queryClient.fetchQuery(contactById(api, { companyId, clientId: 'none', name: 'Client 3' }))).toBeNull();
});

test('where names are ignored, the list is read as far as needed, and no page of it twice', async () => {
  const { api, asked, queryClient } = desk({ queries: false });
  const phoneOf = async (number: number) => {
    const contact = { companyId, clientId: `client-${number}`, name: `Client ${number}` };
    return (await queryClient.fetchQuery(contactById(api, contact)))?.phone;
  };
  expect(await phoneOf(3)).toBe('555-0103');
  expect(asked).toEqual(['clients Client 3', 'clients', 'clients 2']);
  asked.length = 0;
  expect(await phoneOf(2)).toBe('555-0102');
  expect(asked).toEqual([]);
  expect(await phoneOf(5)).toBe('555-0105');
  expect(asked).toEqual(['clients Client 5', 'clients 4']);
  asked.length = 0;
  expect(await phoneOf(9)).toBeUndefined();
  expect(asked).toEqual(['clients Client 9']);
});

test('two who look for clients at a time leave a list that is whole', async () => {
  const { api, queryClient } = desk({ queries: false });
  const both = ['client-5', 'client-4'].map((clientId) =>
    queryClient.fetchQuery(contactById(api, { companyId, clientId, name: '' })),
  );
  expect((await Promise.all(both)).map((client) => client?.phone)).toEqual(['555-0105', '555-0104']);
  const { pages } = queryClient.getQueryData(clientQueries.names(api, { companyId }).queryKey) ?? { pages: [] };
  expect(pages.flatMap(({ records }) => records).map(({ id }) => id)).toEqual(clients.map(({ id }) => id));
});

test('the pets of a client are asked for, and not where all pets are known', async () => {
  const { api, asked, queryClient } = desk();
  const own = petQueries.ofClient(api, { companyId, clientId: 'client-4' });
  expect(await queryClient.fetchQuery(own)).toMatchObject({ pets: [{ id: 'pet-4' }], whole: true });
  expect(asked).toEqual(['pets client-4']);
  await queryClient.fetchInfiniteQuery({ ...petQueries.names(api, { companyId }), pages: 3 });
  asked.length = 0;
  const others = petQueries.ofClient(api, { companyId, clientId: 'client-3' });
  expect(await queryClient.fetchQuery(others)).toMatchObject({ pets: [{ id: 'pet-3' }], whole: true });
  expect(asked).toEqual([]);
});

test('whose pets are not looked at may have more than are known', async () => {
  const { api, queryClient } = desk({ filters: false });
  const own = (clientId: string) => queryClient.fetchQuery(petQueries.ofClient(api, { companyId, clientId }));
  expect(await own('client-1')).toMatchObject({ pets: [{ id: 'pet-1' }], whole: false });
  expect(await own('client-4')).toEqual({ pets: [], whole: false });
});
