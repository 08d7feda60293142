import { exec, spawn } from 'node:child_process';

// `npm test`: lints and tests at the same time, because linting first would be a long wait. Arguments go to Vitest.

const projects = ['logic', 'service', 'smoke'].flatMap((name) => ['--project', name]);
const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...projects, ...process.argv.slice(2)];

/** The exit code of the linter, and its output. */
const lint = new Promise((resolve) => {
  exec('npm run -s lint', { maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
    resolve({ code: error === null ? 0 : 1, output: stdout + stderr }),
  );
});
const tests = new Promise((resolve) => {
  spawn(process.execPath, vitest, { stdio: 'inherit' }).on('exit', (code) => resolve(code ?? 1));
});

const failed = await tests;
const { code, output } = await lint;
if (code !== 0) process.stderr.write(`${output}\nThe linters found problems (npm run -s lint).\n`);
process.exitCode = failed || code;
