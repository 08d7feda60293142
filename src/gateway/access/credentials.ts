import { createHmac } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
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
