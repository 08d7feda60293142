import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';

/** The shortest secret that seals a cookie. */
export const shortestSecret = 32;

/**
 * The secret that seals cookies, kept in `file`, which is created for its owner alone when absent. Throws when the file
 * cannot be read or holds too short a secret.
 */
export async function readSessionSecret(options: { file: string }): Promise<string> {
  const { file } = options;
  const kept = (await readIfThere(file)) ?? (await create(file));
  if (kept.length < shortestSecret)
    throw new Error(`${file} holds a secret of fewer than ${shortestSecret} characters`);
  return kept;
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Linked into place whole, so that of two processes that begin together both read the same secret. */
async function create(file: string): Promise<string> {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600 });
  try {
    await link(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(draft);
  }
  return (await readFile(file, 'utf8')).trim();
}
