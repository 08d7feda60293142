import { createHash, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { SessionStore, SignInKeyring } from './keyring.ts';
import { openPinFile, pinFile } from './pin-store.ts';
import { hasCode, openRowsFile, readIfPresent, removeRowsFile } from './rows-file.ts';

/**
 * The keyring for desks where each receptionist signs in. `directory` contains the list of open sessions, the PINs, and the
 * secret that seals cookies unless one is given (at least 32 characters). `clock` is in epoch milliseconds. Throws if they
 * cannot be read.
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
    sessions: await openSessionFile({ file: sessionFile(directory), clock }),
    pins: await openPinFile(pinFile(directory)),
  };
}

const sessionFile = (directory: string) => join(directory, 'sessions.json');

/** Ends all sessions and PINs in a directory that no gateway is using. */
export async function endSessions(directory: string): Promise<void> {
  for (const file of [sessionFile(directory), pinFile(directory)]) await removeRowsFile(file);
}

/** `holder` is the hash of the key. Renaming it would sign everybody out in an update. */
const rowSchema = z.object({ idHash: z.string(), holder: z.string(), expiresAt: z.number() });

/** The list of sessions in `file`. It contains nothing from which a cookie could be created. */
async function openSessionFile({ file, clock }: { file: string; clock: () => number }): Promise<SessionStore> {
  const { rows: sessions, save } = await openRowsFile({
    file,
    schema: rowSchema,
    keyOf: ({ idHash }) => idHash,
    remedy: 'remove it and everyone signs in again',
  });

  function isOpen({ id, keyHash }: { id: string; keyHash: string }, now: number): boolean {
    const session = sessions.get(hashOf(id));
    return session !== undefined && session.holder === keyHash && session.expiresAt > now;
  }

  async function close(idHash: string): Promise<void> {
    if (sessions.delete(idHash)) await save();
  }

  return {
    async open({ id, keyHash, expiresAt }) {
      for (const [over, session] of sessions) if (session.expiresAt <= clock()) sessions.delete(over);
      const idHash = hashOf(id);
      sessions.set(idHash, { idHash, holder: keyHash, expiresAt });
      await save();
    },
    isOpen: async (session, now) => isOpen(session, now),
    openAmong: async (candidates, now) =>
      new Set(candidates.filter((session) => isOpen(session, now)).map((session) => session.id)),
    close: (id) => close(hashOf(id)),
    closeByHash: close,
    async closeAll(keyHash) {
      const open = [...sessions].filter(([, session]) => session.holder === keyHash);
      for (const [idHash] of open) sessions.delete(idHash);
      if (open.length > 0) await save();
    },
  };
}

/** The stored hash of a session id, so that the list itself gives no access. */
export function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}

const MIN_SECRET_LENGTH = 32;

/** The secret in a file of `directory`, which is created, readable only by its owner, if it does not exist. */
export async function readSessionSecret(directory: string): Promise<string> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, 'session-secret');
  const secret = ((await readIfPresent(file)) ?? (await createSecret(file))).trim();
  if (secret.length < MIN_SECRET_LENGTH)
    throw new Error(`${file} holds a secret of fewer than ${MIN_SECRET_LENGTH} characters`);
  return secret;
}

/** Created atomically by a hard link, so that two processes starting together read the same secret. */
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
