import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { DeskSession } from '#contract/desk.ts';
import type { Device, devicesSchema } from '#contract/desk-devices.ts';
import { deskEndpoints, pinSignInSchema, setLockMinutesSchema, setPinSchema } from '#contract/desk-endpoints.ts';
import { ServiceError } from '#contract/error.ts';
import { findPinWeakness } from '#contract/weak-pin.ts';
import { type Environment, withTimeout } from '#gateway/clock-and-timers.ts';
import { createReadRequest, type PracticeApi } from '#gateway/upstream/practice-api.ts';
import { jsonHeaders, readInput } from './browser-security.ts';
import { createRecentKeyCheck } from './confirm-key.ts';
import type { KeyRights } from './key-rights.ts';
import { endKeyAccess, type GatewayEnv, removePins, type Session, type SignInKeyring } from './keyring.ts';
import { noPinError, type Pins } from './pins.ts';
import { requireSamePerson } from './same-person.ts';
import { type DescribeSession, mayKeepUnlocked, OTHER_KEY_MESSAGE } from './session.ts';
import type { SessionCookie } from './session-cookie.ts';
import type { CheckKey } from './sign-in-throttle.ts';

/** The timeout for asking the practice API whether a key is still accepted. */
const KEY_CHECK_TIMEOUT_MS = 2_000;

/**
 * `/desk/pin` sets a PIN for this browser (POST) or removes it (DELETE); `POST /desk/session/pin` signs in with it; `POST
 * /desk/lock` sets when this browser locks; `/desk/devices` lets managers see the browsers in which an employee has a PIN, and
 * remove the PIN. None of these paths exists with a shared key.
 */
