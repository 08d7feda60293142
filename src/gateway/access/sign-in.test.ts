import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createGatewayHarness, deskOrigin, type GatewayHarness, withSignIn } from '#testing/gateway-harness.ts';
import { openSignIn } from './open-sign-in.ts';

const page = { data: [], nextCursor: null, hasMore: false, totalCount: 0 };
const [alice, readOnly] = ['fd_alice-key-0123456789', 'fd_read-only-key-0123456789'];
const WEEK_MS = 7 * 24 * 60 * 60_000;

/** A practice that knows two keys, until they are revoked. */
function practice() {
  const keys = new Set([alice, readOnly]);
  const service = (request: Request) => {
    const key = request.headers.get('authorization')?.slice('Bearer '.length) ?? '';
    if (!keys.has(key))
      return Response.json({ message: 'authorization_required', got: 'another key' }, { status: 401 });
    if (request.method === 'GET') return Response.json(page);
    return Response.json({ message: 'refused' }, { status: key === readOnly ? 403 : 400 });
  };
  return { service, revoke: (key: string) => keys.delete(key) };
}

/** A browser that keeps the cookies of the desk as a real one does. */
function browser(harness: GatewayHarness) {
  let cookie = '';
  return {
    cookie: () => cookie,
    steal: (other: string) => {
      cookie = other;
    },
    async ask(method: string, path: string, body?: unknown): Promise<Response> {
      const answer = await harness.gateway.request(`${deskOrigin}${path}`, {
        method,
        headers: { cookie, 'content-type': 'application/json', origin: deskOrigin, host: '127.0.0.1:4100' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const set = answer.headers.get('set-cookie');
      if (set !== null) cookie = /max-age=0/i.test(set) ? '' : (set.split(';')[0] ?? '');
      return answer;
    },
  };
}

function desk(use: (harness: GatewayHarness, revoke: (key: string) => void, directory: string) => Promise<void>) {
  return withSignIn(async (keyring, directory) => {
    const { service, revoke } = practice();
    const harness = await createGatewayHarness({ keyring, service });
    try {
      await use(harness, revoke, directory);
    } finally {
      await harness.close();
    }
  });
}

describe('signing in', () => {
  it('keeps the key in a sealed cookie and out of everything a browser receives', () =>
    desk(async (harness, _revoke, directory) => {
      const { ask, cookie } = browser(harness);
      const texts: string[] = [];
      const read = async (answer: Response) => {
        texts.push(await answer.clone().text(), JSON.stringify([...answer.headers]));
        return answer;
      };
      expect(await (await read(await ask('GET', '/desk/session'))).json()).toMatchObject({
        access: 'sign_in',
        signedIn: false,
        canWrite: null,
      });
      expect((await read(await ask('GET', '/api/v1/companies'))).status).toBe(401);
      const signedIn = await read(await ask('POST', '/desk/session', { apiKey: ` ${alice} ` }));
      expect(signedIn.status).toBe(200);
      expect(await signedIn.json()).toMatchObject({ signedIn: true, canWrite: true });
      expect(signedIn.headers.get('set-cookie')).toMatch(
        /^frontdesk=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/,
      );
      expect((await read(await ask('GET', '/api/v1/companies'))).status).toBe(200);
      expect((await read(await ask('GET', '/desk/session'))).status).toBe(200);
      await read(await ask('POST', '/api/v1/appointments', {}));
      await read(await ask('GET', '/metrics'));
      const kept = await readFile(join(directory, 'sessions.json'), 'utf8');
      for (const text of [...texts, cookie(), kept, harness.logged()]) expect(text).not.toContain(alice);
    }));

  it('marks the cookie for TLS where browsers come through it', () =>
    withSignIn(async (keyring) => {
      const { service } = practice();
      const harness = await createGatewayHarness({ keyring, service, publicOrigin: 'https://desk.example' });
      const headers = { origin: 'https://desk.example', host: 'desk.example' };
      const answer = await harness.post('/desk/session', { apiKey: alice }, headers);
      expect(answer.headers.get('set-cookie')).toMatch(/^__Host-frontdesk=.*; Secure; SameSite=Strict$/);
      const page = await harness.get('/', headers);
      expect(page.headers.get('strict-transport-security')).toBe('max-age=31536000');
      await harness.close();
    }));

  it('says early that a key may not write', () =>
    desk(async (harness) => {
      const { ask } = browser(harness);
      expect(await (await ask('POST', '/desk/session', { apiKey: readOnly })).json()).toMatchObject({
        canWrite: false,
      });
    }));

  it.each([{ apiKey: 'wrong' }, { apiKey: 'with space inside' }, { apiKey: 'zeile\numbruch' }])('refuses %o', (body) =>
    desk(async (harness) => {
      const { ask, cookie } = browser(harness);
      expect((await ask('POST', '/desk/session', body)).status).toBe(401);
      expect(cookie()).toBe('');
    }),
  );

  it.each([{}, { apiKey: '' }, { apiKey: alice, more: 1 }, null])('takes %o for invalid', (body) =>
    desk(async (harness) => {
      expect((await browser(harness).ask('POST', '/desk/session', body)).status).toBe(400);
    }),
  );

  it('is slowed for who guesses, side by side, too', () =>
    desk(async (harness) => {
      const { ask } = browser(harness);
      const guesses = Array.from({ length: 9 }, (_, nth) => ask('POST', '/desk/session', { apiKey: `guess-${nth}` }));
      const statuses = (await Promise.all(guesses)).map(({ status }) => status);
      expect(statuses.sort()).toEqual([401, 401, 401, 401, 401, 429, 429, 429, 429]);
      const slowed = await ask('POST', '/desk/session', { apiKey: alice });
      expect(slowed.status).toBe(429);
      expect(Number(slowed.headers.get('retry-after'))).toBeGreaterThan(50);
    }));

  it('is not slowed for who types a right key, or finds the practice API away', () =>
    desk(async (harness) => {
      const { ask } = browser(harness);
      for (let nth = 0; nth < 7; nth += 1) {
        expect((await ask('POST', '/desk/session', { apiKey: alice })).status).toBe(200);
      }
      await harness.hostile.refuse();
      for (let nth = 0; nth < 7; nth += 1) {
        expect((await ask('POST', '/desk/session', { apiKey: `other-${nth}` })).status).toBe(503);
      }
      await harness.hostile.accept();
      expect((await ask('POST', '/desk/session', { apiKey: alice })).status).toBe(200);
    }));
});

describe('a session ends', () => {
  it('at sign-out, with every copy of its cookie', () =>
    desk(async (harness) => {
      const [mine, thief] = [browser(harness), browser(harness)];
      await mine.ask('POST', '/desk/session', { apiKey: alice });
      thief.steal(mine.cookie());
      expect((await thief.ask('GET', '/api/v1/companies')).status).toBe(200);
      expect(await (await mine.ask('DELETE', '/desk/session')).json()).toMatchObject({ signedIn: false });
      expect(mine.cookie()).toBe('');
      expect((await thief.ask('GET', '/api/v1/companies')).status).toBe(401);
    }));

  it('everywhere at once, and only those of the same key', () =>
    desk(async (harness) => {
      const [here, there, other] = [browser(harness), browser(harness), browser(harness)];
      await here.ask('POST', '/desk/session', { apiKey: alice });
      await there.ask('POST', '/desk/session', { apiKey: alice });
      await other.ask('POST', '/desk/session', { apiKey: readOnly });
      await here.ask('DELETE', '/desk/sessions');
      expect((await there.ask('GET', '/api/v1/companies')).status).toBe(401);
      expect((await other.ask('GET', '/api/v1/companies')).status).toBe(200);
    }));

  it('when its key is revoked', () =>
    desk(async (harness, revoke) => {
      const [here, there] = [browser(harness), browser(harness)];
      await here.ask('POST', '/desk/session', { apiKey: alice });
      await there.ask('POST', '/desk/session', { apiKey: alice });
      revoke(alice);
      expect((await here.ask('GET', '/api/v1/pets?companyId=c')).status).toBe(401);
      expect(here.cookie()).toBe('');
      expect(await (await there.ask('GET', '/desk/session')).json()).toMatchObject({ signedIn: false });
    }));

  it('after a week', () =>
    desk(async (harness) => {
      const { ask } = browser(harness);
      await ask('POST', '/desk/session', { apiKey: alice });
      harness.pass(WEEK_MS - 1);
      expect((await ask('GET', '/api/v1/companies')).status).toBe(200);
      harness.pass(1);
      expect((await ask('GET', '/api/v1/companies')).status).toBe(401);
    }));

  it('for a cookie that was changed, or sealed elsewhere', () =>
    desk(async (harness) => {
      const { ask, cookie, steal } = browser(harness);
      await ask('POST', '/desk/session', { apiKey: alice });
      const sealed = cookie();
      for (const other of [`${sealed.slice(0, -8)}AAAAAAAA`, 'frontdesk=nonsense', 'frontdesk=']) {
        steal(other);
        expect((await ask('GET', '/api/v1/companies')).status).toBe(401);
      }
      await withSignIn(async (keyring) => {
        const elsewhere = await createGatewayHarness({ keyring, service: practice().service });
        const there = browser(elsewhere);
        await there.ask('POST', '/desk/session', { apiKey: alice });
        steal(there.cookie());
        expect((await ask('GET', '/api/v1/companies')).status).toBe(401);
        await elsewhere.close();
      });
    }));
});

describe('a restart', () => {
  it('keeps who is signed in, and who is not', () =>
    desk(async (harness, _revoke, directory) => {
      const [kept, left] = [browser(harness), browser(harness)];
      await kept.ask('POST', '/desk/session', { apiKey: alice });
      await left.ask('POST', '/desk/session', { apiKey: alice });
      const cookieLeft = left.cookie();
      await left.ask('DELETE', '/desk/session');
      const again = await createGatewayHarness({
        keyring: await openSignIn({ directory, clock: () => 0 }),
        service: practice().service,
      });
      const [back, stolen] = [browser(again), browser(again)];
      back.steal(kept.cookie());
      stolen.steal(cookieLeft);
      expect((await back.ask('GET', '/api/v1/companies')).status).toBe(200);
      expect((await stolen.ask('GET', '/api/v1/companies')).status).toBe(401);
      await again.close();
      for (const file of ['session-secret', 'sessions.json']) {
        expect((await stat(join(directory, file))).mode & 0o077).toBe(0);
      }
    }));
});
