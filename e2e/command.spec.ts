import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, startProduct, test } from './harness.ts';

/** Runs the built command and answers everything it did. */
function run(args: string[], environment: Record<string, string> = {}, command = join('dist', 'server', 'cli.js')) {
  const env = { ...process.env, LOG_LEVEL: 'silent', ...environment };
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
    env,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => statSync(name).isFile());
}

test('wrong use exits with 2 and one line that says what is wrong', () => {
  const { status, stdout, stderr } = run(['stat']);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(/^frontdesk: [^\n]+\n$/);
});

test('the version is that of the package', () => {
  const { version, scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const [node, launch] = scripts.frontdesk.split(' ');
  expect(node).toBe('node');
  expect(run(['--version'], {}, launch)).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
});

test('the build says in an old Node which one it needs, before anything is loaded that may not load there', () => {
  const old = `data:text/javascript,Object.defineProperty(process, 'version', { value: 'v18.20.8' }); delete globalThis.File;`;
  const { status, stdout, stderr } = run(['--version'], { NODE_OPTIONS: `--import "${old}"` });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^frontdesk: this needs Node 24 or newer, [^\n]+ Node 18\.20\.8\. [^\n]+\n$/);
});

test('a reader that has had enough of the output is no failure', () => {
  const { status, stderr } = spawnSync('bash', ['-o', 'pipefail', '-c', 'node dist/server/cli.js --help | true'], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test('the practice of these tests has the names that tend to break things', async ({ product }) => {
  const get = async (path: string) => (await fetch(`${product.url}/api/v1/${path}`)).json();
  const companyId = (await get('companies')).data[0].id;
  const { data } = await get(`pets?companyId=${companyId}&limit=500`);
  const names = data.map((pet: { name: string }) => pet.name);
  expect(names).toEqual(expect.arrayContaining(['<b>Rex</b>', '=SUM(1,2)', "'; DROP TABLE pets;--"]));
});

test('a second start on the same data folder is refused and names the first', async ({ running }) => {
  const { status, stdout, stderr } = run(['start'], { DATA_DIR: running.dataDir, PORT: '0' });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^frontdesk: Another Frontdesk \(process \d+\) is using .+\n$/);
});

test('a start on a port that is taken says so, after a log on standard output that begins with the version', async ({
  running,
}) => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const { port } = new URL(running.url);
  const { status, stdout, stderr } = run(['gateway', '--port', port], {
    LOG_LEVEL: 'info',
    PRACTICE_API_URL: 'http://127.0.0.1:9/',
    PRACTICE_API_KEY: 'unused',
    DATA_DIR: join(running.dataDir, 'other'),
  });
  expect(JSON.parse(stdout.split('\n')[0] ?? '')).toMatchObject({ version, msg: 'Frontdesk starts' });
  expect(status).toBe(1);
  expect(stderr).toContain(`port ${port} on 127.0.0.1 is in use`);
  expect(await (await fetch(`${running.url}/healthz`)).json()).toEqual({ status: 'ok', version });
});

test('the practice API alone shows its backups to a monitor on this machine', async () => {
  const { product, dispose } = await startProduct({}, 'service');
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

test('keys are issued while the product runs, shown once, stored as a hash, and end when revoked', async ({
  running,
}) => {
  const employees = JSON.parse(await running.frontdesk('employee', 'list', '--json'));
  expect(Object.keys(employees[0]).sort()).toEqual(
    ['companyId', 'firstName', 'id', 'isActive', 'lastName', 'permissions', 'role', 'storeIds'].sort(),
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

  const stored = filesBelow(running.dataDir).filter((name) => readFileSync(name).includes(issued.key));
  expect(stored).toEqual([]);

  await running.frontdesk('key', 'revoke', issued.id);
  const listed = await running.frontdesk('key', 'list', '--json');
  expect(listed).not.toContain(issued.key);
  expect(JSON.parse(listed).find((key: { id: string }) => key.id === issued.id).revokedAt).not.toBeNull();
  await expect(running.frontdesk('key', 'issue', '--employee', '00000000-0000-0000-0000-000000000000')).rejects.toThrow(
    /employee/,
  );
});
