import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresSocket } from '#service/db/postgres-socket.ts';
import { browserAt } from '#testing/browser-with-cookies.ts';
import { createPostgresDatabase } from '#testing/databases.ts';
import { createGatewayHarness, type GatewayHarness, gatewayOrigin } from '#testing/gateway-harness.ts';
import schema from './schema.sql?raw';
import { endSharedSessions, openSharedState, type SharedState } from './shared-state.ts';

const SECRET = 'a secret of at least thirty-two characters';
const PAGE = { data: [], nextCursor: null, hasMore: false, totalCount: 0 };

let url: string;
let states: SharedState[];
let sql: postgres.Sql;

const open = (proposal = SECRET) => openSharedState({ server: { url }, proposeSecret: async () => proposal });

beforeAll(async () => {
  url = await createPostgresDatabase();
  // All at once on an empty database: each creates the missing tables.
  states = await Promise.all([open('one '.repeat(10)), open('two '.repeat(10)), open()]);
  sql = postgres(url, { max: 4, fetch_types: false });
});
afterAll(async () => {
  await Promise.all(states.map((state) => state.close()));
  await sql.end();
});

describe('gateways that share a PostgreSQL', () => {
  it('agree on one secret, and retain it', async () => {
    const [first] = states;
    expect(new Set(states.map(({ secret }) => secret)).size).toBe(1);
    const later = await open('another '.repeat(10));
    expect(later.secret).toBe(first!.secret);
    await later.close();
    const own = await openSharedState({ server: { url }, sessionSecret: SECRET, proposeSecret: async () => 'unused' });
    expect(own.secret).toBe(SECRET);
    await own.close();
  });

  it('install the schema once, even if one waits for another that installs it', async () => {
    const own = await createPostgresDatabase();
    const first = postgres(own, { max: 2, fetch_types: false, onnotice: () => {} });
    const waits = async () => {
      const [row] = await first`
        select count(*)::int as locks from pg_locks
        where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`;
      return row?.['locks'];
    };
    let opened: Promise<SharedState> | undefined;
    await first.begin(async (transaction) => {
      await transaction`select pg_advisory_xact_lock(4100000002)`;
      // On its only connection it checks whether the schema exists, and then waits.
      opened = openSharedState({ server: { url: own }, connections: 1, proposeSecret: async () => SECRET });
      await expect.poll(waits).toBe(1);
      await transaction.unsafe(schema);
    });
    const later = await opened;
    expect(later?.secret).toBe(SECRET);
    await later?.close();
    await first.end();
  });

  it('preserve the tables that a gateway of an earlier release needs, which may still run beside them', async () => {
    const own = await createPostgresDatabase();
    const earlier = postgres(own, { max: 1, fetch_types: false, onnotice: () => {} });
    await earlier.unsafe(`
      create schema frontdesk_gateway;
      create table frontdesk_gateway.secrets (name text primary key, value text not null);
      insert into frontdesk_gateway.secrets values ('session', 'the secret of the earlier gateway');
      create table frontdesk_gateway.sessions (id_hash text primary key, key_hash text not null, expires_at timestamptz not null);
      insert into frontdesk_gateway.sessions values ('hash', 'key', now() + interval '1 day');
      create table frontdesk_gateway.wrong_keys (key varchar(255) primary key, points integer not null default 0, expire bigint);
      create table frontdesk_gateway.counted (key_hash text primary key, version uuid not null, counted jsonb not null);
      create function frontdesk_gateway.replace_counted() returns integer language sql as 'select 1';
      comment on schema frontdesk_gateway is 'an earlier version'`);
    const state = await openSharedState({ server: { url: own }, proposeSecret: async () => SECRET });
    expect(state.secret).toBe('the secret of the earlier gateway');
    await state.sessions.open(
      { id: 'browser', keyHash: 'key', secret: 'secret', expiresAt: Date.now() + 60_000 },
      Date.now(),
    );
    expect(await state.sessions.use('browser', Date.now())).toMatchObject({ secret: 'secret', lockMinutes: null });
    expect(
      await earlier`
      select frontdesk_gateway.replace_counted() as answer, obj_description('frontdesk_gateway'::regnamespace) as version,
        (select count(*)::int from frontdesk_gateway.counted) + (select count(*)::int from frontdesk_gateway.wrong_keys) as rows`,
    ).toEqual([{ answer: 1, version: 'an earlier version', rows: 0 }]);
    await state.close();
    await earlier.end();
  });

  it('can be used by a database user without permission to create anything', async () => {
    const own = await createPostgresDatabase();
    const owner = postgres(own, { max: 1, fetch_types: false, onnotice: () => {} });
    await owner.unsafe(schema);
    const guest = new URL(own);
    guest.username = `guest_${guest.pathname.slice(1)}`;
    await owner.unsafe(`
      create role ${guest.username} login;
      grant usage on schema frontdesk_gateway to ${guest.username};
      grant select, insert, update, delete on all tables in schema frontdesk_gateway to ${guest.username}`);
    const state = await openSharedState({ server: { url: guest.href }, proposeSecret: async () => SECRET });
    expect(state.secret).toBe(SECRET);
    await state.close();
    await owner.unsafe(`drop owned by ${guest.username}; drop role ${guest.username}`);
    await owner.end();
  });
});

