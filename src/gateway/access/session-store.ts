import { createHash, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { createQueue } from '#gateway/queue.ts';
import { parseJson } from '#gateway/upstream/connection.ts';
import type { SessionStore, SignInKeyring } from './keyring.ts';

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
    sessions: await openSessionFile({ file: sessionFile(directory), clock }),
  };
}

const sessionFile = (directory: string) => join(directory, 'sessions.json');

/** Ends all sessions of a directory that no gateway has open. */
export async function endSessions(directory: string): Promise<void> {
  await rm(sessionFile(directory), { force: true });
}

/**
 * `holder` is the hash of the key. The name stays as it is, since renaming it would sign everybody out at an update.
 */
const fileSchema = z.array(z.object({ idHash: z.string(), holder: z.string(), expiresAt: z.number() }));

/** The list of sessions in `file`, readable by its owner only, with nothing from which a cookie could be made. */
async function openSessionFile(options: { file: string; clock: () => number }): Promise<SessionStore> {
  const { file, clock } = options;
  const sessions = new Map((await readSessions(file)).map((session) => [session.idHash, session]));
  const inTurn = createQueue();

  const save = () =>
    inTurn(async () => {
      for (const [idHash, { expiresAt }] of sessions) if (expiresAt <= clock()) sessions.delete(idHash);
      const next = `${file}.next`;
      await writeFile(next, JSON.stringify([...sessions.values()]), { mode: 0o600 });
      await rename(next, file);
    });

  function isOpen({ id, keyHash }: { id: string; keyHash: string }, now: number): boolean {
    const session = sessions.get(hashOf(id));
    return session !== undefined && session.holder === keyHash && session.expiresAt > now;
  }

  return {
    async open({ id, keyHash, expiresAt }) {
      const idHash = hashOf(id);
      sessions.set(idHash, { idHash, holder: keyHash, expiresAt });
      await save();
    },
    isOpen: async (session, now) => isOpen(session, now),
    openAmong: async (candidates, now) =>
      new Set(candidates.filter((session) => isOpen(session, now)).map((session) => session.id)),
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
  const parsed = fileSchema.safeParse(parseJson(text));
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
