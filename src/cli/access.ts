import { isLoopback } from '#gateway/access/addresses.ts';
import type { Keyring, SignInKeyring } from '#gateway/access/keyring.ts';
import type { DatabaseContent } from '#gateway/access/session.ts';
import { openSignIn } from '#gateway/access/session-store.ts';
import { createQueue } from '#gateway/queue.ts';
import type { SharedState } from '#gateway/shared/shared-state.ts';
import type { Database } from '#service/db/database.ts';
import { readDatabaseContent } from '#service/demo/seed-demo.ts';
import type { Config } from './config.ts';
import { type DeskKey, endDeskKeys, openDeskKey } from './desk-key.ts';
import { asTyped } from './messages.ts';
import { onConfigured } from './open-database.ts';

/** Whether only this machine can reach the gateway, directly or through a reverse proxy. */
export function isReachableOnlyLocally({ host, publicOrigin }: Pick<Config, 'host' | 'publicOrigin'>): boolean {
  return isLoopback(host) && (publicOrigin === null || isLoopback(new URL(publicOrigin).hostname));
}

/**
 * Whether desks may share a key at the configured address, where everybody who reaches Frontdesk acts with that key. Returns
 * null if allowed, otherwise a message that says why not and what to do. The demo's key is not part of the configuration.
 */
export function sharedKeyRefusal(
  config: Pick<Config, 'access' | 'sharedOnPurpose' | 'host' | 'publicOrigin'>,
): string | null {
  const { access, sharedOnPurpose, host, publicOrigin } = config;
  if (access !== 'shared' || isReachableOnlyLocally(config)) return null;
  const everyone =
    'with one shared API key, everyone who can reach this address could read and book appointments without signing in.';
  const signIn =
    'let each receptionist sign in with their own key: set ACCESS=sign_in, and leave PRACTICE_API_KEY out if it is set';
  if (!isLoopback(host)) {
    return `Refusing to listen on ${host}: ${everyone} Leave HOST out to serve only this machine; or ${signIn}.`;
  }
  if (sharedOnPurpose) return null;
  return `Refusing to serve ${publicOrigin}: ${everyone} Leave PUBLIC_ORIGIN out to serve only this machine; or ${signIn}; or, if the reverse proxy lets in only people who log in there, set ACCESS=shared.`;
}

/** Which keys are used for the practice API. */
export interface Access {
  readonly keyring: Keyring;
  /**
   * What the embedded service's database contains. Unless `ACCESS` is set, the rule follows the content immediately: people
   * sign in unless it contains only the demo.
   */
  databaseContent(): Promise<DatabaseContent>;
  close(): Promise<void>;
}

/** The parts of the embedded service's database that access depends on. */
interface WatchedPractice {
  database: Database;
  onCommand(listener: () => Promise<void>): void;
}

interface AccessOptions {
  config: Config;
  /** Null for a remote practice API. */
  practice: WatchedPractice | null;
  sharedState: SharedState | null;
  log(line: string): void;
}

/** Opens access according to the configuration: one key for all desks, people with their own keys, or the rule. */
export async function openAccess(options: AccessOptions): Promise<Access> {
  const { config, practice } = options;
  const { access, practiceApiKey } = config;
  const databaseContent = practice === null ? async () => 'own' as const : contentOf(practice.database);
  const close = async () => undefined;
  if (access === 'sign_in') {
    const keyring = await signInOf(options);
    if (practice !== null) await revokeSharedKeys(options, practice, keyring.sessionSecret);
    return { keyring, databaseContent, close };
  }
  if (practiceApiKey !== null)
    return { keyring: { access: 'shared', key: () => practiceApiKey }, databaseContent, close };
  if (practice === null) throw new Error('without a shared key there must be an embedded practice');
  return access === 'shared' ? sharedAccess(options, practice) : accessByRule(options, practice);
}

/**
 * Reads what a database contains. A practice of the user's own stays one, so that the requests of everybody who is not signed
 * in do not each read it again.
 */
