import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { sealData, unsealData } from 'iron-session';
import { z } from 'zod';
import { type Capabilities, type DeskSession, deskSignInSchema } from '#contract/desk.ts';
import { ServiceError } from '#contract/error.ts';
import { type Credential, parseJson } from '#gateway/upstream/connection.ts';
import { clientAddress } from './addresses.ts';
import { jsonHeaders } from './browser-security.ts';
import type { KeyRights } from './key-rights.ts';
import { createSignInThrottle, type WrongKeyCounters } from './wrong-keys.ts';

/** One API key that all desks share. */
interface SharedKeyring {
  readonly access: 'shared';
  /** Called for each request, so that a newly issued key is used at once. */
  readonly key: () => string;
}

/** Where the API key of a request comes from: one for all, or each receptionist's own. */
export type Keyring = SharedKeyring | SignInKeyring;

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
  return (key) => createHmac('sha256', secret).update(key).digest('base64url');
}

/** 96 bits: too few to identify the key, enough to be unique in a practice. */
const USER_ID_CHARACTERS = 16;

/**
 * The user id that browsers see for the owner of a key, the same at every sign-in under one secret. It is not the hash
 * that sessions are stored under and cannot be used, without the secret, to try out keys.
 */
function createUserId(secret: string): (key: string) => string {
  // Do not change the prefix: every user would get a new id.
  return (key) => createHmac('sha256', `person ${secret}`).update(key).digest('base64url').slice(0, USER_ID_CHARACTERS);
}

/** How long a session lasts where the settings name no other length: after a week a receptionist signs in again. */
export const SESSION_LENGTH_MS = 7 * 24 * 60 * 60_000;

const sealedSchema = z.object({ id: z.string().min(1), key: z.string().min(1), name: z.string().nullish() });

/** The content of a browser's cookie: the key, its session, and the person's display name. */
interface Session extends Credential {
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

type SessionCookie = ReturnType<typeof createSessionCookie>;

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

/** Each receptionist signs in with an API key of their own, which their sealed cookie holds. */
export interface SignInKeyring {
  readonly access: 'sign_in';
  /** Seals the cookies: at least 32 characters; whoever has it can open every cookie. */
  readonly sessionSecret: string;
  readonly sessions: SessionStore;
}

/** One signed-in browser. `expiresAt` is in epoch milliseconds. */
interface OpenSession {
  readonly id: string;
  readonly keyHash: string;
  readonly expiresAt: number;
}

/**
 * The open sessions. A cookie is valid only while its session is listed here, so signing out, here or everywhere, also
 * invalidates every copy of the cookie.
 */
export interface SessionStore {
  open(session: OpenSession): Promise<void>;
  isOpen(session: { id: string; keyHash: string }, now: number): Promise<boolean>;
  close(id: string): Promise<void>;
  closeAll(keyHash: string): Promise<void>;
}

/**
 * The keyring for desks where each receptionist signs in: the list of open sessions, and the secret that seals cookies
 * unless one is given (at least 32 characters), are kept in `directory`. `clock` is in epoch milliseconds. Throws when
 * they cannot be read.
 */
export async function openSignIn(options: {
  directory: string;
  sessionSecret?: string | null;
  clock?: () => number;
}): Promise<SignInKeyring> {
  const { directory, sessionSecret = null, clock = Date.now } = options;
  await mkdir(directory, { recursive: true });
  return {
    access: 'sign_in',
    sessionSecret: sessionSecret ?? (await readSessionSecret(directory)),
    sessions: await openSessionFile({ file: join(directory, 'sessions.json'), clock }),
  };
}

/**
 * `holder` is the hash of the key. The name stays as it is, since renaming it would sign everybody out at an update.
 */
const fileSchema = z.array(z.object({ idHash: z.string(), holder: z.string(), expiresAt: z.number() }));

/** The list of sessions in `file`, readable by its owner only, with nothing from which a cookie could be made. */
async function openSessionFile(options: { file: string; clock: () => number }): Promise<SessionStore> {
  const { file, clock } = options;
  const sessions = new Map((await readSessions(file)).map((session) => [session.idHash, session]));
  let saving: Promise<void> = Promise.resolve();

  function save(): Promise<void> {
    const write = async () => {
      for (const [idHash, { expiresAt }] of sessions) if (expiresAt <= clock()) sessions.delete(idHash);
      const next = `${file}.next`;
      await writeFile(next, JSON.stringify([...sessions.values()]), { mode: 0o600 });
      await rename(next, file);
    };
    saving = saving.then(write, write);
    return saving;
  }

  return {
    async open({ id, keyHash, expiresAt }) {
      const idHash = hashOf(id);
      sessions.set(idHash, { idHash, holder: keyHash, expiresAt });
      await save();
    },
    async isOpen({ id, keyHash }, now) {
      const session = sessions.get(hashOf(id));
      return session !== undefined && session.holder === keyHash && session.expiresAt > now;
    },
    async close(id) {
      if (sessions.delete(hashOf(id))) await save();
    },
    async closeAll(keyHash) {
      const open = [...sessions].filter(([, session]) => session.holder === keyHash);
      for (const [idHash] of open) sessions.delete(idHash);
      if (open.length > 0) await save();
    },
  };
}

/** The stored hash of a session id, so that the list itself opens no session. */
export function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}

