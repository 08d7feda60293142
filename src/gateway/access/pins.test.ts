import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type DeskSession, deskSessionSchema } from '#contract/desk.ts';
import { deskEventNames } from '#contract/desk-events.ts';
import { browserAt } from '#testing/browser-with-cookies.ts';
import { createGatewayHarness, type GatewayHarness, withSignIn } from '#testing/gateway-harness.ts';
import type { SignInKeyring } from './keyring.ts';
import { parseBrowserName } from './pins.ts';
import { openFileKeyring } from './session-store.ts';

const [alice, bob] = ['fd_alice-key-0123456789', 'fd_bob-key-0123456789'];
const COMPANY = '0191d2f4-0000-7000-8000-00000000000a';
const page = { data: [{ id: COMPANY, name: 'A practice' }], nextCursor: null, hasMore: false, totalCount: 1 };
const [alicesPin, bobsPin, wrongPin] = ['284617', '594013', '170392'];
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

interface Scene {
  harness: GatewayHarness;
  /** Starts another gateway on the same folder. */
  restart(sessionSecret?: string): Promise<GatewayHarness>;
  revoke(key: string): void;
  /** Makes the practice API stop responding. */
  cut(): void;
  directory: string;
  keyring: SignInKeyring;
  /** The stored PINs, as text. */
  stored(): Promise<string>;
}

/** Runs `use` with a gateway that has a separate folder. */
function withGateway(use: (scene: Scene) => Promise<void>, publicOrigin: string | null = null): Promise<void> {
  return withSignIn(async (first, directory) => {
    const keys = new Set([alice, bob]);
    let isCut = false;
    const service = (request: Request) => {
      if (isCut) return Response.json({}, { status: 503 });
      const key = request.headers.get('authorization')?.slice('Bearer '.length) ?? '';
      return keys.has(key)
        ? Response.json(page)
        : Response.json({ message: 'authorization_required' }, { status: 401 });
    };
    const harnesses: GatewayHarness[] = [];
    const start = async (keyring = first) => {
      const harness = await createGatewayHarness({ keyring, service, publicOrigin });
      harnesses.push(harness);
      return harness;
    };
    try {
      await use({
        harness: await start(),
        restart: async (sessionSecret) =>
          start(await openFileKeyring({ directory, sessionSecret: sessionSecret ?? null })),
        directory,
        keyring: first,
        revoke: (key) => void keys.delete(key),
        cut: () => {
          isCut = true;
        },
        stored: () => readFile(join(directory, 'pins.json'), 'utf8'),
      });
    } finally {
      for (const harness of harnesses) await harness.close();
    }
  });
}

type Browser = ReturnType<typeof browserAt>;

const sessionIn = async (response: Response): Promise<DeskSession> => {
  expect(response.status).toBe(200);
  return deskSessionSchema.parse(await response.json());
};
const sessionOf = async (browser: Browser) => sessionIn(await browser.request('GET', '/desk/session'));
const signIn = async (browser: Browser, apiKey: string, name: string) =>
  sessionIn(await browser.request('POST', '/desk/session', { apiKey, name }));
/** Sets a PIN with the key of the signed-in person. */
const setPin = async (browser: Browser, pin: string, apiKey = alice) =>
  sessionIn(await browser.request('POST', '/desk/pin', { pin, by: { apiKey } }));
const lock = (browser: Browser) => browser.request('DELETE', '/desk/session');
const open = (browser: Browser, person: string | null, pin: string) =>
  browser.request('POST', '/desk/session/pin', { person, pin });
/** The message key of an error, and the remaining attempts. */
async function refusal(response: Response): Promise<[string, number | undefined]> {
  const { message, data } = await response.json();
  return [message, data.current?.triesLeft];
}
const readStatus = async (browser: Browser) => (await browser.request('GET', '/api/v1/companies')).status;

/** A browser in which Alice has set a PIN, and is signed in. */
async function browserOfAlice({ gateway }: GatewayHarness) {
  const browser = browserAt(gateway);
  const { person } = await signIn(browser, alice, 'Alice Moon');
  await setPin(browser, alicesPin);
  return { browser, person };
}

/** A browser with the PINs of Alice and Bob, with no one signed in. */
async function sharedBrowser(harness: GatewayHarness) {
  const { browser, person: alicesId } = await browserOfAlice(harness);
  const { person: bobsId } = await signIn(browser, bob, 'Bob Ray');
  await setPin(browser, bobsPin, bob);
  await lock(browser);
  return { browser, alicesId, bobsId };
}

