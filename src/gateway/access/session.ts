import { type Context, Hono } from 'hono';
import {
  type Capabilities,
  DEFAULT_LOCK_MINUTES,
  type DeskSession,
  deskConfirmSchema,
  deskSignInSchema,
} from '#contract/desk.ts';
import { ServiceError } from '#contract/error.ts';
import type { Permission } from '#contract/permissions.ts';
import { offeredTo } from '#gateway/upstream/capabilities.ts';
import { jsonHeaders, readInput } from './browser-security.ts';
import { type KeyRights, type Rights, unknownRights } from './key-rights.ts';
import { endPerson, type GatewayEnv, type Keyring, keyringNow, type Session, signInOf } from './keyring.ts';
import type { Pins } from './pins.ts';
import { requireSamePerson } from './same-person.ts';
import type { SessionCookie } from './session-cookie.ts';
import type { CheckKey } from './wrong-keys.ts';

/** The problem of a typed key that is not that of the session. */
export const NOT_THEIR_KEY = 'This is not the API key that you signed in with.';

/** The content of the database: nothing, only the demo practice, or a practice of one's own. */
export type DatabaseContent = 'nothing' | 'demo' | 'own';

/**
 * Describes the signed-in person (null if no one is signed in) and their permissions to the app. `wrongPins` is for the
 * response to a sign-in.
 */
export type DescribeSession = (
  c: Context<GatewayEnv>,
  session: Session | null,
  wrongPins?: number | null,
) => Promise<DeskSession>;

/** See {@link DescribeSession}. */
export function createSessionDescription(options: {
  keyring: Keyring;
  keyHash: (key: string) => string;
  keyRights: KeyRights;
  /** The part of the session that is the same for everybody. */
  settings: Pick<DeskSession, 'timeZone' | 'practiceSystemUrl' | 'calendarLicenseKey' | 'presence'>;
  /** Null if unknown. */
  databaseContent: () => Promise<DatabaseContent | null>;
  /** Whether a practice can be set up in the browser. */
  hasSetup: boolean;
  capabilities: () => Capabilities;
  /** Null if people never sign in. */
  pins: Pins | null;
  /** The addresses at which other computers open Frontdesk (`DeskSession`). */
  addresses: () => DeskSession['addresses'];
}): DescribeSession {
  const { keyring, keyHash, keyRights, settings, databaseContent, hasSetup, capabilities, pins, addresses } = options;

  /** Stores with a session whose it is and when it ends by itself, which other requests determine. */
  async function note(session: Session, found: Pick<Session, 'employeeId' | 'lockMinutes'>): Promise<void> {
    const employeeId = found.employeeId ?? session.employeeId;
    if (employeeId === session.employeeId && found.lockMinutes === session.lockMinutes) return;
    await signInOf(keyring)?.sessions.note(session.id, { employeeId, lockMinutes: found.lockMinutes });
  }

  return async function describeSession(c, session, wrongPins = null) {
    // Comes first because it determines whose key opens the desks.
    const content = await databaseContent();
    const current = keyringNow(keyring);
    const isShared = current.access === 'shared';
    const key = isShared ? current.key() : null;
    const credential = key === null ? session : { key, keyHash: keyHash(key) };
    const rights = credential === null ? unknownRights : await keyRights.of(credential);
    const browser = isShared || pins === null ? null : await pins.inBrowser(c, session, rights.employeeId);
    if (session !== null) {
      const lockMinutes = browser === null || browser.holders.length === 0 ? null : browser.lockMinutes;
      await note(session, { employeeId: rights.employeeId, lockMinutes });
    }
    return {
      access: current.access,
      signedIn: credential !== null,
      canWrite: rights.canWrite,
      // A shared key does not identify anybody.
      person: isShared || session === null ? null : session.person,
      name: isShared || session === null ? null : (rights.name ?? session.name),
      ...settings,
      demo: content === 'demo',
      capabilities: offeredTo(rights, capabilities()),
      setUp: hasSetup && content !== null ? setUpOf(content) : null,
      pins: browser?.holders ?? null,
      wrongPins: wrongPins ?? 0,
      lockMinutes: browser === null ? DEFAULT_LOCK_MINUTES : browser.lockMinutes,
      canKeepUnlocked: mayKeepUnlocked(rights),
      // The addresses of this machine in its network are not for everybody who can reach it.
      addresses: credential === null ? null : addresses(),
    };
  };
}

