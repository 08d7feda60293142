// Runs the browser tests: finds a browser, builds the product, hands over to Playwright with the given arguments.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { findBrowser } from './find-browser.js';

try {
  const env = { ...process.env, CHROMIUM_PATH: findBrowser() };
  const build = spawnSync(process.execPath, ['src/cli/launch.js', '--help'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  });
  if (build.status !== 0) process.exit(build.status ?? 1);
  const playwright = join('node_modules', '@playwright', 'test', 'cli.js');
  const tests = spawnSync(process.execPath, [playwright, 'test', ...process.argv.slice(2)], { stdio: 'inherit', env });
  process.exitCode = tests.status ?? 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
