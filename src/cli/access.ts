import { isLoopback } from '#gateway/access/addresses.ts';
import type { Keyring, SignInKeyring } from '#gateway/access/keyring.ts';
import type { DatabaseContent } from '#gateway/access/session.ts';
import { openFileKeyring } from '#gateway/access/session-store.ts';
import type { SharedState } from '#gateway/shared/shared-state.ts';
import type { Database } from '#service/db/database.ts';
import { readDatabaseContent } from '#service/demo/seed-demo.ts';
import type { Config } from './config.ts';
import { type DeskKey, endDeskKeys, openDeskKey } from './desk-key.ts';
import { withTypedCommands } from './messages.ts';
import { withConfiguredDatabase } from './open-database.ts';

/** Whether only this machine can reach the gateway, directly or through a reverse proxy. */
export function isReachableOnlyLocally({ host, publicOrigin }: Pick<Config, 'host' | 'publicOrigin'>): boolean {
  return isLoopback(host) && (publicOrigin === null || isLoopback(new URL(publicOrigin).hostname));
}

/**
 * Checks whether desks may share a key at the configured address, where everyone with access to Frontdesk would act
 * with that key. Returns null if they may, otherwise a message that says why not and what to do.
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

/** How desks access the practice API. */
export interface Access {
  readonly keyring: Keyring;
  /**
   * Returns what the embedded service's database contains. Once it contains a practice of the user's own, the demo no
   * longer opens without signing in.
   */
  databaseContent(): Promise<DatabaseContent>;
  /**
   * The key with which browsers on this machine open the demo; null if the demo is not there, or people must sign in.
   */
  demoKey(): Promise<string | null>;
}

/** The embedded service's database, as far as access depends on it. */
interface WatchedPractice {
  database: Database;
  onCommand(listener: () => Promise<void>): void;
}

interface AccessOptions {
  config: Config;
  /** The embedded service's database; null for a remote practice API. */
  practice: WatchedPractice | null;
  sharedState: SharedState | null;
  log(line: string): void;
}

/** Opens access according to the configuration: one key for all desks, or people with their own keys. */
export async function openAccess(options: AccessOptions): Promise<Access> {
  const { config, practice } = options;
  const { practiceApiKey } = config;
  if (practice === null) {
    const keyring: Keyring =
      practiceApiKey === null ? await openSignInKeyring(options) : { access: 'shared', key: () => practiceApiKey };
    return { keyring, databaseContent: async () => 'own', demoKey: async () => null };
  }
  return config.access === 'shared' ? openSharedAccess(options, practice) : openSignInAccess(options, practice);
}

/**
 * Returns a function that reads what a database contains. Once the database contains a practice of the user's own, that
 * result is cached, so that requests of people who are not signed in do not read it again. `onOwn` is called before
 * that result is returned for the first time.
 */
function createContentReader(database: Database, onOwn: () => Promise<void> = async () => undefined) {
  let isOwn = false;
  return async function readContent(): Promise<DatabaseContent> {
    if (isOwn) return 'own';
    const content = await readDatabaseContent(database);
    if (content === 'own') await onOwn();
    isOwn = content === 'own';
    return content;
  };
}

async function openSignInKeyring({ config, sharedState }: AccessOptions): Promise<SignInKeyring> {
  if (sharedState !== null) {
    const { secret, sessions, pins } = sharedState;
    return { access: 'sign_in', sessionSecret: secret, sessions, pins };
  }
  return openFileKeyring({ directory: config.dataDir, sessionSecret: config.sessionSecret });
}

/** Opens access with one key for all desks, whatever the database contains. */
async function openSharedAccess(options: AccessOptions, practice: WatchedPractice): Promise<Access> {
  const { config, log } = options;
  const { sessionSecret } = await openSignInKeyring(options);
  const desk = await openConfiguredDeskKey(config, practice, sessionSecret);
  const logHolder = () => log(holderText(desk) ?? describeNoPractice(config));
  logHolder();
  practice.onCommand(async () => {
    const before = desk.holder();
    await desk.renew();
    if (desk.holder() !== before) logHolder();
  });
  return {
    keyring: { access: 'shared', key: () => desk.key() },
    databaseContent: createContentReader(practice.database),
    demoKey: async () => null,
  };
}

/**
 * Opens access for people who sign in. Browsers on this machine open the demo without signing in if only this machine
 * has access and `ACCESS` is not set. The demo's key ends as soon as there is a real practice, whether a browser, a
 * command, or another process on the same PostgreSQL creates it.
 */
async function openSignInAccess(options: AccessOptions, practice: WatchedPractice): Promise<Access> {
  const { config, log } = options;
  const { database } = practice;
  const keyring = await openSignInKeyring(options);
  const secret = keyring.sessionSecret;
  const opensDemo = config.opensDemo && isReachableOnlyLocally(config);
  const readContent = createContentReader(database, async () => {
    await endDeskKeys(database, { secret });
    log(SIGN_IN_NOTICE);
  });
  const databaseContent = () => withConfiguredDatabase(config.databaseUrl, readContent);
  if ((await databaseContent()) === 'demo') {
    if (opensDemo) log(holderText(await openConfiguredDeskKey(config, practice, secret)) ?? describeNoPractice(config));
    else await withConfiguredDatabase(config.databaseUrl, () => endDeskKeys(database, { secret }));
  }
  practice.onCommand(async () => void (await databaseContent()));
  return {
    keyring,
    databaseContent,
    async demoKey() {
      const isOpen = opensDemo && (await databaseContent()) === 'demo';
      return isOpen ? (await openConfiguredDeskKey(config, practice, secret)).key() : null;
    },
  };
}

const SIGN_IN_NOTICE =
  'Everyone signs in with their own key: `frontdesk employee list` shows the people, and `frontdesk key issue --employee ID` issues a key. With ACCESS=shared no one signs in, and the desks of this machine share one key.';

function openConfiguredDeskKey(config: Config, { database }: WatchedPractice, secret: string): Promise<DeskKey> {
  return withConfiguredDatabase(config.databaseUrl, () =>
    openDeskKey(database, { secret, noPracticeText: describeNoPractice(config) }),
  );
}

function holderText(desk: DeskKey): string | null {
  const holder = desk.holder();
  return holder === null ? null : `Bookings at the desks are made in the name of ${holder}.`;
}

/**
 * Says that there is no practice, and how to create one. On the embedded database, `frontdesk practice new` runs in
 * this process, which then notices the new practice. On PostgreSQL it runs in a process of its own, so Frontdesk has to
 * be restarted.
 */
function describeNoPractice({ databaseUrl }: Config): string {
  const nextStep = databaseUrl === null ? 'open this page again' : 'start Frontdesk again';
  return withTypedCommands(`There is no practice yet. Create one with \`frontdesk practice new\`, then ${nextStep}.`);
}
