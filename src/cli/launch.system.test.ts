import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nodeVersionProblem } from './check-node-version.js';

const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));

test.each(['v20.19.0', 'v20.20.2', 'v22.12.0', 'v22.21.1', 'v24.0.0', 'v25.1.0', 'v26.0.0'])(
  'Node %s is supported',
  (version) => {
    expect(nodeVersionProblem(version, engines.node)).toBeNull();
  },
);

test.each(['v16.20.2', 'v18.20.8', 'v20.10.0', 'v21.7.3', 'v22.3.0', 'v22.11.0', 'v23.11.0'])(
  'Node %s is refused',
  (version) => {
    expect(nodeVersionProblem(version, engines.node)).toBe(
      `this needs Node 24 or newer, or 22 from 22.12 on, or 20 from 20.19 on, and runs on Node ${version.slice(1)}. Install a newer one from https://nodejs.org.`,
    );
  },
);

/** Makes this Node look too old: removes newer features, so that anything that needs them fails while loading. */
const old = `data:text/javascript,Object.defineProperty(process, 'version', { value: 'v18.20.8' }); delete globalThis.File;`;

test.each(['src/cli/launch.js', 'src/cli/check-node-version.js'])(
  'on an old Node %s only says which version it needs',
  (file) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', old, file], { encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^frontdesk: this needs Node 24 or newer, [^\n]+ Node 18\.20\.8\. [^\n]+\n$/);
  },
);

let checkout: string;
beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'frontdesk-checkout-'));
  for (const file of ['package.json', 'src/cli/launch.js', 'src/cli/check-node-version.js'])
    cpSync(file, join(checkout, file));
});
afterEach(() => rmSync(checkout, { recursive: true, force: true }));

/** The packages of a checkout, with a build that writes a command which echoes its arguments. */
function install() {
  const vite = join(checkout, 'node_modules', 'vite', 'bin');
  mkdirSync(vite, { recursive: true });
  writeFileSync(
    join(vite, 'vite.js'),
    `const { mkdirSync, writeFileSync } = require('fs');
     mkdirSync('dist/server', { recursive: true });
     writeFileSync('dist/server/cli.js', 'console.log(process.argv.slice(2).join())');
     writeFileSync('dist/built', '');`,
  );
  symlinkSync(
    resolve('node_modules/fs-native-extensions'),
    join(checkout, 'node_modules', 'fs-native-extensions'),
    'junction',
  );
}

function launch(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(checkout, 'src/cli/launch.js'), ...args], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

test('the first start reports the build beside the output of the command; the next one reports nothing', () => {
  install();
  const first = launch('key', 'list');
  expect(first).toMatchObject({ status: 0, stdout: 'key,list\n' });
  expect(first.stderr).toMatch(/^frontdesk: building the app[^\n]+\nfrontdesk: the app is built, in \d+ s\n$/);
  expect(launch('key', 'list')).toEqual({ status: 0, stdout: 'key,list\n', stderr: '' });
});

test('the output of `npm run build` is not built again', () => {
  install();
  spawnSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build'], { cwd: checkout });
  expect(launch('start')).toEqual({ status: 0, stdout: 'start\n', stderr: '' });
});

test('a checkout that is not writable is reported with what to do', () => {
  install();
  // Also fails for root, which can write anywhere.
  mkdirSync(join(checkout, 'dist', 'lock'), { recursive: true });
  const { status, stdout, stderr } = launch('start');
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(
    /^frontdesk: the app must be built, but [^\n]+dist \(EISDIR\)\. Run `npm run build` [^\n]+\n$/,
  );
});

test('a checkout without its packages is reported with what to do', () => {
  const { status, stderr } = launch('start');
  expect(status).toBe(1);
  expect(stderr).toMatch(/^frontdesk: packages are missing[^\n]+ERR_MODULE_NOT_FOUND\); run npm ci\n$/);
});
