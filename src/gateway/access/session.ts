import { type Context, Hono } from 'hono';
import { type Capabilities, type DeskSession, deskConfirmSchema, deskSignInSchema } from '#contract/desk.ts';
import { ServiceError } from '#contract/error.ts';
import { offeredTo } from '#gateway/upstream/capabilities.ts';
import { clientAddress } from './addresses.ts';
import { jsonHeaders, readInput } from './browser-security.ts';
import { type KeyRights, unknownRights } from './key-rights.ts';
import { endKey, type GatewayEnv, type Keyring, keyringNow, type Session, signInOf } from './keyring.ts';
import type { Pins } from './pins.ts';
import { requireSamePerson } from './same-person.ts';
import type { SessionCookie } from './session-cookie.ts';
import { createSignInThrottle } from './wrong-keys.ts';

/** The content of the database: nothing, only the demo practice, or a practice of one's own. */
export type DatabaseContent = 'nothing' | 'demo' | 'own';

/** Describes the signed-in person (null if no one is signed in) and their permissions to the app. */
export type DescribeSession = (c: Context<GatewayEnv>, session: Session | null) => Promise<DeskSession>;

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

  return async function describeSession(c, session) {
    // Comes first because it determines whose key opens the desks.
    const content = await databaseContent();
    const current = keyringNow(keyring);
    const isShared = current.access === 'shared';
    const key = isShared ? current.key() : null;
    const credential = key === null ? session : { key, keyHash: keyHash(key) };
    const rights = credential === null ? unknownRights : await keyRights.of(credential);
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
      pins: isShared || pins === null ? null : await pins.holders(c, session, rights.employeeId),
      // The addresses of this machine in its network are not for everybody who can reach it.
      addresses: credential === null ? null : addresses(),
    };
  };
}

/** The practice that can be set up, given the content of the database. */
export function setUpOf(content: DatabaseContent): DeskSession['setUp'] {
  if (content === 'own') return null;
  return content === 'demo' ? 'beside_demo' : 'first';
}

/**
 * `/desk/session`: who is signed in and what they may do (GET), signing in (POST) and out (DELETE), typing the key once more
 * (`POST /desk/session/confirm`), and `DELETE /desk/sessions`: signing out everywhere, which also removes the person's PINs. While a key
 * is shared nobody signs in, and only GET exists.
 */
export function sessionRoutes(options: {
  keyring: Keyring;
  cookie: SessionCookie | null;
  pins: Pins | null;
  keyHash: (key: string) => string;
  keyRights: Pick<KeyRights, 'isAccepted'>;
  proxied: boolean;
  describeSession: DescribeSession;
  /** Called after a person has signed out, in this browser or everywhere. */
  onLeave: (session: Session, everywhere: boolean) => void;
}): Hono<GatewayEnv> {
  const { keyring, cookie, pins, keyHash, keyRights, proxied, describeSession, onLeave } = options;
  const throttle = createSignInThrottle('keys');

  /** Checks a typed key. Throws `rate_limit_exceeded` after too many wrong ones, and 401 with `problem` for a wrong one. */
  async function check(c: Context<GatewayEnv>, isRight: () => Promise<boolean>, problem: string): Promise<void> {
    const isAccepted = await throttle.attempt(clientAddress(c, { proxied }), isRight);
    if (!isAccepted) throw new ServiceError('authorization_required', problem);
  }

  const respond = async (c: Context<GatewayEnv>, session: Session | null) =>
    c.json(await describeSession(c, session), 200, jsonHeaders);

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
  const open = async (c: Context<GatewayEnv>, { key, name }: Pick<Session, 'key' | 'name'>): Promise<Session> => {
    const session = await cookie.open(c, { key, name });
    await pins.onSignedIn(c, session);
    return session;
  };

  const signInPaths = ['/desk/session', '/desk/session/confirm', '/desk/sessions'];
  app.on(['POST', 'DELETE'], signInPaths, (c, next) =>
    keyringNow(keyring).access === 'shared' ? Promise.resolve(c.notFound()) : next(),
  );

  app.post('/desk/session', async function enter(c) {
    const problem = 'apiKey: write your API key. The name may be left out, and has at most 80 letters.';
    const { apiKey: key, name } = await readInput(c, deskSignInSchema, problem);
    const isRight = () => keyRights.isAccepted({ key, keyHash: keyHash(key) });
    await check(c, isRight, 'The practice API does not accept this API key.');
    return await respond(c, await open(c, { key, name: name || null }));
  });

  app.post('/desk/session/confirm', async function confirm(c) {
    const { apiKey } = await readInput(c, deskConfirmSchema, 'apiKey: write your API key.');
    const session = await sessionOf(c);
    if (session === null) throw new ServiceError('authorization_required', 'Sign in with your API key.');
    const isTheirs = keyHash(apiKey) === session.keyHash;
    const isRight = async () => isTheirs && (await keyRights.isAccepted(session));
    await check(c, isRight, 'This is not the API key that you signed in with.');
    return await respond(c, await open(c, session));
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
      await endKey(signIn, session.keyHash);
      onLeave(session, true);
    }
    cookie.remove(c);
    return await respond(c, null);
  });
  return app;
}
