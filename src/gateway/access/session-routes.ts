import { type Context, Hono } from 'hono';
import { type Capabilities, type DeskSession, deskSignInSchema } from '#contract/desk.ts';
import { ServiceError } from '#contract/error.ts';
import { clientAddress } from './addresses.ts';
import type { Credential, GatewayEnv, Keyring } from './credentials.ts';
import type { KeyCheck } from './key-check.ts';
import { jsonHeaders } from './response-headers.ts';
import type { SessionCookie } from './session-cookie.ts';
import { createSignInThrottle, type WrongKeyCounters } from './sign-in-throttle.ts';

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
