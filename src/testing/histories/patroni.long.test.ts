import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectPostgres } from '#service/db/database.ts';
import { type Cluster, type ClusterProgram, startCluster } from '#testing/cluster.ts';
import { addPractice, bookable, keyOf } from '#testing/practice-rows.ts';
import { createTestService } from '#testing/service.ts';
import { followEvents, signInByPin } from './at-the-desk.ts';
import type { Ending, History } from './history.ts';
import { runPack, SESSIONS, type Trial } from './rounds.ts';

let cluster: Cluster;
// The waits for a healthy cluster end before this does, and then the cluster is stopped.
beforeAll(async () => {
  cluster = await startCluster();
}, 600_000);
afterAll(() => cluster?.stop());

const openDatabase = () => connectPostgres({ url: cluster.database, max: 2 });

const DESKS = 3;
/** How long something fails; a primary at least until it has a successor. */
const AWAY_MS = 12_000;
/** A quiet time before each fault. */
const QUIET_MS = 3_000;
/** The longest that a person may have to wait, in seconds. */
const LONGEST_S = 60;

const faults = [
  ['primary', 'killed'],
  ['primary', 'stopped'],
  ['standby', 'killed'],
  ['standby', 'stopped'],
  ['etcd', 'killed'],
  ['etcd', 'stopped'],
  ['service', 'killed'],
  ['service', 'stopped'],
  ['gateway', 'killed'],
  ['gateway', 'stopped'],
  ['haproxy', 'killed'],
  ['haproxy', 'stopped'],
] as const;
const names = {
  primary: 'primary',
  standby: 'synchronous standby',
  etcd: 'etcd beside the primary',
  service: 'service',
  gateway: 'gateway',
  haproxy: 'HAProxy',
};

/** Lets a program fail until it is replaced, and starts or continues it. */
async function fail(program: ClusterProgram, how: 'killed' | 'stopped', isReplaced: () => Promise<boolean>) {
  const end = performance.now() + AWAY_MS;
  program.signal(how === 'killed' ? 'SIGKILL' : 'SIGSTOP');
  while (performance.now() < end || !(await isReplaced())) await pause(200);
  if (how === 'killed') program.start();
  else program.signal('SIGCONT');
}

async function hasSuccessor(former: number): Promise<boolean> {
  const { primary } = await cluster.roles();
  return primary !== -1 && primary !== former;
}

type Calendar = ReturnType<typeof followEvents>;
type PinDesk = Awaited<ReturnType<typeof signInByPin>>;

/** The longest that a booking, a sign-in by PIN, and an event took in a time, in seconds. */
function longestWaits(
  { from, to }: { from: number; to: number },
  { history, calendars, pinDesks }: { history: History; calendars: readonly Calendar[]; pinDesks: readonly PinDesk[] },
): number[] {
  /** Whether a request began in that time. */
  const beganThen = ({ call }: { call: number }) => call >= from && call < to;
  const bookings = history.operations.filter(
    (operation) => operation.of === 'appointment' && operation.request.kind === 'create' && beganThen(operation),
  );
  const delays = bookings.flatMap(({ id, return: end }) =>
    calendars.map(({ seenAt }) => (seenAt.get(id ?? '') ?? Number.POSITIVE_INFINITY) - end),
  );
  const waits = (all: readonly { call: number; return: number }[]) => all.map(({ call, return: end }) => end - call);
  const signIns = pinDesks.flatMap((one) => one.signIns.filter(beganThen));
  return [waits(bookings), waits(signIns), delays].map((all) => Math.max(0, ...all) / 1_000);
}

/** The differences between the calendars of desks and the database. */
function differences(calendars: readonly Calendar[], { appointments }: Ending): string[] {
  return calendars.flatMap(({ versions }, nth) =>
    appointments
      .filter(({ id, updatedAt }) => versions.get(id) !== updatedAt)
      .map(({ id, updatedAt }) => `desk ${nth} has ${id} as of ${versions.get(id)}, not ${updatedAt}`),
  );
}

