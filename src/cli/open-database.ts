import { statSync } from 'node:fs';
import { connectPostgres, type Database, openEmbeddedDatabase } from '#service/db/database.ts';
import { isDatabaseUnavailable } from '#service/db/database-errors.ts';
import { splitHosts } from '#service/db/postgres-socket.ts';
import { embeddedDatabaseDir } from './data-dir.ts';
import { CommandError } from './messages.ts';

/** Connects to the configured PostgreSQL server. Throws a {@link CommandError} with the reason if that fails. */
export function connectConfiguredDatabase(url: string, listenUrl?: string | null): Promise<Database> {
  return withConnectionErrors({ url, variable: 'DATABASE_URL' }, () =>
    connectPostgres({ url, listenUrl: listenUrl ?? undefined }),
  );
}

/**
 * Runs `work` on the configured database, whose connection may be lost in the meantime. Throws like {@link
 * connectConfiguredDatabase}.
 */
export function withConfiguredDatabase<Result>(url: string | null, work: () => Promise<Result>): Promise<Result> {
  return url === null ? work() : withConnectionErrors({ url, variable: 'DATABASE_URL' }, work);
}

/**
 * Runs `connect`, and converts its errors to a {@link CommandError} that names the `variable` with the server's
 * address.
 */
export async function withConnectionErrors<Result>(
  { url, variable }: { url: string; variable: string },
  connect: () => Promise<Result>,
): Promise<Result> {
  try {
    return await connect();
  } catch (error) {
    if (error instanceof CommandError || !(error instanceof Error)) throw error;
    const code = errorCode(error);
    // Only the hosts are shown, because the URL contains the password.
    const host = splitHosts(url)
      .map((server) => server.host)
      .join(', ');
    // OpenSSL reports problems with a certificate with these codes, and Node problems with the names in it.
    if (/CERT|SELF_SIGNED|ISSUER|^ERR_TLS/.test(code)) {
      throw new CommandError(
        `PostgreSQL at ${host} presented a certificate that isn't trusted (${error.message}). Point NODE_EXTRA_CA_CERTS at its CA certificate, and use the server name of the certificate in ${variable}.`,
      );
    }
    if (code === 'ECONNRESET' && /[?&]sslmode=(?!disable|allow|prefer)/.test(url)) {
      throw new CommandError(
        `PostgreSQL at ${host} closed the connection. Does it support TLS, which the sslmode in ${variable} requires?`,
      );
    }
    if (isDatabaseUnavailable(error)) {
      throw new CommandError(
        `PostgreSQL at ${host} can't be reached (${code}). Is it running, and is the address in ${variable} right?`,
      );
    }
    // Class 28: wrong user or password; 3D000: the database does not exist; 42501: insufficient privileges.
    if (/^(?:28|3D|42501)/.test(code)) {
      throw new CommandError(
        `PostgreSQL at ${host} rejected the connection: ${error.message}. Check ${variable} or the user's privileges.`,
      );
    }
    throw error;
  }
}

/** The code of an error or of its cause; empty if neither has one. */
export function errorCode(error: Error): string {
  if ('code' in error) return String(error.code);
  return error.cause instanceof Error ? errorCode(error.cause) : '';
}

/**
 * Opens the embedded database of a data folder that this process has locked; `log` receives messages for the user.
 * `cacheMb` is the size of its page cache in MB. The default suits a command, which rarely reads the same page twice.
 */
export async function openLockedDatabase(
  dataDir: string,
  log: (line: string) => void,
  { cacheMb }: { cacheMb?: number } = {},
): Promise<Database> {
  const database = await openEmbeddedDatabase({
    dataDir: embeddedDatabaseDir(dataDir),
    cacheMb,
    onStop: (error) => log(error.message),
    onProgress: log,
  });
  for (const warning of permissionWarnings(dataDir)) log(warning);
  return database;
}

/** Warnings about folders that other users of this machine may read or write. Windows has no such permissions. */
function permissionWarnings(dataDir: string): string[] {
  if (process.platform === 'win32') return [];
  const db = embeddedDatabaseDir(dataDir);
  const hasPermission = (folder: string, bits: number) => (statSync(folder).mode & bits) !== 0;
  return [
    ...(hasPermission(db, 0o077) && hasPermission(dataDir, 0o011)
      ? [`Other users of this machine may read ${db}: run \`chmod 700 ${db}\`.`]
      : []),
    ...(hasPermission(dataDir, 0o022)
      ? [`Other users of this machine may write in ${dataDir}: run \`chmod go-w ${dataDir}\`.`]
      : []),
  ];
}
