import { createHash, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type SessionStore, type SignInKeyring, USE_PRECISION_MS } from './keyring.ts';
import { openPinFile, pinFilePath } from './pin-store.ts';
import { hasErrorCode, openRowsFile, readOptionalFile, removeRowsFile } from './rows-file.ts';

const MINUTE_MS = 60_000;

/**
 * The keyring for desks where each receptionist signs in. `directory` contains the list of open sessions, the PINs, and the
 * secret that seals cookies unless one is given (at least 32 characters). Throws if they cannot be read.
 */
export async function openFileKeyring(options: {
  directory: string;
  sessionSecret?: string | null;
}): Promise<SignInKeyring> {
  const { directory, sessionSecret = null } = options;
  await mkdir(directory, { recursive: true });
  return {
    access: 'sign_in',
    sessionSecret: sessionSecret ?? (await readSessionSecret(directory)),
    sessions: await openSessionFile(sessionFilePath(directory)),
    pins: await openPinFile(pinFilePath(directory)),
  };
}

const sessionFilePath = (directory: string) => join(directory, 'sessions.json');

/** Ends all sessions and PINs in a directory that no gateway is using. */
export async function endSessions(directory: string): Promise<void> {
  for (const file of [sessionFilePath(directory), pinFilePath(directory)]) await removeRowsFile(file);
}

/**
 * A row of the file: an open session. `holder` is the hash of the key. The sessions of earlier releases have no
 * `secret`: their cookies cannot be opened any more, and they expire.
 */
const rowSchema = z.object({
  idHash: z.string(),
  holder: z.string(),
  secret: z.string().default(''),
  employeeId: z.string().nullable().default(null),
  lockMinutes: z.number().nullable().default(null),
  usedAt: z.number().default(0),
  expiresAt: z.number(),
});
type SessionRow = z.infer<typeof rowSchema>;

const isOpenAt = (now: number) => (row: SessionRow) =>
  row.expiresAt > now && (row.lockMinutes === null || row.usedAt + row.lockMinutes * MINUTE_MS > now);

/** Opens the list of sessions in `file`. Without the cookies, the list gives no access. */
async function openSessionFile(file: string): Promise<SessionStore> {
  const { rows, save } = await openRowsFile({
    file,
    schema: rowSchema,
    keyOf: ({ idHash }) => idHash,
    remedy: 'remove it and everyone signs in again',
  });

  async function removeMatchingSessions(isGone: (row: SessionRow) => boolean): Promise<void> {
    const gone = [...rows.values()].filter(isGone);
    for (const { idHash } of gone) rows.delete(idHash);
    if (gone.length > 0) await save();
  }
  const closeByHash = (idHash: string) => removeMatchingSessions((row) => row.idHash === idHash);
  const removeEndedSessions = (now: number) => removeMatchingSessions((row) => !isOpenAt(now)(row));

  return {
    async open({ id, keyHash, secret, expiresAt }, now) {
      await removeEndedSessions(now);
      const idHash = hashSessionId(id);
      rows.set(idHash, {
        idHash,
        holder: keyHash,
        secret,
        employeeId: null,
        lockMinutes: null,
        usedAt: now,
        expiresAt,
      });
      await save();
    },
    async use(id, now) {
      const row = rows.get(hashSessionId(id));
      if (row === undefined) return null;
      if (!isOpenAt(now)(row)) {
        await removeEndedSessions(now);
        return null;
      }
      if (now - row.usedAt >= USE_PRECISION_MS) {
        rows.set(row.idHash, { ...row, usedAt: now });
        // A full disk must not prevent the session from being read.
        await save().catch(() => undefined);
      }
      const { holder: keyHash, secret, employeeId, lockMinutes } = row;
      return { keyHash, secret, employeeId, lockMinutes };
    },
    async findOpen(candidates, now) {
      const isOpen = isOpenAt(now);
      const found = candidates.filter(({ id, keyHash }) => {
        const row = rows.get(hashSessionId(id));
        return row !== undefined && row.holder === keyHash && isOpen(row);
      });
      return new Set(found.map(({ id }) => id));
    },
    async update(id, changes) {
      const row = rows.get(hashSessionId(id));
      if (row === undefined) return;
      rows.set(row.idHash, { ...row, ...changes });
      await save();
    },
    close: (id) => closeByHash(hashSessionId(id)),
    closeByHash,
    closeAll: (which) =>
      removeMatchingSessions((row) =>
        'keyHash' in which ? row.holder === which.keyHash : row.employeeId === which.employeeId,
      ),
  };
}

/** The stored hash of a session id, so that the list itself gives no access. */
export function hashSessionId(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}

const MIN_SECRET_LENGTH = 32;

/** Reads the secret from a file in `directory`. If it does not exist, creates it so that only its owner can read it. */
export async function readSessionSecret(directory: string): Promise<string> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, 'session-secret');
  const secret = ((await readOptionalFile(file)) ?? (await createSecret(file))).trim();
  if (secret.length < MIN_SECRET_LENGTH)
    throw new Error(`${file} holds a secret of fewer than ${MIN_SECRET_LENGTH} characters`);
  return secret;
}

/** Creates the secret atomically with a hard link, so that two processes starting together read the same secret. */
async function createSecret(file: string): Promise<string> {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600 });
  try {
    await link(draft, file);
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(draft);
  }
  return await readFile(file, 'utf8');
}
