import { createHmac, randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { sealData, unsealData } from 'iron-session';
import { z } from 'zod';
import { ServiceError } from '#contract/error.ts';
import type { SignInKeyring } from './session-store.ts';

/** One API key that all desks share. */
export interface SharedKeyring {
  readonly access: 'shared';
  /** Called for each request, so that a newly issued key is used at once. */
  readonly key: () => string;
}

/** Where the API key of a request comes from: one for all, or each receptionist's own. */
export type Keyring = SharedKeyring | SignInKeyring;

/** The API key that a request is sent with. */
export interface Credential {
  readonly key: string;
  /** A keyed hash (HMAC) of the key, used in place of the key for lookups and storage. */
  readonly keyHash: string;
}

/** Hono's environment of the gateway: variables set by middleware. Without an HTTP server there are no bindings. */
export interface GatewayEnv {
  Bindings: Partial<HttpBindings>;
  Variables: {
    credential: Credential;
    /** For an error response: its id, and its message key where it is one of ours. */
    errorInstanceId?: string;
    error?: string;
  };
}

/** Hashes keys: the same key always has the same hash under one secret. */
export function createKeyHash(secret: string): (key: string) => string {
  let last = { key: '', hash: '' };

  return function keyHash(key) {
    if (last.key !== key) last = { key, hash: createHmac('sha256', secret).update(key).digest('base64url') };
    return last.hash;
  };
}

/** 96 bits: too few to identify the key, enough to be unique in a practice. */
const USER_ID_CHARACTERS = 16;

/**
 * The user id that browsers see for the owner of a key, the same at every sign-in under one secret. It is not the hash
 * that sessions are stored under and cannot be used, without the secret, to try out keys.
 */
export function createUserId(secret: string): (key: string) => string {
  // Do not change the prefix: every user would get a new id.
  return (key) => createHmac('sha256', `person ${secret}`).update(key).digest('base64url').slice(0, USER_ID_CHARACTERS);
}

/** How long a session lasts where the settings name no other length: after a week a receptionist signs in again. */
export const SESSION_LENGTH_MS = 7 * 24 * 60 * 60_000;

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
  const { keyring, keyHash, secure, clock, lifetimeMs = SESSION_LENGTH_MS } = options;
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
