import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findControlChannel, openControlChannel } from './control-channel.ts';
import { claimDataDir, lockDataDir, readDataDirPid } from './data-dir.ts';
import { RefusedLinesError } from './messages.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'frontdesk-lock-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test('a data folder can be locked only once, and again after release', () => {
  const first = lockDataDir(dataDir);
  expect(first).not.toBeNull();
  expect(lockDataDir(dataDir)).toBeNull();
  expect(readDataDirPid(dataDir)).toBe(process.pid);
  first?.release();
  const second = lockDataDir(dataDir);
  expect(second).not.toBeNull();
  second?.release();
});

test('a data folder that is a file or inside one is rejected with a message', () => {
  const file = join(dataDir, 'notes.txt');
  writeFileSync(file, 'mine');
  for (const place of [file, join(file, 'data')]) {
    expect(() => lockDataDir(place)).toThrow(
      `${place} cannot be the data folder, because it is a file. Choose a folder with DATA_DIR.`,
    );
  }
  expect(readFileSync(file, 'utf8')).toBe('mine');
});

test('a data folder that cannot be created is rejected with a message', () => {
  const place = join(dataDir, 'x'.repeat(300));
  expect(() => lockDataDir(place)).toThrow(
    `The data folder ${place} cannot be written (ENAMETOOLONG). Give this user write access, or choose another folder`,
  );
});

test('a killed process leaves no lock behind', async () => {
  const holder = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { openSync } from 'node:fs';
       import { tryLock } from 'fs-native-extensions';
       const taken = tryLock(openSync(${JSON.stringify(join(dataDir, 'frontdesk.lock'))}, 'a+'));
       process.stdout.write(String(taken));
       process.stdin.resume();`,
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const [line] = await once(holder.stdout, 'data');
  expect(String(line)).toBe('true');
  expect(lockDataDir(dataDir)).toBeNull();
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  const lock = lockDataDir(dataDir);
  expect(lock).not.toBeNull();
  lock?.release();
});

test('a command runs in a running product, which returns its output and its failure', async () => {
  const lock = lockDataDir(dataDir);
  const channel = await openControlChannel({
    dataDir,
    async run(command, options, output) {
      output.log(`asked for ${command}`);
      if (command === 'fail') throw new Error('no such employee');
      if (command === 'import') throw new RefusedLinesError('one refused');
      output.print(JSON.stringify(options));
    },
  });
  try {
    const { running } = await claimDataDir(dataDir);
    const printed: string[] = [];
    const output = {
      print: (line: string) => printed.push(`out ${line}`),
      log: (line: string) => printed.push(`err ${line}`),
    };
    await running?.run('key list', { json: true, 'text\n': 'é\n' }, output);
    expect(printed).toEqual(['err asked for key list', 'out {"json":true,"text\\n":"é\\n"}']);
    const failed = running?.run('fail', {}, output);
    await expect(failed).rejects.toMatchObject({ message: 'no such employee', exitCode: 1 });
    const refused = running?.run('import', {}, output);
    await expect(refused).rejects.toMatchObject({ message: 'one refused', exitCode: 3 });
  } finally {
    channel.close();
    lock?.release();
  }
});

test('a product that is killed during a command is reported, with what to do', async () => {
  const dying = createServer((request, response) => {
    if (request.method === 'GET') return void response.writeHead(204).end();
    response.write(`${JSON.stringify({ log: 'half way' })}\n`, () => setImmediate(() => response.destroy()));
  });
  dying.listen(0, '127.0.0.1');
  await once(dying, 'listening');
  const { port } = dying.address() as AddressInfo;
  writeFileSync(join(dataDir, 'control.json'), JSON.stringify({ url: `http://127.0.0.1:${port}/`, token: 'any' }));
  const channel = await findControlChannel(dataDir);
  const cut = channel?.run('import', {}, { print: () => undefined, log: () => undefined });
  await expect(cut).rejects.toThrow(/stopped before the command was done.*run the command again/);
  dying.close();
});

test('a control channel rejects requests without its token', async () => {
  const channel = await openControlChannel({ dataDir, run: async () => undefined });
  const { readFile, stat } = await import('node:fs/promises');
  const file = join(dataDir, 'control.json');
  const { url } = JSON.parse(await readFile(file, 'utf8'));
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await fetch(url)).status).toBe(401);
  expect((await fetch(url, { headers: { authorization: 'Bearer guess' } })).status).toBe(401);
  channel.close();
});
