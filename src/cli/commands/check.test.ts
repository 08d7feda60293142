import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProbe } from '#cli/check/probe.ts';
import { runCommandLine } from '#cli/command-line.ts';
import { selfSignedCertificate } from '#testing/certificate.ts';
import { createHostileUpstream, type HostileUpstream } from '#testing/hostile-upstream.ts';

const key = 'fd_a-key';
const companies = { data: [{ id: 'c', name: 'Elm Vets' }], nextCursor: null, hasMore: false, totalCount: 1 };

let upstream: HostileUpstream;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'frontdesk-check-'));
  writeFileSync(join(folder, 'key'), `${key}\n`);
  writeFileSync(join(folder, 'empty'), '\n');
  upstream = await createHostileUpstream({
    service(request) {
      const { pathname } = new URL(request.url);
      if (pathname === '/openapi.json' || pathname.startsWith('/v1/v1')) return new Response('', { status: 404 });
      if (request.headers.get('authorization') !== `Bearer ${key}`) return new Response('', { status: 401 });
      if (pathname === '/ping') return Response.json('pong');
      return Response.json(pathname === '/v1/enums' ? {} : companies);
    },
  });
});
afterAll(async () => {
  await upstream.close();
  rmSync(folder, { recursive: true });
});

async function frontdesk(args: readonly string[], environment: Record<string, string> = {}) {
  const out: string[] = [];
  const err: string[] = [];
  const output = { out: (text: string) => void out.push(text), err: (text: string) => void err.push(text) };
  const code = await runCommandLine(['check', ...args], environment, output);
  return { code, out: out.join(''), err: err.join('') };
}

/** The address of {@link upstream} for options and messages of a test table. */
const at = (text: string) => text.replace('ADDRESS', upstream.url).replace('FOLDER', folder);

describe('`frontdesk check`', () => {
  test('prints what is there with a key from a file, and the key is nowhere', async () => {
    const { code, out } = await frontdesk([upstream.url, '--key-file', join(folder, 'key')]);
    // The records of companies have neither start nor end.
    expect(code).toBe(3);
    expect(out).toContain('✓ Calendar of the day');
    expect(out).toContain('GET /v1/appointments: start is missing');
    expect(out).not.toContain(key);
    const json = JSON.parse((await frontdesk([upstream.url, '--json'], { PRACTICE_API_KEY: key })).out);
    expect(json).toMatchObject({ key: 'accepted', description: 'missing', problems: [{}] });
  });

  test('succeeds without a key, and only reads', async () => {
    const { code, out, err } = await frontdesk([upstream.url]);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('No key was given');
    expect(upstream.seen.every(({ method }) => method === 'GET')).toBe(true);
  });

  test('with a page of a web site at status 200 exits with 3', async () => {
    upstream.next('GET /v1/companies', 'html-page');
    const { code, out, err } = await frontdesk([upstream.url]);
    expect([code, err]).toEqual([3, 'frontdesk: 1 answer is wrong\n']);
    expect(out).toContain("GET /v1/companies: 200 with text/html that isn't JSON");
  });

  test.each([
    ['without an address', [], {}, 2, 'missing required argument'],
    ['with an address that is none', ['vendor.example'], {}, 2, 'begins with http:// or https://'],
    ['with a password in the address', ['https://me:secret@vendor.example'], {}, 2, 'no password'],
    ['where nothing listens', ['http://127.0.0.1:1'], {}, 1, 'no practice API at http://127.0.0.1:1: nothing listens'],
    ['with a computer that does not exist', ['http://vendor.invalid'], {}, 1, 'there is no computer called'],
    ['with a wrong path', ['ADDRESS/v1'], {}, 1, 'leave out the /v1 at its end'],
    ['with a wrong key', ['ADDRESS'], { PRACTICE_API_KEY: 'fd_wrong' }, 1, 'does not accept the key'],
    ['with a key file that is missing', ['ADDRESS', '--key-file', 'FOLDER/none'], {}, 1, 'ENOENT'],
    ['with an empty key file', ['ADDRESS', '--key-file', 'FOLDER/empty'], {}, 1, 'contains no key'],
  ])('%s fails with a line that says what to do', async (_how, args, environment, code, message) => {
    const result = await frontdesk(args.map(at), environment);
    expect([result.code, result.err]).toEqual([code, expect.stringContaining(message)]);
    expect(result.err).toMatch(/^frontdesk: [^\n]+\n$/);
    expect(result.err).not.toContain('secret');
  });
});

test('a certificate of an unknown authority, and a server without TLS, are named', async () => {
  const { key: tlsKey, certificate: cert } = selfSignedCertificate();
  const server = createServer({ key: tlsKey, cert }, (_request, response) => void response.end('{}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    expect(await frontdesk([`https://127.0.0.1:${port}`])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/presented a certificate that isn't trusted .* NODE_EXTRA_CA_CERTS/),
    });
    const insecure = await frontdesk([upstream.url.replace('http:', 'https:')]);
    expect(insecure).toMatchObject({ code: 1, err: expect.stringContaining("doesn't speak TLS") });
  } finally {
    server.close();
  }
});

test('a practice API that never responds is abandoned after the timeout', async () => {
  upstream.next('GET /v1/companies', 'stall-before');
  expect(await createProbe(upstream.url, 50)('/v1/companies', null)).toEqual({
    failure: 'no answer within 0.05 s',
  });
});
