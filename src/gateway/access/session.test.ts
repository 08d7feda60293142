import { createHash } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unsealData } from 'iron-session';
import { describe, expect, it } from 'vitest';
import { deskSessionSchema } from '#contract/desk.ts';
import { browserAt } from '#testing/browser-with-cookies.ts';
import { createGatewayHarness, type GatewayHarness, withSignIn } from '#testing/gateway-harness.ts';
import type { SignInKeyring } from './keyring.ts';
import { openBox } from './secret-box.ts';
import { endSessions, openFileKeyring } from './session-store.ts';

const page = { data: [], nextCursor: null, hasMore: false, totalCount: 0 };
/** The keys of people who may write, and who may only read. */
const [alice, readOnly] = ['fd_alice-key-0123456789', 'fd_read-only-key-0123456789'];
const WEEK_MS = 7 * 24 * 60 * 60_000;

/** A practice with two keys, which can be revoked. */
function practice() {
  const keys = new Set([alice, readOnly]);
  const service = (request: Request) => {
    const key = request.headers.get('authorization')?.slice('Bearer '.length) ?? '';
    if (!keys.has(key))
      return Response.json({ message: 'authorization_required', got: 'another key' }, { status: 401 });
    if (request.method === 'GET') return Response.json(page);
    return Response.json({ message: 'refused' }, { status: key === readOnly ? 403 : 400 });
  };
  return { service, revoke: (key: string) => void keys.delete(key) };
}

const browser = ({ gateway }: GatewayHarness) => browserAt(gateway);

interface SignInScene {
  harness: GatewayHarness;
  revoke(key: string): void;
  /** The gateway's folder for its sessions and its secret. */
  directory: string;
  keyring: SignInKeyring;
}

/** Runs `use` with a gateway that has a separate secret and separate sessions. */
function withGateway(use: (scene: SignInScene) => Promise<void>): Promise<void> {
  return withSignIn(async (keyring, directory) => {
    const { service, revoke } = practice();
    const harness = await createGatewayHarness({ keyring, service });
    try {
      await use({ harness, revoke, directory, keyring });
    } finally {
      await harness.close();
    }
  });
}

