import type { SessionStore } from '#gateway/access/session-store.ts';

/** One shared API key acts for every desk. */
export interface SharedKeyring {
  readonly access: 'shared';
  /** Asked for each request, so that a key issued anew is used at once. */
  readonly key: () => string;
}

/** Each receptionist signs in with an API key of her own, which her sealed cookie holds. */
export interface SignInKeyring {
  readonly access: 'sign_in';
  /** At least 32 characters; whoever has it can open every cookie. See `readSessionSecret`. */
  readonly sessionSecret: string;
  /** Which sessions are open; it outlives a restart. See `openSessionFile`. */
  readonly sessions: SessionStore;
}

/** Where the API key of a request comes from. */
export type Keyring = SharedKeyring | SignInKeyring;

/** Whose API key a request is passed on with. */
export interface Credential {
  readonly key: string;
  /** Stands for the key wherever something is kept by key; does not let one guess it. */
  readonly holder: string;
}
