import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { DatabaseContent } from '#gateway/access/session.ts';
import { readSessionSecret } from '#gateway/access/session-store.ts';
import { createGateway, type Gateway } from '#gateway/gateway.ts';
import { createMetrics, type Metrics } from '#gateway/metrics.ts';
import { openSharedState, type SharedState } from '#gateway/shared/shared-state.ts';
import { createEmbeddedApi } from '#gateway/upstream/embedded.ts';
import type { PracticeApi } from '#gateway/upstream/practice-api.ts';
import { createRemoteUpstream } from '#gateway/upstream/remote.ts';
import { createVendorApi } from '#gateway/upstream/vendor.ts';
import type { Database } from '#service/db/database.ts';
import { createPostgresSocket } from '#service/db/postgres-socket.ts';
import { readDatabaseContent } from '#service/demo/seed-demo.ts';
import { createService } from '#service/service.ts';
import { version } from '#service/version.ts';
import { type Access, isReachableOnlyLocally, openAccess, sharedKeyRefusal } from './access.ts';
import { backupCommand } from './commands/backup.ts';
import { letEmployeeInCommand, listEmployeesCommand } from './commands/employees.ts';
import { exportPageCommand } from './commands/export.ts';
import { keyCommands } from './commands/keys.ts';
import { listPracticesCommand, newPracticeCommand, renamePracticeCommand } from './commands/practice.ts';
import { defaultSeed, seedCommand, seedPractice } from './commands/seed.ts';
import type { Config } from './config.ts';
import { openControlChannel } from './control-channel.ts';
import { existingRecordsCommand, importPartCommand } from './csv-import/import-commands.ts';
import { claimDataDir, dataDirInUseError, lockSessions } from './data-dir.ts';
import { CommandError, type CommandOutput } from './messages.ts';
import {
  connectConfiguredDatabase,
  openLockedDatabase,
  withConfiguredDatabase,
  withConnectionErrors,
} from './open-database.ts';
import { createPracticeMaker } from './practice-maker.ts';
import { startScheduledBackups } from './scheduled-backups.ts';
import { type MessageSending, openMessageSending } from './sending.ts';
import { describeAddresses, listNetworkOrigins } from './serve.ts';

/** The gateway's resources in this process, which stay open while the development server reloads code. */
export interface Resources {
  config: Config;
  logger: Logger;
  /** The embedded service's database; null for a remote practice API. */
  practice: PracticeDatabase | null;
  /** The sending of messages to clients; null for a remote practice API. */
  sending: MessageSending | null;
  /** The sessions and the secret that this gateway shares with others; null for a single gateway. */
  sharedState: SharedState | null;
  access: Access;
  /** The port that the server listens on; until it listens, the configured one. */
  port: number;
  /** Prints a message for the user who started this process. */
  log(line: string): void;
  close(): Promise<void>;
}

/**
 * Opens the configured resources: the embedded practice or the access to a remote practice API, and the state that this
 * gateway shares with others.
 */
