import { sealData } from 'iron-session';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type DeskSession, deskSessionSchema } from '#contract/desk.ts';
import { permissionSets } from '#contract/permissions.ts';
import { practiceEndpoints } from '#contract/practice-endpoints.ts';
import type { Gateway } from '#gateway/gateway.ts';
import type { Database } from '#service/db/database.ts';
import { createService } from '#service/service.ts';
import { browserAt } from '#testing/browser-with-cookies.ts';
import { openSharedMemoryDatabase } from '#testing/databases.ts';
import { withSignIn } from '#testing/gateway-harness.ts';
import { createServiceGateway } from '#testing/gateways.ts';
import { clientLine, employeeLine } from '#testing/import-lines.ts';
import { addEmployee, addPractice, keyOf, type TestPractice } from '#testing/practice-rows.ts';
import { createKeyHasher, type SignInKeyring } from './keyring.ts';

const MINUTE_MS = 60_000;

let database: Database;
let practice: TestPractice;
let managers: [mine: string, theirs: string];
let booker: string;
beforeAll(async () => {
  database = await openSharedMemoryDatabase();
  practice = await addPractice(database);
  const { companyId, stores: storeIds, vet } = practice;
  const books = await addEmployee(database, { companyId, storeIds, permissions: permissionSets.book });
  managers = [await keyOf(database, vet), await keyOf(database, vet)];
  booker = await keyOf(database, books);
});
afterAll(() => database.close());

let now: number;
/** The number of requests that the practice API received. */
let forwarded: number;
beforeEach(() => {
  now = Date.UTC(2026, 10, 23, 8);
});

/** A gateway in front of the whole practice API. Its clock only moves when advanced by the test. */
function withGateway(use: (gateway: Gateway, keyring: SignInKeyring) => Promise<void>): Promise<void> {
  return withSignIn(async (keyring) => {
    const service = createService({ database, clock: () => now });
    const gateway = createServiceGateway({
      service: {
        follow: service.follow,
        fetch(request) {
          forwarded += 1;
          return service.fetch(request);
        },
      },
      ...{ keyring, clock: () => now },
    });
    await gateway.start();
    await use(gateway, keyring);
  });
}

async function signIn(gateway: Gateway, apiKey: string, name?: string) {
  const browser = browserAt(gateway);
  const response = await browser.request('POST', '/desk/session', { apiKey, name });
  expect(response.status).toBe(200);
  return { ...browser, session: deskSessionSchema.parse(await response.json()) };
}

type Browser = ReturnType<typeof browserAt>;
const ask = async (browser: Browser, method: string, path: string, body?: object) => {
  const response = await browser.request(method, `/api/v1${path}`, body && { companyId: practice.companyId, ...body });
  const { message } = z
    .object({ message: z.string().optional() })
    .catch({})
    .parse(await response.json());
  return [response.status, message];
};
const confirm = async (browser: Browser, apiKey: unknown) =>
  (await browser.request('POST', '/desk/session/confirm', { apiKey })).status;

const person = { firstName: 'Zoë', lastName: 'Berg', role: 'nurse', permissions: ['pets.read'] };
/** Requests that give someone access to the practice, or remove it. */
const lettingIn = (): [method: string, path: string, body: object][] => [
  ['POST', '/employees', { ...person, storeIds: practice.stores }],
  ['POST', `/employees/${practice.near}/keys`, { access: 'read_only' }],
  ['PATCH', `/employees/${practice.near}`, { permissions: ['pets.read'] }],
  ['PATCH', `/employees/${practice.near}`, { storeIds: practice.stores }],
  ['PATCH', `/employees/${practice.near}`, { lastName: 'Lee', isActive: true }],
  ['POST', '/practice/import', { ...anImport, lines: [clientLine('1'), employeeLine('1', practice.stores)] }],
];
const anImport = { source: 'Old system', dryRun: false };