async function readSessions(file: string): Promise<z.infer<typeof fileSchema>> {
  const text = await readIfPresent(file);
  if (text === null) return [];
  const parsed = fileSchema.safeParse(parseJson(Buffer.from(text)));
  if (!parsed.success)
    throw new Error(`${file} does not hold the list of sessions; remove it and everyone signs in again`);
  return parsed.data;
}

const MIN_SECRET_LENGTH = 32;

/** The secret in a file of `directory`, which is created for its owner alone when absent. */
export async function readSessionSecret(directory: string): Promise<string> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, 'session-secret');
  const secret = ((await readIfPresent(file)) ?? (await createSecret(file))).trim();
  if (secret.length < MIN_SECRET_LENGTH)
    throw new Error(`${file} holds a secret of fewer than ${MIN_SECRET_LENGTH} characters`);
  return secret;
}

/** Created atomically by a hard link, so that two processes that start together read the same secret. */
async function createSecret(file: string): Promise<string> {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600 });
  try {
    await link(draft, file);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(draft);
  }
  return await readFile(file, 'utf8');
}

async function readIfPresent(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/**
 * `/desk/session`: who is signed in and what they may do (GET), signing in (POST) and out (DELETE), and
 * `DELETE /desk/sessions`: signing out everywhere. With a shared key nobody signs in: only GET exists.
 */
export function sessionRoutes(options: {
  keyring: Keyring;
  cookie: SessionCookie | null;
  keyHash: (key: string) => string;
  keyRights: KeyRights;
  wrongKeys: WrongKeyCounters;
  proxied: boolean;
  /** The part of the session that is the same for everybody. */
  settings: Pick<DeskSession, 'timeZone' | 'practiceSystemUrl' | 'calendarLicenseKey'>;
  isDemo: () => Promise<boolean>;
  capabilities: () => Capabilities;
}): Hono<GatewayEnv> {
  const { keyring, cookie, keyHash, keyRights, wrongKeys, proxied, settings, isDemo, capabilities } = options;
  const throttle = createSignInThrottle(wrongKeys);
  // A shared key does not identify anybody.
  const userId = keyring.access === 'shared' ? null : createUserId(keyring.sessionSecret);

  async function respond(c: Context<GatewayEnv>, credential: (Credential & { name?: string | null }) | null) {
    const session: DeskSession = {
      access: keyring.access,
      signedIn: credential !== null,
      canWrite: credential === null ? null : await keyRights.canWrite(credential),
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
    const accepted = await throttle.attempt(keyHash(address), () => keyRights.isAccepted(credential));
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
