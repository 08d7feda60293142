import { createHmac } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import type { Credential } from '#gateway/upstream/practice-api.ts';
import type { PinFilter, PinStore } from './pin-store.ts';

/** One API key that all desks share. */
interface SharedKeyring {
  readonly access: 'shared';
  /** Called for each request, so that a newly issued key is used at once. */
  readonly key: () => string;
}

/** The session of a signed-in person in one browser: the content of the cookie, and what is stored about the session. */
export interface Session extends Credential, Pick<StoredSession, 'employeeId' | 'lockMinutes'> {
  readonly id: string;
  /** The user id of the key's owner ({@link createUserIdHasher}). */
  readonly person: string;
  /** The display name of the person; null if unknown. */
  readonly name: string | null;
  /** The time at which the person typed the key, in epoch milliseconds; null for the key of the demo, which no one types. */
  readonly typedAt: number | null;
}

/** The stored part of an open session. */
export interface StoredSession {
  readonly keyHash: string;
  /**
   * The secret that seals the key in the cookie. It is deleted with the session, so that the key in a copy of the
   * cookie can no longer be read.
   */
  readonly secret: string;
  /** The employee id of the person; null if unknown. */
  readonly employeeId: string | null;
  /** The number of minutes without a request after which the session ends; null if it never ends for that reason. */
  readonly lockMinutes: number | null;
}

/** The precision of the stored time of a session's last request, in milliseconds: not every request writes it. */
export const USE_PRECISION_MS = 15_000;

/**
 * The open sessions. A cookie is valid only while its session is listed here, so signing out, here or everywhere, also
 * invalidates every copy of the cookie. Times are in epoch milliseconds.
 */
export interface SessionStore {
  open(
    session: Pick<StoredSession, 'keyHash' | 'secret'> & { id: string; expiresAt: number },
    now: number,
  ): Promise<void>;
  /** Returns the open session with an id, and records that it was used; null if there is no such session. */
  use(id: string, now: number): Promise<StoredSession | null>;
  /** Returns the ids of the given sessions that are open. */
  findOpen(sessions: readonly { id: string; keyHash: string }[], now: number): Promise<ReadonlySet<string>>;
  update(id: string, changes: Pick<StoredSession, 'employeeId' | 'lockMinutes'>): Promise<void>;
  close(id: string): Promise<void>;
  /** Closes the session whose id has this hash. */
  closeByHash(idHash: string): Promise<void>;
  closeAll(which: SessionFilter): Promise<void>;
}

/** Selects the sessions of a key, or the sessions of an employee with any key. */
export type SessionFilter = { keyHash: string } | { employeeId: string };

/** Each receptionist signs in with their own API key, which is stored in their sealed cookie. */
export interface SignInKeyring {
  readonly access: 'sign_in';
  /** The secret that seals the cookies, of at least 32 characters. Anyone who has it can open every cookie. */
  readonly sessionSecret: string;
  readonly sessions: SessionStore;
  readonly pins: PinStore;
}

/** Closes the sessions that a key has opened, and removes the PINs that seal it. */
export async function endKeyAccess(keyring: SignInKeyring, keyHash: string): Promise<void> {
  await keyring.sessions.closeAll({ keyHash });
  await removePins(keyring, { keyHash });
}

/**
 * Closes the sessions of a person and removes their PINs. Their other keys are included if the practice API reports the
 * owners of keys.
 */
export async function endPersonAccess(keyring: SignInKeyring, { keyHash, employeeId }: Session): Promise<void> {
  await endKeyAccess(keyring, keyHash);
  if (employeeId === null) return;
  await keyring.sessions.closeAll({ employeeId });
  await removePins(keyring, { employeeId });
}

/** Removes PINs and closes the last session that was opened with each, even if it was opened a moment ago. */
export async function removePins({ sessions, pins }: SignInKeyring, which: PinFilter): Promise<void> {
  for (const { sessionHash } of await pins.remove(which)) await sessions.closeByHash(sessionHash);
}

/** The source of the API key for a request: one for everyone, or each receptionist's own. */
export type Keyring = SharedKeyring | SignInKeyring;

/** The content of a browser's device cookie (`pins.ts`). */
export interface DeviceCookie {
  readonly id: string;
  readonly secret: Buffer;
}

/** Hono's environment for the gateway: the variables that middleware sets. Without an HTTP server there are no bindings. */
export interface GatewayEnv {
  Bindings: Partial<HttpBindings>;
  Variables: {
    credential: Credential;
    /** The session of a person who signed in; null with a shared key. */
    session: Session | null;
    /**
     * The time at which the person of the request typed their key, in epoch milliseconds; null with a shared key, and
     * in the demo.
     */
    typedAt: number | null;
    /** The device cookie that the response sets. */
    device?: DeviceCookie;
    /** The id of an error response. */
    errorInstanceId?: string;
    /** The message key of an error response that the gateway itself created. */
    error?: string;
  };
}

/** Returns a function that hashes keys. With the same secret, a key always has the same hash. */
export function createKeyHasher(secret: string): (key: string) => string {
  return (key) => createHmac('sha256', secret).update(key).digest('base64url');
}

/** 96 bits: too few to identify the key, enough to be unique in a practice. */
const USER_ID_CHARACTERS = 16;

/**
 * Returns a function that derives the user id of a key's owner, which browsers see. With the same secret it is the same at
 * every sign-in. It differs from the hash under which sessions are stored, and cannot be used to test guessed keys without
 * the secret.
 */
export function createUserIdHasher(secret: string): (key: string) => string {
  // Do not change the prefix: every user would get a new id.
  return (key) => createHmac('sha256', `person ${secret}`).update(key).digest('base64url').slice(0, USER_ID_CHARACTERS);
}