describe('a PIN', () => {
  it('opens the session of the person whose name is selected, and reveals the key nowhere', () =>
    withGateway(async ({ harness, stored }) => {
      const { browser, alicesId, bobsId } = await sharedBrowser(harness);
      const locked = await sessionOf(browser);
      expect(locked).toMatchObject({ signedIn: false, person: null, name: null });
      expect(locked.pins).toEqual([
        { person: alicesId, name: 'Alice Moon' },
        { person: bobsId, name: 'Bob Ray' },
      ]);
      expect(await readStatus(browser)).toBe(401);
      const asBob = await sessionIn(await open(browser, bobsId, bobsPin));
      expect(asBob).toMatchObject({ signedIn: true, person: bobsId, name: 'Bob Ray' });
      expect(await readStatus(browser)).toBe(200);
      const texts = [await stored(), harness.logged(), browser.cookie(), JSON.stringify(asBob)];
      for (const text of texts)
        for (const secret of [alice, bob, alicesPin, bobsPin]) expect(text).not.toContain(secret);
    }));

  it('switches to the next person with a new session, and ends the previous one with its stream', () =>
    withGateway(async ({ harness }) => {
      const { browser, alicesId, bobsId } = await sharedBrowser(harness);
      await open(browser, alicesId, alicesPin);
      const alicesCookies = browser.cookie();
      const stream = await browser.request('GET', `/desk/events?companyId=${COMPANY}`);
      const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
      expect((await reader.read()).value).toContain(deskEventNames.state);
      await sessionIn(await open(browser, bobsId, bobsPin));
      expect((await reader.read()).done).toBe(true);
      expect(browser.cookie()).not.toBe(alicesCookies);
      const thief = browserAt(harness.gateway);
      thief.steal(alicesCookies);
      expect(await readStatus(thief)).toBe(401);
    }));

  it('is set only by someone who knows the key or the previous PIN, however recently the key was typed', () =>
    withGateway(async ({ harness }) => {
      const { browser, person } = await browserOfAlice(harness);
      const set = (by?: unknown) => browser.request('POST', '/desk/pin', { pin: bobsPin, by });
      for (const by of [undefined, {}, { pin: alicesPin, apiKey: alice }]) expect((await set(by)).status).toBe(400);
      expect((await refusal(await set({ apiKey: bob })))[0]).toBe('authorization_required');
      expect(await refusal(await set({ pin: wrongPin }))).toEqual(['wrong_pin', 4]);
      await sessionIn(await set({ pin: alicesPin }));
      await lock(browser);
      expect(await refusal(await open(browser, person, alicesPin))).toEqual(['wrong_pin', 4]);
      await sessionIn(await open(browser, person, bobsPin));
      await setPin(browser, alicesPin);
      await lock(browser);
      await sessionIn(await open(browser, person, alicesPin));
    }));

  it('is removed by the fifth wrong PIN that is entered to set another one', () =>
    withGateway(async ({ harness }) => {
      const { browser } = await browserOfAlice(harness);
      const set = () => browser.request('POST', '/desk/pin', { pin: bobsPin, by: { pin: wrongPin } });
      for (const triesLeft of [4, 3, 2, 1]) expect(await refusal(await set())).toEqual(['wrong_pin', triesLeft]);
      expect(await refusal(await set())).toEqual(['no_pin', undefined]);
      expect((await sessionOf(browser)).pins).toEqual([]);
    }));

  it('can be removed by its person', () =>
    withGateway(async ({ harness, stored }) => {
      const { browser, person } = await browserOfAlice(harness);
      expect((await sessionIn(await browser.request('DELETE', '/desk/pin'))).pins).toEqual([]);
      expect(await stored()).toBe('[]');
      await lock(browser);
      expect(await refusal(await open(browser, person, alicesPin))).toEqual(['no_pin', undefined]);
      expect((await browser.request('DELETE', '/desk/pin')).status).toBe(401);
    }));

  it('opens a session even while the practice API does not respond', () =>
    withGateway(async ({ harness, cut }) => {
      const { browser, person } = await browserOfAlice(harness);
      await lock(browser);
      cut();
      await sessionIn(await open(browser, person, alicesPin));
    }));
});

