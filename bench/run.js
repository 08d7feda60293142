// `npm run bench -- NAME [options]` runs bench/NAME.ts, which declares its options in `usage` and `defaults`. The load
// is pinned to the last core if `taskset` is available, so that the measured program can have the first one to itself.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';
import { linguiMacros } from '../src/app/language/lingui-macros.build.js';

const folder = fileURLToPath(new URL('.', import.meta.url));
const names = readdirSync(folder).flatMap((file) => /^([a-z-]+)\.ts$/.exec(file)?.[1] ?? []);
const [name, ...options] = process.argv.slice(2);

if (name === undefined || !names.includes(name)) {
  process.stderr.write(`usage: npm run bench -- ${names.join('|')} [options]\n`);
  process.exit(2);
}

// Without `taskset`, nothing is pinned.
const pinner = 'taskset';
const cores = cpus().length;
const pinned = process.env['BENCH_PINNED'] !== undefined;
if (!pinned && cores > 1 && spawnSync(pinner, ['-V']).status === 0) {
  const { status } = spawnSync(pinner, ['-c', String(cores - 1), process.execPath, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, BENCH_PINNED: '1' },
  });
  process.exit(status ?? 1);
}

// A regular exit also ends the processes that were started.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));

const { module } = await runnerImport(`./bench/${name}.ts`, {
  root: fileURLToPath(new URL('..', import.meta.url)),
  configFile: false,
  plugins: [linguiMacros()],
});
const { usage = `npm run bench -- ${name}`, defaults = {}, run } = module;
/** Numbers, and `false` for parts that are off by default. @type {[string, number | boolean][]} */
const usual = Object.entries(defaults);
/** @type {{ values: Record<string, unknown> }} */
const { values } = parseArgs({
  args: options,
  options: {
    help: { type: 'boolean' },
    ...Object.fromEntries(usual.map(([of, value]) => [of, { type: value === false ? 'boolean' : 'string' }])),
  },
});
if (values['help']) process.stdout.write(`${usage}\n`);
else {
  const chosen = usual.map(([of, value]) => [
    of,
    typeof value === 'number' ? Number(values[of] ?? value) : !!values[of],
  ]);
  await run(Object.fromEntries(chosen));
}
