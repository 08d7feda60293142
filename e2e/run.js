// Runs the browser tests: finds a browser, builds the product, seeds the demo practice where SEEDED_DATA_DIR names none, and
// hands over to Playwright with the given arguments. After `--other-browsers` they are the journeys that Firefox and WebKit take.
import '../src/cli/supported-node.js';
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

// Only now, since they may not load in a Node that was just refused.
const { findBrowser, otherBrowsers } = await import('./find-browser.js');
const { seedPractice } = await import('./seeded-practice.js');

/** Says which of the other browsers are there; throws where none is. */
function otherBrowsersInWords() {
  const browsers = otherBrowsers();
  const lines = browsers.map(({ engine, path, install }) =>
    path === undefined ? `${engine} is left out, it is not installed: ${install}.` : `${engine} runs: ${path}`,
  );
  if (browsers.every(({ path }) => path === undefined))
    throw new Error(`Neither Firefox nor WebKit is installed.\n${lines.join('\n')}`);
  return `${lines.join('\n')}\n`;
}

const others = process.argv[2] === '--other-browsers';
const given = process.argv.slice(others ? 3 : 2);
const ready = process.env['SEEDED_DATA_DIR'];
/** @type {string | undefined} */
let seeded;
try {
  const { DATABASE_URL: _none, ...embedded } = process.env;
  const words = others ? otherBrowsersInWords() : '';
  process.stdout.write(words);
  const browser = others ? {} : { CHROMIUM_PATH: findBrowser() };
  if (ready === undefined) seeded = await seedPractice();
  const env = { ...embedded, ...browser, SEEDED_DATA_DIR: ready ?? seeded };
  const config = join('e2e', 'playwright.config.ts');
  const engines = others
    ? otherBrowsers().flatMap(({ engine, path }) => (path === undefined ? [] : engine))
    : ['Chromium'];
  const projects = engines.map((engine) => `--project=${engine}`);
  const playwright = join('node_modules', '@playwright', 'test', 'cli.js');
  const tests = spawnSync(process.execPath, [playwright, 'test', '--config', config, ...projects, ...given], {
    stdio: 'inherit',
    env,
  });
  process.stdout.write(words);
  process.exitCode = tests.status ?? 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
} finally {
  if (seeded !== undefined) rmSync(seeded, { recursive: true, force: true });
}
