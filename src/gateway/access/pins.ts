import { createHmac, hkdfSync, randomBytes, type ScryptOptions, scrypt } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { z } from 'zod';
import { PIN_TRIES, type PinHolder, type wrongPinSchema } from '#contract/desk.ts';
import { ServiceError } from '#contract/error.ts';
import { DEFAULT_LOCK_MINUTES } from '#contract/lock-minutes.ts';
import { createQueue } from '#gateway/queue.ts';
import { parseJson } from '#gateway/upstream/practice-api.ts';
import { isFromThisMachine } from './addresses.ts';
import type { DeviceCookie, GatewayEnv, Session, SignInKeyring } from './keyring.ts';
import { countRemainingTries, type StoredPin } from './pin-store.ts';
import { BOX_KEY_BYTES, openBox, sealBox } from './secret-box.ts';
import { hashSessionId } from './session-store.ts';

const DAY_MS = 24 * 60 * 60_000;
/** The time for which a browser may remain unused before its PINs are removed. */
const MAX_UNUSED_MS = 30 * DAY_MS;
/** The maximum number of browsers in which a key may have a PIN. A further PIN replaces the least recently used one. */
const MAX_BROWSERS = 20;
/** The precision of the stored time at which a browser was last used. */
const USE_PRECISION_MS = 60 * 60_000;
const YEAR_S = 365 * 24 * 60 * 60;

/** The scrypt parameters that OWASP recommends for 32 MB; a check takes about a quarter of a second on one core. */
export const PIN_COST: ScryptOptions = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };
const KEY_BYTES = BOX_KEY_BYTES;
const SALT_BYTES = 16;

/** The content that a PIN seals: the API key, and when it was typed (epoch milliseconds). */
const sealedSchema = z.object({ key: z.string(), typedAt: z.number() });
type SealedContent = z.infer<typeof sealedSchema>;

/**
 * The PINs with which people sign in again in a browser where they have typed their key. Each key is sealed with AES-256-GCM,
 * under HKDF of the secret in the device cookie and of scrypt over HMAC(pepper, device, person, PIN): a PIN is correct if it
 * opens the seal. The stored data cannot be opened without the cookie; the cookie is useless without the stored data and the
 * PIN.
 *
 * `secure` must be true if browsers connect through TLS. `clock` is in epoch milliseconds. `cost` is the cost of each check.
 */