describe('a person who gives others access', () => {
  it('must have typed their key within the last ten minutes, or types it again', () =>
    withGateway(async (gateway) => {
      const browser = await signIn(gateway, managers[0]);
      now += 10 * MINUTE_MS - 1;
      for (const [method, path, body] of lettingIn())
        expect(await ask(browser, method, path, body)).toEqual([200, undefined]);
      now += 1;
      forwarded = 0;
      for (const [method, path, body] of lettingIn()) {
        expect(await ask(browser, method, path, body)).toEqual([403, 'confirm_key']);
      }
      expect(await ask(browser, 'PATCH', `/employees/${practice.near}`)).toEqual([403, 'confirm_key']);
      for (const unclear of [
        undefined,
        anImport,
        { ...anImport, lines: [{}] },
        { ...anImport, dryRun: 'true', lines: [] },
      ])
        expect(await ask(browser, 'POST', '/practice/import', unclear)).toEqual([403, 'confirm_key']);
      expect(forwarded).toBe(0);
      const people = [employeeLine('1', practice.stores)];
      for (const harmless of [
        { ...anImport, dryRun: true, lines: people },
        { ...anImport, lines: [clientLine('1')] },
      ])
        expect(await ask(browser, 'POST', '/practice/import', harmless)).toEqual([200, undefined]);
      expect(await ask(browser, 'PATCH', `/employees/${practice.near}`, { firstName: 'Kim' })).toEqual([
        200,
        undefined,
      ]);
      expect(await ask(browser, 'PATCH', `/stores/${practice.stores[0]}`, { name: `Store ${now}` })).toEqual([
        200,
        undefined,
      ]);

      const before = browser.cookie();
      expect(await confirm(browser, managers[0])).toBe(200);
      for (const [method, path, body] of lettingIn())
        expect(await ask(browser, method, path, body)).toEqual([200, undefined]);
      // The previous cookie is invalid, and so is every copy of it.
      const copy = browserAt(gateway);
      copy.steal(before);
      expect(await ask(copy, ...lettingIn()[0]!)).toEqual([401, 'authorization_required']);
      now += 10 * MINUTE_MS;
      expect(await ask(browser, ...lettingIn()[0]!)).toEqual([403, 'confirm_key']);
    }));

  it('must type it again to revoke a key, too', () =>
    withGateway(async (gateway) => {
      const browser = await signIn(gateway, managers[0]);
      const issued = await browser.request('POST', `/api/v1/employees/${practice.near}/keys`, {
        companyId: practice.companyId,
        access: 'read_only',
      });
      const { id } = z.object({ id: z.string() }).parse(await issued.json());
      const revoke = () => ask(browser, 'DELETE', `/keys/${id}?companyId=${practice.companyId}`);
      now += 10 * MINUTE_MS;
      forwarded = 0;
      expect(await revoke()).toEqual([403, 'confirm_key']);
      expect(forwarded).toBe(0);
      expect(await confirm(browser, managers[0])).toBe(200);
      expect(await revoke()).toEqual([200, undefined]);
    }));

  it('must type the key of this session, and is slowed down while guessing', () =>
    withGateway(async (gateway) => {
      const browser = await signIn(gateway, managers[0]);
      now += 10 * MINUTE_MS;
      expect(await confirm(browserAt(gateway), managers[0])).toBe(401);
      expect(await confirm(browser, '')).toBe(400);
      for (const other of [booker, managers[1], ...Array<string>(8).fill('wrong')])
        expect(await confirm(browser, other)).toBe(401);
      expect(await ask(browser, ...lettingIn()[0]!)).toEqual([403, 'confirm_key']);
      expect(await confirm(browser, managers[0])).toBe(429);
      // The session itself stays open.
      expect(await ask(browser, 'GET', '/companies')).toEqual([200, undefined]);
    }));

  it('must type it with a cookie of an earlier release, whose key only the gateway’s secret seals', () =>
    withGateway(async (gateway, { sessionSecret: password, sessions }) => {
      const [id, key] = ['of-an-earlier-release', managers[0]];
      await sessions.open({ id, keyHash: createKeyHasher(password)(key), secret: '', expiresAt: now + MINUTE_MS }, now);
      const browser = browserAt(gateway);
      browser.steal(`frontdesk=${await sealData({ id, key, name: null }, { password, ttl: 0 })}`);
      expect(await (await browser.request('GET', '/desk/session')).json()).toMatchObject({ signedIn: false });
      expect(await ask(browser, 'GET', '/companies')).toEqual([401, 'authorization_required']);
    }));
});

const managed = ({ capabilities }: DeskSession) =>
  Object.keys(capabilities).filter((name) => Object.hasOwn(practiceEndpoints, name));

describe('a person who exports the practice', () => {
  const exporting = (): [method: string, path: string] => [
    'GET',
    `/practice/export?companyId=${practice.companyId}&file=clients`,
  ];

  it('must have typed their key within the last ten minutes, or types it again', () =>
    withGateway(async (gateway) => {
      const browser = await signIn(gateway, managers[0]);
      expect(browser.session.capabilities).toHaveProperty('exportPractice');
      expect(await ask(browser, ...exporting())).toEqual([200, undefined]);
      now += 10 * MINUTE_MS;
      forwarded = 0;
      expect(await ask(browser, ...exporting())).toEqual([403, 'confirm_key']);
      expect(forwarded).toBe(0);
      expect(await confirm(browser, managers[0])).toBe(200);
      expect(await ask(browser, ...exporting())).toEqual([200, undefined]);
    }));

  it.each([
    ['does not with a shared key', { access: 'shared' }, 404],
    ['does in the demo, which no one types a key for', { access: 'sign_in' }, 200],
  ] as const)('%s', (_, { access }, status) =>
    withSignIn(async (signInKeyring) => {
      const service = createService({ database, clock: () => now });
      const key = managers[0];
      const gateway = createServiceGateway({
        service,
        keyring: access === 'shared' ? { access, key: () => key } : signInKeyring,
        ...{ databaseContent: async () => 'demo', demoKey: async () => key },
        clock: () => now,
      });
      await gateway.start();
      const browser = browserAt(gateway);
      const { capabilities } = deskSessionSchema.parse(await (await browser.request('GET', '/desk/session')).json());
      expect(Object.hasOwn(capabilities, 'exportPractice')).toBe(status === 200);
      expect(Object.keys(capabilities)).not.toContainEqual(expect.stringMatching(/Keys?$/));
      expect((await ask(browser, ...exporting()))[0]).toBe(status);
    }),
  );
});

