import { type Context, Hono } from 'hono';
import { type RateLimiterAbstract, RateLimiterMemory } from 'rate-limiter-flexible';
import { type Capabilities, type DeskSession, deskSignInSchema } from '#contract/desk.ts';
import { ServiceError } from '#contract/error.ts';
import { clientAddress } from './addresses.ts';
import type { KeyCheck } from './key-check.ts';
import { jsonHeaders } from './response-headers.ts';
import type { Credential, GatewayEnv, Keyring, SessionCookie } from './session.ts';

/**
 * `/desk/session`: who is signed in and what they may do (GET), signing in (POST) and out (DELETE), and
 * `DELETE /desk/sessions`: signing out everywhere. With a shared key nobody signs in: only GET exists.
 */
export function sessionRoutes(options: {
  keyring: Keyring;
  cookie: SessionCookie | null;
  keyHash: (key: string) => string;
  /** The user id of a key's owner; null with a shared key, which does not identify anybody. */
  userId: ((key: string) => string) | null;
  keyCheck: KeyCheck;
  wrongKeys: WrongKeyCounters;
  proxied: boolean;
  /** The part of the session that is the same for everybody. */
  settings: Pick<DeskSession, 'timeZone' | 'practiceSystemUrl' | 'calendarLicenseKey'>;
  isDemo: () => Promise<boolean>;
  capabilities: () => Capabilities;
}): Hono<GatewayEnv> {
  const { keyring, cookie, keyHash, userId, keyCheck, wrongKeys, proxied, settings, isDemo, capabilities } = options;
  const throttle = createSignInThrottle(wrongKeys);

  async function respond(c: Context<GatewayEnv>, credential: (Credential & { name?: string | null }) | null) {
    const session: DeskSession = {
      access: keyring.access,
      signedIn: credential !== null,
      canWrite: credential === null ? null : await keyCheck.canWrite(credential),
      person: credential === null || userId === null ? null : userId(credential.key),
      name: credential?.name ?? null,
      ...settings,
      demo: await isDemo(),
      capabilities: capabilities(),
    };
    return c.json(session, 200, jsonHeaders);
  }

  const app = new Hono<GatewayEnv>();
  if (keyring.access === 'shared') {
    return app.get('/desk/session', (c) => {
      const key = keyring.key();
      return respond(c, { key, keyHash: keyHash(key) });
    });
  }
  if (cookie === null) throw new Error('Signing in needs the session cookie.');
  const { sessions } = keyring;

  app.get('/desk/session', async (c) => respond(c, await cookie.read(c)));

  app.post('/desk/session', async function signIn(c) {
    const parsed = deskSignInSchema.safeParse(await c.req.json<unknown>().catch(() => null));
    if (!parsed.success)
      throw new ServiceError(
        'invalid_input',
        'apiKey: write your API key. The name may be left out, and has at most 80 letters.',
      );
    const { apiKey: key, name } = parsed.data;
    const address = clientAddress(c, { proxied });
    const credential = { key, keyHash: keyHash(key), name: name || null };
    const accepted = await throttle.attempt(keyHash(address), () => keyCheck.isAccepted(credential));
    if (!accepted) throw new ServiceError('authorization_required', 'The practice API does not accept this API key.');
    const earlier = await cookie.read(c);
    if (earlier !== null) await sessions.close(earlier.id);
    await cookie.open(c, credential);
    return await respond(c, credential);
  });

  app.delete('/desk/session', async function signOut(c) {
    const session = await cookie.read(c);
    if (session !== null) await sessions.close(session.id);
    cookie.remove(c);
    return await respond(c, null);
  });

  app.delete('/desk/sessions', async function signOutEverywhere(c) {
    const session = await cookie.read(c);
    if (session !== null) await sessions.closeAll(session.keyHash);
    cookie.remove(c);
    return await respond(c, null);
  });
  return app;
}

/** The limits of wrong keys a minute for one address, and for all addresses together. */
export const wrongKeyLimits = {
  perAddress: { points: 5, duration: 60 },
  together: { points: 60, duration: 60 },
} as const;
const EVERYONE = 'everyone';

/** The most sign-ins that wait for the check of others; a practice behind one router has fewer. */
const MAX_WAITING = 100;

/** The counters of wrong keys: `points` in `duration` seconds. */
export interface WrongKeyCounters {
  readonly perAddress: RateLimiterAbstract;
  readonly together: RateLimiterAbstract;
}

/** Counters in memory, for one gateway. */
export function countWrongKeysHere(): WrongKeyCounters {
  return {
    perAddress: new RateLimiterMemory(wrongKeyLimits.perAddress),
    together: new RateLimiterMemory(wrongKeyLimits.together),
  };
}

/**
 * Slows the guessing of keys. Wrong keys alone count, against the address that they came from and, since addresses can be
 * many, against everyone. As many keys are checked at once as may still be wrong, and the others wait for those: right keys
 * side by side all pass, and guesses side by side gain nothing.
 */
function createSignInThrottle({ perAddress, together }: WrongKeyCounters) {
  const gates = new Map<string, Gate>();
  const everyone = createGate(together, EVERYONE);

  return {
    /**
     * Runs `check` for a key. Throws `rate_limit_exceeded` while the limit of the address, or of everyone, is used up.
     */
    async attempt(address: string, check: () => Promise<boolean>): Promise<boolean> {
      const gate = gates.get(address) ?? createGate(perAddress, address);
      gates.set(address, gate);
      try {
        return await gate.pass(() => everyone.pass(check));
      } finally {
        if (gate.isUnused()) gates.delete(address);
      }
    },
  };
}

interface Gate {
  pass(check: () => Promise<boolean>): Promise<boolean>;
  isUnused(): boolean;
}

function createGate(counter: RateLimiterAbstract, subject: string): Gate {
  let users = 0;
  let checking = 0;
  let waiting: (() => void)[] = [];
  /** The number of finished checks: a counter that was read before the last of them is out of date. */
  let over = 0;

  /** Waits for a free slot: there are as many as keys may still be wrong. */
  async function enter(): Promise<void> {
    for (;;) {
      const overBefore = over;
      const counted = await counter.get(subject);
      if (over !== overBefore) continue;
      const wrong = counted?.consumedPoints ?? 0;
      if (wrong >= counter.points) {
        throw tooMany('Too many wrong keys.', Math.ceil((counted?.msBeforeNext ?? 1_000) / 1_000));
      }
      if (checking + wrong < counter.points) {
        checking += 1;
        return;
      }
      if (waiting.length >= MAX_WAITING) throw tooMany('Too many people sign in at once.', 1);
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  }

  function leave(): void {
    checking -= 1;
    over += 1;
    const next = waiting;
    waiting = [];
    for (const proceed of next) proceed();
  }

  return {
    async pass(check) {
      users += 1;
      try {
        await enter();
        try {
          const accepted = await check();
          if (!accepted) await counter.penalty(subject);
          return accepted;
        } finally {
          leave();
        }
      } finally {
        users -= 1;
      }
    },
    isUnused: () => users === 0,
  };
}

function tooMany(what: string, seconds: number): ServiceError {
  return new ServiceError('rate_limit_exceeded', `${what} Try again in ${seconds} s.`, { retryAfterSeconds: seconds });
}
