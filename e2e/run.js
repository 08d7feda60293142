// Runs the browser tests: finds a browser, builds the product, seeds the demo practice once for all of them, and hands
// over to Playwright with the given arguments.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './find-browser.js';

/** The demo practice of the tests reaches twelve days to either side of today, which is five pages of the list. */
const APPOINTMENTS = '2400';

const seeded = mkdtempSync(join(tmpdir(), 'frontdesk-seeded-'));
try {
  const { DATABASE_URL: _none, ...embedded } = process.env;
  const env = { ...embedded, CHROMIUM_PATH: findBrowser(), SEEDED_DATA_DIR: seeded };
  const names = '--hostile-names';
  const seed = spawnSync(process.execPath, ['src/cli/launch.js', 'seed', names, '--appointments', APPOINTMENTS], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...env, DATA_DIR: seeded },
  });
  if (seed.status !== 0) throw new Error('The product could not be built and seeded.');
  const playwright = join('node_modules', '@playwright', 'test', 'cli.js');
  const tests = spawnSync(process.execPath, [playwright, 'test', ...process.argv.slice(2)], { stdio: 'inherit', env });
  process.exitCode = tests.status ?? 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
} finally {
  rmSync(seeded, { recursive: true, force: true });
}
