import { type Context, Hono } from 'hono';
import type { Capabilities, DeskSession } from '#contract/desk.ts';
import { deskConfirmSchema, deskSignInSchema } from '#contract/desk-endpoints.ts';
import { ServiceError } from '#contract/error.ts';
import { DEFAULT_LOCK_MINUTES } from '#contract/lock-minutes.ts';
import type { Permission } from '#contract/permissions.ts';
import { limitToRights } from '#gateway/upstream/capabilities.ts';
import { isFromThisMachine } from './addresses.ts';
import { jsonHeaders, readInput } from './browser-security.ts';
import { limitToSharedKey } from './confirm-key.ts';
import { type KeyRights, type Rights, unknownRights } from './key-rights.ts';
import { endPersonAccess, type GatewayEnv, type Keyring, type Session } from './keyring.ts';
import type { Pins } from './pins.ts';
import { requireSamePerson } from './same-person.ts';
import type { SessionCookie } from './session-cookie.ts';
import type { CheckKey } from './sign-in-throttle.ts';

/** The message for a typed key that is not the session's key. */
export const OTHER_KEY_MESSAGE = 'This is not the API key that you signed in with.';

/** The content of the database: nothing, only the demo practice, or the users' own practice. */
export type DatabaseContent = 'nothing' | 'demo' | 'own';

/**
 * Describes to the app who is signed in and what they may do. `session` is null if no one is signed in. `wrongPins`, the
 * number of wrong PINs since the last sign-in, is for the response to a sign-in.
 */
export type DescribeSession = (
  c: Context<GatewayEnv>,
  session: Session | null,
  wrongPins?: number | null,
) => Promise<DeskSession>;

/** Creates the function that describes the session to the app ({@link DescribeSession}). */
export function createSessionDescriber(options: {
  keyring: Keyring;
  keyHash: (key: string) => string;
  keyRights: KeyRights;
  /** The part of the session that is the same for everyone. */
  settings: Pick<DeskSession, 'timeZone' | 'practiceSystemUrl' | 'calendarLicenseKey' | 'presence'>;
  /** The content of the database; null if unknown. */
  databaseContent: () => Promise<DatabaseContent | null>;
  /** Whether a practice can be set up in the browser. */
  hasOnboarding: boolean;
  capabilities: () => Capabilities;
  /** The PINs of this gateway's browsers; null if people never sign in. */
  pins: Pins | null;
  /** The addresses at which other computers open Frontdesk; see {@link DeskSession}. */
  addresses: () => DeskSession['addresses'];
}): DescribeSession {
  const { keyring, keyHash, keyRights, settings, databaseContent, hasOnboarding, capabilities, pins, addresses } =
    options;

  /**
   * Stores the employee and the lock time with a session. The store needs them to close the sessions of an employee, and idle
   * sessions.
   */
  async function updateStoredSession(
    session: Session,
    found: Pick<Session, 'employeeId' | 'lockMinutes'>,
  ): Promise<void> {
    const employeeId = found.employeeId ?? session.employeeId;
    if (employeeId === session.employeeId && found.lockMinutes === session.lockMinutes) return;
    if (keyring.access === 'sign_in')
      await keyring.sessions.update(session.id, { employeeId, lockMinutes: found.lockMinutes });
  }

  return async function describeSession(c, opened, wrongPins = null) {
    const content = await databaseContent();
    // A session with the demo's key no longer counts once there is a real practice.
    const session = opened?.typedAt === null && content === 'own' ? null : opened;
    const key = keyring.access === 'shared' ? keyring.key() : null;
    const credential = key === null ? session : { key, keyHash: keyHash(key) };
    /** Whether no one has typed the key, so that it does not identify a person. */
    const isShared = key !== null || session?.typedAt === null;
    const offered = isShared ? limitToSharedKey(capabilities(), { isDemo: session !== null }) : capabilities();
    const rights = credential === null ? unknownRights : await keyRights.get(credential);
    const browser = isShared || pins === null ? null : await pins.describeBrowser(c, session, rights.employeeId);
    if (session !== null) {
      const lockMinutes = browser === null || browser.holders.length === 0 ? null : browser.lockMinutes;
      await updateStoredSession(session, { employeeId: rights.employeeId, lockMinutes });
    }
    return {
      access: isShared ? 'shared' : 'sign_in',
      signedIn: credential !== null,
      canWrite: rights.canWrite,
      person: session?.person ?? null,
      name: isShared || session === null ? null : (rights.name ?? session.name),
      ...settings,
      demo: content === 'demo',
      capabilities: limitToRights(rights, offered),
      setUp: hasOnboarding && content !== null ? findAvailableSetup(content) : null,
      pins: browser?.holders ?? null,
      wrongPins: wrongPins ?? 0,
      lockMinutes: browser === null ? DEFAULT_LOCK_MINUTES : browser.lockMinutes,
      canKeepUnlocked: mayKeepUnlocked(rights),
      // Browsers that are not signed in do not get the addresses of this machine in its network.
      addresses: credential === null ? null : addresses(),
    };
  };
}

