import { randomBytes } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { sealData, unsealData } from 'iron-session';
import { z } from 'zod';
import { ServiceError } from '#contract/error.ts';
import { parseJson } from '#gateway/upstream/practice-api.ts';
import {
  createUserIdHasher,
  endKeyAccess,
  type GatewayEnv,
  type Keyring,
  type Session,
  type SignInKeyring,
} from './keyring.ts';
import { requireSamePerson } from './same-person.ts';
import { BOX_KEY_BYTES, openBox, sealBox } from './secret-box.ts';

/** The default lifetime of a session: a receptionist signs in once a week. */
export const SESSION_LENGTH_MS = 7 * 24 * 60 * 60_000;

/** The content of the cookie. `sealed` is sealed with the secret of its session, which only the gateway has. */
const cookieSchema = z.object({ id: z.string().min(1), sealed: z.string().min(1) });
const sealedSchema = z.object({ key: z.string().min(1), name: z.string().nullable(), typedAt: z.number().nullable() });
type SealedContent = z.infer<typeof sealedSchema>;

/**
 * The cookie that holds a receptionist's key, sealed so that only this gateway can open it, and only while its session is
 * open. `secure` must be true if browsers connect through TLS. `clock` is in epoch milliseconds.
 */
export function createSessionCookie(options: {
  keyring: SignInKeyring;
  keyHash: (key: string) => string;
  secure: boolean;
  clock: () => number;
  /** The time for which a session lasts, in milliseconds. */
  lifetimeMs?: number | undefined;
  /** Called when a session ends because another one replaces it in its browser. */
  onReplaced: (session: Session) => void;
}) {
  const { keyring, keyHash, secure, clock, lifetimeMs = SESSION_LENGTH_MS, onReplaced } = options;
  const { sessionSecret: password, sessions } = keyring;
  const userId = createUserIdHasher(password);
  // A browser accepts a __Host- cookie only from this exact host, over TLS, for all paths.
  const cookieName = secure ? '__Host-frontdesk' : 'frontdesk';
  const attributes = { httpOnly: true, sameSite: 'Strict', secure, path: '/' } as const;

  async function readSession(c: Context<GatewayEnv>): Promise<Session | null> {
    const text = getCookie(c, cookieName);
    if (text === undefined) return null;
    const cookie = cookieSchema.safeParse(await unsealData<unknown>(text, { password, ttl: 0 }).catch(() => null)).data;
    if (cookie === undefined) return null;
    const { id } = cookie;
    const stored = await sessions.use(id, clock());
    if (stored === null) return null;
    const opened = openBox(decodeKey(stored.secret), Buffer.from(cookie.sealed, 'base64url'));
    const content = opened === null ? undefined : sealedSchema.safeParse(parseJson(opened)).data;
    if (content === undefined || keyHash(content.key) !== stored.keyHash) return null;
    const { employeeId, lockMinutes } = stored;
    return { id, ...content, keyHash: stored.keyHash, person: userId(content.key), employeeId, lockMinutes };
  }

  async function writeSession(
    c: Context<GatewayEnv>,
    id: string,
    secret: string,
    content: SealedContent,
  ): Promise<void> {
    const sealed = sealBox(decodeKey(secret), JSON.stringify(content)).toString('base64url');
    const text = await sealData({ id, sealed }, { password, ttl: 0 });
    setCookie(c, cookieName, text, { ...attributes, maxAge: Math.floor(lifetimeMs / 1_000) });
  }

  return {
    /** The open session of a request; null if it has no valid cookie, or its session is no longer open. */
    read: readSession,
    /**
     * Opens a session for a key that the practice API accepts, replacing the browser's previous one. `typedAt` is when the
     * key was typed, by default now; null if no one typed it.
     */
    async open(
      c: Context<GatewayEnv>,
      { key, name, typedAt = clock() }: Pick<Session, 'key' | 'name'> & Partial<Pick<Session, 'typedAt'>>,
    ): Promise<Session> {
      const earlier = await readSession(c);
      const [id, secret] = [randomToken(), randomToken()];
      const stored = { keyHash: keyHash(key), employeeId: null, lockMinutes: null };
      await sessions.open({ id, keyHash: stored.keyHash, secret, expiresAt: clock() + lifetimeMs }, clock());
      await writeSession(c, id, secret, { key, name, typedAt });
      // The earlier session is closed last, so that a failure before this does not sign anyone out.
      if (earlier !== null) {
        await sessions.close(earlier.id);
        onReplaced(earlier);
      }
      return { id, key, name, typedAt, person: userId(key), ...stored };
    },
    /** Makes the browser delete its cookie. */
    remove(c: Context<GatewayEnv>): void {
      deleteCookie(c, cookieName, attributes);
    },
  };
}

const randomToken = () => randomBytes(BOX_KEY_BYTES).toString('base64url');
const decodeKey = (secret: string) => Buffer.from(secret, 'base64url');

export type SessionCookie = ReturnType<typeof createSessionCookie>;

/**
 * Middleware that determines the key of a request: the shared key, or the key in the cookie. Refuses a request that names
 * another person ({@link requireSamePerson}). When the practice API no longer accepts a receptionist's key, the sessions of the
 * key are closed and its PINs removed.
 */
export function requireCredential(options: {
  keyring: Keyring;
  cookie: SessionCookie | null;
  keyHash: (key: string) => string;
  /** Whether a request changes data, and therefore must state which person sends it. */
  isWrite: (request: Request) => boolean;
}): MiddlewareHandler<GatewayEnv> {
  const { keyring, cookie, keyHash, isWrite } = options;

  return async function requireCredential(c, next) {
    if (keyring.access === 'shared') {
      requireSamePerson(c, null);
      const key = keyring.key();
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
    await endKeyAccess(keyring, session.keyHash);
    cookie?.remove(c);
  };
}