export function createPins(options: {
  keyring: SignInKeyring;
  secure: boolean;
  clock: () => number;
  cost: ScryptOptions;
}) {
  const { keyring, secure, clock, cost } = options;
  const store = keyring.pins;
  const pepper = Buffer.from(hkdfSync('sha256', keyring.sessionSecret, '', 'frontdesk pin pepper', KEY_BYTES));
  const runWithinLimit = createCheckLimit();
  const cookieName = secure ? '__Host-frontdesk-device' : 'frontdesk-device';
  const usedSince = () => clock() - MAX_UNUSED_MS;
  /**
   * Computes the hash under which the PINs of a browser are stored. It includes the pepper, so that browsers no longer list
   * the people of earlier PINs after the session secret has changed.
   */
  const hashDevice = ({ id }: DeviceCookie) => createHmac('sha256', pepper).update(`device ${id}`).digest('base64url');

  function readDevice(c: Context<GatewayEnv>): DeviceCookie | null {
    if (c.var.device !== undefined) return c.var.device;
    const [id = '', secret = ''] = getCookie(c, cookieName)?.split('.') ?? [];
    const bytes = Buffer.from(secret, 'base64url');
    return id !== '' && bytes.length === KEY_BYTES ? { id, secret: bytes } : null;
  }

  function writeDevice(c: Context<GatewayEnv>, device: DeviceCookie): void {
    const { id, secret } = device;
    c.set('device', device);
    const attributes = { httpOnly: true, sameSite: 'Strict', secure, path: '/', maxAge: YEAR_S } as const;
    setCookie(c, cookieName, `${id}.${secret.toString('base64url')}`, attributes);
  }

  /** Reads the device of a request with its PINs; null for a browser without any. */
  async function readDeviceWithPins(c: Context<GatewayEnv>) {
    const device = readDevice(c);
    if (device === null) return null;
    const deviceHash = hashDevice(device);
    const pins = await store.list({ deviceHash }, usedSince());
    return pins.length === 0 ? null : { device, deviceHash, pins };
  }

  /** Derives the key with which a person's API key is sealed. */
  async function deriveSealingKey(device: DeviceCookie, person: string, pin: string, salt: Buffer): Promise<Buffer> {
    const mac = createHmac('sha256', pepper);
    for (const part of [device.id, device.secret, person, pin]) {
      const bytes = Buffer.from(part);
      mac.update(`${bytes.length}:`).update(bytes);
    }
    const stretched = await deriveKey(mac.digest(), salt, cost);
    const material = Buffer.concat([device.secret, stretched]);
    return Buffer.from(hkdfSync('sha256', material, pepper, 'frontdesk sealed key', KEY_BYTES));
  }

  async function seal(content: SealedContent, device: DeviceCookie, person: string, pin: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const box = sealBox(await deriveSealingKey(device, person, pin, salt), JSON.stringify(content));
    return Buffer.concat([salt, box]).toString('base64url');
  }

  /** Opens a seal. Returns null for a wrong PIN. */
  async function unseal(
    sealed: string,
    device: DeviceCookie,
    person: string,
    pin: string,
  ): Promise<SealedContent | null> {
    const bytes = Buffer.from(sealed, 'base64url');
    const key = await deriveSealingKey(device, person, pin, bytes.subarray(0, SALT_BYTES));
    const opened = openBox(key, bytes.subarray(SALT_BYTES));
    return opened === null ? null : (sealedSchema.safeParse(parseJson(opened)).data ?? null);
  }

  const isOffered = (c: Context<GatewayEnv>) => secure || isFromThisMachine(c);

  return {
    isOffered,
    /**
     * The people who have a PIN in this browser, ordered by name, and when the browser locks; null if no PIN can be set here.
     * Also records the use of the browser, and the `employeeId` of the signed-in person if it was unknown when they set their
     * PIN.
     */
    async describeBrowser(
      c: Context<GatewayEnv>,
      session: Session | null,
      employeeId: string | null,
    ): Promise<{ holders: PinHolder[]; lockMinutes: number | null } | null> {
      if (!isOffered(c)) return null;
      const found = await readDeviceWithPins(c);
      if (found === null) return { holders: [], lockMinutes: DEFAULT_LOCK_MINUTES };
      const { deviceHash, pins } = found;
      const own = pins.find(({ person }) => person === session?.person);
      if (own?.employeeId === null && employeeId !== null) await store.change({ id: own.id }, { employeeId });
      const isStale = pins.some(({ deviceUsedAt }) => clock() - deviceUsedAt > USE_PRECISION_MS);
      if (session !== null && isStale) await store.change({ deviceHash }, { deviceUsedAt: clock() });
      const holders = pins.filter((pin) => countRemainingTries(pin) > 0).map(({ person, name }) => ({ person, name }));
      holders.sort((one, other) => (one.name ?? '').localeCompare(other.name ?? ''));
      return { holders, lockMinutes: lockMinutesOf(found) };
    },
    /** Sets when this browser locks. Returns false if the browser has no PINs, in which case it never locks. */
    async setLock(c: Context<GatewayEnv>, minutes: number | null): Promise<boolean> {
      const found = await readDeviceWithPins(c);
      if (found !== null) await store.change({ deviceHash: found.deviceHash }, { lockMinutes: minutes });
      return found !== null;
    },
    /** Seals the key of a session under a PIN for this browser. */
    async set(
      c: Context<GatewayEnv>,
      session: Session,
      holder: Pick<StoredPin, 'name' | 'employeeId' | 'earlierAttempts'> & { pin: string },
    ): Promise<void> {
      const { name, employeeId, earlierAttempts, pin } = holder;
      // If no one typed the key, it counts as typed in 1970, so that it has to be typed before anything that gives access.
      const { key, keyHash, person, typedAt: sessionTypedAt } = session;
      const typedAt = sessionTypedAt ?? 0;
      const found = await readDeviceWithPins(c);
      const device = found?.device ?? createDevice();
      const deviceHash = hashDevice(device);
      const sealed = await runWithinLimit(keyHash, () => seal({ key, typedAt }, device, person, pin));
      // Removes the employee's earlier PIN in this browser, which may be for another key.
      if (employeeId !== null) await store.remove({ deviceHash, employeeId });
      const now = clock();
      await store.set({
        ...{ deviceHash, person, name, employeeId, keyHash, sealed, earlierAttempts },
        lockMinutes: lockMinutesOf(found),
        browser: parseBrowserName(c.req.header('user-agent') ?? ''),
        ...{ createdAt: now, usedAt: now, deviceUsedAt: now },
        sessionHash: hashSessionId(session.id),
      });
      const others = (await store.list({ keyHash }, usedSince())).filter((one) => one.deviceHash !== deviceHash);
      for (const { id } of others.sort(byLastUse).slice(MAX_BROWSERS - 1)) await store.remove({ id });
      writeDevice(c, device);
    },
    /** Removes the PIN of a person from this browser. */
    async remove(c: Context<GatewayEnv>, { person }: Session): Promise<void> {
      const device = readDevice(c);
      if (device !== null) await store.remove({ deviceHash: hashDevice(device), person });
    },
    /**
     * Opens the key of a person with their PIN. Throws `wrong_pin`, or `no_pin` if they have none in this browser. In a
     * browser with PINs, it does the same amount of work for a person without one, so that the time reveals nothing.
     */
    async open(c: Context<GatewayEnv>, { person, pin }: { person: string; pin: string }): Promise<OpenedPin> {
      const found = isOffered(c) ? await readDeviceWithPins(c) : null;
      if (found === null) throw noPinError();
      const { device, deviceHash, pins } = found;
      return runWithinLimit(deviceHash, async () => {
        const tried = await store.attempt({ deviceHash, person });
        const opened = await unseal((tried ?? pins[0])?.sealed ?? '', device, person, pin);
        if (tried === null) {
          // The PIN may have no attempts left although the last one was never checked, because a gateway stopped or a
          // connection was lost. Such a PIN is removed here.
          await store.remove({ deviceHash, person });
          throw noPinError();
        }
        if (opened === null) {
          const left = countRemainingTries(tried);
          if (left > 0) throw wrongPinError(left);
          await store.remove({ id: tried.id });
          throw noPinError();
        }
        writeDevice(c, device);
        return { ...opened, name: tried.name, earlierAttempts: tried.earlierAttempts + tried.attempts - 1 };
      });
    },
    /**
     * Records that a person has signed in, by PIN or key. If they have a PIN in this browser, their attempts start
     * again, and the previous session, whose cookie may have been copied, ends. Returns the number of wrong PINs since
     * they last signed in; null if they have none in this browser.
     */
    async onSignedIn(c: Context<GatewayEnv>, { id, person }: Session, by: 'key' | 'pin'): Promise<number | null> {
      const pin = (await readDeviceWithPins(c))?.pins.find((one) => one.person === person);
      if (pin === undefined) return null;
      const used = { usedAt: clock(), deviceUsedAt: clock(), sessionHash: hashSessionId(id) };
      // The PIN may have been removed in the meantime.
      if (!(await store.recordSignIn(pin.id, by, used))) return null;
      await keyring.sessions.closeByHash(pin.sessionHash);
      return by === 'key' ? pin.attempts : pin.attempts - 1;
    },
    /** The PINs of an employee in all browsers, most recently used first. */
    async findByEmployee(employeeId: string): Promise<readonly StoredPin[]> {
      return [...(await store.list({ employeeId }, usedSince()))].sort(byLastUse);
    },
  };
}

