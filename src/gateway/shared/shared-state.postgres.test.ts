import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import pino from 'pino';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  createRequestBudget,
  type Grant,
  type KeyBudgets,
  type Outcome,
  type Priority,
} from '#gateway/upstream/request-budget.ts';
import { reachPostgres } from '#service/db/reach-postgres.ts';
import { createPostgresDatabase } from '#testing/databases.ts';
import { createGatewayHarness, type GatewayHarness, gatewayOrigin } from '#testing/gateway-harness.ts';
import { rounds } from '#testing/rounds.ts';
import schema from './schema.sql?raw';
import { createSharedBudgets } from './shared-budgets.ts';
import { endSharedSessions, openSharedState, type SharedState } from './shared-state.ts';

const nothing = { remaining: null, resetMs: null, retryAfterMs: null };
const answered: Outcome = { status: 200, rateLimit: nothing };
const SECRET = 'a secret of at least thirty-two characters';
const PAGE = { data: [], nextCursor: null, hasMore: false, totalCount: 0 };

let url: string;
let states: SharedState[];
let sql: postgres.Sql;
let statements = 0;

const open = (proposal = SECRET) => openSharedState({ server: { url }, proposeSecret: async () => proposal });

beforeAll(async () => {
  url = await createPostgresDatabase();
  // On an empty database, all at once: each makes what it lacks.
  states = await Promise.all([open('one '.repeat(10)), open('two '.repeat(10)), open()]);
  sql = postgres(url, {
    max: 4,
    fetch_types: false,
    debug: () => {
      statements += 1;
    },
  });
});
afterAll(async () => {
  await Promise.all(states.map((state) => state.close()));
  await sql.end();
});

/** Takes up to `count` requests side by side from several gateways in turn; answers those that were granted. */
async function take(from: readonly KeyBudgets[], key: string, count: number, priority: Priority): Promise<Grant[]> {
  const grants = await Promise.all(
    Array.from({ length: count }, (_, nth) => from[nth % from.length]!.of(key).take(priority)),
  );
  return grants.filter(({ granted }) => granted);
}

const settle = (grant: Grant | undefined, outcome: Outcome) => {
  if (grant?.granted) grant.settle(outcome);
};

