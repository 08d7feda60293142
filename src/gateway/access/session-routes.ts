import { type Context, Hono } from 'hono';
import { type DeskSession, deskSignInSchema } from '#contract/desk.ts';
import type { DeskEnv } from '#gateway/desk-env.ts';
import { GatewayError } from '#gateway/gateway-error.ts';
import type { Credential, Keyring } from '#gateway/keyring.ts';
import { answerHeaders } from '#gateway/upstream/headers.ts';
import type { Send } from '#gateway/upstream/send.ts';
import { clientAddress } from './client-address.ts';
import type { SessionCookie } from './session-cookie.ts';
import { createSignInThrottle } from './sign-in-throttle.ts';
import type { WriteAccess } from './write-access.ts';

/** What may stand in an Authorization header. */
const KEY = /^[\x21-\x7e]+$/;

/**
 * `/desk/session`: who sits at this desk and what she may do (GET), signing in (POST) and out (DELETE), and
 * `DELETE /desk/sessions`: signing out everywhere. With a shared key there is nothing to sign in to: 404.
 */
export function sessionRoutes(options: {
  keyring: Keyring;
  cookie: SessionCookie | null;
  holderOf: (key: string) => string;
  /** What browsers know the holder of a key by; null with a shared key, which tells nobody apart. */
  personOf: ((key: string) => string) | null;
  send: Send;
  canWrite: WriteAccess;
  proxied: boolean;
  /** What the session tells beside who is there, the same for everybody. */
  settings: Pick<DeskSession, 'timeZone' | 'practiceSystemUrl' | 'calendarLicenseKey'>;
}): Hono<DeskEnv> {
  const { keyring, cookie, holderOf, personOf, send, canWrite, proxied, settings } = options;
  const throttle = createSignInThrottle();

  async function tell(c: Context<DeskEnv>, credential: Credential | null): Promise<Response> {
    const session: DeskSession = {
      access: keyring.access,
      signedIn: credential !== null,
      canWrite: credential === null ? null : await canWrite(credential),
      person: credential === null || personOf === null ? null : personOf(credential.key),
      ...settings,
    };
    return c.json(session, 200, answerHeaders);
  }

  const app = new Hono<DeskEnv>();
  if (keyring.access === 'shared') {
    return app.get('/desk/session', (c) => {
      const key = keyring.key();
      return tell(c, { key, holder: holderOf(key) });
    });
  }
  if (cookie === null) throw new Error('Signing in needs the session cookie.');
  const { sessions } = keyring;

  app.get('/desk/session', async (c) => tell(c, await cookie.read(c)));

  app.post('/desk/session', async function signIn(c) {
    const parsed = deskSignInSchema.safeParse(await c.req.json<unknown>().catch(() => null));
    if (!parsed.success) throw new GatewayError('invalid_input', 'apiKey: write your API key.');
    const { apiKey: key } = parsed.data;
    const address = clientAddress(c, { proxied });
    await throttle.count(address);
    const credential = { key, holder: holderOf(key) };
    const known = await knows(send, credential).catch(async (error: unknown) => {
      await throttle.giveBack(address);
      throw error;
    });
    if (!known) throw new GatewayError('authorization_required', 'The practice API does not accept this API key.');
    await throttle.giveBack(address);
    const before = await cookie.read(c);
    if (before !== null) await sessions.close(before.id);
    await cookie.open(c, key);
    return await tell(c, credential);
  });

  app.delete('/desk/session', async function signOut(c) {
    const session = await cookie.read(c);
    if (session !== null) await sessions.close(session.id);
    cookie.forget(c);
    return await tell(c, null);
  });

  app.delete('/desk/sessions', async function signOutEverywhere(c) {
    const session = await cookie.read(c);
    if (session !== null) await sessions.closeAll(session.holder);
    cookie.forget(c);
    return await tell(c, null);
  });
  return app;
}

/** Whether the practice API knows a key, asked with the one list that takes no company (section 1). */
async function knows(send: Send, credential: Credential): Promise<boolean> {
  if (!KEY.test(credential.key)) return false;
  try {
    const { status } = await send({
      method: 'GET',
      target: '/v1/companies?limit=1',
      contentType: null,
      body: null,
      credential,
      kind: 'reference',
      priority: 'lookup',
      recheck: true,
    });
    if (status === 401) return false;
    if (status < 300 || status === 403) return true;
    throw new GatewayError('upstream_unavailable', 'The practice API cannot check the key now. Try again.');
  } catch (error) {
    if (error instanceof GatewayError && error.status === 401) return false;
    throw error;
  }
}
