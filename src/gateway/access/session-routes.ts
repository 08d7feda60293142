import { type Context, Hono } from 'hono';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { type Capabilities, type DeskSession, deskSignInSchema } from '#contract/desk.ts';
import { ServiceError } from '#contract/error.ts';
import { clientAddress } from './addresses.ts';
import type { Credential, GatewayEnv, Keyring } from './credentials.ts';
import type { KeyCheck } from './key-check.ts';
import { jsonHeaders } from './response-headers.ts';
import type { SessionCookie } from './session-cookie.ts';

/** Wrong keys that one address may send in a minute, and all addresses together. */
const WRONG_KEYS = { perAddress: 5, together: 60 } as const;
const MINUTE_S = 60;
const EVERYONE = 'everyone';

/**
 * `/desk/session`: who is signed in and what they may do (GET), signing in (POST) and out (DELETE), and
 * `DELETE /desk/sessions`: signing out everywhere. With a shared key nobody signs in: only GET exists.
 */
export function sessionRoutes(options: {
  keyring: Keyring;
  cookie: SessionCookie | null;
  keyHash: (key: string) => string;
  /** What browsers know the owner of a key by; null with a shared key, which tells nobody apart. */
  userId: ((key: string) => string) | null;
  keyCheck: KeyCheck;
  proxied: boolean;
  /** What the session says besides, the same for everybody. */
  settings: Pick<DeskSession, 'timeZone' | 'practiceSystemUrl' | 'calendarLicenseKey'>;
  isDemo: () => Promise<boolean>;
  capabilities: () => Capabilities;
}): Hono<GatewayEnv> {
  const { keyring, cookie, keyHash, userId, keyCheck, proxied, settings, isDemo, capabilities } = options;
  const throttle = createSignInThrottle();

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
    const accepted = await throttle.attempt(address, () => keyCheck.isAccepted(credential));
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

/**
 * Slows the guessing of keys. Each attempt counts against the address it came from and, since addresses can be many, against
 * everyone, before the key is checked: attempts side by side gain nothing. Only wrong keys stay counted, so a desk that
 * shares its address with a mistaken one is not shut out for longer than a minute.
 */
function createSignInThrottle() {
  const perAddress = new RateLimiterMemory({ points: WRONG_KEYS.perAddress, duration: MINUTE_S });
  const together = new RateLimiterMemory({ points: WRONG_KEYS.together, duration: MINUTE_S });

  async function count(address: string): Promise<void> {
    try {
      await perAddress.consume(address);
      await together.consume(EVERYONE);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      const seconds = Math.ceil(refused.msBeforeNext / 1_000);
      throw new ServiceError('rate_limit_exceeded', `Too many wrong keys. Try again in ${seconds} s.`, {
        retryAfterSeconds: seconds,
      });
    }
  }

  return {
    /** What `check` says of a key. Throws `rate_limit_exceeded` while the address, or everyone, has to wait. */
    async attempt(address: string, check: () => Promise<boolean>): Promise<boolean> {
      await count(address);
      let wrongKey = false;
      try {
        const accepted = await check();
        wrongKey = !accepted;
        return accepted;
      } finally {
        if (!wrongKey) {
          await perAddress.reward(address);
          await together.reward(EVERYONE);
        }
      }
    },
  };
}
