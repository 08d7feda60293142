import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { allClientTexts } from '#client-texts/all-client-texts.ts';
import { buildProduct, runBuilt, startProduct } from '#testing/built-product.ts';

const clients = { PUBLIC_PORT: '0', PUBLIC_URL: 'https://vets.example' };
const deskPaths = [
  '/',
  '/index.html',
  '/desk/session',
  '/desk/start',
  '/api/v1/companies',
  '/v1/companies',
  '/healthz',
];
const pageNotFound = allClientTexts.en.page.notFound.title;

beforeAll(buildProduct);

test.each(['start', 'service'])(
  'a door beside `%s` serves clients, nothing of the desk, and the desk’s port nothing of the door',
  async (command) => {
    const { product, dispose } = await startProduct([command, '--no-demo'], undefined, clients);
    try {
      const isReady = /^The public door is ready at (http:\/\/127\.0\.0\.1:\d+); clients open https:\/\/vets\.example$/;
      await expect.poll(() => product.shown).toContainEqual(expect.stringMatching(isReady));
      const [door = ''] = product.shown.flatMap((line) => isReady.exec(line)?.[1] ?? []);
      expect(await (await fetch(`${door}/health`)).json()).toEqual({ status: 'ok' });
      for (const path of [...deskPaths, '/readyz', '/metrics', '/ping', '/openapi.json']) {
        const response = await fetch(`${door}${path}`);
        expect(response.status, path).toBe(404);
        expect(await response.text()).toContain(pageNotFound);
      }
      for (const path of ['/health', `/a/${'A'.repeat(43)}`])
        expect(await (await fetch(`${product.url}${path}`)).text()).not.toContain(pageNotFound);
      // The page of an unknown link needs the database.
      expect((await fetch(`${door}/a/${'A'.repeat(43)}`)).status).toBe(404);
      const body = await fetch(`${door}/a/${'A'.repeat(43)}`, { method: 'POST', body: 'x'.repeat(20_000) });
      expect(body.status).toBe(413);
      await product.stop();
      await expect(fetch(`${door}/health`)).rejects.toThrow();
      await expect(fetch(`${product.url}/health`)).rejects.toThrow();
    } finally {
      await dispose();
    }
  },
);

test('a door that cannot be opened, or has no practice API, ends the start with its variable', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'frontdesk-door-'));
  const { product, dispose } = await startProduct(['service', '--no-demo']);
  try {
    const taken = new URL(product.url).port;
    const twice = await runBuilt(['service', '--no-demo'], { DATA_DIR: dataDir, PORT: '0', PUBLIC_PORT: taken });
    expect([twice.status, twice.stderr]).toEqual([1, expect.stringContaining('choose another one with PUBLIC_PORT')]);
    const vendor = { PRACTICE_API_URL: 'https://vendor.example', PUBLIC_PORT: '0', DATA_DIR: dataDir };
    const refused = await runBuilt(['gateway'], vendor);
    expect(refused.status).not.toBe(0);
    expect(refused.stderr).toContain('PUBLIC_PORT opens the pages for clients');
  } finally {
    await dispose();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