function contentOf(database: Database): () => Promise<DatabaseContent> {
  let isOwn = false;
  return async function readContent() {
    if (isOwn) return 'own';
    const content = await readDatabaseContent(database);
    isOwn = content === 'own';
    return content;
  };
}

async function signInOf({ config, sharedState }: AccessOptions): Promise<SignInKeyring> {
  if (sharedState !== null) {
    const { secret, sessions, pins } = sharedState;
    return { access: 'sign_in', sessionSecret: secret, sessions, pins };
  }
  return openSignIn({ directory: config.dataDir, sessionSecret: config.sessionSecret });
}

/** Revokes the shared keys, because people sign in. */
const revokeSharedKeys = ({ config }: AccessOptions, { database }: WatchedPractice, secret: string) =>
  onConfigured(config.databaseUrl, () => endDeskKeys(database, { secret }));

/** One key for all desks, whatever the database contains. */
async function sharedAccess(options: AccessOptions, practice: WatchedPractice): Promise<Access> {
  const { config, log } = options;
  const { sessionSecret } = await signInOf(options);
  const desk = await deskKeyOf(config, practice, sessionSecret);
  const logHolder = () => log(holderText(desk) ?? noPractice(config));
  logHolder();
  practice.onCommand(async () => {
    const before = desk.holder();
    await desk.renew();
    if (desk.holder() !== before) logHolder();
  });
  return {
    keyring: { access: 'shared', key: () => desk.key() },
    databaseContent: contentOf(practice.database),
    close: async () => undefined,
  };
}

/**
 * One key for the desks of a demo that only this machine can reach; otherwise people sign in. Follows the content of the
 * database while the process runs, whether a browser, a command, or another process on the same PostgreSQL creates the
 * practice.
 */
async function accessByRule(options: AccessOptions, practice: WatchedPractice): Promise<Access> {
  const { config, log } = options;
  const signIn = await signInOf(options);
  let desk: DeskKey | null = null;
  let reported: DatabaseContent | null = null;
  const inTurn = createQueue();
  const readContent = contentOf(practice.database);

  async function follow(): Promise<DatabaseContent> {
    const content = await onConfigured(config.databaseUrl, readContent);
    const isShared = content === 'demo' && isReachableOnlyLocally(config);
    if (isShared && desk === null) {
      desk = await deskKeyOf(config, practice, signIn.sessionSecret);
      log(holderText(desk) ?? noPractice(config));
    } else if (!isShared && (desk !== null || reported === null)) {
      desk = null;
      await revokeSharedKeys(options, practice, signIn.sessionSecret);
    }
    if (content === 'own' && reported !== 'own') log(PEOPLE_SIGN_IN);
    reported = content;
    return content;
  }

  const databaseContent = async () => (reported === 'own' ? reported : inTurn(follow));
  await databaseContent();
  practice.onCommand(async () => {
    await databaseContent();
    await inTurn(async () => desk?.renew());
  });
  return {
    keyring: {
      access: 'auto',
      shared: () => (desk === null ? null : { access: 'shared', key: desk.key }),
      signIn,
    },
    databaseContent,
    close: () => inTurn(async () => undefined),
  };
}

const PEOPLE_SIGN_IN =
  'Everyone signs in with their own key: `frontdesk employee list` shows the people, and `frontdesk key issue --employee ID` issues a key. With ACCESS=shared nobody signs in, and the desks of this machine share one key.';

function deskKeyOf(config: Config, { database }: WatchedPractice, secret: string): Promise<DeskKey> {
  return onConfigured(config.databaseUrl, () => openDeskKey(database, { secret, noPractice: noPractice(config) }));
}

function holderText(desk: DeskKey): string | null {
  const holder = desk.holder();
  return holder === null ? null : `Bookings at the desks are made in the name of ${holder}.`;
}

/** The command reaches this process if it has opened the embedded database, but not on PostgreSQL. */
function noPractice({ databaseUrl }: Config): string {
  const nextStep = databaseUrl === null ? 'open this page again' : 'start Frontdesk again';
  return asTyped(`There is no practice yet. Create one with \`frontdesk practice new\`, then ${nextStep}.`);
}
