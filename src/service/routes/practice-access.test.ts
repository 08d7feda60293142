import fc from 'fast-check';
import { expect, test } from 'vitest';
import { employeePageSchema } from '#contract/clients-pets-staff.ts';
import { permissionSets } from '#contract/permissions.ts';
import { practiceEndpoints } from '#contract/practice-endpoints.ts';
import { issuedKeySchema } from '#contract/practice-management.ts';
import { type OwnPractice, ownPractice } from '#testing/managed-practice.ts';
import { addEmployee, addPractice, keyOf } from '#testing/practice-rows.ts';
import type { ServiceClient } from '#testing/service.ts';
import { expectError } from '#testing/service-errors.ts';
import { describeService } from '#testing/suite.ts';

type ManagementOperation = keyof typeof practiceEndpoints;
const managementOperations = Object.keys(practiceEndpoints) as ManagementOperation[];

const aClient = { kind: 'client', firstName: 'N', lastName: 'N', email: null, phone: null };

/** For each operation the id in its path and an input with which a manager succeeds. */
function requestsOf({ practice, companyId }: OwnPractice, keyId: string) {
  const [storeId] = practice.stores;
  const [[room]] = practice.rooms;
  return {
    changeCompany: [companyId, { name: 'New' }],
    createStore: ['', { name: 'New', timeZone: 'UTC', openingHours: [] }],
    changeStore: [storeId, { name: 'Newer' }],
    createRoom: ['', { storeId, name: 'New' }],
    changeRoom: [room, { position: 1 }],
    deleteRoom: [room, {}],
    createAppointmentType: ['', { name: 'New', category: 'other', durationMinutes: 5 }],
    changeAppointmentType: [practice.visitType, { name: 'Newer' }],
    createEmployee: ['', { firstName: 'N', lastName: 'N', role: 'vet', storeIds: [storeId], permissions: [] }],
    getEmployee: [practice.near, {}],
    changeEmployee: [practice.near, { firstName: 'New' }],
    listKeys: [practice.near, {}],
    issueKey: [practice.near, { access: 'read_only' }],
    revokeKey: [keyId, {}],
    importRecords: ['', { source: 'Old', dryRun: false, lines: [{ ...aClient, key: '1' }] }],
    exportPractice: ['', { file: 'clients' }],
    listPracticeHistory: ['', {}],
  } satisfies Record<ManagementOperation, readonly [id: string, input: object]>;
}

async function ask(client: ServiceClient, name: ManagementOperation, [id, input]: readonly [string, object]) {
  const { method, path } = practiceEndpoints[name];
  const at = path.replace('{id}', id);
  if (method === 'POST') return client.post(at, input);
  if (method === 'PATCH') return client.patch(at, input);
  const query = Object.fromEntries(Object.entries(input));
  return method === 'GET' ? client.get(at, query) : client.delete(at, query);
}

describeService('managing a practice is refused for', (suite) => {
  test('keys without the permission, read-only keys, and keys of another company', async () => {
    const own = await ownPractice(suite());
    const { client, companyId, practice, database, service, history } = own;
    const issued = await client.post(`/v1/employees/${practice.near}/keys`, { companyId, access: 'read_write' });
    const key = issuedKeySchema.parse(issued.body);
    const worker = await addEmployee(database, {
      companyId,
      storeIds: practice.stores,
      permissions: permissionSets.book,
    });
    const without = await own.as(worker);
    const reader = await own.as(practice.vet, true);
    const stranger = service.client(await keyOf(database, (await addPractice(database)).vet));
    const withoutKey = service.client(null);
    const noted = await history();
    const requests = requestsOf(own, key.id);
    for (const name of managementOperations) {
      const [id, input] = requests[name];
      const request = [id, { companyId, ...input }] as const;
      expectError(await ask(withoutKey, name, request), 'authorization_required');
      expectError(await ask(without, name, request), 'insufficient_access', /permission practice\.write/);
      expectError(await ask(stranger, name, request), 'insufficient_access', /companyId/);
      const read = await ask(reader, name, request);
      if (practiceEndpoints[name].method === 'GET') expect(read.status).toBe(200);
      else expectError(read, 'read_only_key');
    }
    expect(await history()).toEqual(noted);
    for (const [one, seesPermissions] of [
      [client, true],
      [reader, true],
      [without, false],
    ] as const) {
      const { data } = employeePageSchema.parse((await one.get('/v1/employees', { companyId })).body);
      expect(data.map((employee) => 'permissions' in employee)).toEqual(data.map(() => seesPermissions));
    }
    for (const name of managementOperations) {
      const [id, input] = requests[name];
      const answer = await ask(client, name, [id, { companyId, ...input }]);
      expect([name, answer.status]).toEqual([name, 200]);
    }
  });
});

const may = ['practice.write', 'pets.read', 'clients.read'] as const;

/** An employee in the plain model; stores are the numbers 0 and 1. */
interface Person {
  permissions: readonly string[];
  stores: readonly number[];
  isActive: boolean;
  /** Whether their key is accepted. */
  hasKey: boolean;
}

type Act =
  | { kind: 'add'; permissions: readonly string[]; stores: readonly number[] }
  | { kind: 'permissions'; target: number; permissions: readonly string[] }
  | { kind: 'stores'; target: number; stores: readonly number[] }
  | { kind: 'isActive'; target: number; isActive: boolean }
  | { kind: 'key'; target: number };