/** Sorts PINs by their last use, the latest first. */
const byLastUse = (one: StoredPin, other: StoredPin) => other.usedAt - one.usedAt;

/**
 * The result of a correct PIN: the key, when it was typed (epoch milliseconds), the name of the person, and the number of
 * wrong PINs since the key was typed.
 */
interface OpenedPin extends SealedContent, Pick<StoredPin, 'name' | 'earlierAttempts'> {}

/** The number of minutes after which a browser locks, which is the same in all its PINs; null if it never locks. */
const lockMinutesOf = (found: { pins: readonly StoredPin[] } | null) =>
  found?.pins[0] === undefined ? DEFAULT_LOCK_MINUTES : found.pins[0].lockMinutes;

export type Pins = ReturnType<typeof createPins>;

const createDevice = (): DeviceCookie => ({
  id: randomBytes(KEY_BYTES).toString('base64url'),
  secret: randomBytes(KEY_BYTES),
});

function deriveKey(input: Buffer, salt: Buffer, cost: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    scrypt(input, salt, KEY_BYTES, cost, (error, key) => (error === null ? resolve(key) : reject(error))),
  );
}

/**
 * Limits checks to two at a time, since each uses a core and 32 MB, with at most {@link PIN_TRIES} waiting for one subject.
 * The subject is a browser, or the key to be sealed, so many requests from one do not delay the others for long.
 */
function createCheckLimit() {
  const queues = [createQueue(), createQueue()];
  const waiting = new Map<string, number>();
  let next = 0;
  return async function inLimit<Result>(subject: string, check: () => Promise<Result>): Promise<Result> {
    const before = waiting.get(subject) ?? 0;
    if (before >= PIN_TRIES) {
      throw new ServiceError('rate_limit_exceeded', 'Too many PINs at the same moment. Try again in 2 s.', {
        retryAfterSeconds: 2,
      });
    }
    waiting.set(subject, before + 1);
    next = (next + 1) % queues.length;
    try {
      return await (queues[next] as ReturnType<typeof createQueue>)(check);
    } finally {
      const left = (waiting.get(subject) ?? 1) - 1;
      if (left === 0) waiting.delete(subject);
      else waiting.set(subject, left);
    }
  };
}

export const noPinError = () =>
  new ServiceError('no_pin', 'This person has no PIN in this browser. Sign in with the key.');

function wrongPinError(left: number): ServiceError {
  const current: z.infer<typeof wrongPinSchema> = { triesLeft: left };
  return new ServiceError('wrong_pin', `This is not the PIN. Tries left: ${left}.`, { current });
}

/** The first match counts, because the header of most browsers also contains the names of others. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/\bWindows\b/, 'Windows'],
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/** The usual name of a browser, such as `Chrome on Windows`; null if the header names neither a browser nor a system. */
export function parseBrowserName(userAgent: string): string | null {
  const findName = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [browser, system] = [findName(BROWSERS), findName(SYSTEMS)];
  return browser !== undefined && system !== undefined ? `${browser} on ${system}` : (browser ?? system ?? null);
}
