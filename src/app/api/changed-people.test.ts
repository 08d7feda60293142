import { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createApiClient } from '#app/api/api-client.ts';
import { type ChangedPeople, putPeople, readChangedPeople } from '#app/api/changed-people.ts';
import { clientQueries, loadedClients } from '#app/api/clients.ts';
import { putNames } from '#app/api/long-list.ts';
import { petQueries } from '#app/api/pets.ts';
import { sessionQueries } from '#app/api/session.ts';
import { type DeskSession, deskSessionSchema } from '#contract/desk.ts';
import { receivedClientSchema, receivedPetSchema } from '#contract/received.ts';

const companyId = 'company';
const COUNT = 30;
const client = (nth: number, more: object = {}) => ({
  id: `c${nth}`,
  firstName: 'Ann',
  lastName: `Lee ${nth}`,
  ...more,
});
const pet = (nth: number, more: object = {}) => ({
  ...{ id: `p${nth}`, clientId: `c${nth}`, clientName: `Ann Lee ${nth}`, name: `Bella ${nth}`, ...more },
});

/** A desk that has read all names, and what it asked since. */
async function createDesk({ byId = true, isBroken = () => false }: { byId?: boolean; isBroken?: () => boolean } = {}) {
  const asked: string[] = [];
  const now = {
    clients: Array.from({ length: COUNT }, (_, nth) => client(nth)),
    pets: Array.from({ length: COUNT }, (_, nth) => pet(nth)),
  };
  const api = createApiClient({
    baseUrl: 'http://desk.test',
    fetch: async (input) => {
      const [, kind, id] = /\/v1\/(clients|pets)(?:\/([^?]+))?/.exec(String(input)) ?? [];
      asked.push([kind, id].filter(Boolean).join('/'));
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
  asked.length = 0;
  const pets = () => petQueries.pagesRead(queryClient, api, companyId).flatMap(({ records }) => records);
  return {
    ...{ asked, now, queryClient, company: { queryClient, api, companyId } },
    petOf: (id: string) => pets().find((one) => one.id === id),
    clientOf: (id: string) => loadedClients(queryClient, api, companyId).get(id),
    isOld: (key: readonly unknown[]) => queryClient.getQueryState(key)?.isInvalidated,
  };
}

const ids = (clients: string[], pets: string[]): ChangedPeople => ({ clients: new Set(clients), pets: new Set(pets) });

test('a client under another name has it in their pets, too, and searches are made again', async () => {
  const desk = await createDesk();
  const { api } = desk.company;
  const search = petQueries.lookup(api, { companyId, text: 'bella' });
  await desk.queryClient.fetchInfiniteQuery(search);
  desk.asked.length = 0;
  await putPeople(desk.company, { clients: [receivedClientSchema.parse(client(7, { lastName: 'Stone' }))] });
  expect(desk.clientOf('c7')).toMatchObject({ name: 'Ann Stone' });
  expect(desk.petOf('p7')).toMatchObject({ name: 'Bella 7', clientName: 'Ann Stone' });
  expect(desk.petOf('p8')).toMatchObject({ clientName: 'Ann Lee 8' });
  expect(desk.isOld(search.queryKey)).toBe(true);
  expect(desk.isOld(petQueries.names(api, { companyId }).queryKey)).toBe(false);
  expect(desk.asked).toEqual([]);
});

test('what others have changed is read by its id, and only what is loaded', async () => {
  const desk = await createDesk();
  desk.now.pets[3] = pet(3, { name: 'Luna', alert: 'Bites' });
  desk.now.clients = desk.now.clients.filter(({ id }) => id !== 'c4');
  await readChangedPeople(desk.company, ids(['c4', 'unseen'], ['p3']));
  expect(desk.asked.sort()).toEqual(['clients/c4', 'pets/p3']);
  expect(desk.petOf('p3')).toMatchObject({ name: 'Luna', alert: 'Bites' });
});

test('a client of whom only a pet is loaded has their new name there', async () => {
  const desk = await createDesk();
  desk.queryClient.removeQueries({ queryKey: clientQueries.names(desk.company.api, { companyId }).queryKey });
  desk.now.clients[5] = client(5, { lastName: 'Stone' });
  await readChangedPeople(desk.company, ids(['c5'], []));
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
      Array.from({ length: COUNT }, (_, nth) => `p${nth}`),
    ),
  ],
  ['they are too many to name', { byId: true }, { clients: new Set<string>(), pets: true as const }],
])('the lists are read again where %s', async (_, practice, changed) => {
  const desk = await createDesk({ byId: false, ...practice });
  await readChangedPeople(desk.company, changed);
  expect(desk.isOld(petQueries.names(desk.company.api, { companyId }).queryKey)).toBe(true);
  expect(desk.isOld(clientQueries.names(desk.company.api, { companyId }).queryKey)).toBe(true);
});

test('in whatever order versions arrive, the newest is shown, and everybody stays listed once', async () => {
  const version = fc.record({ nth: fc.nat(COUNT + 2), minute: fc.nat(59) });
  await fc.assert(
    fc.asyncProperty(fc.array(version, { maxLength: 12 }), async (versions) => {
      const desk = await createDesk();
      const { queryKey } = petQueries.names(desk.company.api, { companyId });
      const newest = new Map<string, string>();
      for (const { nth, minute } of versions) {
        const updatedAt = `2026-06-01T10:${String(minute).padStart(2, '0')}:00.000Z`;
        const record = receivedPetSchema.parse(pet(nth, { updatedAt }));
        putNames(desk.queryClient, queryKey, [record]);
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