describe('gateways that share a PostgreSQL', () => {
  it('agree on one secret, and keep it', async () => {
    const [first] = states;
    expect(new Set(states.map(({ secret }) => secret)).size).toBe(1);
    const later = await open('another '.repeat(10));
    expect(later.secret).toBe(first!.secret);
    await later.close();
    const own = await openSharedState({ server: { url }, sessionSecret: SECRET, proposeSecret: async () => 'unused' });
    expect(own.secret).toBe(SECRET);
    await own.close();
  });

  it('install what they share once, when one waits for another that does', async () => {
    const own = await createPostgresDatabase();
    const first = postgres(own, { max: 2, fetch_types: false, onnotice: () => {} });
    const waits = async () => {
      const [row] = await first`
        select count(*)::int as locks from pg_locks
        where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`;
      return row?.['locks'];
    };
    const made = async () => (await first`select 'frontdesk_gateway.replace_counted'::regproc::oid as id`)[0]?.['id'];
    const [installed] = await sql`select obj_description('frontdesk_gateway'::regnamespace, 'pg_namespace') as version`;
    let opened: Promise<SharedState> | undefined;
    await first.begin(async (transaction) => {
      await transaction`select pg_advisory_xact_lock(4100000002)`;
      // On its one connection it looks whether the schema is there, and then waits.
      opened = openSharedState({ server: { url: own }, connections: 1, proposeSecret: async () => SECRET });
      await expect.poll(waits).toBe(1);
      await transaction.unsafe(schema);
      await transaction.unsafe(`comment on schema frontdesk_gateway is '${installed?.['version']}'`);
    });
    const ofTheFirst = await made();
    const later = await opened;
    expect(await made()).toBe(ofTheFirst);
    await later?.close();
    await first.end();
  });

  it('hold the budget of a key together, reserves included, however they ask at once', async () => {
    const gateways = states.map((state) => state.budgets({ clock: Date.now }));
    const key = randomUUID();
    expect(await take(gateways, key, 120, 'poll')).toHaveLength(65);
    expect(await take(gateways, key, 60, 'lookup')).toHaveLength(20);
    const writes = await take(gateways, key, 60, 'write');
    expect(writes).toHaveLength(15);
    settle(writes[0], 'not_sent');
    await Promise.all(gateways.map((gateway) => gateway.settled()));
    expect(await take(gateways, key, 3, 'write')).toHaveLength(1);
    for (const gateway of gateways) expect(gateway.of(key).state()).toMatchObject({ limit: 100, remaining: 0 });
    expect(await take(gateways, randomUUID(), 1, 'poll')).toHaveLength(1);
  });

  it('count what comes while another answer is awaited all at once', async () => {
    const budgets = createSharedBudgets({ sql, clock: Date.now });
    const key = randomUUID();
    const [over] = await take([budgets], key, 1, 'write');
    const before = statements;
    const first = take([budgets], key, 1, 'write');
    settle(over, 'not_sent');
    expect(await take([budgets], key, 120, 'write')).toHaveLength(99);
    expect(await first).toHaveLength(1);
    await budgets.settled();
    expect(statements - before).toBe(2);
    expect(budgets.of(key).state()).toMatchObject({ remaining: 0 });
  });

  it('learn again of a key that the database forgot', async () => {
    const budgets = createSharedBudgets({ sql, clock: Date.now });
    const key = randomUUID();
    expect(await take([budgets], key, 3, 'write')).toHaveLength(3);
    await sql`delete from frontdesk_gateway.counted where key_hash = ${key}`;
    expect(await take([budgets], key, 1, 'write')).toHaveLength(1);
    expect(budgets.of(key).state()).toMatchObject({ remaining: 99 });
  });

  it('go on while a gateway of another version brings its own functions', async () => {
    const own = await createPostgresDatabase();
    const state = await openSharedState({ server: { url: own }, proposeSecret: async () => SECRET });
    const lines: string[] = [];
    const budgets = state.budgets({ clock: Date.now, logger: pino({}, { write: (line) => void lines.push(line) }) });
    const budget = budgets.of('key');
    settle(await budget.take('write'), answered);
    await budgets.settled();
    const another = postgres(own, { max: 1, fetch_types: false, onnotice: () => {} });
    const older = schema.replace('out version uuid, ', 'out version uuid, out another integer, ');
    expect(older).not.toBe(schema);
    for (const functions of [older, schema]) {
      await another.unsafe(functions);
      const grant = await budget.take('write');
      expect(grant.granted).toBe(true);
      settle(grant, answered);
      await budgets.settled();
    }
    await another.end();
    await state.close();
    expect(lines).toEqual([]);
  });

  it('all pause when one of them is told to', async () => {
    const [one, two] = states.map((state) => state.budgets({ clock: Date.now }));
    const key = randomUUID();
    settle((await take([one!], key, 1, 'poll'))[0], { status: 429, rateLimit: { ...nothing, retryAfterMs: 7_000 } });
    await one!.settled();
    const refused = await two!.of(key).take('write');
    expect(refused.granted ? null : refused.retryAfterMs).toBeGreaterThan(5_000);
    expect(one!.of(key).state()).toMatchObject({ remaining: 0 });
  });

  it('lose no budget with one that dies: its requests count until they must be over, and no longer', async () => {
    let now = 1_000_000;
    const common = { sql, clock: () => now, givenAt: () => now, leaseMs: 30_000 };
    const [dead, alive] = [createSharedBudgets(common), createSharedBudgets(common)];
    const key = randomUUID();
    expect(await take([dead], key, 10, 'write')).toHaveLength(10);
    now += 30_000 + 59_999;
    expect(await take([alive], key, 120, 'write')).toHaveLength(90);
    now += 1;
    expect(await take([alive], key, 120, 'write')).toHaveLength(10);
  });

  it('forget the budgets of keys that nobody has used for a day', async () => {
    const [old, used] = [randomUUID(), randomUUID()];
    const yesterday = Date.now() - 25 * 60 * 60_000;
    const longAgo = createSharedBudgets({ sql, clock: Date.now, givenAt: () => yesterday });
    await take([longAgo], old, 1, 'write');
    await take([states[0]!.budgets({ clock: Date.now })], used, 1, 'write');
    await (await open()).close();
    const kept = await sql<{ key_hash: string }[]>`
      select key_hash from frontdesk_gateway.counted where key_hash in (${old}, ${used})`;
    expect(kept.map(({ key_hash }) => key_hash)).toEqual([used]);
  });

  it('take a request in one round trip, and none is waited for when it is over', async () => {
    const budgets = createSharedBudgets({ sql, clock: Date.now });
    const key = randomUUID();
    await take([budgets], key, 1, 'write');
    const before = statements;
    const [grant] = await take([budgets], key, 1, 'write');
    expect(statements - before).toBe(1);
    settle(grant, answered);
    await budgets.settled();
    expect(statements - before).toBe(2);
  });

  it('wait for the disk with sessions, and not with budgets, whatever the connection says', async () => {
    const count = (within: postgres.TransactionSql) =>
      within`select frontdesk_gateway.replace_counted(${randomUUID()}, null, ${randomUUID()}::uuid, '{}')`;
    const settings = await sql.begin(async (within) => {
      await within`set local synchronous_commit = on`;
      const [before] = await within`select current_setting('synchronous_commit') as commit`;
      await count(within);
      const [after] = await within`select current_setting('synchronous_commit') as commit`;
      return [before?.['commit'], after?.['commit']];
    });
    expect(settings).toEqual(['on', 'off']);
    const own = await createPostgresDatabase();
    const admin = postgres(own, { max: 1, fetch_types: false, onnotice: () => {} });
    await admin.unsafe(`alter database ${new URL(own).pathname.slice(1)} set synchronous_commit = on`);
    const state = await openSharedState({ server: { url: own }, proposeSecret: async () => SECRET });
    // What a connection of the gateway writes sessions with.
    await admin.unsafe(`
      create table seen (commit text);
      create function note() returns trigger language plpgsql as
        $$ begin insert into seen values (current_setting('synchronous_commit')); return null; end $$;
      create trigger note after insert or delete on frontdesk_gateway.sessions for each statement execute function note()`);
    await state.budgets({ clock: Date.now }).of('key').take('write');
    await state.sessions.open({ id: 'session', keyHash: 'key', expiresAt: Date.now() + 60_000 });
    await state.sessions.close('session');
    const seen = await admin<{ commit: string }[]>`select distinct commit from seen`;
    expect(seen).toEqual([{ commit: 'on' }]);
    await state.close();
    await admin.end();
  });

  it('count as one gateway does by itself', async () => {
    const ms = fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 90_000 }));
    const outcome = fc.oneof(
      fc.constantFrom<Outcome>('lost', 'not_sent'),
      fc.record({
        status: fc.constantFrom(200, 200, 429),
        rateLimit: fc.record({
          remaining: fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 12 })),
          resetMs: ms,
          retryAfterMs: ms,
        }),
      }),
    );
    const step = fc.oneof(
      fc.record({ take: fc.constantFrom<Priority>('write', 'lookup', 'poll') }),
      fc.record({ settle: fc.nat(), outcome }),
      fc.record({ wait: fc.oneof(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 0, max: 70_000 })) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        let now = 1_000_000;
        const clock = () => now;
        const limit = { requests: 10, windowMs: 60_000 };
        const own = createRequestBudget({ clock, limit });
        const budgets = createSharedBudgets({ sql, clock, givenAt: clock, limit, leaseMs: 1e12 });
        const shared = budgets.of(randomUUID());
        const underWay: [Grant, Grant][] = [];
        for (const next of steps) {
          if ('wait' in next) {
            now += next.wait;
            continue;
          }
          if ('take' in next) {
            const grants = [own.take(next.take), await shared.take(next.take)] as const;
            const [mine, theirs] = grants.map((grant) => (grant.granted ? 'granted' : grant.retryAfterMs));
            expect(theirs).toBe(mine);
            if (grants[0].granted) underWay.push([...grants]);
          } else if (underWay.length > 0) {
            const [mine, theirs] = underWay.splice(next.settle % underWay.length, 1)[0]!;
            settle(mine, next.outcome);
            settle(theirs, next.outcome);
            await budgets.settled();
          } else continue;
          expect(shared.state()).toEqual(own.state());
        }
      }),
      {
        numRuns: rounds({ few: 40, many: 2_000 }),
        // A window that is over when it is told of.
        examples: [
          [
            [
              { take: 'write' },
              { settle: 0, outcome: { status: 200, rateLimit: { ...nothing, remaining: 0, resetMs: 0 } } },
            ],
          ],
        ],
      },
    );
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
      sharedState: state,
      keyring: { access: 'sign_in', sessionSecret: state.secret, sessions: state.sessions },
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

  it('know the same people, and none is signed out when one of the two ends', () =>
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

  it('have no session left once all are ended', async () => {
    const own = await createPostgresDatabase();
    await endSharedSessions({ url: own });
    const state = await openSharedState({ server: { url: own }, proposeSecret: async () => SECRET });
    await state.sessions.open({ id: 'a browser', keyHash: 'own', expiresAt: Date.now() + 60_000 });
    await endSharedSessions({ url: own });
    expect(await state.sessions.isOpen({ id: 'a browser', keyHash: 'own' }, Date.now())).toBe(false);
    await state.close();
  });

  it('look up together which sessions are open', async () => {
    const [{ sessions }, { sessions: others }] = [states[0]!, states[1]!];
    const expiresAt = Date.now() + 60_000;
    for (const id of ['first', 'second', 'third']) await sessions.open({ id, keyHash: 'own', expiresAt });
    await others.close('second');
    const asked = ['first', 'second', 'third', 'unknown'].map((id) => ({ id, keyHash: 'own' }));
    expect(await others.openAmong(asked, Date.now())).toEqual(new Set(['first', 'third']));
    expect(await others.openAmong([{ id: 'first', keyHash: 'other' }], Date.now())).toEqual(new Set());
    expect(await sessions.openAmong(asked, expiresAt)).toEqual(new Set());
  });

  it('end every session of a key that one of them sees refused', () =>
    withGateways(async (one, two) => {
      const [here, there] = [await signIn(one, bob), await signIn(two, bob)];
      keys.delete(bob);
      expect((await send(one, 'GET', '/api/v1/pets?companyId=c', here)).status).toBe(401);
      expect(await (await send(two, 'GET', '/desk/session', there)).json()).toMatchObject({ signedIn: false });
      keys.add(bob);
    }));

  it('share the budget of a key, and say what is left of it', () =>
    withGateways(async (one, two) => {
      const [here, there] = [await signIn(one, alice), await signIn(two, alice)];
      const key = randomUUID();
      const statuses = await Promise.all(
        Array.from({ length: 110 }, async (_, nth) => {
          const [at, cookie] = nth % 2 === 0 ? [one, here] : [two, there];
          return (await send(at, 'GET', `/api/v1/pets?companyId=${key}&limit=${nth}`, cookie)).status;
        }),
      );
      // Look-ups leave 15; signing in and finding out what the key may do has cost some, too.
      const sent = one.hostile.seen.length + two.hostile.seen.length;
      expect(sent).toBeLessThanOrEqual(85);
      expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(70);
      expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(24);
      const refused = await send(two, 'GET', `/api/v1/pets?companyId=${key}`, there);
      expect(refused.headers.get('x-frontdesk-budget')).toMatch(/^limit=100, remaining=1\d, reset=\d\d$/);
    }));

  it('slow who guesses at both, and keep no address', () =>
    withGateways(async (one, two) => {
      const guesses = [one, two, one, two, one];
      for (const at of guesses)
        expect((await send(at, 'POST', '/desk/session', '', { apiKey: 'wrong' })).status).toBe(401);
      for (const at of [one, two]) {
        expect((await send(at, 'POST', '/desk/session', '', { apiKey: 'wrong' })).status).toBe(429);
      }
      const kept = await sql<{ key: string }[]>`select key from frontdesk_gateway.wrong_keys`;
      expect(kept.length).toBeGreaterThan(0);
      for (const { key } of kept) expect(key).not.toContain('unknown');
      await sql`delete from frontdesk_gateway.wrong_keys`;
    }));

  it('remove what they counted of an address an hour after it has no effect any more', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const state = await open();
    const everyFiveMinutes = timers.mock.calls.filter(([, ms]) => ms === 5 * 60_000).map(([run]) => run);
    timers.mockRestore();
    const [old, recent] = [Date.now() - 61 * 60_000, Date.now() - 59 * 60_000];
    await sql`insert into frontdesk_gateway.wrong_keys values ('old', 1, ${old}), ('recent', 1, ${recent})`;
    for (const run of everyFiveMinutes) run();
    const left = () => sql<{ key: string }[]>`select key from frontdesk_gateway.wrong_keys`;
    await expect.poll(left).toEqual([{ key: 'recent' }]);
    await sql`delete from frontdesk_gateway.wrong_keys`;
    await state.close();
  });

  it('go on by themselves when every connection to the database is lost', () =>
    withGateways(async (one, two) => {
      const cookie = await signIn(one, bob);
      for (let nth = 0; nth < 3; nth += 1) {
        await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'frontdesk-gateway' and datname = current_database()`;
        for (const at of [one, two])
          expect((await send(at, 'GET', `/api/v1/companies?limit=${nth}`, cookie)).status).toBe(200);
      }
      for (const at of [one, two]) expect(at.logged()).not.toContain('counts for itself');
    }));

  it('go on when the server goes silent on every connection', async () => {
    const own = await createPostgresDatabase();
    const beside = postgres(own, { max: 1, fetch_types: false });
    const reach = reachPostgres(own, { silenceMs: 2_000 });
    const state = await openSharedState({ server: reach, proposeSecret: async () => SECRET });
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

  it('neither sign anybody out nor stop while the database is gone', async () => {
    const state = await open();
    const at = await gatewayOn(state);
    const cookie = await signIn(at, bob);
    await state.close();
    const response = await send(at, 'GET', '/api/v1/companies', cookie);
    expect([response.status, response.headers.get('set-cookie')]).toEqual([503, null]);
    await at.close();
    const shared = await createGatewayHarness({ sharedState: state });
    expect((await shared.get('/api/v1/companies')).status).toBe(200);
    expect(shared.logged()).toContain('this gateway counts for itself');
    await shared.close();
  });
});
