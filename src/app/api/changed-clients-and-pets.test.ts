import { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createApiClient } from '#app/api/api-client.ts';
import {
  type ChangedClientsAndPets,
  readChangedClientsAndPets,
  updateClientsAndPets,
} from '#app/api/changed-clients-and-pets.ts';
import { clientQueries, loadedClients } from '#app/api/clients.ts';
import { updateListedRecords } from '#app/api/long-list.ts';
import { petQueries } from '#app/api/pets.ts';
import { sessionQueries } from '#app/api/session.ts';
import { type DeskSession, deskSessionSchema } from '#contract/desk.ts';
import { receivedClientSchema, receivedPetSchema } from '#contract/received.ts';

const companyId = 'company';
const COUNT = 30;
const client = (index: number, more: object = {}) => ({
  id: `c${index}`,
  firstName: 'Ann',
  lastName: `Lee ${index}`,
  ...more,
});
const pet = (index: number, more: object = {}) => ({
  ...{ id: `p${index}`, clientId: `c${index}`, clientName: `Ann Lee ${index}`, name: `Bella ${index}`, ...more },
});

/** A desk that has loaded all names, and the requests that it has sent since. */
async function createDesk({ byId = true, isBroken = () => false }: { byId?: boolean; isBroken?: () => boolean } = {}) {
  const requests: string[] = [];
  const now = {
    clients: Array.from({ length: COUNT }, (_, index) => client(index)),
    pets: Array.from({ length: COUNT }, (_, index) => pet(index)),
  };
  const api = createApiClient({
    baseUrl: 'http://desk.test',
    fetch: async (input) => {
      const [, kind, id] = /\/v1\/(clients|pets)(?:\/([^?]+))?/.exec(String(input)) ?? [];
      requests.push([kind, id].filter(Boolean).join('/'));
      const records = kind === 'pets' ? now.pets : now.clients;
      if (id === undefined) return Response.json({ data: records, nextCursor: null, totalCount: COUNT });
      const record = records.find((one) => one.id === id);
      if (isBroken()) return new Response('', { status: 500 });
      return record ? Response.json(record) : new Response('{}', { status: 404 });
    },
  });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const fields = { fields: [], idempotent: false };
  const session: DeskSession = deskSessionSchema.parse({
    ...{ access: 'shared', signedIn: true, canWrite: true, person: null, timeZone: null, practiceSystemUrl: null },
    ...{ calendarLicenseKey: '', demo: false, capabilities: byId ? { getClient: fields, getPet: fields } : {} },
  });
  queryClient.setQueryData(sessionQueries.current(api).queryKey, session);
  await queryClient.fetchInfiniteQuery(clientQueries.names(api, { companyId }));
  await queryClient.fetchInfiniteQuery(petQueries.names(api, { companyId }));
  requests.length = 0;
  const pets = () => petQueries.pagesRead(queryClient, api, companyId).flatMap(({ records }) => records);
  return {
    ...{ requests, now, queryClient, company: { queryClient, api, companyId } },
    petOf: (id: string) => pets().find((one) => one.id === id),
    clientOf: (id: string) => loadedClients(queryClient, api, companyId).get(id),
    isOld: (key: readonly unknown[]) => queryClient.getQueryState(key)?.isInvalidated,
  };
}

const ids = (clients: string[], pets: string[]): ChangedClientsAndPets => ({
  clients: new Set(clients),
  pets: new Set(pets),
});

test('a renamed client has the new name on their pets, too, and searches run again', async () => {
  const desk = await createDesk();
  const { api } = desk.company;
  const search = petQueries.lookup(api, { companyId, text: 'bella' });
  await desk.queryClient.fetchInfiniteQuery(search);
  desk.requests.length = 0;
  await updateClientsAndPets(desk.company, { clients: [receivedClientSchema.parse(client(7, { lastName: 'Stone' }))] });
  expect(desk.clientOf('c7')).toMatchObject({ name: 'Ann Stone' });
  expect(desk.petOf('p7')).toMatchObject({ name: 'Bella 7', clientName: 'Ann Stone' });
  expect(desk.petOf('p8')).toMatchObject({ clientName: 'Ann Lee 8' });
  expect(desk.isOld(search.queryKey)).toBe(true);
  expect(desk.isOld(petQueries.names(api, { companyId }).queryKey)).toBe(false);
  expect(desk.requests).toEqual([]);
});

test('only loaded records that others changed are read again, by id', async () => {
  const desk = await createDesk();
  desk.now.pets[3] = pet(3, { name: 'Luna', alert: 'Bites' });
  desk.now.clients = desk.now.clients.filter(({ id }) => id !== 'c4');
  await readChangedClientsAndPets(desk.company, ids(['c4', 'unseen'], ['p3']));
  expect(desk.requests.sort()).toEqual(['clients/c4', 'pets/p3']);
  expect(desk.petOf('p3')).toMatchObject({ name: 'Luna', alert: 'Bites' });
});

test('a renamed client whose pet alone is loaded has the new name there', async () => {
  const desk = await createDesk();
  desk.queryClient.removeQueries({ queryKey: clientQueries.names(desk.company.api, { companyId }).queryKey });
  desk.now.clients[5] = client(5, { lastName: 'Stone' });
  await readChangedClientsAndPets(desk.company, ids(['c5'], []));
  expect(desk.petOf('p5')).toMatchObject({ clientName: 'Ann Stone' });
});

test.each([
  ['the practice system has no look-up by id', {}, ids([], ['p3'])],
  ['a record cannot be read', { byId: true, isBroken: () => true }, ids([], ['p3'])],
  [
    'there are too many',
    { byId: true },
    ids(
      [],
      Array.from({ length: COUNT }, (_, index) => `p${index}`),
    ),
  ],
  ['they are too many to name', { byId: true }, { clients: new Set<string>(), pets: true as const }],
])('lists are read again if %s', async (_, practice, changed) => {
  const desk = await createDesk({ byId: false, ...practice });
  await readChangedClientsAndPets(desk.company, changed);
  expect(desk.isOld(petQueries.names(desk.company.api, { companyId }).queryKey)).toBe(true);
  expect(desk.isOld(clientQueries.names(desk.company.api, { companyId }).queryKey)).toBe(true);
});

test('regardless of the order of versions, the newest is shown and no one is listed twice', async () => {
  const version = fc.record({ index: fc.nat(COUNT + 2), minute: fc.nat(59) });
  await fc.assert(
    fc.asyncProperty(fc.array(version, { maxLength: 12 }), async (versions) => {
      const desk = await createDesk();
      const { queryKey } = petQueries.names(desk.company.api, { companyId });
      const newest = new Map<string, string>();
      for (const { index, minute } of versions) {
        const updatedAt = `2026-06-01T10:${String(minute).padStart(2, '0')}:00.000Z`;
        const record = receivedPetSchema.parse(pet(index, { updatedAt }));
        updateListedRecords(desk.queryClient, queryKey, [record]);
        if (updatedAt > (newest.get(record.id) ?? '')) newest.set(record.id, updatedAt);
      }
      for (const [id, updatedAt] of newest) expect(desk.petOf(id)?.updatedAt).toBe(updatedAt);
      const listed = petQueries
        .pagesRead(desk.queryClient, desk.company.api, companyId)
        .flatMap((page) => page.records);
      expect(new Set(listed.map(({ id }) => id)).size).toBe(listed.length);
    }),
    { numRuns: 30 },
  );
});
