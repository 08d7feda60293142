import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { z } from 'zod';

/** One signed-in browser. `holder` stands for the API key; `expiresAt` is in epoch milliseconds. */
export interface OpenSession {
  readonly id: string;
  readonly holder: string;
  readonly expiresAt: number;
}

/**
 * Which sessions are open. A cookie opens nothing unless its session is listed here, so signing out, here or everywhere,
 * also ends every copy of the cookie.
 */
export interface SessionStore {
  open(session: OpenSession): Promise<void>;
  isOpen(session: { id: string; holder: string }, now: number): boolean;
  close(id: string): Promise<void>;
  closeAll(holder: string): Promise<void>;
}

const fileSchema = z.array(z.object({ idHash: z.string(), holder: z.string(), expiresAt: z.number() }));

/**
 * Opens the list of sessions that is kept in `file`, created with the first one; readable by its owner only, and without
 * anything that a cookie could be made of. `clock` is in epoch milliseconds. Throws when the file cannot be read.
 */
export async function openSessionFile(options: { file: string; clock: () => number }): Promise<SessionStore> {
  const { file, clock } = options;
  const sessions = new Map((await read(file)).map((session) => [session.idHash, session]));
  let saving: Promise<void> = Promise.resolve();

  function save(): Promise<void> {
    const write = async () => {
      for (const [idHash, { expiresAt }] of sessions) if (expiresAt <= clock()) sessions.delete(idHash);
      const next = `${file}.next`;
      await writeFile(next, JSON.stringify([...sessions.values()]), { mode: 0o600 });
      await rename(next, file);
    };
    saving = saving.then(write, write);
    return saving;
  }

  return {
    async open({ id, holder, expiresAt }) {
      const idHash = hashed(id);
      sessions.set(idHash, { idHash, holder, expiresAt });
      await save();
    },
    isOpen({ id, holder }, now) {
      const session = sessions.get(hashed(id));
      return session !== undefined && session.holder === holder && session.expiresAt > now;
    },
    async close(id) {
      if (sessions.delete(hashed(id))) await save();
    },
    async closeAll(holder) {
      const open = [...sessions].filter(([, session]) => session.holder === holder);
      for (const [idHash] of open) sessions.delete(idHash);
      if (open.length > 0) await save();
    },
  };
}

function hashed(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}

async function read(file: string): Promise<z.infer<typeof fileSchema>> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
  const parsed = fileSchema.safeParse(parseJson(text));
  if (!parsed.success)
    throw new Error(`${file} does not hold the list of sessions; remove it and everyone signs in again`);
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
