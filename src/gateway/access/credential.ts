import { createHmac } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { DeskEnv } from '#gateway/desk-env.ts';
import { GatewayError } from '#gateway/gateway-error.ts';
import type { Keyring } from '#gateway/keyring.ts';
import type { SessionCookie } from './session-cookie.ts';

/** Names keys without giving them away: the same key always has the same name under one secret. */
export function createHolderNames(secret: string): (key: string) => string {
  let last = { key: '', holder: '' };

  return function holderOf(key) {
    if (last.key !== key) last = { key, holder: createHmac('sha256', secret).update(key).digest('base64url') };
    return last.holder;
  };
}

/** So short that it says nothing of the key, so long that no two of a practice meet: 96 bits. */
const PERSON_CHARACTERS = 16;

/**
 * What browsers may know the holder of a key by: the same at every sign-in under one secret. It is neither the name that
 * the gateway keeps the key's sessions under nor, without the secret, a way to try out keys.
 */
export function createPersonNames(secret: string): (key: string) => string {
  return (key) => createHmac('sha256', `person ${secret}`).update(key).digest('base64url').slice(0, PERSON_CHARACTERS);
}

/**
 * Finds whose key a request goes on with: the shared one, or that of the cookie. When the practice API no longer accepts
 * a receptionist's key, every session with it ends.
 */
export function credential(options: {
  keyring: Keyring;
  cookie: SessionCookie | null;
  holderOf: (key: string) => string;
}): MiddlewareHandler<DeskEnv> {
  const { keyring, cookie, holderOf } = options;

  return async function credential(c, next) {
    if (keyring.access === 'shared') {
      const key = keyring.key();
      c.set('credential', { key, holder: holderOf(key) });
      return await next();
    }
    const session = (await cookie?.read(c)) ?? null;
    if (session === null) throw new GatewayError('authorization_required', 'Sign in with your API key.');
    c.set('credential', session);
    await next();
    if (c.res.status !== 401) return;
    await keyring.sessions.closeAll(session.holder);
    cookie?.forget(c);
  };
}