describe('two gateways on one PostgreSQL', () => {
  const [alice, bob] = ['fd_alice-key-0123456789', 'fd_bob-key-0123456789'];
  const keys = new Set([alice, bob]);
  const service = (request: Request) => {
    const key = request.headers.get('authorization')?.slice('Bearer '.length) ?? '';
    if (!keys.has(key)) return Response.json({ message: 'authorization_required' }, { status: 401 });
    return request.method === 'GET' ? Response.json(PAGE) : Response.json({ message: 'refused' }, { status: 400 });
  };
  const gatewayOn = (state: SharedState) =>
    createGatewayHarness({
      service,
      keyring: { access: 'sign_in', sessionSecret: state.secret, sessions: state.sessions, pins: state.pins },
      clock: Date.now,
    });

  async function withGateways(use: (one: GatewayHarness, two: GatewayHarness) => Promise<void>): Promise<void> {
    const [one, two] = await Promise.all([gatewayOn(states[0]!), gatewayOn(states[1]!)]);
    await use(one, two);
    await Promise.all([one.close(), two.close()]);
  }
  const send = (at: GatewayHarness, method: string, path: string, cookie = '', body?: unknown) =>
    at.gateway.request(`${gatewayOrigin}${path}`, {
      method,
      headers: { cookie, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  async function signIn(at: GatewayHarness, apiKey: string): Promise<string> {
    const response = await send(at, 'POST', '/desk/session', '', { apiKey });
    expect(response.status).toBe(200);
    return response.headers.get('set-cookie')?.split(';')[0] ?? '';
  }

  it('know the same people, who stay signed in when one of the two stops', () =>
    withGateways(async (one, two) => {
      const [stays, leaves] = [await signIn(one, alice), await signIn(one, bob)];
      await one.close();
      expect((await send(two, 'GET', '/api/v1/companies', stays)).status).toBe(200);
      await send(two, 'DELETE', '/desk/session', leaves);
      expect((await send(two, 'GET', '/api/v1/companies', leaves)).status).toBe(401);
      const restarted = await gatewayOn(states[2]!);
      expect((await send(restarted, 'GET', '/api/v1/companies', stays)).status).toBe(200);
      expect((await send(restarted, 'GET', '/api/v1/companies', leaves)).status).toBe(401);
      await restarted.close();
    }));

  it('have no session left after all were ended', async () => {
    const own = await createPostgresDatabase();
    await endSharedSessions({ url: own });
    const state = await openSharedState({ server: { url: own }, proposeSecret: async () => SECRET });
    await state.sessions.open(
      { id: 'a browser', keyHash: 'own', secret: '', expiresAt: Date.now() + 60_000 },
      Date.now(),
    );
    await endSharedSessions({ url: own });
    expect(await state.sessions.use('a browser', Date.now())).toBeNull();
    await state.close();
  });

  it('look up open sessions together', async () => {
    const [{ sessions }, { sessions: others }] = [states[0]!, states[1]!];
    const expiresAt = Date.now() + 60_000;
    for (const id of ['first', 'second', 'third'])
      await sessions.open({ id, keyHash: 'own', secret: '', expiresAt }, Date.now());
    await others.close('second');
    const candidates = ['first', 'second', 'third', 'unknown'].map((id) => ({ id, keyHash: 'own' }));
    expect(await others.findOpen(candidates, Date.now())).toEqual(new Set(['first', 'third']));
    expect(await others.findOpen([{ id: 'first', keyHash: 'other' }], Date.now())).toEqual(new Set());
    expect(await sessions.findOpen(candidates, expiresAt)).toEqual(new Set());
  });

  it('end a session that has sent nothing for its lock time, and the sessions of a person with any key', async () => {
    const [{ sessions }, { sessions: others }] = [states[0]!, states[1]!];
    const [now, minute] = [Date.now(), 60_000];
    const open = (id: string, keyHash: string) =>
      sessions.open({ id, keyHash, secret: `secret of ${id}`, expiresAt: now + 60 * minute }, now);
    for (const id of ['locks', 'stays']) await open(id, 'a key');
    await others.update('locks', { employeeId: 'ann', lockMinutes: 5 });
    await others.update('stays', { employeeId: 'ann', lockMinutes: null });
    expect(await sessions.use('locks', now + 4 * minute)).toEqual({
      keyHash: 'a key',
      secret: 'secret of locks',
      employeeId: 'ann',
      lockMinutes: 5,
    });
    const both = ['locks', 'stays'].map((id) => ({ id, keyHash: 'a key' }));
    expect(await others.findOpen(both, now + 9 * minute - 1)).toEqual(new Set(['locks', 'stays']));
    expect(await others.findOpen(both, now + 9 * minute)).toEqual(new Set(['stays']));
    expect(await others.use('locks', now + 9 * minute)).toBeNull();
    expect(await sql`select from frontdesk_gateway.sessions where secret = 'secret of locks'`).toHaveLength(0);
    await open('other key', 'another key');
    await sessions.update('other key', { employeeId: 'ann', lockMinutes: null });
    await open('colleague', 'their key');
    await others.closeAll({ employeeId: 'ann' });
    const left = await Promise.all(['stays', 'other key', 'colleague'].map((id) => sessions.use(id, now)));
    expect(left.map((found) => found !== null)).toEqual([false, false, true]);
  });

  it('count all wrong attempts since the key was typed, even with correct ones in between', async () => {
    const [{ pins }, { pins: others }] = [states[0]!, states[1]!];
    const which = { deviceHash: 'guessed', person: 'ann' };
    const used = { usedAt: Date.now(), deviceUsedAt: Date.now(), sessionHash: 'a session' };
    const stored = {
      name: 'Ann',
      employeeId: null,
      keyHash: 'a key',
      sealed: 'a key',
      browser: null,
      createdAt: Date.now(),
    };
    await pins.set({ ...which, ...used, ...stored, earlierAttempts: 0, lockMinutes: null });
    const signIn = async (by: 'key' | 'pin') => {
      const [{ id } = { id: '' }] = await pins.list(which, 0);
      expect(await others.recordSignIn(id, by, used)).toBe(true);
    };
    const tries = async () => {
      let count = 0;
      while ((await (count % 2 === 0 ? pins : others).attempt(which)) !== null) count += 1;
      return count;
    };
    for (let nth = 0; nth < 3; nth += 1) {
      expect(await tries()).toBe(5);
      await signIn('pin');
    }
    expect((await pins.list(which, 0))[0]).toMatchObject({ attempts: 0, earlierAttempts: 12, lockMinutes: null });
    expect(await tries()).toBe(5);
    await signIn('pin');
    expect(await tries()).toBe(4);
    expect(await pins.attempt(which)).toBeNull();
    await signIn('key');
    expect(await tries()).toBe(5);
    expect(await pins.recordSignIn('unknown', 'key', used)).toBe(false);
    await pins.remove(which);
  });

  it('end every session of a key when one of them sees it refused', () =>
    withGateways(async (one, two) => {
      const [here, there] = [await signIn(one, bob), await signIn(two, bob)];
      keys.delete(bob);
      expect((await send(one, 'GET', '/api/v1/pets?companyId=c', here)).status).toBe(401);
      expect(await (await send(two, 'GET', '/desk/session', there)).json()).toMatchObject({ signedIn: false });
      keys.add(bob);
    }));

  it('share the count of PIN attempts', () =>
    withGateways(async (one, two) => {
      const browser = browserAt(one.gateway);
      const elsewhere = browserAt(two.gateway);
      const { person } = await (
        await browser.request('POST', '/desk/session', { apiKey: alice, name: 'Alice' })
      ).json();
      expect((await browser.request('POST', '/desk/pin', { pin: '284617', by: { apiKey: alice } })).status).toBe(200);
      elsewhere.steal(browser.cookie());
      const open = (at: typeof browser, pin: string) => at.request('POST', '/desk/session/pin', { person, pin });
      expect((await open(elsewhere, '284617')).status).toBe(200);
      const guesses = [browser, elsewhere, browser, elsewhere, browser, elsewhere].map((at) => open(at, '170392'));
      const refusals = await Promise.all(guesses.map(async (guess) => (await (await guess).json()).message));
      expect(refusals.sort()).toEqual(['no_pin', 'no_pin', 'wrong_pin', 'wrong_pin', 'wrong_pin', 'wrong_pin']);
      expect((await open(elsewhere, '284617')).status).toBe(403);
      expect(await sql`select from frontdesk_gateway.pins`).toHaveLength(0);
    }));

  it('remove the PINs of a key when one of them sees it refused, and all PINs together with all sessions', () =>
    withGateways(async (one, two) => {
      const [browser, other] = [browserAt(one.gateway), browserAt(one.gateway)];
      for (const [at, apiKey] of [
        [browser, alice],
        [other, bob],
      ] as const) {
        await at.request('POST', '/desk/session', { apiKey, name: 'A name' });
        expect((await at.request('POST', '/desk/pin', { pin: '284617', by: { apiKey } })).status).toBe(200);
        // Setting it again replaces it.
        expect((await at.request('POST', '/desk/pin', { pin: '594013', by: { apiKey } })).status).toBe(200);
      }
      const elsewhere = await signIn(two, bob);
      keys.delete(bob);
      expect((await send(two, 'GET', '/api/v1/pets?companyId=c', elsewhere)).status).toBe(401);
      keys.add(bob);
      const pins =
        await sql`select name, browser, attempts, created_at = used_at as "isNew" from frontdesk_gateway.pins`;
      expect(pins).toEqual([{ name: 'A name', browser: null, attempts: 0, isNew: true }]);
      await endSharedSessions({ url });
      expect(await sql`select from frontdesk_gateway.pins`).toHaveLength(0);
    }));

  it('recover when every connection to the database is lost', () =>
    withGateways(async (one, two) => {
      const cookie = await signIn(one, bob);
      for (let nth = 0; nth < 3; nth += 1) {
        await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'frontdesk-gateway' and datname = current_database()`;
        for (const at of [one, two])
          expect((await send(at, 'GET', `/api/v1/companies?limit=${nth}`, cookie)).status).toBe(200);
      }
    }));

  it('recover when the server stops responding on every connection', async () => {
    const own = await createPostgresDatabase();
    const beside = postgres(own, { max: 1, fetch_types: false });
    const socket = createPostgresSocket(own, { silenceMs: 2_000 });
    const state = await openSharedState({ server: socket, proposeSecret: async () => SECRET });
    const at = await gatewayOn(state);
    const cookie = await signIn(at, bob);
    const silent = await beside<{ pid: number }[]>`
      select pid from pg_stat_activity where application_name = 'frontdesk-gateway' and datname = current_database()`;
    for (const { pid } of silent) process.kill(pid, 'SIGSTOP');
    try {
      expect(silent.length).toBeGreaterThan(0);
      expect((await send(at, 'GET', '/api/v1/companies', cookie)).status).toBe(200);
      expect((await send(at, 'POST', '/desk/session', '', { apiKey: 'wrong' })).status).toBe(401);
    } finally {
      for (const { pid } of silent) process.kill(pid, 'SIGCONT');
    }
    await at.close();
    await state.close();
    await beside.end();
  });

  it('sign no one out while the database is unavailable', async () => {
    const state = await open();
    const at = await gatewayOn(state);
    const cookie = await signIn(at, bob);
    await state.close();
    const response = await send(at, 'GET', '/api/v1/companies', cookie);
    expect([response.status, response.headers.get('set-cookie')]).toEqual([503, null]);
    await at.close();
  });
});
