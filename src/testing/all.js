// `npm test`: all scripts of package.json that must pass, in two lanes, since none keeps both cores busy by itself. The output of the
// first lane comes as it is written, that of each script of the second when it is through.
import '../cli/supported-node.js';
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { seedPractice } from '../../e2e/seeded-practice.js';

const failed = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => failed.abort());

/**
 * Runs a command. The first that fails ends the others, with all that they have started.
 * @param {string} name @param {string} command @param {string[]} args @param {'inherit' | 'pipe'} output
 */
function run(name, command, args, output) {
  return new Promise((resolve, reject) => {
    const hasGroups = process.platform !== 'win32';
    const child = spawn(command, args, { stdio: ['ignore', output, output], detached: hasGroups });
    const end = () => (hasGroups && child.pid !== undefined ? process.kill(-child.pid) : child.kill());
    failed.signal.addEventListener('abort', end);
    /** @type {Buffer[]} */
    const written = [];
    child.stdout?.on('data', (data) => written.push(data));
    child.stderr?.on('data', (data) => written.push(data));
    child.once('error', reject);
    child.once('close', (code) => {
      failed.signal.removeEventListener('abort', end);
      process.stdout.write(Buffer.concat(written));
      if (code === 0) return resolve(undefined);
      reject(new Error(`${name} failed.`));
    });
  });
}

/** @param {string} name @param {'inherit' | 'pipe'} output @param {string[]} [given] */
function script(name, output, given = []) {
  // Where npm runs this it says which it is; a shell would have to find it, differently on each system.
  const npm = process.env['npm_execpath'];
  const args = ['run', '-s', name, '--', ...given];
  const words = `npm run ${name}`;
  const begun = Date.now();
  const done =
    npm === undefined ? run(words, 'npm', args, output) : run(words, process.execPath, [npm, ...args], output);
  return done.then(() => process.stdout.write(`${words} took ${Math.round((Date.now() - begun) / 1000)} s\n`));
}

/** @type {string | undefined} */
let seeded;

/** The unit tests of the second lane, so that both take as long: with all that open the embedded database, which costs seconds. */
const secondUnits = [
  'src/service/',
  'src/cli/',
  'src/import/',
  'src/testing/histories/',
  'src/gateway/access/confirm-key.test.ts',
];

async function firstLane() {
  // The rest of `check`, its catalogues and licences, are unit tests.
  await script('lint', 'pipe');
  const exclude = secondUnits.flatMap((path) => ['--exclude', path.endsWith('/') ? `${path}**` : path]);
  await script('test:unit', 'pipe', exclude);
  await script('test:components', 'inherit');
}

async function secondLane() {
  seeded = await seedPractice(failed.signal);
  process.env['SEEDED_DATA_DIR'] = seeded;
  await script('test:unit', 'pipe', secondUnits);
  await script('test:browser', 'pipe');
}

try {
  await Promise.all([firstLane(), secondLane()]);
} catch (error) {
  failed.abort();
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
} finally {
  if (seeded !== undefined) rmSync(seeded, { recursive: true, force: true });
}