test('patroni: every program is killed and stopped in turn while desks book, sign in by PIN and follow events', async () => {
  const { programs } = cluster;
  const running: { stop(): Promise<void> }[] = [];
  const gateways = programs.haproxy.map(({ address }) => `http://${address}:4101`);
  let turn = 0;
  /** Like a browser that tries the next address of a name. */
  function url(): string {
    turn += 1;
    return gateways[turn % gateways.length] ?? '';
  }

  const trial: Trial = async ({ practice, history, keys, sessions }) => {
    const calendars = Array.from({ length: DESKS }, (_, nth) => {
      const own = sessions.slice(nth * SESSIONS, (nth + 1) * SESSIONS);
      return followEvents({ url, sessions: own, companyId: practice.companyId });
    });
    running.push(...calendars);
    const pinDesks: PinDesk[] = [];
    for (let nth = 0; nth < DESKS; nth += 1)
      pinDesks.push(await signInByPin({ url, apiKey: keys[nth * SESSIONS] ?? '' }));
    running.push(...pinDesks);

    const times: number[] = [];
    const quiet = async () => {
      await cluster.untilHealthy();
      await pause(QUIET_MS);
      times.push(performance.now());
    };
    for (const [what, how] of faults) {
      await quiet();
      const { primary, standby } = await cluster.roles();
      const program = {
        primary: programs.patroni[primary],
        standby: programs.patroni[standby],
        etcd: programs.etcd[primary],
        service: programs.service[0],
        gateway: programs.gateway[0],
        haproxy: programs.haproxy[0],
      }[what];
      if (program === undefined) throw new Error(`there is no ${what}`);
      await fail(program, how, async () => what !== 'primary' || (await hasSuccessor(primary)));
    }
    await quiet();
    await Promise.all(pinDesks.map((one) => one.stop()));

    return async (ending) => {
      await expect.poll(() => differences(calendars, ending).slice(0, 4), { timeout: 30_000 }).toEqual([]);
      const rows = faults.map(([what, how], nth) => ({
        name: `${names[what]}, ${how}`,
        seconds: longestWaits(
          { from: (times[nth] ?? 0) - 1_000, to: (times[nth + 1] ?? 0) - 1_000 },
          { history, calendars, pinDesks },
        ),
      }));
      for (const { name, seconds } of rows) {
        process.stdout.write(`| ${[name, ...seconds.map((value) => value.toFixed(1))].join(' | ')} |\n`);
      }
      const slow = rows.filter(({ seconds }) => Math.max(...seconds) > LONGEST_S);
      return [
        ...pinDesks.flatMap(({ refused }) => refused),
        ...slow.map(({ name }) => `${name}: a person waited too long`),
      ];
    };
  };

  try {
    await runPack({
      name: 'patroni',
      file: 'src/testing/histories/patroni.long.test.ts',
      desks: DESKS,
      openDatabase,
      async open(site) {
        const at = await site.proxy(gateways.map((gateway) => ({ url: gateway })));
        return { at, sharedMs: LONGEST_S * 1_000, faults: trial };
      },
    });
  } finally {
    await Promise.all(running.map((one) => one.stop()));
  }
});

test.each([
  ['synchronous', 'is not answered'],
  ['asynchronous', 'is answered and lost'],
] as const)(
  'with %s replication a booking that no standby has %s when the primary dies',
  async (replication, _what) => {
    await cluster.replicate(replication);
    const database = await openDatabase();
    const practice = await addPractice(database);
    const client = createTestService(database).client(await keyOf(database, practice.vet));
    const { primary } = await cluster.roles();
    const senders = await database.sql<{ pid: number }[]>`select pid from pg_stat_replication`;
    for (const { pid } of senders) process.kill(pid, 'SIGSTOP');
    const booking = client.post('/v1/appointments', bookable(practice));
    const answer = await Promise.race([booking, pause(3_000, null)]);
    await fail(cluster.programs.patroni[primary]!, 'killed', () => hasSuccessor(primary));
    await cluster.untilHealthy();
    if (replication === 'synchronous') expect([answer, (await booking).status]).toEqual([null, 504]);
    else {
      expect(answer?.status).toBe(200);
      const { status } = await client.get(`/v1/appointments/${answer?.body}`, { companyId: practice.companyId });
      expect(status).toBe(404);
    }
    await database.close();
  },
);
