import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deskSessionSchema } from '#contract/desk.ts';
import { issueKey } from '#service/db/administration.ts';
import { createPostgresDatabase, makeEmptyDatabase } from '#testing/databases.ts';
import { addPractice } from '#testing/practice-rows.ts';
import { readConfig } from './config.ts';
import { findControlChannel } from './control-channel.ts';
import { embeddedDir } from './data-dir.ts';
import { describeNewPractice } from './practice-questions.ts';
import { buildProduct, openResources } from './product.ts';
import { scheduleBackups } from './scheduled-backups.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'frontdesk-product-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test('without a demo the desk says how to begin, and goes on by itself once there is a practice; then it backs itself up', async () => {
  // The product looks every minute whether a backup is due.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await makeEmptyDatabase(embeddedDir(dataDir));
  const said: string[] = [];
  const resources = await openResources({
    config: readConfig({ DATA_DIR: dataDir }),
    logger: pino({ enabled: false }),
    demo: false,
    log: (line) => void said.push(line),
  });
  try {
    expect(said.join()).toContain('`npm run -s frontdesk -- practice new`');
    const product = buildProduct(resources, null);
    const ask = (path: string) => product.request(`http://127.0.0.1${path}`);
    const before = await ask('/desk/session');
    expect(before.status).toBe(503);
    expect(await before.json()).toMatchObject({
      data: { suggestion: expect.stringContaining('`npm run -s frontdesk -- practice new`') },
    });

    const channel = await findControlChannel(dataDir);
    const printed: string[] = [];
    const plan = { name: 'Elm Vets', vets: 'Anna Berg' };
    const wanted = await describeNewPractice(plan, { present: [], timeZone: 'Europe/Paris', terminal: null });
    const output = { print: (line: string) => void printed.push(line), log: () => undefined };
    await channel?.run('practice new', wanted, output);
    expect(printed).toEqual([expect.stringMatching(/^\S{40,}$/)]);

    const session = deskSessionSchema.parse(await (await ask('/desk/session')).json());
    expect(session).toMatchObject({ signedIn: true, canWrite: true, demo: false });
    const companies = await (await ask('/api/v1/companies')).json();
    expect(companies).toMatchObject({
      data: [{ name: 'Elm Vets', stores: [{ name: 'Elm Vets', timeZone: 'Europe/Paris', rooms: { length: 3 } }] }],
    });
    await expect(channel?.run('practice new', wanted, output)).rejects.toThrow('holds the practice "Elm Vets" already');

    scheduleBackups({ dataDir, databaseUrl: null }, { every: '24h', keep: 14, folder: undefined });
    vi.advanceTimersByTime(60_000);
    const made = () => readdirSync(join(dataDir, 'backups')).filter((name) => name.endsWith('.tar.gz'));
    await expect.poll(made).toEqual([expect.stringMatching(/^scheduled-/)]);
    const metrics = await (await ask('/metrics')).text();
    expect(metrics).toMatch(/^frontdesk_backup_last_success_timestamp_seconds 1\d{9}(?:\.\d+)?$/m);
    expect(metrics).toMatch(/^frontdesk_budget_remaining \d+$/m);

    const file = join(dataDir, 'mine.tar.gz');
    writeFileSync(file, 'mine');
    const backUp = (overwrite: boolean, to = file) => channel?.run('backup', { file: to, overwrite }, output);
    await expect(backUp(false)).rejects.toThrow(`${file} is there already; name another file, or add --overwrite`);
    await expect(backUp(true, dataDir)).rejects.toThrow(`${dataDir} is a folder; name the file to write`);
    expect(readFileSync(file, 'utf8')).toBe('mine');
    await backUp(true);
    expect(statSync(file).size).toBeGreaterThan(100_000);
  } finally {
    vi.useRealTimers();
    await resources.close();
  }
});

test('an empty database gets the demo; a practice of one’s own takes its place, and the desk goes on with it', async () => {
  await makeEmptyDatabase(embeddedDir(dataDir));
  const resources = await openResources({
    config: readConfig({ DATA_DIR: dataDir }),
    logger: pino({ enabled: false }),
    demo: true,
    log: () => undefined,
  });
  try {
    const product = buildProduct(resources, null);
    const session = async () =>
      deskSessionSchema.parse(await (await product.request('http://127.0.0.1/desk/session')).json());
    expect(await session()).toMatchObject({ demo: true });
    const channel = await findControlChannel(dataDir);
    const make = async (removeDemo: boolean) => {
      const wanted = await describeNewPractice({ name: 'Elm' }, { present: [], timeZone: 'UTC', terminal: null });
      await channel?.run('practice new', { ...wanted, removeDemo }, { print: () => undefined, log: () => undefined });
    };
    await expect(make(false)).rejects.toThrow('--remove-demo');
    await make(true);
    expect(await session()).toMatchObject({ demo: false, canWrite: true });
    const left = await resources.practice!.database.sql`
      select (select count(*) from appointments)::int + (select count(*) from pets)::int
        + (select count(*) from appointment_totals)::int as rows, (select string_agg(name, ',') from companies) as names`;
    expect(left).toEqual([{ rows: 0, names: 'Elm' }]);
  } finally {
    await resources.close();
  }
});

test('a session ends when the key that it stands on expires', async () => {
  const resources = await openResources({
    config: readConfig({ DATA_DIR: dataDir, DATABASE_URL: await createPostgresDatabase(), ACCESS: 'sign_in' }),
    logger: pino({ enabled: false }),
    demo: false,
    log: () => undefined,
  });
  try {
    const { database } = resources.practice!;
    const { vet, companyId } = await addPractice(database);
    const product = buildProduct(resources, null);
    const origin = 'http://127.0.0.1:4100';
    const ask = (path: string, init: { method?: string; body?: string; cookie?: string } = {}) =>
      product.request(`${origin}${path}`, {
        ...init,
        headers: { origin, host: '127.0.0.1:4100', 'content-type': 'application/json', cookie: init.cookie ?? '' },
      });
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const { key } = await issueKey(database, { employeeId: vet, readOnly: false, expiresAt });
    const signIn = () => ask('/desk/session', { method: 'POST', body: JSON.stringify({ apiKey: key }) });
    const signedIn = await signIn();
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    // The second answer is one that was stored.
    for (const _nth of [1, 2]) expect((await ask('/api/v1/companies', { cookie })).status).toBe(200);
    await database.sql`update api_keys set expires_at = now() where company_id = ${companyId}::uuid`;
    const ended = await ask('/api/v1/companies', { cookie });
    expect(ended.status).toBe(401);
    expect(ended.headers.get('set-cookie')).toMatch(/max-age=0/i);
    expect(await (await ask('/desk/session', { cookie })).json()).toMatchObject({ signedIn: false });
    expect((await signIn()).status).toBe(401);
  } finally {
    await resources.close();
  }
});
