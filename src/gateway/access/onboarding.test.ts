import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { finishedOnboardingSchema, onboardingOfferSchema } from '#contract/desk-onboarding.ts';
import { ServiceError, serviceErrorSchema } from '#contract/error.ts';
import type { GatewayOptions } from '#gateway/gateway.ts';
import { browserAt } from '#testing/browser-with-cookies.ts';
import { createGatewayHarness, type GatewayHarness, gatewayOrigin, withSignIn } from '#testing/gateway-harness.ts';
import { practiceSetup, setup } from '#testing/setup.ts';
import type { PracticeMaker } from './onboarding.ts';
import type { DatabaseContent } from './session.ts';

const MINUTE_MS = 60_000;
const people = practiceSetup.people.map(({ firstName, lastName }) => ({
  employeeId: randomUUID(),
  name: `${firstName} ${lastName}`.trim(),
  key: `fd_a-new-key-of-${firstName}`,
}));
const page = { data: [], nextCursor: null, hasMore: false, totalCount: 0 };

/** The content of the database, the number of created practices, and the codes shown in the terminal. */
let content: DatabaseContent;
let made: number;
let shown: string[];
let failing: Error | null;
/** Lets the stored response expire. */
let endOfAnswer: () => void;
let harness: GatewayHarness;
beforeEach(() => {
  [content, made, shown, failing] = ['nothing', 0, [], null];
});
afterEach(() => harness.close());

const maker: PracticeMaker = {
  databaseContent: async () => content,
  async createPractice() {
    if (failing !== null) throw failing;
    made += 1;
    content = 'own';
    return people;
  },
  show: (code) => void shown.push(code),
  timeZone: 'Europe/Paris',
};

function withSetup(use: () => Promise<void>, options: Partial<GatewayOptions> = {}): Promise<void> {
  return withSignIn(async (keyring) => {
    harness = await createGatewayHarness({
      ...{ keyring, databaseContent: maker.databaseContent, onboarding: maker },
      service: () => Response.json(page),
      sleep: (ms) =>
        new Promise((resolve) => {
          if (ms === 15 * MINUTE_MS) endOfAnswer = resolve;
          else resolve();
        }),
      ...options,
    });
    await use();
  });
}

const browser = () => browserAt(harness.gateway);
const setUp = (body: unknown, at = browser()) => at.request('POST', '/desk/setup', body);
const messageOf = async (response: Response) => serviceErrorSchema.parse(await response.json()).message;
const offered = async () => onboardingOfferSchema.parse(await (await browser().request('GET', '/desk/setup')).json());

