#!/usr/bin/env node
// Runs the `frontdesk` command from its build, building first if the sources are newer. Messages about the build go to
// standard error, because standard output belongs to the command.
import './check-node-version.js';
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = join(root, 'dist');
/** A file that the build writes; its modification time says when the build began (vite.config.ts). */
const stamp = join(dist, 'built');
const sources = [
  'src',
  'translations',
  'public',
  'index.html',
  'package-lock.json',
  'vite.config.ts',
  'tailwind.config.js',
];

/** @param {string} path @returns {number} */
function latestModification(path) {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (entry === undefined) return 0;
  if (!entry.isDirectory()) return entry.mtimeMs;
  return Math.max(entry.mtimeMs, ...readdirSync(path).map((name) => latestModification(join(path, name))));
}

function isBuilt() {
  const built = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return sources.every((source) => latestModification(join(root, source)) <= built);
}

/** @param {string} text */
const printMessage = (text) => void process.stderr.write(`frontdesk: ${text}\n`);

/** @param {string} problem @returns {never} */
function fail(problem) {
  printMessage(problem);
  process.exit(1);
}

/** The lock that allows one build at a time. */
async function lockBuild() {
  const { tryLock, waitForLock } = await import('fs-native-extensions').catch((error) =>
    fail(`packages are missing, or belong to another system (${error.code ?? error.message}); run npm ci`),
  );
  try {
    mkdirSync(dist, { recursive: true });
    const lock = openSync(join(dist, 'lock'), 'a+');
    if (!tryLock(lock)) {
      printMessage('waiting for another process that is building the app');
      await waitForLock(lock);
    }
    return lock;
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    return fail(
      `the app must be built, but this user cannot write to ${dist} (${code}). Run \`npm run build\` as a user who can, and then \`node dist/server/cli.js\` here.`,
    );
  }
}

function build() {
  const startedAt = Date.now();
  printMessage('building the app, which is needed once for each version and takes up to a minute …');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  // The environment may say "development" or "test", but the build is always for production.
  const env = { ...process.env, NODE_ENV: 'production' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    encoding: 'utf8',
    env,
  });
  if (status !== 0) {
    process.stderr.write(`${stdout}${stderr}`);
    fail('the build failed; have you run npm ci?');
  }
  printMessage(`the app is built, in ${Math.ceil((Date.now() - startedAt) / 1000)} s`);
}

if (!isBuilt()) {
  const lock = await lockBuild();
  if (!isBuilt()) build();
  closeSync(lock);
}

await import(pathToFileURL(join(dist, 'server', 'cli.js')).href);