describe('in a browser with PINs a session', () => {
  it('ends when it has sent nothing for the lock time, whether or not a page was open', () =>
    withGateway(async ({ harness, restart, directory }) => {
      const { browser, person } = await browserOfAlice(harness);
      for (let nth = 0; nth < 4; nth += 1) {
        harness.advance(14 * MINUTE_MS);
        expect(await readStatus(browser)).toBe(200);
      }
      const left = browser.cookie();
      const later = await restart();
      later.advance(4 * 14 * MINUTE_MS + 15 * MINUTE_MS);
      const stranger = browserAt(later.gateway);
      stranger.steal(left);
      expect(await readStatus(stranger)).toBe(401);
      expect(await sessionOf(stranger)).toMatchObject({ signedIn: false, lockMinutes: 15 });
      expect(await readFile(join(directory, 'sessions.json'), 'utf8')).toBe('[]');
      await sessionIn(await open(stranger, person, alicesPin));
      expect(await readStatus(stranger)).toBe(200);
    }));

  it('ends with its stream, which does not count as use', () =>
    withGateway(async ({ harness }) => {
      const { browser } = await browserOfAlice(harness);
      const stream = await browser.request('GET', `/desk/events?companyId=${COMPANY}`);
      const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
      expect((await reader.read()).value).toContain(deskEventNames.state);
      harness.advance(15 * MINUTE_MS);
      const elsewhere = browserAt(harness.gateway);
      await signIn(elsewhere, bob, 'Bob Ray');
      await lock(elsewhere);
      expect((await reader.read()).done).toBe(true);
    }));

  it('lasts as in any other browser once the last PIN is removed', () =>
    withGateway(async ({ harness }) => {
      const { browser } = await browserOfAlice(harness);
      await sessionIn(await browser.request('DELETE', '/desk/pin'));
      harness.advance(6 * DAY_MS);
      expect(await readStatus(browser)).toBe(200);
    }));
});

describe('guessing a PIN', () => {
  it('removes it after five consecutive failures, even if attempts are concurrent', () =>
    withGateway(async ({ harness, stored }) => {
      const { browser, alicesId, bobsId } = await sharedBrowser(harness);
      const guesses = await Promise.all(Array.from({ length: 12 }, () => open(browser, alicesId, wrongPin)));
      const refusals = await Promise.all(guesses.map(refusal));
      const left = refusals.flatMap(([, triesLeft]) => triesLeft ?? []);
      expect(left.sort()).toEqual([1, 2, 3, 4]);
      expect(refusals.filter(([message]) => message === 'no_pin')).toHaveLength(1);
      expect(refusals.filter(([message]) => message === 'rate_limit_exceeded')).toHaveLength(7);
      expect(await refusal(await open(browser, alicesId, alicesPin))).toEqual(['no_pin', undefined]);
      expect(await stored()).not.toContain(alicesId);
      // The colleague at the same desk is not affected.
      expect((await sessionIn(await open(browser, bobsId, bobsPin))).pins).toEqual([
        { person: bobsId, name: 'Bob Ray' },
      ]);
    }));

  it('is counted across restarts, and a correct PIN resets the count', () =>
    withGateway(async ({ harness, restart }) => {
      const { browser, person } = await browserOfAlice(harness);
      await lock(browser);
      for (const triesLeft of [4, 3, 2])
        expect(await refusal(await open(browser, person, wrongPin))).toEqual(['wrong_pin', triesLeft]);
      const later = browserAt((await restart()).gateway);
      later.steal(browser.cookie());
      expect(await refusal(await open(later, person, wrongPin))).toEqual(['wrong_pin', 1]);
      await sessionIn(await open(later, person, alicesPin));
      for (const triesLeft of [4, 3, 2, 1])
        expect(await refusal(await open(later, person, wrongPin))).toEqual(['wrong_pin', triesLeft]);
      const last = browserAt((await restart()).gateway);
      last.steal(browser.cookie());
      expect(await refusal(await open(last, person, wrongPin))).toEqual(['no_pin', undefined]);
      expect((await sessionOf(last)).pins).toEqual([]);
    }));

  it('is reported to the person, and removes their PIN at the twentieth failure unless they type their key', () =>
    withGateway(async ({ harness, restart }) => {
      const { browser, person } = await browserOfAlice(harness);
      const thief = browserAt(harness.gateway);
      thief.steal(browser.cookie());
      const guess = async (times: number) => {
        for (let nth = 0; nth < times; nth += 1) expect((await open(thief, person, wrongPin)).status).toBe(403);
      };
      expect((await sessionIn(await open(browser, person, alicesPin))).wrongPins).toBe(0);
      for (const times of [4, 3, 4, 4]) {
        await guess(times);
        expect((await sessionIn(await open(browser, person, alicesPin))).wrongPins).toBe(times);
        expect((await sessionOf(browser)).wrongPins).toBe(0);
      }
      await guess(4);
      expect((await signIn(browser, alice, 'Alice Moon')).wrongPins).toBe(4);
      for (const times of [4, 4, 4, 4]) {
        await guess(times);
        await sessionIn(await open(browser, person, alicesPin));
      }
      const later = browserAt((await restart()).gateway);
      later.steal(browser.cookie());
      for (const triesLeft of [3, 2, 1])
        expect(await refusal(await open(later, person, wrongPin))).toEqual(['wrong_pin', triesLeft]);
      expect(await refusal(await open(later, person, wrongPin))).toEqual(['no_pin', undefined]);
      expect(await refusal(await open(later, person, alicesPin))).toEqual(['no_pin', undefined]);
    }));

  it('gains nothing from a person without a PIN, or from the PIN of another person', () =>
    withGateway(async ({ harness }) => {
      const { browser, alicesId } = await sharedBrowser(harness);
      expect(await refusal(await open(browser, alicesId, bobsPin))).toEqual(['wrong_pin', 4]);
      expect(await refusal(await open(browser, 'no one', alicesPin))).toEqual(['no_pin', undefined]);
    }));
});