describe('signing in', () => {
  it('seals the key in a cookie, and keeps it out of everything a browser receives', () =>
    withGateway(async ({ harness, directory }) => {
      const { request, cookie } = browser(harness);
      const texts: string[] = [];
      const read = async (response: Response) => {
        texts.push(await response.clone().text(), JSON.stringify([...response.headers]));
        return response;
      };
      expect(await (await read(await request('GET', '/desk/session'))).json()).toMatchObject({
        access: 'sign_in',
        signedIn: false,
        canWrite: null,
      });
      expect((await read(await request('GET', '/api/v1/companies'))).status).toBe(401);
      const signedIn = await read(await request('POST', '/desk/session', { apiKey: ` ${alice} ` }));
      expect(signedIn.status).toBe(200);
      expect(await signedIn.json()).toMatchObject({ signedIn: true, canWrite: null });
      expect(signedIn.headers.get('set-cookie')).toMatch(
        /^frontdesk=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/,
      );
      expect((await read(await request('GET', '/api/v1/companies'))).status).toBe(200);
      expect((await read(await request('GET', '/desk/session'))).status).toBe(200);
      await read(await request('POST', '/api/v1/appointments', {}));
      await read(await request('GET', '/metrics'));
      const kept = await readFile(join(directory, 'sessions.json'), 'utf8');
      for (const text of [...texts, cookie(), kept, harness.logged()]) expect(text).not.toContain(alice);
    }));

  it('uses the name that the person entered, only for this person', () =>
    withGateway(async ({ harness }) => {
      const named = browser(harness);
      const unnamed = browser(harness);
      const nameOf = async (response: Response) => deskSessionSchema.parse(await response.json()).name;
      expect(await nameOf(await named.request('POST', '/desk/session', { apiKey: alice, name: ' Ada Okafor ' }))).toBe(
        'Ada Okafor',
      );
      expect(await nameOf(await named.request('GET', '/desk/session'))).toBe('Ada Okafor');
      expect(await nameOf(await unnamed.request('POST', '/desk/session', { apiKey: alice, name: ' ' }))).toBeNull();
      expect(await nameOf(await named.request('DELETE', '/desk/session'))).toBeNull();
      const long = { apiKey: alice, name: 'x'.repeat(81) };
      expect((await named.request('POST', '/desk/session', long)).status).toBe(400);
    }));

  it('marks the cookie for TLS if browsers use it', () =>
    withSignIn(async (keyring) => {
      const { service } = practice();
      const harness = await createGatewayHarness({ keyring, service, publicOrigin: 'https://desk.example' });
      const headers = { origin: 'https://desk.example', host: 'desk.example' };
      const response = await harness.post('/desk/session', { apiKey: alice }, headers);
      expect(response.headers.get('set-cookie')).toMatch(/^__Host-frontdesk=.*; Secure; SameSite=Strict$/);
      const page = await harness.get('/', headers);
      expect(page.headers.get('strict-transport-security')).toBe('max-age=31536000');
      await harness.close();
    }));

  it('rejects a page without TLS as another site if browsers use TLS', () =>
    withSignIn(async (keyring) => {
      const { service } = practice();
      const harness = await createGatewayHarness({ keyring, service, publicOrigin: 'https://desk.example' });
      const statusFrom = async (origin: string, host: string) =>
        (await harness.get('/desk/session', { origin, host })).status;
      expect(await statusFrom('https://desk.example', 'desk.example')).toBe(200);
      expect(await statusFrom('http://desk.example', 'desk.example')).toBe(403);
      expect(await statusFrom('http://127.0.0.1:4100', '127.0.0.1:4100')).toBe(200);
      await harness.close();
    }));

  it('reports that a key may not write after a booking was refused', () =>
    withGateway(async ({ harness }) => {
      const { request } = browser(harness);
      const signedIn = await request('POST', '/desk/session', { apiKey: readOnly });
      expect(await signedIn.json()).toMatchObject({ canWrite: null });
      expect((await request('POST', '/api/v1/appointments', {})).status).toBe(403);
      expect(await (await request('GET', '/desk/session')).json()).toMatchObject({ canWrite: false });
    }));

  it.each([{ apiKey: 'wrong' }, { apiKey: 'with space inside' }, { apiKey: 'zeile\numbruch' }])('refuses %o', (body) =>
    withGateway(async ({ harness }) => {
      const { request, cookie } = browser(harness);
      expect((await request('POST', '/desk/session', body)).status).toBe(401);
      expect(cookie()).toBe('');
    }),
  );

  it.each([{}, { apiKey: '' }, { apiKey: alice, more: 1 }, null])('rejects %o as invalid', (body) =>
    withGateway(async ({ harness }) => {
      expect((await browser(harness).request('POST', '/desk/session', body)).status).toBe(400);
    }),
  );

  it('slows down guessing, also with concurrent attempts', () =>
    withGateway(async ({ harness }) => {
      const { request } = browser(harness);
      const guesses = Array.from({ length: 14 }, (_, nth) =>
        request('POST', '/desk/session', { apiKey: `guess-${nth}` }),
      );
      const statuses = (await Promise.all(guesses)).map(({ status }) => status);
      expect(statuses.sort()).toEqual([...Array(10).fill(401), ...Array(4).fill(429)]);
      const slowed = await request('POST', '/desk/session', { apiKey: alice });
      expect(slowed.status).toBe(429);
      expect(Number(slowed.headers.get('retry-after'))).toBeGreaterThan(50);
    }));

  it('does not slow down a practice behind one address whose people sign in all at once, after a few wrong keys', () =>
    withGateway(async ({ harness }) => {
      const { request } = browser(harness);
      const signIn = (apiKey: string, count: number) =>
        Array.from({ length: count }, () => request('POST', '/desk/session', { apiKey }));
      const statuses = async (responses: Promise<Response>[]) =>
        (await Promise.all(responses)).map(({ status }) => status);
      expect(await statuses(signIn(alice, 10))).toEqual(Array(10).fill(200));
      expect(await statuses([...signIn('wrong', 4), ...signIn(alice, 6)])).toEqual([
        ...Array(4).fill(401),
        ...Array(6).fill(200),
      ]);
      expect(await statuses(signIn(alice, 30))).toEqual(Array(30).fill(200));
    }));

  it('counts guesses from many addresses together', () =>
    withSignIn(async (keyring) => {
      const harness = await createGatewayHarness({
        keyring,
        service: practice().service,
        publicOrigin: 'https://desk.example',
      });
      const guessFrom = async (address: string) => {
        const headers = { origin: 'https://desk.example', host: 'desk.example', 'x-forwarded-for': address };
        return (await harness.post('/desk/session', { apiKey: 'wrong' }, headers)).status;
      };
      for (let nth = 0; nth < 60; nth += 1) expect(await guessFrom(`10.0.0.${nth}`)).toBe(401);
      expect(await guessFrom('10.0.0.60')).toBe(429);
      await harness.close();
    }));

  it('does not slow down correct keys, or attempts while the practice API is unavailable', () =>
    withGateway(async ({ harness }) => {
      const { request } = browser(harness);
      for (let nth = 0; nth < 12; nth += 1) {
        expect((await request('POST', '/desk/session', { apiKey: alice })).status).toBe(200);
      }
      await harness.hostile.refuse();
      for (let nth = 0; nth < 12; nth += 1) {
        expect((await request('POST', '/desk/session', { apiKey: `other-${nth}` })).status).toBe(503);
      }
      await harness.hostile.accept();
      expect((await request('POST', '/desk/session', { apiKey: alice })).status).toBe(200);
    }));
});

