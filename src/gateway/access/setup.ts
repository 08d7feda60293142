import { timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { type DeskSetUp, type DeskSetup, deskSetupSchema, type SetupOffer } from '#contract/desk-setup.ts';
import { ServiceError } from '#contract/error.ts';
import type { Environment } from '#gateway/clock-and-timers.ts';
import { createQueue } from '#gateway/queue.ts';
import { clientAddress } from './addresses.ts';
import { jsonHeaders, readInput } from './browser-security.ts';
import type { GatewayEnv } from './keyring.ts';
import { type DatabaseContent, type DescribeSession, setUpOf } from './session.ts';
import type { SessionCookie } from './session-cookie.ts';
import { codeDigest, createSetupCode } from './setup-code.ts';
import { createSignInThrottle } from './wrong-keys.ts';

/** How long a set-up whose answer was lost may be repeated. */
const REPEATABLE_MS = 15 * 60_000;

/** What setting up a practice needs of the process that serves it. */
export interface PracticeMaker {
  /** What the database holds. Throws a `ServiceError` when it cannot say. */
  databaseContent(): Promise<DatabaseContent>;
  /** Makes a practice, all of it or nothing, after which people sign in. Throws `set_up_already` where one of one's own is there. */
  make(setup: Pick<DeskSetup, 'practice' | 'demo'>): Promise<DeskSetUp['people']>;
  /** Shows a code to whoever started this process, and nobody else. It is never logged. */
  show(code: string): void;
  /** The IANA zone of this machine, or the one that was set. */
  timeZone: string;
}

/** A set-up that succeeded. */
interface Done {
  /** What was requested, as JSON. */
  readonly requested: string;
  readonly code: Buffer;
  readonly people: DeskSetUp['people'];
}

/**
 * `/desk/setup`: which practice can be set up here (GET), and setting it up (POST) with the code that was shown to whoever started
 * this process: that somebody reaches this address does not make the practice theirs. `clock` is in epoch milliseconds.
 */
export function createSetup(options: {
  maker: PracticeMaker;
  cookie: SessionCookie;
  describeSession: DescribeSession;
  proxied: boolean;
  clock: Environment['clock'];
  sleep: Environment['sleep'];
}) {
  const { maker, cookie, describeSession, proxied, clock, sleep } = options;
  const code = createSetupCode({ clock, show: maker.show });
  const throttle = createSignInThrottle('codes');
  let done: Done | null = null;
  // Of two at once the second one finds the practice of the first one.
  const inTurn = createQueue();

  const offer = async () => setUpOf(await maker.databaseContent());

  /** The people of a practice that the very same request created; null where none did, or long ago. */
  function peopleOf(requested: string, typed: string): Done['people'] | null {
    if (done?.requested !== requested) return null;
    return timingSafeEqual(codeDigest(typed), done.code) ? done.people : null;
  }

  async function setUp({ code: typed, ...rest }: DeskSetup, address: string): Promise<Done['people']> {
    const requested = JSON.stringify(rest);
    const earlier = peopleOf(requested, typed);
    if (earlier !== null) return earlier;
    if ((await offer()) === null) {
      throw new ServiceError('set_up_already', 'A practice is set up here already. Sign in with a key of it.');
    }
    if (!(await throttle.attempt(address, async () => code.matches(typed)))) {
      throw new ServiceError('wrong_code', 'This is not the code that the terminal shows now.');
    }
    const people = await maker.make(rest);
    code.end();
    done = { requested, code: codeDigest(typed), people };
    // The keys are kept no longer than that.
    void sleep(REPEATABLE_MS).then(() => {
      done = null;
    });
    return people;
  }

  const routes = new Hono<GatewayEnv>();
  routes.get('/desk/setup', async function tellOffer(c) {
    const setUp = await offer();
    if (setUp !== null) code.offer();
    return c.json({ setUp, timeZone: setUp === null ? null : maker.timeZone } satisfies SetupOffer, 200, jsonHeaders);
  });

  routes.post('/desk/setup', async function setUpPractice(c) {
    const input = await readInput(c, deskSetupSchema);
    const people = await inTurn(() => setUp(input, clientAddress(c, { proxied })));
    const [first] = people;
    if (first === undefined) throw new Error('A practice has at least one person.');
    const session = await describeSession(c, await cookie.open(c, { key: first.key, name: null }));
    return c.json({ session, people } satisfies DeskSetUp, 200, jsonHeaders);
  });

  return {
    routes,
    /** Shows a code at once where there is no practice at all: somebody has come to set one up. */
    async printSetupCode(): Promise<void> {
      if ((await offer()) === 'first') code.offer();
    },
  };
}

/** `GET /desk/setup` where no practice can be set up in the browser. */
export function noSetup(): Hono<GatewayEnv> {
  return new Hono<GatewayEnv>().get('/desk/setup', (c) =>
    c.json({ setUp: null, timeZone: null } satisfies SetupOffer, 200, jsonHeaders),
  );
}
