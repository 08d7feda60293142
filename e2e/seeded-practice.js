// The demo practice of the browser tests, which is seeded once for all of them.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** It reaches fifteen days to either side of today, which is five pages of the list. */
const APPOINTMENTS = '2400';

/** For Node: the embedded database's code is not compiled a second time, by which what runs for seconds alone only loses. */
export const quickly = ['--liftoff-only'];

/** For the product: its usual page cache is taken at the start, which costs a second where a machine gives memory slowly. */
export const smallCache = { DATABASE_CACHE_MB: '16' };

/**
 * Builds the product where need be and seeds the practice. Rejects where that is not possible.
 * @param {AbortSignal} [signal] ends it
 * @returns {Promise<string>} its data folder, which the caller removes
 */
export async function seedPractice(signal) {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-seeded-'));
  const { DATABASE_URL: _none, ...embedded } = process.env;
  const names = '--hostile-names';
  const seed = spawn(
    process.execPath,
    [...quickly, 'src/cli/launch.js', 'seed', names, '--appointments', APPOINTMENTS],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...embedded, DATA_DIR: folder },
      ...(signal === undefined ? {} : { signal }),
    },
  );
  try {
    const status = await new Promise((resolve, reject) => seed.once('error', reject).once('close', resolve));
    if (status !== 0) throw new Error('The product could not be built and seeded.');
    return folder;
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}