describe('a session ends', () => {
  it('at sign-out, with all copies of its cookie', () =>
    withGateway(async ({ harness }) => {
      const [mine, thief] = [browser(harness), browser(harness)];
      await mine.request('POST', '/desk/session', { apiKey: alice });
      thief.steal(mine.cookie());
      expect((await thief.request('GET', '/api/v1/companies')).status).toBe(200);
      expect(await (await mine.request('DELETE', '/desk/session')).json()).toMatchObject({ signedIn: false });
      expect(mine.cookie()).toBe('');
      expect((await thief.request('GET', '/api/v1/companies')).status).toBe(401);
    }));

  it('everywhere at once, but only for the same key', () =>
    withGateway(async ({ harness }) => {
      const [here, there, other] = [browser(harness), browser(harness), browser(harness)];
      await here.request('POST', '/desk/session', { apiKey: alice });
      await there.request('POST', '/desk/session', { apiKey: alice });
      await other.request('POST', '/desk/session', { apiKey: readOnly });
      await here.request('DELETE', '/desk/sessions');
      expect((await there.request('GET', '/api/v1/companies')).status).toBe(401);
      expect((await other.request('GET', '/api/v1/companies')).status).toBe(200);
    }));

  it('when its key is revoked', () =>
    withGateway(async ({ harness, revoke }) => {
      const [here, there] = [browser(harness), browser(harness)];
      await here.request('POST', '/desk/session', { apiKey: alice });
      await there.request('POST', '/desk/session', { apiKey: alice });
      revoke(alice);
      expect((await here.request('GET', '/api/v1/pets?companyId=c')).status).toBe(401);
      expect(here.cookie()).toBe('');
      expect(await (await there.request('GET', '/desk/session')).json()).toMatchObject({ signedIn: false });
    }));

  it('after a week', () =>
    withGateway(async ({ harness }) => {
      const { request } = browser(harness);
      await request('POST', '/desk/session', { apiKey: alice });
      harness.advance(WEEK_MS - 1);
      expect((await request('GET', '/api/v1/companies')).status).toBe(200);
      harness.advance(1);
      expect((await request('GET', '/api/v1/companies')).status).toBe(401);
    }));

  it('after the configured time', () =>
    withSignIn(async (keyring) => {
      const { service } = practice();
      const harness = await createGatewayHarness({ keyring, service, sessionLifetimeMs: 3_600_000 });
      const { request } = browser(harness);
      const signedIn = await request('POST', '/desk/session', { apiKey: alice });
      expect(signedIn.headers.get('set-cookie')).toContain('Max-Age=3600;');
      harness.advance(3_600_000);
      expect((await request('GET', '/api/v1/companies')).status).toBe(401);
      await harness.close();
    }));

  it('together with its key: no copy of its cookie reveals the key, even to someone who has the secret of the gateway', () =>
    withGateway(async ({ harness, directory, keyring }) => {
      const mine = browser(harness);
      await mine.request('POST', '/desk/session', { apiKey: alice });
      const cookie = decodeURIComponent(mine.cookie().replace(/^frontdesk=/, ''));
      const rows = () => readFile(join(directory, 'sessions.json'), 'utf8');
      const [{ secret }] = JSON.parse(await rows());
      expect(secret).toMatch(/^[\w-]{43}$/);
      await mine.request('DELETE', '/desk/session');
      expect(await rows()).toBe('[]');
      const content = await unsealData<Record<string, unknown>>(cookie, { password: keyring.sessionSecret, ttl: 0 });
      const sealed = Buffer.from(String(content['sealed']), 'base64url');
      expect(Object.keys(content)).toEqual(['id', 'sealed']);
      for (const text of [JSON.stringify(content), sealed.toString('latin1')]) expect(text).not.toContain(alice);
      expect(openBox(Buffer.from(keyring.sessionSecret, 'base64url'), sealed)).toBeNull();
      expect(String(openBox(Buffer.from(secret, 'base64url'), sealed))).toContain(alice);
    }));

  it('for a cookie that was modified or sealed elsewhere', () =>
    withGateway(async ({ harness }) => {
      const { request, cookie, steal } = browser(harness);
      await request('POST', '/desk/session', { apiKey: alice });
      const sealed = cookie();
      for (const other of [`${sealed.slice(0, -8)}AAAAAAAA`, 'frontdesk=nonsense', 'frontdesk=']) {
        steal(other);
        expect((await request('GET', '/api/v1/companies')).status).toBe(401);
      }
      await withSignIn(async (keyring) => {
        const elsewhere = await createGatewayHarness({ keyring, service: practice().service });
        const there = browser(elsewhere);
        await there.request('POST', '/desk/session', { apiKey: alice });
        steal(there.cookie());
        expect((await request('GET', '/api/v1/companies')).status).toBe(401);
        await elsewhere.close();
      });
    }));
});

