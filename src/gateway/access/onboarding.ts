import { timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { type OnboardingRequest, onboardingRequestSchema } from '#contract/desk-endpoints.ts';
import type { FinishedOnboarding, OnboardingOffer } from '#contract/desk-onboarding.ts';
import { ServiceError } from '#contract/error.ts';
import type { Environment } from '#gateway/clock-and-timers.ts';
import { createQueue } from '#gateway/queue.ts';
import { readBrowserAddress } from './addresses.ts';
import { jsonHeaders, readInput } from './browser-security.ts';
import type { GatewayEnv } from './keyring.ts';
import { type DatabaseContent, type DescribeSession, findAvailableSetup } from './session.ts';
import type { SessionCookie } from './session-cookie.ts';
import { createSetupCode, hashSetupCode } from './setup-code.ts';
import { createSignInThrottle } from './sign-in-throttle.ts';

/** The time after a set-up during which its request can be repeated, in case the response was lost. */
const REPEAT_MS = 15 * 60_000;

/** The functions and data that the set-up of a practice needs from the process that runs the gateway. */
export interface PracticeMaker {
  /** Returns the content of the database. Throws a `ServiceError` if it cannot be determined. */
  databaseContent(): Promise<DatabaseContent>;
  /**
   * Creates a practice, in full or not at all. From then on, people have to sign in. Throws `set_up_already` if the user's own
   * practice already exists.
   */
  createPractice(setup: Pick<OnboardingRequest, 'practice' | 'demo'>): Promise<FinishedOnboarding['people']>;
  /** Shows a code only to the person who started this process. It is never logged. */
  show(code: string): void;
  /** The IANA zone of this machine, or the configured one. */
  timeZone: string;
}

/** A successful set-up. */
interface CompletedSetup {
  /** The request, as JSON. */
  readonly requested: string;
  readonly code: Buffer;
  readonly people: FinishedOnboarding['people'];
}

/**
 * Creates the routes of `/desk/setup`: GET returns which practice can be set up here, and POST sets it up. POST requires the
 * code that is shown to the person who started this process, because access to this address is no proof of ownership.
 * `clock` is in epoch milliseconds.
 */
export function createOnboarding(options: {
  maker: PracticeMaker;
  cookie: SessionCookie;
  describeSession: DescribeSession;
  proxied: boolean;
  clock: Environment['clock'];
  sleep: Environment['sleep'];
}) {
  const { maker, cookie, describeSession, proxied, clock, sleep } = options;
  const code = createSetupCode({ clock, show: maker.show });
  const throttle = createSignInThrottle('codes', clock);
  let completed: CompletedSetup | null = null;
  // Requests run one after another, so that the second of two concurrent ones finds the practice of the first.
  const inTurn = createQueue();

  const readOffer = async () => findAvailableSetup(await maker.databaseContent());

  /**
   * Returns the people of the practice that an identical request with the same code has created; null if there was none, or
   * if it was too long ago.
   */
  function findRepeatedResult(requested: string, typed: string): CompletedSetup['people'] | null {
    if (completed?.requested !== requested) return null;
    return timingSafeEqual(hashSetupCode(typed), completed.code) ? completed.people : null;
  }

  async function setUp(
    { code: typed, ...rest }: OnboardingRequest,
    address: string,
  ): Promise<CompletedSetup['people']> {
    const requested = JSON.stringify(rest);
    const earlier = findRepeatedResult(requested, typed);
    if (earlier !== null) return earlier;
    if ((await readOffer()) === null) {
      throw new ServiceError('set_up_already', 'A practice is set up here already. Sign in with one of its keys.');
    }
    if (!(await throttle.attempt(address, async () => code.matches(typed)))) {
      throw new ServiceError('wrong_code', 'This is not the code that the terminal shows now.');
    }
    const people = await maker.createPractice(rest);
    code.end();
    completed = { requested, code: hashSetupCode(typed), people };
    // The keys are stored only as long as the set-up can be repeated.
    void sleep(REPEAT_MS).then(() => {
      completed = null;
    });
    return people;
  }

  const routes = new Hono<GatewayEnv>();
  routes.get('/desk/setup', async function describeOffer(c) {
    const setUp = await readOffer();
    if (setUp !== null) code.offer();
    return c.json(
      { setUp, timeZone: setUp === null ? null : maker.timeZone } satisfies OnboardingOffer,
      200,
      jsonHeaders,
    );
  });

  routes.post('/desk/setup', async function setUpPractice(c) {
    const input = await readInput(c, onboardingRequestSchema);
    const people = await inTurn(() => setUp(input, readBrowserAddress(c, { proxied })));
    const [first] = people;
    if (first === undefined) throw new Error('A practice has at least one person.');
    const session = await describeSession(c, await cookie.open(c, { key: first.key, name: null }));
    return c.json({ session, people } satisfies FinishedOnboarding, 200, jsonHeaders);
  });

  return {
    routes,
    /** Shows a code at once if there is no practice at all, since someone has come to set one up. */
    async printSetupCode(): Promise<void> {
      if ((await readOffer()) === 'first') code.offer();
    },
  };
}

/** The routes if no practice can be set up in the browser: `GET /desk/setup` says so. */
export function createNoSetupRoutes(): Hono<GatewayEnv> {
  return new Hono<GatewayEnv>().get('/desk/setup', (c) =>
    c.json({ setUp: null, timeZone: null } satisfies OnboardingOffer, 200, jsonHeaders),
  );
}
