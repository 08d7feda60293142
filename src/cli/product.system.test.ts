import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deskSessionSchema } from '#contract/desk.ts';
import { finishedOnboardingSchema } from '#contract/desk-onboarding.ts';
import { issueKey } from '#service/db/administration.ts';
import { browserAt } from '#testing/browser-with-cookies.ts';
import { smallCache } from '#testing/built-product.ts';
import { createPostgresDatabase, makeEmptyDatabase } from '#testing/databases.ts';
import { addPractice } from '#testing/practice-rows.ts';
import { setup } from '#testing/setup.ts';
import { readConfig } from './config.ts';
import { findControlChannel } from './control-channel.ts';
import { embeddedDatabaseDir, lockDataDir } from './data-dir.ts';
import { buildNewPractice } from './practice-options.ts';
import { buildProduct, openResources } from './product.ts';
import { scheduleBackups } from './scheduled-backups.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'frontdesk-product-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** The product in an environment, and the messages for the user who started it. */
async function start(environment: Record<string, string>, { demo = false } = {}) {
  const messages: string[] = [];
  const resources = await openResources({
    config: readConfig({ ...smallCache, ...environment }),
    logger: pino({ enabled: false }),
    demo,
    log: (line) => void messages.push(line),
  });
  const product = buildProduct(resources, null);
  await product.start();
  return { resources, product, messages };
}

const sessionOf = async (browser: ReturnType<typeof browserAt>) =>
  deskSessionSchema.parse(await (await browser.request('GET', '/desk/session')).json());