describe('a device cookie', () => {
  it('gives no access by itself, and without its secret a correct PIN does not either', () =>
    withGateway(async ({ harness, stored }) => {
      const { browser, person } = await browserOfAlice(harness);
      await lock(browser);
      const [, id, secret] = /frontdesk-device=([^.]+)\.([^;]+)/.exec(browser.cookie())!;
      expect(await readStatus(browser)).toBe(401);
      for (const text of [id!, secret!]) expect(await stored()).not.toContain(text);
      const forger = browserAt(harness.gateway);
      forger.steal(`frontdesk-device=${id}.${Buffer.alloc(32).toString('base64url')}`);
      expect(await refusal(await open(forger, person, alicesPin))).toEqual(['wrong_pin', 4]);
      const stranger = browserAt(harness.gateway);
      expect((await sessionOf(stranger)).pins).toEqual([]);
      expect(await refusal(await open(stranger, person, alicesPin))).toEqual(['no_pin', undefined]);
      await sessionIn(await open(browser, person, alicesPin));
    }));

  it('lasts a year, is hidden from scripts and other sites, and requires TLS behind a TLS proxy', async () => {
    const cookieOf = (publicOrigin: string | null) =>
      new Promise<string | undefined>((resolve, reject) => {
        withGateway(async ({ harness }) => {
          const headers = publicOrigin === null ? {} : { origin: publicOrigin, host: new URL(publicOrigin).host };
          const signedIn = await harness.post('/desk/session', { apiKey: alice, name: 'Alice' }, headers);
          const { person } = deskSessionSchema.parse(await signedIn.json());
          const cookie = signedIn.headers.getSetCookie()[0]!.split(';')[0]!;
          const named = { ...headers, cookie, 'x-frontdesk-person': person! };
          resolve(
            (
              await harness.post('/desk/pin', { pin: alicesPin, by: { apiKey: alice } }, named)
            ).headers.getSetCookie()[0],
          );
        }, publicOrigin).catch(reject);
      });
    expect(await cookieOf(null)).toMatch(
      /^frontdesk-device=[\w-]{43}\.[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect(await cookieOf('https://desk.example')).toMatch(
      /^__Host-frontdesk-device=.*; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
  });

  it('is set only over TLS or within this computer', () =>
    withGateway(async ({ harness }) => {
      const at = async (host: string, remoteAddress: string) => {
        const incoming = { httpVersion: '1.1', socket: { remoteAddress } };
        const send = (path: string, init: RequestInit) =>
          harness.gateway.request(`http://${host}${path}`, init, { incoming });
        const json = { 'content-type': 'application/json', host };
        const body = JSON.stringify({ apiKey: alice, name: 'Alice' });
        const signedIn = await send('/desk/session', { method: 'POST', headers: json, body });
        const session = deskSessionSchema.parse(await signedIn.json());
        const cookie = signedIn.headers.getSetCookie()[0]!.split(';')[0]!;
        const headers = { ...json, cookie, 'x-frontdesk-person': session.person! };
        const set = await send('/desk/pin', {
          method: 'POST',
          headers,
          body: JSON.stringify({ pin: alicesPin, by: { apiKey: alice } }),
        });
        return [session.pins, set.status];
      };
      expect(await at('127.0.0.1:4100', '127.0.0.1')).toEqual([[], 200]);
      expect(await at('192.168.0.10:4100', '192.168.0.20')).toEqual([null, 403]);
      expect(await at('127.0.0.1:4100', '192.168.0.20')).toEqual([null, 403]);
    }));

  it('is forgotten after the browser has not been used for thirty days', () =>
    withGateway(async ({ harness, stored }) => {
      const { browser, person } = await browserOfAlice(harness);
      await lock(browser);
      harness.advance(29 * DAY_MS);
      await sessionIn(await open(browser, person, alicesPin));
      for (let nth = 0; nth < 8; nth += 1) {
        harness.advance(14 * MINUTE_MS);
        // An open session also counts as use.
        expect(await sessionOf(browser)).toMatchObject({ signedIn: true });
      }
      harness.advance(30 * DAY_MS - 60 * MINUTE_MS);
      expect((await sessionOf(browser)).pins).toHaveLength(1);
      harness.advance(2 * DAY_MS);
      expect((await sessionOf(browser)).pins).toEqual([]);
      expect(await stored()).toBe('[]');
      expect(await refusal(await open(browser, person, alicesPin))).toEqual(['no_pin', undefined]);
    }));
});

describe('the sealed copies of a key are deleted', () => {
  it('when the practice API refuses the key at a sign-in with a PIN', () =>
    withGateway(async ({ harness, revoke, stored }) => {
      const { browser, alicesId, bobsId } = await sharedBrowser(harness);
      revoke(alice);
      expect(await refusal(await open(browser, alicesId, alicesPin))).toEqual(['no_pin', undefined]);
      expect(await stored()).not.toContain(alicesId);
      expect((await sessionOf(browser)).pins).toEqual([{ person: bobsId, name: 'Bob Ray' }]);
    }));

  it('when the practice API refuses the key during a session, in all browsers', () =>
    withGateway(async ({ harness, revoke, stored }) => {
      await browserOfAlice(harness);
      const { browser } = await browserOfAlice(harness);
      revoke(alice);
      expect((await browser.request('GET', '/api/v1/pets?companyId=c')).status).toBe(401);
      expect(await stored()).toBe('[]');
    }));

  it('when their person signs out everywhere, but not at an ordinary sign-out', () =>
    withGateway(async ({ harness, stored }) => {
      const { browser: elsewhere } = await browserOfAlice(harness);
      const { browser, person } = await browserOfAlice(harness);
      await lock(elsewhere);
      await sessionIn(await open(elsewhere, person, alicesPin));
      await browser.request('DELETE', '/desk/sessions');
      expect(await stored()).toBe('[]');
      expect(await readStatus(elsewhere)).toBe(401);
    }));
});

describe('a PIN that is removed while it is used', () => {
  it('leaves no session of a person who signed out everywhere in the meantime', () =>
    withGateway(async ({ harness, stored }) => {
      const { browser: elsewhere } = await browserOfAlice(harness);
      const { browser, person } = await browserOfAlice(harness);
      await lock(browser);
      const opening = open(browser, person, alicesPin);
      await elsewhere.request('DELETE', '/desk/sessions');
      await opening;
      expect(await stored()).toBe('[]');
      expect(await readStatus(browser)).toBe(401);
    }));

  it('is not stored if its session ends before the key is sealed', () =>
    withGateway(async ({ harness, keyring, stored }) => {
      const { browser: elsewhere } = await browserOfAlice(harness);
      const browser = browserAt(harness.gateway);
      await signIn(browser, alice, 'Alice');
      const { set } = keyring.pins;
      keyring.pins.set = async (pin) => {
        await elsewhere.request('DELETE', '/desk/sessions');
        await set(pin);
      };
      expect((await browser.request('POST', '/desk/pin', { pin: alicesPin, by: { apiKey: alice } })).status).toBe(401);
      expect(await stored()).toBe('[]');
    }));

  it('has one session at a time, even if its cookies were copied', () =>
    withGateway(async ({ harness }) => {
      const { browser, person } = await browserOfAlice(harness);
      await lock(browser);
      const copy = browserAt(harness.gateway);
      copy.steal(browser.cookie());
      await sessionIn(await open(copy, person, alicesPin));
      expect(await readStatus(copy)).toBe(200);
      await sessionIn(await open(browser, person, alicesPin));
      expect(await readStatus(copy)).toBe(401);
      expect(await readStatus(browser)).toBe(200);
    }));
});

it('keeps the PIN of an absent person while others use the browser', () =>
  withGateway(async ({ harness }) => {
    const { browser, alicesId, bobsId } = await sharedBrowser(harness);
    for (const days of [20, 20]) {
      harness.advance(days * DAY_MS);
      await sessionIn(await open(browser, bobsId, bobsPin));
    }
    expect((await sessionOf(browser)).pins).toHaveLength(2);
    await sessionIn(await open(browser, alicesId, alicesPin));
  }));

it('is kept for the twenty browsers that its person used last', () =>
  withGateway(async ({ harness, keyring, stored }) => {
    await browserOfAlice(harness);
    const [first] = JSON.parse(await stored());
    for (let nth = 1; nth <= 20; nth += 1)
      await keyring.pins.set({ ...first, deviceHash: `browser ${nth}`, usedAt: first.usedAt - nth });
    await browserOfAlice(harness);
    const devices = JSON.parse(await stored()).map(({ deviceHash }: { deviceHash: string }) => deviceHash);
    expect(devices).toHaveLength(20);
    expect(devices).toContain(first.deviceHash);
    expect(devices).toContain('browser 18');
    expect(devices).not.toContain('browser 19');
  }));

it('is in no list once the session secret has changed', () =>
  withGateway(async ({ harness, restart }) => {
    const { browser } = await browserOfAlice(harness);
    const later = browserAt((await restart('another secret of more than 32 characters')).gateway);
    later.steal(browser.cookie());
    expect((await sessionOf(later)).pins).toEqual([]);
  }));

it('is deleted, too, if the gateway stopped while it checked the last attempt', () =>
  withGateway(async ({ harness, directory, restart, stored }) => {
    const { browser, person } = await browserOfAlice(harness);
    await lock(browser);
    const file = join(directory, 'pins.json');
    const [row] = JSON.parse(await stored());
    await writeFile(file, JSON.stringify([{ ...row, attempts: 5 }]));
    const later = browserAt((await restart()).gateway);
    later.steal(browser.cookie());
    expect(await refusal(await open(later, person, alicesPin))).toEqual(['no_pin', undefined]);
    expect(await stored()).toBe('[]');
  }));

it('limits how many one person sets at once, so that others do not wait long', () =>
  withGateway(async ({ harness }) => {
    const browser = browserAt(harness.gateway);
    await signIn(browser, alice, 'Alice');
    const setting = Array.from({ length: 20 }, () =>
      browser.request('POST', '/desk/pin', { pin: alicesPin, by: { apiKey: alice } }),
    );
    const statuses = (await Promise.all(setting)).map(({ status }) => status);
    // On a busy machine a few are done before the last ones arrive.
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(5);
  }));

describe('the rules for a PIN', () => {
  it.each(['12345', '1234567890123', '12a456', '123456', '987654', '777777', '147258', '280671', ''])(
    'refuse %s',
    (pin) =>
      withGateway(async ({ harness }) => {
        const browser = browserAt(harness.gateway);
        await signIn(browser, alice, 'Alice');
        expect((await browser.request('POST', '/desk/pin', { pin, by: { apiKey: alice } })).status).toBe(400);
        expect((await sessionOf(browser)).pins).toEqual([]);
      }),
  );

  it('require a name if it is unknown', () =>
    withGateway(async ({ harness }) => {
      const browser = browserAt(harness.gateway);
      await sessionIn(await browser.request('POST', '/desk/session', { apiKey: alice }));
      expect((await browser.request('POST', '/desk/pin', { pin: alicesPin, by: { apiKey: alice } })).status).toBe(400);
      const named = await browser.request('POST', '/desk/pin', {
        pin: alicesPin,
        by: { apiKey: alice },
        name: 'Alice',
      });
      expect((await sessionIn(named)).pins).toMatchObject([{ name: 'Alice' }]);
    }));
});

it.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0 Safari/537.36', 'Chrome on Windows'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/141.0 Safari/537.36 Edg/141.0', 'Edge on Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1 Version/18.0 Safari/605.1', 'Safari on Mac'],
  ['Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1 CriOS/141.0 Safari/604.1', 'Chrome on iPad'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/141.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['curl/8.0', null],
])('name %s %s', (userAgent, name) => expect(parseBrowserName(userAgent)).toBe(name));