/** Whether a person may choose that a browser never locks: a manager, as far as the practice API reports permissions. */
export function mayKeepUnlocked({ permissions }: Pick<Rights, 'permissions'>): boolean {
  return permissions?.includes('practice.write' satisfies Permission) === true;
}

/** The practice that can be set up, given the content of the database. */
export function setUpOf(content: DatabaseContent): DeskSession['setUp'] {
  if (content === 'own') return null;
  return content === 'demo' ? 'beside_demo' : 'first';
}

/**
 * `/desk/session`: who is signed in and what they may do (GET), signing in (POST) and out (DELETE), typing the key once more
 * (`POST /desk/session/confirm`), and `DELETE /desk/sessions`: signing out everywhere, with all keys, which also removes the person's PINs.
 * While a key is shared nobody signs in, and only GET exists.
 */
export function sessionRoutes(options: {
  keyring: Keyring;
  cookie: SessionCookie | null;
  pins: Pins | null;
  keyHash: (key: string) => string;
  keyRights: Pick<KeyRights, 'isAccepted' | 'of'>;
  checkKey: CheckKey;
  describeSession: DescribeSession;
  /** Called after a person has signed out, in this browser or everywhere. */
  onLeave: (session: Session, everywhere: boolean) => void;
}): Hono<GatewayEnv> {
  const { keyring, cookie, pins, keyHash, keyRights, checkKey, describeSession, onLeave } = options;

  const respond = async (c: Context<GatewayEnv>, session: Session | null, wrongPins?: number | null) =>
    c.json(await describeSession(c, session, wrongPins), 200, jsonHeaders);

  const app = new Hono<GatewayEnv>();
  app.get('/desk/session', async (c) => respond(c, (await cookie?.read(c)) ?? null));
  const signIn = signInOf(keyring);
  if (signIn === null || cookie === null || pins === null) return app;

  /** The session of a request. Throws `another_person` if the request names another person. */
  const sessionOf = async (c: Context<GatewayEnv>): Promise<Session | null> => {
    const session = await cookie.read(c);
    if (session !== null) requireSamePerson(c, session.person);
    return session;
  };

  /** Opens a session for a key that was just typed. */
  const open = async (c: Context<GatewayEnv>, { key, name }: Pick<Session, 'key' | 'name'>): Promise<Response> => {
    const session = await cookie.open(c, { key, name });
    return await respond(c, session, await pins.onSignedIn(c, session, 'key'));
  };

  const signInPaths = ['/desk/session', '/desk/session/confirm', '/desk/sessions'];
  app.on(['POST', 'DELETE'], signInPaths, (c, next) =>
    keyringNow(keyring).access === 'shared' ? Promise.resolve(c.notFound()) : next(),
  );

  app.post('/desk/session', async function enter(c) {
    const problem = 'apiKey: write your API key. The name may be left out, and has at most 80 letters.';
    const { apiKey: key, name } = await readInput(c, deskSignInSchema, problem);
    const isRight = () => keyRights.isAccepted({ key, keyHash: keyHash(key) });
    await checkKey(c, isRight, 'The practice API does not accept this API key.');
    return await open(c, { key, name: name || null });
  });

  app.post('/desk/session/confirm', async function confirm(c) {
    const { apiKey } = await readInput(c, deskConfirmSchema, 'apiKey: write your API key.');
    const session = await sessionOf(c);
    if (session === null) throw new ServiceError('authorization_required', 'Sign in with your API key.');
    const isTheirs = keyHash(apiKey) === session.keyHash;
    const isRight = async () => isTheirs && (await keyRights.isAccepted(session));
    await checkKey(c, isRight, NOT_THEIR_KEY);
    return await open(c, session);
  });

  app.delete('/desk/session', async function leave(c) {
    const session = await sessionOf(c);
    if (session !== null) {
      await signIn.sessions.close(session.id);
      onLeave(session, false);
    }
    cookie.remove(c);
    return await respond(c, null);
  });

  app.delete('/desk/sessions', async function leaveEverywhere(c) {
    const session = await sessionOf(c);
    if (session !== null) {
      const { employeeId } = await keyRights.of(session);
      await endPerson(signIn, { ...session, employeeId: employeeId ?? session.employeeId });
      onLeave(session, true);
    }
    cookie.remove(c);
    return await respond(c, null);
  });
  return app;
}
