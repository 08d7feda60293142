import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answering, emptyPage, gatewayOver } from '#testing/gateway-harness.ts';

describe('the built app', () => {
  let directory: string;
  const browser = { accept: 'text/html,*/*', 'accept-encoding': 'gzip, deflate, br' };

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'assets-'));
    await mkdir(join(directory, 'assets'));
    await writeFile(join(directory, 'index.html'), '<!doctype html>the app');
    await writeFile(join(directory, 'assets', 'main-abc.js'), 'plain');
    await writeFile(join(directory, 'assets', 'main-abc.js.br'), 'brotli');
    await writeFile(join(directory, 'assets', 'main-abc.js.gz'), 'gzip');
  });
  afterAll(() => rm(directory, { recursive: true }));

  function get(path: string, headers: Record<string, string> = browser) {
    return gatewayOver(answering(emptyPage), { assets: { directory } }).request(path, { headers });
  }

  it('responds to every navigation with the page, which is revalidated', async () => {
    for (const path of ['/', '/appointments', '/some/where?date=2026-03-29']) {
      const response = await get(path);
      expect(await response.text()).toContain('the app');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      const again = await get(path, { ...browser, 'if-none-match': response.headers.get('etag')! });
      expect(again.status).toBe(304);
    }
  });

  it('has a strict content security policy', async () => {
    const policy = (await get('/')).headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types frontdesk");
  });

  it('serves hashed files compressed and as immutable', async () => {
    const response = await get('/assets/main-abc.js');
    expect(await response.text()).toBe('brotli');
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(response.headers.get('vary')).toContain('Accept-Encoding');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await (await get('/assets/main-abc.js', { 'accept-encoding': 'gzip' })).text()).toBe('gzip');
    expect(await (await get('/assets/main-abc.js', {})).text()).toBe('plain');
  });

  it.each(['/assets/gone.js', '/favicon.ico', '/..%2f..%2fetc/passwd', '/%2e%2e/secret.txt'])(
    'returns 404 for %s',
    async (path) => {
      const response = await get(path, { ...browser, accept: '*/*' });
      expect(response.status).toBe(404);
    },
  );
});