export async function openResources(options: {
  config: Config;
  logger: Logger;
  demo: boolean;
  log(line: string): void;
  /** The practice if it is already open; it is closed with the resources. */
  practice?: PracticeDatabase;
}): Promise<Resources> {
  const { config, logger, log } = options;
  const refusal = sharedKeyRefusal(config);
  if (refusal !== null) throw new CommandError(refusal);
  const closers: (() => Promise<void>)[] = [];
  async function close() {
    for (const closer of closers.splice(0).reverse()) await closer();
  }
  try {
    const practice =
      config.practiceApiUrl === null
        ? (options.practice ??
          (await openPracticeDatabase(config, { ...options, checkContent: createDemoCheck(config) })))
        : null;
    if (practice !== null) closers.push(() => practice.close());
    const sending = practice === null ? null : openMessageSending({ config, database: practice.database, logger });
    if (sending !== null) closers.push(() => sending.stop());
    else if (config.email !== null || config.sms !== null)
      log(
        'The practice API sends messages to clients: SMTP_URL and SMS_WEBHOOK_URL are for `frontdesk service` and unused here.',
      );
    const sharedState = await openGatewayState(config);
    if (sharedState !== null) closers.push(() => sharedState.close());
    else if (config.practiceApiKey === null) {
      // People may sign in, so this process claims the data folder's files of sessions and PINs for itself.
      const sessions = lockSessions(config.dataDir);
      closers.push(async () => sessions.release());
    }
    const access = await openAccess({ config, practice, sharedState, log });
    if (config.access === 'shared' && !isReachableOnlyLocally(config)) {
      log(
        `Everyone who reaches ${browserAddress(config, config.port)} works at this desk without signing in: the reverse proxy must require a login.`,
      );
    }
    return { config, logger, practice, sending, sharedState, access, port: config.port, log, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The address that browsers open, without a trailing slash. */
const browserAddress = (config: Config, port: number) =>
  config.publicOrigin ?? describeAddresses({ ...config, port }).here;

/** The state that gateways on one PostgreSQL share; null for a single gateway. */
async function openGatewayState(config: Config): Promise<SharedState | null> {
  const { gatewayDatabaseUrl: url, sessionSecret, dataDir } = config;
  if (url === null) return null;
  return withConnectionErrors({ url, variable: 'GATEWAY_DATABASE_URL or DATABASE_URL' }, () =>
    // If a file already has a secret, that secret is proposed, so that the ids derived from it stay the same.
    openSharedState({
      server: createPostgresSocket(url),
      sessionSecret,
      proposeSecret: () => readSessionSecret(dataDir),
    }),
  );
}

/** Returns a check that refuses to serve the demo to others, because browsers open it without signing in. */
function createDemoCheck(config: Config) {
  return function refuseExposedDemo(content: DatabaseContent): void {
    if (!config.opensDemo || content !== 'demo' || isReachableOnlyLocally(config)) return;
    throw new CommandError(
      `Refusing to serve the demo practice at ${config.publicOrigin ?? config.host}: everyone who can reach this address could read and book appointments without signing in. Leave HOST and PUBLIC_ORIGIN out to serve only this machine; or make a practice of your own, of which each person signs in: \`frontdesk start --no-demo\` in an empty folder, or \`frontdesk practice new\`; or let each person sign in to the demo, too: set ACCESS=sign_in.`,
    );
  };
}

/**
 * The rate limit of a key at the embedded service, which only this process calls: so high that no one who uses
 * a desk exceeds it, even by reloading pages all the time, or in a demo whose desks share one key. The specification's
 * limit is for programs that call the practice API (`frontdesk service`).
 */
const EMBEDDED_LIMIT = { requests: 3_000, windowMs: 60_000 } as const;

/** The practice API of the gateway: the embedded service or a remote one. */
function createPracticeApi({ config, access, logger, practice, sending }: Resources, metrics: Metrics): PracticeApi {
  const { practiceApiUrl, timeouts, limit } = config;
  if (practiceApiUrl !== null) {
    const { keyring } = access;
    const address = { url: practiceApiUrl, key: keyring.access === 'shared' ? keyring.key() : null };
    return createVendorApi(createRemoteUpstream({ baseUrl: practiceApiUrl }), {
      metrics,
      address,
      timeouts,
      limit,
      logger,
    });
  }
  if (practice === null) throw new Error('without PRACTICE_API_URL there must be an embedded practice');
  // The gateway logs requests; only internal errors are logged here.
  const failures = logger.isLevelEnabled('warn') ? logger.child({}, { level: 'warn' }) : logger;
  const service = createService({
    database: practice.database,
    logger: failures,
    version,
    limit: EMBEDDED_LIMIT,
    messages: sending?.messages,
  });
  return createEmbeddedApi(service, { metrics, timeouts });
}

/**
 * Builds the whole product as a function from Request to Response. `assets` is the folder of the built app; null if
 * something else serves the app.
 */
export function buildProduct(resources: Resources, assets: string | null): Gateway {
  const { config, access, logger, practice, log } = resources;
  const metrics = createMetrics(practice?.metrics);
  const gateway = createGateway({
    // The gateway's options have the same names as the fields of the configuration.
    ...config,
    practiceApi: createPracticeApi(resources, metrics),
    metrics,
    keyring: access.keyring,
    assets: assets === null ? null : { directory: assets },
    databaseContent: () => access.databaseContent(),
    demoKey: () => access.demoKey(),
    addresses: () => listNetworkOrigins({ ...config, port: resources.port }),
    // With an explicitly shared key, a practice can only be created on the command line.
    onboarding:
      practice === null || config.access === 'shared'
        ? null
        : createPracticeMaker({
            config,
            database: practice.database,
            access,
            url: () => browserAddress(config, resources.port),
            log,
          }),
    version,
    logger,
  });
  // The start is not awaited: a desk that opens earlier receives the capabilities of a remote practice API when it next
  // requests its session.
  void gateway.start();
  return gateway;
}

/** The database of a running product. */
export interface PracticeDatabase {
  database: Database;
  /** Calls the listener after each command that another process ran on the database. */
  onCommand(listener: () => Promise<void>): void;
  /** The metrics of the practice's scheduled backups, if this process makes them. */
  metrics: readonly Registry[];
  close(): Promise<void>;
}

/**
 * Opens Frontdesk's database: PostgreSQL if it is configured, otherwise the embedded database, which belongs to this
 * process and is accessible to the `frontdesk` command through the control channel. An empty database gets the demo
 * practice, unless `demo` is false.
 */
export async function openPracticeDatabase(
  config: Config,
  {
    demo,
    log,
    checkContent = () => undefined,
  }: {
    demo: boolean;
    log(line: string): void;
    /** Called before the demo is written; throws if this content must not be served. */
    checkContent?: (content: DatabaseContent) => void;
  },
): Promise<PracticeDatabase> {
  const closers: (() => unknown)[] = [];
  const listeners: (() => Promise<void>)[] = [];
  const metrics: Registry[] = [];
  async function close() {
    for (const closer of closers.splice(0).reverse()) await closer();
  }
  async function open(): Promise<Database> {
    if (config.databaseUrl !== null) return connectConfiguredDatabase(config.databaseUrl, config.databaseListenUrl);
    const { lock } = await claimDataDir(config.dataDir);
    if (lock === undefined) throw dataDirInUseError(config.dataDir);
    closers.push(() => lock.release());
    return openLockedDatabase(config.dataDir, log, { cacheMb: config.databaseCacheMb });
  }
  try {
    const database = await open();
    closers.push(() => database.close());
    await withConfiguredDatabase(config.databaseUrl, async () => {
      const content = await readDatabaseContent(database);
      const needsDemo = demo && content === 'nothing';
      checkContent(needsDemo ? 'demo' : content);
      if (needsDemo) await seedPractice({ database, log }, { seed: defaultSeed });
    });
    if (config.databaseUrl === null) {
      const { dataDir } = config;
      const backups = startScheduledBackups({ dataDir, database, log });
      closers.push(() => backups.stop());
      metrics.push(backups.metrics);
      const channel = await openControlChannel({
        dataDir,
        async run(name, options, output) {
          try {
            await runCommandByName(database, name, options, output);
          } finally {
            // The listeners are called after a failed command as well, because it may have applied a part of its changes.
            for (const listener of listeners) await listener();
          }
        },
      });
      closers.push(() => channel.close());
    }
    return { database, onCommand: (listener) => void listeners.push(listener), metrics, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const commands = [
  backupCommand,
  letEmployeeInCommand,
  listEmployeesCommand,
  exportPageCommand,
  importPartCommand,
  existingRecordsCommand,
  listPracticesCommand,
  newPracticeCommand,
  renamePracticeCommand,
  seedCommand,
  ...keyCommands,
];

/** Runs a command that another process requested through the control channel. */
export async function runCommandByName(database: Database, name: string, options: unknown, output: CommandOutput) {
  const command = commands.find((candidate) => candidate.name === name);
  if (command === undefined)
    throw new CommandError(`the running Frontdesk does not know the command ${name}; do both have the same version?`);
  await command.run({ database, ...output }, options);
}