export function createPinRoutes(options: {
  keyring: SignInKeyring;
  cookie: SessionCookie;
  keyHash: (key: string) => string;
  pins: Pins;
  keyRights: Pick<KeyRights, 'isAccepted' | 'get'>;
  checkKey: CheckKey;
  describeSession: DescribeSession;
  practiceApi: Pick<PracticeApi, 'send' | 'capabilities'>;
  /** Called after sessions in other browsers have ended, so that their streams are closed at once. */
  onEnded: () => void;
  clock: Environment['clock'];
  schedule: Environment['schedule'];
}): Hono<GatewayEnv> {
  const { keyring, cookie, keyHash, pins, keyRights, checkKey, describeSession, practiceApi } = options;
  const { onEnded, clock, schedule } = options;
  const requireFresh = createRecentKeyCheck({ clock });

  async function requireSession(c: Context<GatewayEnv>): Promise<Session> {
    const session = await cookie.read(c);
    if (session === null) throw new ServiceError('authorization_required', 'Sign in with your API key.');
    requireSamePerson(c, session.person, { isRequired: true });
    return session;
  }

  const respond = async (c: Context<GatewayEnv>, session: Session | null, wrongPins?: number) =>
    c.json((await describeSession(c, session, wrongPins)) satisfies DeskSession, 200, jsonHeaders);

  /** Throws unless the person entered their key or their PIN. Returns the number of wrong PINs since they typed their key. */
  async function requireKeyOrPin(
    c: Context<GatewayEnv>,
    session: Session,
    by: z.infer<typeof setPinSchema>['by'],
  ): Promise<number> {
    if ('pin' in by) return (await pins.open(c, { person: session.person, pin: by.pin })).earlierAttempts;
    await checkKey(c, async () => keyHash(by.apiKey) === session.keyHash, OTHER_KEY_MESSAGE);
    return 0;
  }

  /**
   * Returns whether the practice API refuses a key. Without a response in time, the key counts as accepted: if it is
   * not, the next request with it is refused.
   */
  async function isKeyRefused(key: string): Promise<boolean> {
    const isAccepted = keyRights.isAccepted({ key, keyHash: keyHash(key) }).catch(() => true);
    return !(await withTimeout(isAccepted, { ms: KEY_CHECK_TIMEOUT_MS, schedule, onTimeout: () => true }));
  }

  const app = new Hono<GatewayEnv>();
  app.post('/desk/pin', async function setPin(c) {
    const { pin, by, name: written } = await readInput(c, setPinSchema);
    // Checked here and not in the schema, because the schema is part of the app's initial bundle.
    if (findPinWeakness(pin) !== null) throw new ServiceError('invalid_input', 'pin: is easy to guess');
    const session = await requireSession(c);
    if (!pins.isOffered(c)) {
      throw new ServiceError(
        'insufficient_access',
        'A PIN needs an encrypted connection (https), or a browser on the computer that runs Frontdesk.',
      );
    }
    const earlierAttempts = await requireKeyOrPin(c, session, by);
    const rights = await keyRights.get(session);
    const name = rights.name ?? session.name ?? written ?? null;
    if (name === null) throw new ServiceError('invalid_input', 'name: say what this browser calls you.');
    await pins.set(c, session, { pin, name, employeeId: rights.employeeId, earlierAttempts });
    if ((await cookie.read(c)) === null) {
      // The session ended while the key was being sealed. The earlier PINs of the key ended with it, so the new one must too.
      await pins.remove(c, session);
      throw new ServiceError('authorization_required', 'Sign in with your API key.');
    }
    return await respond(c, session);
  });

  app.delete('/desk/pin', async function removePin(c) {
    const session = await requireSession(c);
    await pins.remove(c, session);
    return await respond(c, session);
  });

  app.post('/desk/lock', async function setLock(c) {
    const { minutes } = await readInput(c, setLockMinutesSchema);
    const session = await requireSession(c);
    if (minutes === null && !mayKeepUnlocked(await keyRights.get(session))) {
      throw new ServiceError('insufficient_access', 'Only a manager may do this.');
    }
    if (!(await pins.setLock(c, minutes))) throw new ServiceError('no_pin', 'No one has a PIN in this browser.');
    return await respond(c, session);
  });

  app.post('/desk/session/pin', async function signInWithPin(c) {
    const input = await readInput(c, pinSignInSchema);
    const opened = await pins.open(c, input);
    if (await isKeyRefused(opened.key)) {
      await endKeyAccess(keyring, keyHash(opened.key));
      throw new ServiceError('no_pin', 'The key behind this PIN is no longer valid. Sign in with a new key.');
    }
    const session = await cookie.open(c, opened);
    const wrongPins = await pins.onSignedIn(c, session, 'pin');
    if (wrongPins === null) {
      // The PIN was removed while it was being checked, so the new session must not stay open.
      await keyring.sessions.close(session.id);
      throw noPinError();
    }
    return await respond(c, session, wrongPins);
  });

  /** Throws unless the practice API allows the signed-in person to see the keys of an employee. */
  async function requireManager(c: Context<GatewayEnv>): Promise<z.infer<typeof employeeSchema>> {
    if (practiceApi.capabilities().listKeys === undefined)
      throw new ServiceError('not_found', 'There is nothing at this address.');
    const employee = employeeSchema.safeParse(c.req.query());
    if (!employee.success) throw new ServiceError('invalid_input', 'companyId and employeeId: name one of each.');
    const { companyId, employeeId } = employee.data;
    const target = `/v1/employees/${employeeId}/keys?${new URLSearchParams({ companyId, limit: '1' })}`;
    const read = createReadRequest('listKeys', { target, credential: c.var.credential, purpose: 'recheck' });
    const { status } = await practiceApi.send(read);
    if (status === 401) throw new ServiceError('authorization_required', 'Sign in with your API key.');
    if (status === 403) throw new ServiceError('insufficient_access', 'Only a manager may do this.');
    if (status >= 300) throw new ServiceError('not_found', 'There is no such employee.');
    return employee.data;
  }

  app.get('/desk/devices', async function listDevices(c) {
    const { employeeId } = await requireManager(c);
    const devices = (await pins.findByEmployee(employeeId)).map(
      ({ id, browser, createdAt, usedAt }): Device => ({
        id,
        browser,
        createdAt: new Date(createdAt).toISOString(),
        usedAt: new Date(usedAt).toISOString(),
      }),
    );
    return c.json({ devices } satisfies z.infer<typeof devicesSchema>, 200, jsonHeaders);
  });

  app.delete('/desk/devices/:id', async function removeDevice(c) {
    requireSamePerson(c, c.var.session?.person ?? null, { isRequired: true });
    requireFresh(c.var.typedAt);
    const { employeeId } = await requireManager(c);
    const pin = (await pins.findByEmployee(employeeId)).find(({ id }) => id === c.req.param('id'));
    if (pin !== undefined) {
      // The session is closed first: after a failure in between, the browser is still listed and can be removed again.
      await keyring.sessions.closeByHash(pin.sessionHash);
      await removePins(keyring, { id: pin.id });
      onEnded();
    }
    return c.json({}, 200, jsonHeaders);
  });
  return app;
}

const { companyId, employeeId } = deskEndpoints.listDevices.input.shape;
const employeeSchema = z.object({ companyId, employeeId });