test('a practice is set up in the browser with the code from the terminal, and then backed up automatically', async () => {
  // The product checks every minute whether a backup is due.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await makeEmptyDatabase(embeddedDatabaseDir(dataDir));
  const { resources, product, messages } = await start({
    DATA_DIR: dataDir,
    DATABASE_CACHE_MB: '24',
    PORT: '4123',
    METRICS_TOKEN: 'of a monitor',
  });
  try {
    expect(await resources.practice!.database.sql`show shared_buffers`).toEqual([{ shared_buffers: '24MB' }]);
    await product.printSetupCode();
    const [, code = ''] = /^Set up .* at http:\/\/127\.0\.0\.1:4123\/setup#(\S+) /m.exec(messages.join('\n')) ?? [];
    const browser = browserAt(product);
    expect(await sessionOf(browser)).toMatchObject({ access: 'sign_in', signedIn: false, setUp: 'first', demo: false });
    const answer = await browser.request('POST', '/desk/setup', setup(code));
    const { session, people } = finishedOnboardingSchema.parse(await answer.json());
    expect(session).toMatchObject({ signedIn: true, canWrite: true, name: 'Ada Okafor', setUp: null, addresses: [] });
    expect(messages.join()).toContain('`frontdesk key issue --employee ID`');
    const companies = await (await browser.request('GET', '/api/v1/companies')).json();
    expect(companies).toMatchObject({
      data: [{ name: 'Elm Vets', stores: [{ name: 'Elm', timeZone: 'Europe/Paris', rooms: [{ name: 'Consult 1' }] }] }],
    });
    // A key that others share also signs in.
    const kim = browserAt(product);
    await kim.request('POST', '/desk/session', { apiKey: people[1]!.key, name: 'Kimmy' });
    expect(await sessionOf(kim)).toMatchObject({ signedIn: true, canWrite: true, name: 'Kim Lee' });

    const channel = await findControlChannel(dataDir);
    const output = { print: () => undefined, log: () => undefined };
    const newPractice = buildNewPractice({ name: 'Elm Vets' }, { timeZone: 'UTC' });
    await expect(channel?.run('practice new', newPractice, output)).rejects.toThrow(
      'already has the practice "Elm Vets"',
    );

    scheduleBackups({ dataDir, databaseUrl: null }, { every: '24h', keep: 14, folder: undefined });
    vi.advanceTimersByTime(60_000);
    const backups = () => readdirSync(join(dataDir, 'backups')).filter((name) => name.endsWith('.tar.gz'));
    await expect.poll(backups).toEqual([expect.stringMatching(/^scheduled-/)]);
    const headers = { authorization: 'Bearer of a monitor' };
    const metrics = await (await product.request('http://127.0.0.1/metrics', { headers })).text();
    expect(metrics).toMatch(/^# TYPE frontdesk_request_duration_seconds histogram$/m);
    expect(metrics).toMatch(/^frontdesk_backup_last_success_timestamp_seconds 1\d{9}(?:\.\d+)?$/m);

    const file = join(dataDir, 'mine.tar.gz');
    writeFileSync(file, 'mine');
    const backUp = (overwrite: boolean, to = file) => channel?.run('backup', { file: to, overwrite }, output);
    await expect(backUp(false)).rejects.toThrow(`${file} already exists; name another file, or add --overwrite`);
    await expect(backUp(true, dataDir)).rejects.toThrow(`${dataDir} is a folder; name the file to write`);
    expect(readFileSync(file, 'utf8')).toBe('mine');
    await backUp(true);
    expect(statSync(file).size).toBeGreaterThan(100_000);
  } finally {
    vi.useRealTimers();
    await resources.close();
  }
});

test('an empty database gets the demo, and a real practice replaces it and requires sign-in', async () => {
  await makeEmptyDatabase(embeddedDatabaseDir(dataDir));
  const { resources, product, messages } = await start({ DATA_DIR: dataDir }, { demo: true });
  try {
    const browser = browserAt(product);
    expect(await sessionOf(browser)).toMatchObject({ access: 'shared', demo: true, signedIn: true });
    expect(messages.join()).toMatch(/Bookings at the desks are made in the name of .+ \(receptionist\)/);
    expect((await browser.request('POST', '/desk/session', { apiKey: 'fd_any' })).status).toBe(401);
    const channel = await findControlChannel(dataDir);
    const printed: string[] = [];
    const output = { print: (line: string) => void printed.push(line), log: () => undefined };
    const make = async (removeDemo: boolean) => {
      const newPractice = buildNewPractice({ name: 'Elm' }, { timeZone: 'UTC' });
      await channel?.run('practice new', { ...newPractice, removeDemo }, output);
    };
    await expect(make(false)).rejects.toThrow('--remove-demo');
    await make(true);
    expect((await browser.request('GET', '/api/v1/companies')).status).toBe(401);
    expect(await sessionOf(browser)).toMatchObject({ access: 'sign_in', signedIn: false, demo: false, setUp: null });
    await browser.request('POST', '/desk/session', { apiKey: printed[0]! });
    expect(await sessionOf(browser)).toMatchObject({ signedIn: true, name: 'Front Desk' });
    const remaining = await resources.practice!.database.sql`
      select (select count(*) from appointments)::int + (select count(*) from pets)::int
        + (select count(*) from appointment_totals)::int as rows, (select string_agg(name, ',') from companies) as names`;
    expect(remaining).toEqual([{ rows: 0, names: 'Elm' }]);
  } finally {
    await resources.close();
  }
});

test('only one gateway opens the sessions of a data folder, beside a practice API that has the database', async () => {
  const service = lockDataDir(dataDir);
  const remote = { DATA_DIR: dataDir, PRACTICE_API_URL: 'http://127.0.0.1:9' };
  const { resources } = await start(remote);
  try {
    const message = `Another Frontdesk (process ${process.pid}) is using ${dataDir}. Stop it first, or choose another folder with DATA_DIR.`;
    await expect(start(remote)).rejects.toThrow(message);
    // With a shared key there are no sessions.
    await (await start({ ...remote, PRACTICE_API_KEY: 'fd_shared' })).resources.close();
  } finally {
    await resources.close();
    service?.release();
  }
  await (await start(remote)).resources.close();
});

test('a session ends when its key expires', async () => {
  const { resources, product } = await start({ DATA_DIR: dataDir, DATABASE_URL: await createPostgresDatabase() });
  try {
    const { database } = resources.practice!;
    const { vet, companyId } = await addPractice(database);
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
    // The second response comes from the cache.
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
