import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { sealData, unsealData } from 'iron-session';
import { z } from 'zod';
import type { DeskEnv } from '#gateway/desk-env.ts';
import type { Credential, SignInKeyring } from '#gateway/keyring.ts';

/** A receptionist signs in again after a week. */
const LIFETIME_MS = 7 * 24 * 60 * 60_000;

const sealedSchema = z.object({ id: z.string().min(1), key: z.string().min(1) });

/** What a browser's cookie says: the key, and which session it belongs to. */
export interface Session extends Credential {
  readonly id: string;
}

/**
 * The cookie that holds a receptionist's key, sealed so that only this gateway can open it. `secure` when browsers reach
 * the gateway through TLS. Lifetimes are reckoned with `clock` (epoch milliseconds).
 */
export function createSessionCookie(options: {
  keyring: SignInKeyring;
  holderOf: (key: string) => string;
  secure: boolean;
  clock: () => number;
}) {
  const { keyring, holderOf, secure, clock } = options;
  const { sessionSecret: password, sessions } = keyring;
  // A browser takes a __Host- cookie only from this very host, over TLS, for all paths.
  const name = secure ? '__Host-frontdesk' : 'frontdesk';
  const attributes = { httpOnly: true, sameSite: 'Strict', secure, path: '/' } as const;

  return {
    /** The open session of a request; null without one, whatever its cookie holds. */
    async read(c: Context<DeskEnv>): Promise<Session | null> {
      const sealed = getCookie(c, name);
      if (sealed === undefined) return null;
      const content = sealedSchema.safeParse(await unsealData<unknown>(sealed, { password, ttl: 0 }).catch(() => null));
      if (!content.success) return null;
      const { id, key } = content.data;
      const session = { id, key, holder: holderOf(key) };
      return sessions.isOpen(session, clock()) ? session : null;
    },
    /** Opens a session for a key that the practice API accepts. */
    async open(c: Context<DeskEnv>, key: string): Promise<void> {
      const id = randomUUID();
      await sessions.open({ id, holder: holderOf(key), expiresAt: clock() + LIFETIME_MS });
      const sealed = await sealData({ id, key }, { password, ttl: 0 });
      setCookie(c, name, sealed, { ...attributes, maxAge: LIFETIME_MS / 1_000 });
    },
    /** Makes the browser forget its cookie. */
    forget(c: Context<DeskEnv>): void {
      deleteCookie(c, name, attributes);
    },
  };
}

export type SessionCookie = ReturnType<typeof createSessionCookie>;