const isWithin = <Item>(part: readonly Item[], whole: readonly Item[]) => part.every((item) => whole.includes(item));
const manages = ({ isActive, permissions }: Person) => isActive && permissions.includes('practice.write');

/** What section 5 requires for an act, in its order of checks: the status, and the resulting employees. */
function judge(people: readonly Person[], actor: Person, act: Act): { status: number; people: readonly Person[] } {
  const refused = (status: number) => ({ status, people });
  if (!actor.hasKey || !actor.isActive) return refused(401);
  if (!actor.permissions.includes('practice.write')) return refused(403);
  if ('stores' in act && !isWithin(act.stores, actor.stores)) return refused(403);
  if (act.kind === 'add') return refused(isWithin(act.permissions, actor.permissions) ? 200 : 403);
  const before = people[act.target]!;
  if (!before.stores.some((store) => actor.stores.includes(store))) return refused(404);
  const isBeyond = !isWithin(before.stores, actor.stores) || !isWithin(before.permissions, actor.permissions);
  if (act.kind === 'key') return refused(isBeyond ? 403 : before.isActive ? 200 : 400);
  const { kind: _, target, ...change } = act;
  const changed = { ...before, ...change };
  const same = (one: readonly unknown[], two: readonly unknown[]) =>
    isWithin(one, two as []) && isWithin(two, one as []);
  const isSame =
    same(changed.permissions, before.permissions) &&
    same(changed.stores, before.stores) &&
    changed.isActive === before.isActive;
  if (isSame) return refused(200);
  if (isBeyond) return refused(403);
  if (act.kind === 'permissions' && !isWithin(act.permissions, actor.permissions)) return refused(403);
  if (manages(before) && !manages(changed) && people.filter(manages).length === 1) return refused(409);
  const after = { ...changed, hasKey: changed.hasKey && changed.isActive === before.isActive };
  return { status: 200, people: people.with(target, after) };
}

const some = <Item>(items: readonly Item[], minLength = 0) => fc.subarray([...items], { minLength });
const rights = { permissions: some(may), stores: some([0, 1], 1) };
const target = fc.nat(3);
const acts: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), ...rights }),
  fc.record({ kind: fc.constant('permissions' as const), target, permissions: rights.permissions }),
  fc.record({ kind: fc.constant('stores' as const), target, stores: rights.stores }),
  fc.record({ kind: fc.constant('isActive' as const), target, isActive: fc.boolean() }),
  fc.record({ kind: fc.constant('key' as const), target }),
);

describeService('permissions to change employees', (suite) => {
  test('matches a simple model for changes by any person', async () => {
    const { database, service } = suite();
    const oneOf = (permissions: readonly string[], stores: readonly number[]): Person => ({
      ...{ permissions, stores, isActive: true, hasKey: true },
    });
    const statuses = new Set<number>();
    const run = fc.asyncProperty(
      fc.array(fc.record(rights), { minLength: 3, maxLength: 3 }),
      fc.array(fc.tuple(target, acts), { minLength: 1, maxLength: 12 }),
      async (others, steps) => {
        const { companyId, stores } = await addPractice(database);
        await database.sql`delete from employees where company_id = ${companyId}::uuid`;
        const idsOf = (numbers: readonly number[]) => numbers.map((store) => stores[store] ?? '');
        let people: readonly Person[] = [
          oneOf(may, [0, 1]),
          ...others.map((other) => oneOf([...new Set(['practice.write', ...other.permissions])], other.stores)),
        ];
        const ids: string[] = [];
        const clients: ServiceClient[] = [];
        for (const person of people) {
          const { permissions } = person;
          const id = await addEmployee(database, { companyId, storeIds: idsOf(person.stores), permissions });
          ids.push(id);
          clients.push(service.client(await keyOf(database, id)));
        }
        for (const [actor, act] of steps) {
          const expected = judge(people, people[actor]!, act);
          const client = clients[actor]!;
          const path = `/v1/employees/${'target' in act ? ids[act.target] : ''}`;
          const answer =
            act.kind === 'add'
              ? await client.post('/v1/employees', {
                  ...{ companyId, firstName: 'N', lastName: 'N', role: 'vet' },
                  ...{ storeIds: idsOf(act.stores), permissions: act.permissions },
                })
              : act.kind === 'key'
                ? await client.post(`${path}/keys`, { companyId, access: 'read_only' })
                : await client.patch(path, {
                    companyId,
                    ...(act.kind === 'permissions' && { permissions: act.permissions }),
                    ...(act.kind === 'stores' && { storeIds: idsOf(act.stores) }),
                    ...(act.kind === 'isActive' && { isActive: act.isActive }),
                  });
          expect(answer.status, JSON.stringify([people, actor, act, answer.body])).toBe(expected.status);
          statuses.add(answer.status);
          people = expected.people;
        }
        const stored = await database.sql<{ active: boolean; stores: number; may: string }[]>`
          select is_active as active, cardinality(store_ids) as stores, array_to_string(permissions, ' ') as may
          from employees where id = any(${`{${ids.join()}}`}::uuid[]) order by array_position(${`{${ids.join()}}`}::uuid[], id)`;
        expect(stored.map((row) => [row.active, row.stores, row.may.split(' ').filter(Boolean).sort()])).toEqual(
          people.map((person) => [person.isActive, person.stores.length, [...person.permissions].sort()]),
        );
      },
    );
    await fc.assert(run, { numRuns: 25 });
    // Rarer outcomes depend on chance.
    expect([...statuses]).toEqual(expect.arrayContaining([200, 403]));
  });
});