describe('setting up a practice', () => {
  it('requires the code from the terminal, and signs the first person in', () =>
    withSetup(async () => {
      expect(await offered()).toEqual({ setUp: 'first', timeZone: 'Europe/Paris' });
      await offered();
      expect(shown).toHaveLength(1);
      const first = browser();
      const response = await setUp(setup(shown[0]!.toLowerCase().replaceAll('-', ' ')), first);
      expect(response.status).toBe(200);
      expect(finishedOnboardingSchema.parse(await response.json())).toMatchObject({
        session: { access: 'sign_in', signedIn: true, setUp: null },
        people,
      });
      expect((await first.request('GET', '/api/v1/companies')).status).toBe(200);
      expect(harness.hostile.seen.at(-1)?.headers['authorization']).toBe(`Bearer ${people[0]!.key}`);
      expect(await offered()).toEqual({ setUp: null, timeZone: null });
      expect(shown).toHaveLength(1);
    }));

  it('reports to each browser whether one can be set up', () =>
    withSetup(async () => {
      const session = async () => (await browser().request('GET', '/desk/session')).json();
      expect(await session()).toMatchObject({ signedIn: false, setUp: 'first', demo: false });
      content = 'demo';
      expect(await session()).toMatchObject({ signedIn: false, setUp: 'beside_demo', demo: true });
      content = 'own';
      expect(await session()).toMatchObject({ signedIn: false, setUp: null, demo: false });
    }));

  it('shows a code at once on an empty database, otherwise only on request', () =>
    withSetup(async () => {
      content = 'demo';
      await harness.gateway.printSetupCode();
      expect(shown).toEqual([]);
      content = 'nothing';
      await harness.gateway.printSetupCode();
      expect(shown).toHaveLength(1);
    }));

  it('is refused with a wrong or expired code, and guessing is slowed down', () =>
    withSetup(async () => {
      await offered();
      const wrong = await setUp(setup('AAA-AAA-AAA'));
      expect([wrong.status, await messageOf(wrong)]).toEqual([403, 'wrong_code']);
      harness.advance(15 * MINUTE_MS);
      expect((await setUp(setup(shown[0]!))).status).toBe(403);
      expect(shown).toHaveLength(2);
      const guesses = Array.from({ length: 5 }, (_, nth) => setUp(setup(`AAA-AAA-AA${nth}`)));
      const statuses = (await Promise.all(guesses)).map(({ status }) => status);
      expect(statuses.sort()).toEqual([403, 403, 403, 403, 429]);
      const slowed = await setUp(setup(shown[1]!));
      expect([slowed.status, await messageOf(slowed)]).toEqual([429, 'rate_limit_exceeded']);
      expect(made).toBe(0);
      // Keys are counted separately.
      const signIn = await browser().request('POST', '/desk/session', { apiKey: people[0]!.key });
      expect(signIn.status).toBe(200);
    }));

  it('returns the same response to a repeated request for fifteen minutes, and creates nothing twice', () =>
    withSetup(async () => {
      await offered();
      const body = setup(shown[0]!);
      const first = finishedOnboardingSchema.parse(await (await setUp(body)).json());
      const again = browser();
      expect(finishedOnboardingSchema.parse(await (await setUp(body, again)).json())).toEqual(first);
      expect((await again.request('GET', '/api/v1/companies')).status).toBe(200);
      for (const other of [
        { ...body, id: randomUUID() },
        { ...body, code: 'AAA-AAA-AAA' },
        { ...body, demo: 'keep' },
        { ...body, practice: { ...practiceSetup, name: 'Oak' } },
      ]) {
        const refused = await setUp(other);
        expect([refused.status, await messageOf(refused)]).toEqual([409, 'set_up_already']);
      }
      endOfAnswer();
      expect((await setUp(body)).status).toBe(409);
      expect(made).toBe(1);
    }));

  it('succeeds for only one of two browsers', () =>
    withSetup(async () => {
      await offered();
      const both = await Promise.all([setUp(setup(shown[0]!)), setUp(setup(shown[0]!))]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(made).toBe(1);
    }));

  it('can be retried with the same code after a failure', () =>
    withSetup(async () => {
      await offered();
      const body = setup(shown[0]!);
      failing = new ServiceError('upstream_unavailable', 'The database does not answer.');
      expect((await setUp(body)).status).toBe(503);
      failing = null;
      expect((await setUp(body)).status).toBe(200);
    }));

  it('reports errors in the practice, whether or not the code is correct', () =>
    withSetup(async () => {
      const bad = { ...setup('AAA-AAA-AAA'), practice: { ...practiceSetup, name: ' ' } };
      const response = await setUp(bad);
      expect(response.status).toBe(400);
      expect(serviceErrorSchema.parse(await response.json()).data.suggestion).toContain(
        'practice.name: a name must not be empty',
      );
      for (const body of [null, {}, { ...setup('AAA'), more: 1 }]) expect((await setUp(body)).status).toBe(400);
    }));

  it('rejects requests from another site or for another host', () =>
    withSetup(async () => {
      await offered();
      const from = (headers: Record<string, string>) => harness.post('/desk/setup', setup(shown[0]!), headers);
      expect((await from({ origin: 'https://evil.example' })).status).toBe(403);
      expect((await from({ origin: gatewayOrigin, host: 'evil.example' })).status).toBe(403);
      expect((await harness.get('/desk/setup', { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
      expect(made).toBe(0);
    }));

  it('writes neither codes nor keys to the log', () =>
    withSetup(async () => {
      await offered();
      await setUp(setup('AAA-BBB-CCC'));
      await setUp(setup(shown[0]!));
      expect(harness.logged()).toContain('"path":"/desk/setup","status":200');
      for (const secret of ['AAA-BBB-CCC', shown[0]!, practiceSetup.name, ...people.map(({ key }) => key)]) {
        expect(harness.logged()).not.toContain(secret);
      }
    }));

  it('is not offered if it is not possible', () =>
    withSetup(
      async () => {
        expect(await offered()).toEqual({ setUp: null, timeZone: null });
        expect((await setUp(setup('AAA-AAA-AAA'))).status).toBe(404);
        expect(await (await browser().request('GET', '/desk/session')).json()).toMatchObject({ setUp: null });
      },
      { onboarding: null },
    ));
});
