import { randomUUID } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { sealData, unsealData } from 'iron-session';
import { z } from 'zod';
import { ServiceError } from '#contract/error.ts';
import type { Credential, GatewayEnv, Keyring } from './credentials.ts';
import type { SignInKeyring } from './session-store.ts';

/** After a week a receptionist signs in again. */
const WEEK_MS = 7 * 24 * 60 * 60_000;

const sealedSchema = z.object({ id: z.string().min(1), key: z.string().min(1), name: z.string().nullish() });

/** The content of a browser's cookie: the key, its session, and the person's display name. */
export interface Session extends Credential {
  readonly id: string;
  readonly name: string | null;
}

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
}) {
  const { keyring, keyHash, secure, clock, lifetimeMs = WEEK_MS } = options;
  const { sessionSecret: password, sessions } = keyring;
  // A browser takes a __Host- cookie only from this very host, over TLS, for all paths.
  const cookieName = secure ? '__Host-frontdesk' : 'frontdesk';
  const attributes = { httpOnly: true, sameSite: 'Strict', secure, path: '/' } as const;

  return {
    /** The open session of a request; null without one, whatever its cookie holds. */
    async read(c: Context<GatewayEnv>): Promise<Session | null> {
      const sealed = getCookie(c, cookieName);
      if (sealed === undefined) return null;
      const content = sealedSchema.safeParse(await unsealData<unknown>(sealed, { password, ttl: 0 }).catch(() => null));
      if (!content.success) return null;
      const { id, key, name = null } = content.data;
      const session = { id, key, name, keyHash: keyHash(key) };
      return (await sessions.isOpen(session, clock())) ? session : null;
    },
    /** Opens a session for a key that the practice API accepts. */
    async open(c: Context<GatewayEnv>, { key, keyHash, name }: Omit<Session, 'id'>): Promise<void> {
      const id = randomUUID();
      await sessions.open({ id, keyHash, expiresAt: clock() + lifetimeMs });
      const sealed = await sealData({ id, key, name }, { password, ttl: 0 });
      setCookie(c, cookieName, sealed, { ...attributes, maxAge: Math.floor(lifetimeMs / 1_000) });
    },
    /** Makes the browser delete its cookie. */
    remove(c: Context<GatewayEnv>): void {
      deleteCookie(c, cookieName, attributes);
    },
  };
}

export type SessionCookie = ReturnType<typeof createSessionCookie>;

/**
 * Middleware that finds the key of a request: the shared one, or that of the cookie. When the practice API no longer
 * accepts a receptionist's key, all sessions with it are ended.
 */
export function requireCredential(options: {
  keyring: Keyring;
  cookie: SessionCookie | null;
  keyHash: (key: string) => string;
}): MiddlewareHandler<GatewayEnv> {
  const { keyring, cookie, keyHash } = options;

  return async function requireCredential(c, next) {
    if (keyring.access === 'shared') {
      const key = keyring.key();
      c.set('credential', { key, keyHash: keyHash(key) });
      return await next();
    }
    const session = (await cookie?.read(c)) ?? null;
    if (session === null) throw new ServiceError('authorization_required', 'Sign in with your API key.');
    c.set('credential', session);
    await next();
    if (c.res.status !== 401) return;
    await keyring.sessions.closeAll(session.keyHash);
    cookie?.remove(c);
  };
}
