import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ProductProcess, runBuilt, seedPractice, startProduct } from '#testing/built-product.ts';

// The built command, as programs and people run it.

/** The product with a small demo practice. */
let running: ProductProcess;
let end = async () => {};

beforeAll(async () => {
  const seeded = await seedPractice(100);
  const started = await startProduct(['start'], seeded);
  rmSync(seeded, { recursive: true, force: true });
  running = started.product;
  end = started.dispose;
  // The build alone takes up to a minute.
}, 300_000);
afterAll(() => end());

const { version, scripts } = JSON.parse(readFileSync('package.json', 'utf8'));

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => statSync(name).isFile());
}

test('an unknown command exits with 2 and one line that says what is wrong', async () => {
  const { status, stdout, stderr } = await runBuilt(['stat']);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(/^frontdesk: [^\n]+\n$/);
});

test('`npm run frontdesk` prints the version of the package and nothing else', () => {
  const [node, launch] = scripts.frontdesk.split(' ');
  expect(node).toBe('node');
  const { status, stdout, stderr } = spawnSync(process.execPath, [launch, '--version'], { encoding: 'utf8' });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
});

test('the build names the Node version that it needs when it runs on an older one', async () => {
  // Removes what an old Node lacks, so that anything that needs it fails while loading.
  const old = `data:text/javascript,Object.defineProperty(process, 'version', { value: 'v18.20.8' }); delete globalThis.File;`;
  const { status, stdout, stderr } = await runBuilt(['--version'], { NODE_OPTIONS: `--import "${old}"` });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^frontdesk: this needs Node 24 or newer, [^\n]+ Node 18\.20\.8\. [^\n]+\n$/);
});

test('the command succeeds when its reader closes the pipe early', () => {
  const { status, stderr } = spawnSync('bash', ['-o', 'pipefail', '-c', 'node dist/server/cli.js --help | true'], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test('a second start on a data folder in use is refused and names the first process', async () => {
  const { status, stdout, stderr } = await runBuilt(['start'], { DATA_DIR: running.dataDir, PORT: '0' });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^frontdesk: Another Frontdesk \(process \d+\) is using .+\n$/);
});

test('a start on a port in use fails with a line that names the port, and leaves the other process serving', async () => {
  const { port } = new URL(running.url);
  const dataDir = mkdtempSync(join(tmpdir(), 'frontdesk-other-'));
  const { status, stdout, stderr } = await runBuilt(['gateway', '--port', port], {
    LOG_LEVEL: 'info',
    PRACTICE_API_URL: 'http://127.0.0.1:9/',
    PRACTICE_API_KEY: 'unused',
    DATA_DIR: dataDir,
  });
  rmSync(dataDir, { recursive: true, force: true });
  expect(JSON.parse(stdout.split('\n')[0] ?? '')).toMatchObject({ version, msg: 'Frontdesk starts' });
  expect(status).toBe(1);
  expect(stderr).toContain(`port ${port} on 127.0.0.1 is in use`);
  expect(await (await fetch(`${running.url}/healthz`)).json()).toEqual({ status: 'ok', version });
});

test('the practice API on its own shows backup metrics to this machine, but not through a proxy', async () => {
  const { product, dispose } = await startProduct(['service']);
  try {
    await product.frontdesk('backup', '--every', '24h');
    const response = await fetch(`${product.url}/metrics`);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/plain'),
    ]);
    expect(await response.text()).toMatch(/^frontdesk_backup_interval_seconds 86400$/m);
    const throughProxy = await fetch(`${product.url}/metrics`, { headers: { 'x-forwarded-for': '192.0.2.1' } });
    expect(throughProxy.status).toBe(404);
  } finally {
    await dispose();
  }
});

test('a key issued while the product runs is stored only as a hash, and stops working when it is revoked', async () => {
  const employees = JSON.parse(await running.frontdesk('employee', 'list', '--json'));
  expect(Object.keys(employees[0]).sort()).toEqual(
    ['companyId', 'firstName', 'id', 'isActive', 'lastName', 'name', 'permissions', 'role', 'storeIds'].sort(),
  );
  const employee = employees.find(
    (candidate: { role: string; isActive: boolean }) => candidate.role === 'vet' && candidate.isActive,
  );
  const issued = JSON.parse(
    await running.frontdesk('key', 'issue', '--employee', employee.id, '--read-only', '--expires', '90d', '--json'),
  );
  expect(issued).toEqual({
    id: expect.any(String),
    key: expect.any(String),
    employeeId: employee.id,
    access: 'read_only',
    expiresAt: expect.any(String),
  });

  const files = filesBelow(running.dataDir);
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((name) => readFileSync(name).includes(issued.key))).toEqual([]);

  await running.frontdesk('key', 'revoke', issued.id);
  const listed = await running.frontdesk('key', 'list', '--json');
  expect(listed).not.toContain(issued.key);
  expect(JSON.parse(listed).find((key: { id: string }) => key.id === issued.id).revokedAt).not.toBeNull();
});

test('a key for an employee who does not exist is refused', async () => {
  await expect(running.frontdesk('key', 'issue', '--employee', '00000000-0000-0000-0000-000000000000')).rejects.toThrow(
    /employee/,
  );
});
