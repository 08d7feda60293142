import { createHmac } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import type { SignInKeyring } from './session-store.ts';

/** One shared API key acts for everybody. */
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
  /** A keyed hash: stands for the key wherever something is kept by key, and does not let one guess it. */
  readonly keyHash: string;
}

/** What the middlewares in front leave for those behind; there are no bindings where no HTTP server stands in front. */
export interface GatewayEnv {
  Bindings: Partial<HttpBindings>;
  Variables: {
    credential: Credential;
    /** Of a response that tells an error: its id, and its message key where it is one of ours. */
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

/** 96 bits: too few to say anything of the key, enough that no two of a practice are the same. */
const USER_ID_CHARACTERS = 16;

/**
 * What browsers may know the owner of a key by: the same at every sign-in under one secret. It is neither the hash that the
 * gateway keeps the key's sessions under nor, without the secret, a way to try out keys.
 */
export function createUserId(secret: string): (key: string) => string {
  // With another prefix everybody would become a new user to the browsers.
  return (key) => createHmac('sha256', `person ${secret}`).update(key).digest('base64url').slice(0, USER_ID_CHARACTERS);
}
