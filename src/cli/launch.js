#!/usr/bin/env node
// Runs the `frontdesk` command from its build, building first if the sources are newer. It says nothing of its own: what
// is printed is the command's alone.
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { waitForLock } from 'fs-native-extensions';

const root = fileURLToPath(new URL('../..', import.meta.url));
const stamp = join(root, 'dist', 'built');
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
function newest(path) {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (entry === undefined) return 0;
  if (!entry.isDirectory()) return entry.mtimeMs;
  return Math.max(entry.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

function isBuilt() {
  const built = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return sources.every((source) => newest(join(root, source)) <= built);
}

if (!isBuilt()) {
  mkdirSync(join(root, 'dist'), { recursive: true });
  const lock = openSync(join(root, 'dist', 'lock'), 'a+');
  await waitForLock(lock);
  if (!isBuilt()) {
    rmSync(stamp, { force: true });
    const startedAt = new Date();
    const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
    // The environment may say "development" or "test"; the build is always production's.
    const env = { ...process.env, NODE_ENV: 'production' };
    const build = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
      cwd: root,
      encoding: 'utf8',
      env,
    });
    if (build.status !== 0) {
      process.stderr.write(`${build.stdout}${build.stderr}frontdesk: the build failed; have you run npm ci?\n`);
      process.exit(1);
    }
    // Files saved during the build may not be part of it: they count as newer.
    writeFileSync(stamp, '');
    utimesSync(stamp, startedAt, startedAt);
  }
  closeSync(lock);
}

await import(pathToFileURL(join(root, 'dist', 'server', 'cli.js')).href);
