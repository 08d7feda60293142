import { expect, test } from 'vitest';
import { runCommandLine } from './command-line.ts';

async function run(...args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const output = { out: (text: string) => void out.push(text), err: (text: string) => void err.push(text) };
  const status = await runCommandLine(args, {}, output);
  return { status, stdout: out.join(''), stderr: err.join('') };
}

test.each([
  ['nonsense'],
  ['key', 'issue'],
  ['seed', '--appointments', 'many'],
  ['seed', '--date', '2026-02-30'],
  ['start', 'now'],
  ['start', '--port', '70000'],
  ['backup'],
  ['backup', '--every', 'daily'],
  [],
  ['key'],
  ['key', 'lost'],
  ['key', 'revoke'],
  ['key', 'revoke', 'x', '--all'],
  ['key', 'issue', '--employee', 'x', '--expires', 'soon'],
  ['key', 'issue', '--employee', 'x', '--expires', '0d'],
  ['key', 'issue', '--employee', 'x', '--expires', '2020-01-31'],
  ['key', 'issue', '--employee', 'x', '--expires', '2099-02-30'],
  ['stat'],
])('wrong usage (%j %j %j %j %j %j) exits with 2 and a line that says what is wrong', async (...args) => {
  const { status, stdout, stderr } = await run(...args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(/^frontdesk: [^\n]+\n$/);
});

test('wrong usage points to the help that has the answer', async () => {
  expect((await run('practice')).stderr).toBe(
    'frontdesk: which command? `npm run -s frontdesk -- practice --help` lists them\n',
  );
  expect((await run('start', '--port', 'x')).stderr).toMatch(
    / It must be from 0 to 65535; see `npm run -s frontdesk -- start --help`\n$/,
  );
  expect((await run('stat')).stderr).toMatch(/\(Did you mean start\?\); see `npm run -s frontdesk -- --help`\n$/);
});

test.each([
  [['--help'], 'npm run -s frontdesk -- [options] [command]'],
  [['start', '--help'], 'npm run -s frontdesk -- start [options]'],
  [['key', '--help'], 'npm run -s frontdesk -- key [options] [command]'],
  [['key', 'issue', '--help'], 'npm run -s frontdesk -- key issue [options]'],
  [['seed', '--help'], 'npm run -s frontdesk -- seed [options]'],
])('%j prints its usage', async (args, usage) => {
  const { status, stdout, stderr } = await run(...args);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain(`Usage: ${usage}\n`);
});