describe('a restart', () => {
  it('preserves who is signed in and who is not', () =>
    withGateway(async ({ harness, directory }) => {
      const [kept, left] = [browser(harness), browser(harness)];
      await kept.request('POST', '/desk/session', { apiKey: alice });
      await left.request('POST', '/desk/session', { apiKey: alice });
      const cookieLeft = left.cookie();
      await left.request('DELETE', '/desk/session');
      const again = await createGatewayHarness({
        keyring: await openFileKeyring({ directory }),
        service: practice().service,
      });
      const [back, stolen] = [browser(again), browser(again)];
      back.steal(kept.cookie());
      stolen.steal(cookieLeft);
      expect((await back.request('GET', '/api/v1/companies')).status).toBe(200);
      expect((await stolen.request('GET', '/api/v1/companies')).status).toBe(401);
      await again.close();
      for (const file of ['session-secret', 'sessions.json']) {
        expect((await stat(join(directory, file))).mode & 0o077).toBe(0);
      }
    }));
});

it('ends all sessions and PINs in a directory, including a file that was being written during a crash', () =>
  withGateway(async ({ harness, directory }) => {
    await browser(harness).request('POST', '/desk/session', { apiKey: alice });
    await writeFile(join(directory, 'pins.json.next'), '[');
    await endSessions(directory);
    expect(await readdir(directory)).toEqual(['session-secret']);
  }));

describe('the id of the signed-in person', () => {
  const sessionOf = async (response: Promise<Response>) => deskSessionSchema.parse(await (await response).json());
  const signIn = async (harness: GatewayHarness, key: string) =>
    (await sessionOf(browser(harness).request('POST', '/desk/session', { apiKey: key }))).person;

  it('is the same at every sign-in, differs for another key, and is absent before sign-in', () =>
    withGateway(async ({ harness }) => {
      const { request } = browser(harness);
      expect((await sessionOf(request('GET', '/desk/session'))).person).toBeNull();
      const first = (await sessionOf(request('POST', '/desk/session', { apiKey: alice }))).person;
      expect(first).toMatch(/^[\w-]{16}$/);
      expect((await sessionOf(request('GET', '/desk/session'))).person).toBe(first);
      expect(await signIn(harness, alice)).toBe(first);
      expect(await signIn(harness, readOnly)).not.toBe(first);
    }));

  it('is null with a shared key', async () => {
    const harness = await createGatewayHarness({ service: practice().service });
    expect(await sessionOf(browser(harness).request('GET', '/desk/session'))).toMatchObject({
      signedIn: true,
      person: null,
    });
    await harness.close();
  });

  it('gives no access, is not a digest of the key alone, and is not stored with the sessions', () =>
    withGateway(async ({ harness, directory }) => {
      const person = await signIn(harness, alice);
      if (person === null) throw new Error('no one is signed in');
      for (const algorithm of ['md5', 'sha1', 'sha256', 'sha512']) {
        const digest = createHash(algorithm).update(alice).digest();
        for (const text of [digest.toString('base64url'), digest.toString('hex')]) expect(text).not.toContain(person);
      }
      expect(await readFile(join(directory, 'sessions.json'), 'utf8')).not.toContain(person);
      const { request, steal } = browser(harness);
      steal(`frontdesk=${person}`);
      expect((await request('GET', '/api/v1/companies')).status).toBe(401);
      expect((await request('POST', '/desk/session', { apiKey: person })).status).toBe(401);
      await withGateway(async (elsewhere) => {
        expect(await signIn(elsewhere.harness, alice)).not.toBe(person);
      });
    }));
});
