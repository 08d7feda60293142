import { randomBytes } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { sealData, unsealData } from 'iron-session';
import { z } from 'zod';
import { ServiceError } from '#contract/error.ts';
import {
  createUserId,
  endKey,
  type GatewayEnv,
  type Keyring,
  keyringNow,
  type Session,
  type SignInKeyring,
} from './keyring.ts';
import { requireSamePerson } from './same-person.ts';

/** How long a session lasts by default: a receptionist signs in once a week. */
export const SESSION_LENGTH_MS = 7 * 24 * 60 * 60_000;

const sealedSchema = z.object({
  id: z.string().min(1),
  key: z.string().min(1),
  name: z.string().nullish(),
  // Absent in the cookies of earlier releases.
  typedAt: z.number().default(0),
});

/**
 * The cookie that holds a receptionist's key, sealed so that only this gateway can open it. `secure` when browsers reach
 * the gateway through TLS. `clock` is in epoch milliseconds.
 */
export function createSessionCookie(options: {
  keyring: SignInKeyring;
  keyHash: (key: string) => string;
  secure: boolean;
  clock: () => number;
  /** How long a session lasts. */
  lifetimeMs?: number | undefined;
  /** Called when a session ends because another one replaces it in its browser. */
  onReplaced: (session: Session) => void;
}) {
  const { keyring, keyHash, secure, clock, lifetimeMs = SESSION_LENGTH_MS, onReplaced } = options;
  const { sessionSecret: password, sessions } = keyring;
  const userId = createUserId(password);
  // A browser accepts a __Host- cookie only from this exact host, over TLS, for all paths.
  const cookieName = secure ? '__Host-frontdesk' : 'frontdesk';
  const attributes = { httpOnly: true, sameSite: 'Strict', secure, path: '/' } as const;

  async function read(c: Context<GatewayEnv>): Promise<Session | null> {
    const sealed = getCookie(c, cookieName);
    if (sealed === undefined) return null;
    const content = sealedSchema.safeParse(await unsealData<unknown>(sealed, { password, ttl: 0 }).catch(() => null));
    if (!content.success) return null;
    const { id, key, name = null, typedAt } = content.data;
    const session = { id, key, name, typedAt, keyHash: keyHash(key), person: userId(key) };
    return (await sessions.isOpen(session, clock())) ? session : null;
  }

  async function write(c: Context<GatewayEnv>, { id, key, name, typedAt }: Session): Promise<void> {
    const sealed = await sealData({ id, key, name, typedAt }, { password, ttl: 0 });
    setCookie(c, cookieName, sealed, { ...attributes, maxAge: Math.floor(lifetimeMs / 1_000) });
  }

  return {
    /** The open session of a request; null if there is none, whatever its cookie contains. */
    read,
    /**
     * Opens a session for a key that the practice API accepts, replacing the browser's previous one. `typedAt` is when the
     * key was typed; by default now.
     */
    async open(
      c: Context<GatewayEnv>,
      { key, name, typedAt = clock() }: Pick<Session, 'key' | 'name'> & Partial<Pick<Session, 'typedAt'>>,
    ): Promise<Session> {
      const earlier = await read(c);
      const id = randomBytes(32).toString('base64url');
      const session = { id, key, name, typedAt, keyHash: keyHash(key), person: userId(key) };
      await sessions.open({ id: session.id, keyHash: session.keyHash, expiresAt: clock() + lifetimeMs });
      await write(c, session);
      // Last, so that an earlier failure does not sign anybody out.
      if (earlier !== null) {
        await sessions.close(earlier.id);
        onReplaced(earlier);
      }
      return session;
    },
    /** Makes the browser delete its cookie. */
    remove(c: Context<GatewayEnv>): void {
      deleteCookie(c, cookieName, attributes);
    },
  };
}

export type SessionCookie = ReturnType<typeof createSessionCookie>;

/**
 * Middleware that determines the key of a request: the shared one, or that of the cookie. Refuses a request that names
 * another person ({@link requireSamePerson}). When the practice API no longer accepts a receptionist's key, its sessions and
 * PINs end.
 */
export function requireCredential(options: {
  keyring: Keyring;
  cookie: SessionCookie | null;
  keyHash: (key: string) => string;
  /** Whether a request changes data, and therefore must name its person. */
  isWrite: (request: Request) => boolean;
}): MiddlewareHandler<GatewayEnv> {
  const { keyring, cookie, keyHash, isWrite } = options;

  return async function requireCredential(c, next) {
    const current = keyringNow(keyring);
    if (current.access === 'shared') {
      requireSamePerson(c, null);
      const key = current.key();
      c.set('credential', { key, keyHash: keyHash(key) });
      c.set('session', null);
      c.set('typedAt', null);
      return await next();
    }
    const session = (await cookie?.read(c)) ?? null;
    if (session === null) throw new ServiceError('authorization_required', 'Sign in with your API key.');
    requireSamePerson(c, session.person, { isRequired: isWrite(c.req.raw) });
    c.set('credential', session);
    c.set('session', session);
    c.set('typedAt', session.typedAt);
    await next();
    if (c.res.status !== 401) return;
    await endKey(current, session.keyHash);
    cookie?.remove(c);
  };
}