/** Whether a person may choose that a browser never locks: a manager, as far as the practice API reports permissions. */
export function mayKeepUnlocked({ permissions }: Pick<Rights, 'permissions'>): boolean {
  return permissions?.includes('practice.write' satisfies Permission) === true;
}

/** Which practice can be set up, given the content of the database; null if there is a real practice already. */
export function findAvailableSetup(content: DatabaseContent): DeskSession['setUp'] {
  if (content === 'own') return null;
  return content === 'demo' ? 'beside_demo' : 'first';
}

/**
 * The routes of `/desk/session`: GET returns who is signed in and what they may do, POST signs a person in, and DELETE signs
 * them out. `POST /desk/session/confirm` is for typing the key once more. `DELETE /desk/sessions` signs the person out
 * everywhere, with all their keys, and removes their PINs. With a shared key no one signs in, and only GET exists. In the
 * demo, GET signs in a browser on this machine automatically.
 */
export function createSessionRoutes(options: {
  keyring: Keyring;
  cookie: SessionCookie | null;
  pins: Pins | null;
  keyHash: (key: string) => string;
  keyRights: Pick<KeyRights, 'isAccepted' | 'get'>;
  checkKey: CheckKey;
  describeSession: DescribeSession;
  /** The key with which browsers on this machine open the demo; null if people have to sign in. */
  demoKey: () => Promise<string | null>;
  /** Called after a person has signed out, in this browser or everywhere. */
  onSignOut: (session: Session, everywhere: boolean) => void;
}): Hono<GatewayEnv> {
  const { keyring, cookie, pins, keyHash, keyRights, checkKey, describeSession, demoKey, onSignOut } = options;

  const respond = async (c: Context<GatewayEnv>, session: Session | null, wrongPins?: number | null) =>
    c.json(await describeSession(c, session, wrongPins), 200, jsonHeaders);

  const app = new Hono<GatewayEnv>();
  app.get('/desk/session', async (c) => respond(c, cookie === null ? null : await findOrOpenSession(c, cookie)));
  if (keyring.access === 'shared' || cookie === null || pins === null) return app;

  /** Returns the open session of a request; in the demo, opens one if the browser is on this machine, without a proxy. */
  async function findOrOpenSession(c: Context<GatewayEnv>, { read, open }: SessionCookie): Promise<Session | null> {
    const session = await read(c);
    if (session !== null || !isFromThisMachine(c)) return session;
    const key = await demoKey();
    return key === null ? null : open(c, { key, name: null, typedAt: null });
  }

  /** The session of a request. Throws `another_person` if the request names another person. */
  const readSession = async (c: Context<GatewayEnv>): Promise<Session | null> => {
    const session = await cookie.read(c);
    if (session !== null) requireSamePerson(c, session.person);
    return session;
  };

  /** Opens a session for a key that was just typed. */
  const openAndRespond = async (
    c: Context<GatewayEnv>,
    { key, name }: Pick<Session, 'key' | 'name'>,
  ): Promise<Response> => {
    const session = await cookie.open(c, { key, name });
    return await respond(c, session, await pins.onSignedIn(c, session, 'key'));
  };

  app.post('/desk/session', async function signIn(c) {
    const problem = 'apiKey: write your API key. The name may be left out, and has at most 80 letters.';
    const { apiKey: key, name } = await readInput(c, deskSignInSchema, problem);
    const isAccepted = () => keyRights.isAccepted({ key, keyHash: keyHash(key) });
    await checkKey(c, isAccepted, 'The practice API does not accept this API key.');
    return await openAndRespond(c, { key, name: name || null });
  });

  app.post('/desk/session/confirm', async function confirm(c) {
    const { apiKey } = await readInput(c, deskConfirmSchema, 'apiKey: write your API key.');
    const session = await readSession(c);
    if (session === null) throw new ServiceError('authorization_required', 'Sign in with your API key.');
    const isTheirs = keyHash(apiKey) === session.keyHash;
    const isAccepted = async () => isTheirs && (await keyRights.isAccepted(session));
    await checkKey(c, isAccepted, OTHER_KEY_MESSAGE);
    return await openAndRespond(c, session);
  });

  app.delete('/desk/session', async function signOut(c) {
    const session = await readSession(c);
    if (session !== null) {
      await keyring.sessions.close(session.id);
      onSignOut(session, false);
    }
    cookie.remove(c);
    return await respond(c, null);
  });

  app.delete('/desk/sessions', async function signOutEverywhere(c) {
    const session = await readSession(c);
    if (session !== null) {
      const { employeeId } = await keyRights.get(session);
      await endPersonAccess(keyring, { ...session, employeeId: employeeId ?? session.employeeId });
      onSignOut(session, true);
    }
    cookie.remove(c);
    return await respond(c, null);
  });
  return app;
}
