import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createdFeedSchema, feedPageSchema } from '#contract/feeds.ts';
import type { Permission } from '#contract/permissions.ts';
import { readFeed } from '#service/db/feeds.ts';
import { addEmployee, addPractice, keyOf } from '#testing/practice-rows.ts';
import { createTestService, pagesOf, type ServiceClient } from '#testing/service.ts';
import { expectError } from '#testing/service-errors.ts';
import { describeService } from '#testing/suite.ts';

const path = '/v1/feeds';
const read: Permission[] = ['appointments.read', 'pets.read', 'clients.read'];

describeService('feeds', (suite) => {
  /** A practice with a manager of both stores, a nurse of the first, and one of the second. */
  async function ownDesk(publicUrl: string | null = 'https://vets.example/front') {
    const { database } = suite();
    const practice = await addPractice(database);
    const { companyId, stores } = practice;
    const service = createTestService(database, Date.parse('2026-03-02T08:00:00Z'), {
      messages: { channels: { email: null, sms: null }, publicUrl },
    });
    const as = async (employee: string, readOnly = false) => service.client(await keyOf(database, employee, readOnly));
    const hire = async (storeIds: readonly string[], permissions: readonly string[] = read) =>
      addEmployee(database, { companyId, storeIds, permissions });
    const manager = await as(practice.vet);
    const nurse = await hire([stores[0]]);
    const list = async (by: ServiceClient, query: Record<string, string> = {}) =>
      feedPageSchema.parse((await by.get(path, { companyId, ...query })).body);
    const send = (by: ServiceClient, feed: object, headers: Record<string, string> = {}) =>
      by.post(path, { companyId, ...feed }, { 'Content-Type': 'application/json', ...headers });
    return {
      ...{ database, practice, companyId, stores, as, hire, manager, nurse, list, send },
      create: async (by: ServiceClient, feed: object) => createdFeedSchema.parse((await send(by, feed)).body),
      end: (by: ServiceClient, id: string) => by.delete(`${path}/${id}`, { companyId }),
      ids: async (by: ServiceClient) => (await list(by)).data.map(({ id }) => id),
    };
  }

  test('have an address that is shown once, and are listed without it, newest first', async () => {
    const { practice, stores, manager, list, create, companyId } = await ownDesk();
    const mine = await create(manager, { employeeId: practice.vet, storeId: null });
    const ofStore = await create(manager, { storeId: stores[1], withNames: true });
    expect(mine.url).toMatch(/^https:\/\/vets\.example\/front\/feeds\/[\w-]{43}\.ics$/);
    const { data, ...page } = await list(manager);
    expect(page).toEqual({ nextCursor: null, hasMore: false, totalCount: 2 });
    const given = { createdBy: practice.vet, createdAt: expect.any(String), lastReadAt: null };
    expect(data).toEqual([
      { id: ofStore.id, employeeId: null, storeId: stores[1], withNames: true, ...given },
      { id: mine.id, employeeId: practice.vet, storeId: null, withNames: false, ...given },
    ]);
    const found: string[] = [];
    for await (const { data: page } of pagesOf((cursor) => list(manager, { limit: '1', cursor })))
      found.push(...page.map(({ id }) => id));
    expect(found).toEqual([ofStore.id, mine.id]);
    const stored = await suite().database.sql.unsafe('select * from feeds where company_id = $1::uuid', [companyId]);
    const tokens = [mine, ofStore].map(({ url }) => /([\w-]{43})\.ics/.exec(url)?.[1] ?? 'none');
    for (const token of tokens) expect(JSON.stringify(stored)).not.toContain(token);
    expect(new Set(tokens).size).toBe(2);
  });

  test('end when they are ended, once or again', async () => {
    const { database, practice, manager, create, end, ids } = await ownDesk();
    const { id, url } = await create(manager, { employeeId: practice.vet });
    const read = () => readFeed(database, /([\w-]+)\.ics$/.exec(url)?.[1] ?? '', Date.parse('2026-03-02T08:00:00Z'));
    const feed = await read();
    expect(feed?.calendar).toContain('BEGIN:VCALENDAR');
    await feed?.noteReading();
    expect(await end(manager, id)).toMatchObject({ status: 200, body: true });
    expect(await read()).toBeNull();
    expect(await end(manager, id)).toMatchObject({ status: 200, body: true });
    expect(await ids(manager)).toEqual([]);
    expectError(await end(manager, randomUUID()), 'not_found', /^id: /);
    expectError(await end(manager, 'none'), 'not_found', /^id: /);
  });

  test('are of oneself and one’s stores; a manager sees and ends those of others, too', async () => {
    const { practice, stores, as, hire, manager, nurse, create, send, end, ids } = await ownDesk();
    const byNurse = await as(nurse);
    const own = await create(byNurse, { employeeId: nurse, withNames: true });
    const ofStore = await create(byNurse, { storeId: stores[0] });
    expectError(await send(byNurse, { employeeId: practice.near }), 'insufficient_access', /practice\.write/);
    expectError(await send(byNurse, { storeId: stores[1] }), 'insufficient_access', /^storeId: /);
    expectError(await send(byNurse, { storeId: randomUUID() }), 'not_found', /^storeId: /);
    const ofNurse = await create(manager, { employeeId: nurse });
    expect(await ids(byNurse)).toEqual([ofStore.id, own.id]);
    expect(await ids(manager)).toEqual([ofNurse.id, ofStore.id, own.id]);
    expectError(await end(byNurse, ofNurse.id), 'not_found');
    expect((await end(manager, own.id)).status).toBe(200);
    expect(await ids(byNurse)).toEqual([ofStore.id]);

    // A manager of the other store alone has no access to either.
    const there = await as(await hire([stores[1]], [...read, 'practice.write']));
    expect(await ids(there)).toEqual([]);
    expectError(await send(there, { employeeId: nurse }), 'invalid_input', /^employeeId: /);
    expectError(await end(there, ofStore.id), 'not_found');
    expectError(await end(there, ofNurse.id), 'not_found');
  });

  test('are refused to who may not read what they show, and without one subject', async () => {
    const { practice, companyId, stores, as, hire, manager, send } = await ownDesk();
    for (const lacking of ['pets.read', 'clients.read'] satisfies Permission[]) {
      const some = await hire(
        [stores[0]],
        read.filter((permission) => permission !== lacking),
      );
      const feed = { employeeId: some };
      expectError(await send(await as(some), { ...feed, withNames: true }), 'insufficient_access', new RegExp(lacking));
      expect((await send(await as(some), feed)).status).toBe(200);
    }
    const blind = await hire([stores[0]], ['clients.read', 'pets.read']);
    expectError(await send(await as(blind), { employeeId: blind }), 'insufficient_access');
    expectError(await send(await as(practice.vet, true), { employeeId: practice.vet }), 'read_only_key');
    expectError(await send(manager, {}), 'invalid_input', /^employeeId: /);
    expectError(
      await send(manager, { employeeId: practice.vet, storeId: stores[0] }),
      'invalid_input',
      /^employeeId: /,
    );
    expectError(await send(manager, { employeeId: randomUUID() }), 'invalid_input', /^employeeId: /);
    expectError(await send(manager, { employeeId: practice.retiredVet }), 'invalid_input', /^employeeId: .*inactive/);
    expectError(await send(manager, { companyId: randomUUID(), employeeId: practice.vet }), 'insufficient_access');
    expect(companyId).not.toBe('');
  });

  test('are created once for an Idempotency-Key, and not at all without a public address', async () => {
    const { practice, manager, send, ids } = await ownDesk();
    const key = { 'Idempotency-Key': 'one' };
    const feed = { employeeId: practice.vet };
    const { id } = createdFeedSchema.parse((await send(manager, feed, key)).body);
    expectError(await send(manager, feed, key), 'already_issued', new RegExp(id));
    expect(await ids(manager)).toEqual([id]);
    const closed = await ownDesk(null);
    expectError(await closed.send(closed.manager, { employeeId: closed.practice.vet }), 'no_public_url');
    expect(await closed.ids(closed.manager)).toEqual([]);
  });
});