describe('the session', () => {
  it('contains people’s names as in the practice, and whether they manage it', () =>
    withGateway(async (gateway) => {
      const manager = await signIn(gateway, managers[0], 'someone else');
      expect(manager.session).toMatchObject({ name: "Élodie O'Malley", canWrite: true });
      expect(managed(manager.session)).toContain('issueKey');
      // It does not appear in the session of a person without permission.
      const { session } = await signIn(gateway, booker);
      expect(session).toMatchObject({ name: 'Kim Lee', canWrite: true, capabilities: { createClient: {} } });
      expect(managed(session)).toEqual([]);
      const reader = await keyOf(database, practice.vet, true);
      const { session: reading } = await signIn(gateway, reader);
      expect(reading.canWrite).toBe(false);
      expect(Object.keys(reading.capabilities).filter((name) => /^(?:create|change|delete)/.test(name))).toEqual([]);
    }));

  it('offers the operations of the plan that the person may use', () =>
    withGateway(async (gateway) => {
      const { companyId, stores: storeIds } = practice;
      const offeredWith = async (permissions: readonly string[], readOnly = false) => {
        const employee = await addEmployee(database, { companyId, storeIds, permissions });
        const { session } = await signIn(gateway, await keyOf(database, employee, readOnly));
        return Object.keys(session.capabilities).filter((name) => name.endsWith('Availability'));
      };
      const all = ['listAvailability', 'changeAvailability'];
      expect(await offeredWith(permissionSets.book)).toEqual(all);
      expect(await offeredWith(permissionSets.book, true)).toEqual(['listAvailability']);
      expect(await offeredWith(permissionSets.view)).toEqual(['listAvailability']);
      const booking = permissionSets.book.filter((permission) => permission !== 'availability.write');
      expect(await offeredWith(booking)).toEqual(['listAvailability']);
      expect(await offeredWith(['availability.write'])).toEqual(all.slice(1));
    }));

  it('reflects a manager’s change of a person at once, and a change made elsewhere within ten minutes', () =>
    withGateway(async (gateway) => {
      const { companyId, stores: storeIds } = practice;
      const employee = await addEmployee(database, { companyId, storeIds, permissions: permissionSets.view });
      const other = await signIn(gateway, await keyOf(database, employee));
      const theirs = async () => {
        const session = deskSessionSchema.parse(await (await other.request('GET', '/desk/session')).json());
        return { name: session.name, manages: managed(session).length > 0 };
      };
      expect(await theirs()).toEqual({ name: 'Kim Lee', manages: false });
      const manager = await signIn(gateway, managers[0]);
      const change = { lastName: 'Young', permissions: permissionSets.manage };
      expect(await ask(manager, 'PATCH', `/employees/${employee}`, change)).toEqual([200, undefined]);
      expect(await theirs()).toEqual({ name: 'Kim Young', manages: true });

      await database.sql`update employees set permissions = '{appointments.read}' where id = ${employee}::uuid`;
      expect(await theirs()).toMatchObject({ manages: true });
      // A refusal makes the gateway read the rights again.
      const renamed = await ask(other, 'PATCH', `/stores/${storeIds[0]}`, { name: 'Ours' });
      expect(renamed).toEqual([403, 'insufficient_access']);
      expect(await theirs()).toMatchObject({ manages: false });
    }));
});

describe('desks that share a key', () => {
  it('may change the practice and add people, but neither give nor remove access', async () => {
    const service = createService({ database, clock: () => now });
    const gateway = createServiceGateway({
      service,
      ...{ keyring: { access: 'shared', key: () => managers[0] }, clock: () => now },
    });
    await gateway.start();
    const browser = browserAt(gateway);
    const { capabilities } = deskSessionSchema.parse(await (await browser.request('GET', '/desk/session')).json());
    expect(Object.keys(capabilities)).toEqual(
      expect.arrayContaining(['changeCompany', 'createRoom', 'createEmployee', 'importRecords']),
    );
    expect(Object.keys(capabilities)).not.toEqual(expect.arrayContaining([expect.stringMatching(/Keys?$/)]));
    expect(capabilities.changeEmployee?.fields).toEqual(expect.arrayContaining(['firstName', 'lastName', 'role']));
    expect(capabilities.changeEmployee?.fields).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:permissions|storeIds|isActive)$/)]),
    );

    const outcomes: unknown[] = [];
    for (const [method, path, body] of lettingIn()) outcomes.push(await ask(browser, method, path, body));
    const [created, issued, ...others] = outcomes;
    expect([created, others.at(-1)]).toEqual([
      [200, undefined],
      [200, undefined],
    ]);
    expect(issued).toEqual([404, 'not_found']);
    expect(others.slice(0, -1)).toEqual(Array(3).fill([403, 'confirm_key']));
    expect(await ask(browser, 'PATCH', `/stores/${practice.stores[0]}`, { name: `Store ${now}` })).toEqual([
      200,
      undefined,
    ]);
  });
});
