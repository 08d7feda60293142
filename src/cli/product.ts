import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { destination, type Logger, pino } from 'pino';
import type { Keyring } from '#gateway/access/credentials.ts';
import { openSignIn } from '#gateway/access/session-store.ts';
import { createGateway, type Gateway } from '#gateway/gateway.ts';
import { createRemoteUpstream } from '#gateway/upstream/remote-upstream.ts';
import { createEmbeddedUpstream, type Upstream } from '#gateway/upstream/upstream.ts';
import { issueKey, listEmployees, revokeKey } from '#service/db/administration.ts';
import { isKeyAccepted } from '#service/db/authenticate.ts';
import type { Database } from '#service/db/database.ts';
import { isDemoPractice } from '#service/demo/seed-demo.ts';
import { createService } from '#service/service.ts';
import type { Config } from './config.ts';
import { CommandFailure } from './failure.ts';
import { openPractice, type Practice } from './practice.ts';
import { version } from './version.ts';

/** Logs lines of JSON on standard output. Only servers log; there is nothing else on their output but that they are ready. */
export function createLogger(config: Pick<Config, 'logLevel'>): Logger {
  return pino({ level: config.logLevel }, destination({ fd: 1, sync: true }));
}

/** What the gateway needs of this process; it stays open while the development server reloads code. */
export interface Resources {
  config: Config;
  logger: Logger;
  /** The embedded service's database; null where the practice API is a remote one. */
  practice: Practice | null;
  keyring: Keyring;
  close(): Promise<void>;
}

/** Opens what the configuration names: the embedded practice with a key for the desks, or the key of a remote practice API. */
export async function openResources(options: {
  config: Config;
  logger: Logger;
  demo: boolean;
  log(line: string): void;
  /** The practice, where it is open already; it is closed with the resources. */
  practice?: Practice;
}): Promise<Resources> {
  const { config, logger } = options;
  if (config.practiceApiUrl !== null) {
    const keyring = config.practiceApiKey === null ? await signInKeyring(config) : sharedKeyring(config.practiceApiKey);
    return { config, logger, practice: null, keyring, close: async () => undefined };
  }
  const practice = options.practice ?? (await openPractice(config, options));
  try {
    if (config.access === 'sign_in') {
      return { config, logger, practice, keyring: await signInKeyring(config), close: () => practice.close() };
    }
    const desk = await issueDeskKey(practice.database, config.dataDir);
    return {
      config,
      logger,
      practice,
      keyring: sharedKeyring(desk.key),
      async close() {
        await desk.revoke();
        await practice.close();
      },
    };
  } catch (error) {
    await practice.close();
    throw error;
  }
}

function sharedKeyring(key: string): Keyring {
  return { access: 'shared', key: () => key };
}

function signInKeyring({ dataDir, sessionSecret }: Config): Promise<Keyring> {
  return openSignIn({ directory: dataDir, sessionSecret });
}

/** The practice API that the gateway speaks to: the embedded service, or a remote one. */
function upstreamOf({ config, logger, practice }: Resources): Upstream {
  if (config.practiceApiUrl !== null) return createRemoteUpstream({ baseUrl: config.practiceApiUrl });
  if (practice === null) throw new Error('without PRACTICE_API_URL there must be an embedded practice');
  // The gateway logs the requests: here only what went wrong within is of interest.
  const failures = logger.isLevelEnabled('warn') ? logger.child({}, { level: 'warn' }) : logger;
  const service = createService({ database: practice.database, logger: failures, version });
  return createEmbeddedUpstream((request) => service.fetch(request));
}

/** The whole product as a function from Request to Response; `assets` is the folder of the built app, null without one. */
export function buildProduct(resources: Resources, assets: string | null): Gateway {
  const { config, keyring, logger, practice } = resources;
  const gateway = createGateway({
    upstream: upstreamOf(resources),
    keyring,
    assets: assets === null ? null : { directory: assets },
    publicOrigin: config.publicOrigin,
    hosts: config.hosts,
    metricsToken: config.metricsToken,
    timeZone: config.timeZone,
    practiceSystemUrl: config.practiceSystemUrl,
    calendarLicenseKey: config.calendarLicenseKey,
    ...(practice !== null && { isKeyAccepted: (key: string) => isKeyAccepted(practice.database, key) }),
    isDemo: async () => resources.practice !== null && isDemoPractice(resources.practice.database),
    version,
    logger,
  });
  // Nobody waits for it: a desk that is open before it is done learns of it with its next session.
  void gateway.learn();
  return gateway;
}

/** The key with which the gateway of this process calls the embedded service. */
interface DeskKey {
  key: string;
  revoke(): Promise<void>;
}

/**
 * Issues the key that all desks of this process share. It lives in memory alone, for as long as the process; its id is
 * written to the data folder, so that the key of a process that was killed is revoked at the next start.
 * It acts as the employee of the first company with the most permissions, and then the most stores.
 */
async function issueDeskKey(database: Database, dataDir: string): Promise<DeskKey> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const idFile = join(dataDir, 'desk-key-id');
  const earlier = readId(idFile);
  if (earlier !== null) await revokeKey(database, earlier);
  const employees = await listEmployees(database);
  const companyId = employees[0]?.companyId;
  const [employee] = employees
    .filter((candidate) => candidate.companyId === companyId && candidate.isActive)
    .sort((a, b) => b.permissions.length - a.permissions.length || b.storeIds.length - a.storeIds.length);
  if (employee === undefined) {
    throw new CommandFailure(
      'the database has no active employee to act as; `frontdesk seed` or `frontdesk import` fills it',
    );
  }
  const { id, key } = await issueKey(database, { employeeId: employee.id, readOnly: false });
  writeFileSync(idFile, `${id}\n`, { mode: 0o600 });
  return {
    key,
    async revoke() {
      await revokeKey(database, id);
      rmSync(idFile, { force: true });
    },
  };
}

function readId(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim() || null;
  } catch {
    return null;
  }
}
