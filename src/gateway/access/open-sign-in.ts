import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SignInKeyring } from '#gateway/keyring.ts';
import { readSessionSecret } from './session-secret.ts';
import { openSessionFile } from './session-store.ts';

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
    sessionSecret: sessionSecret ?? (await readSessionSecret({ file: join(directory, 'session-secret') })),
    sessions: await openSessionFile({ file: join(directory, 'sessions.json'), clock }),
  };
}
