import { connectPostgres, type Database } from '#service/db/database.ts';
import { CommandFailure } from './failure.ts';

/** Connects to the PostgreSQL of the configuration. Throws a {@link CommandFailure} that says why it cannot be had. */
export function connectConfigured(url: string): Promise<Database> {
  return connected({ url, variable: 'DATABASE_URL' }, () => connectPostgres({ url }));
}

/** What `connect` gives; a {@link CommandFailure} in the words of the `variable` that named the server where it cannot be had. */
export async function connected<Result>(
  { url, variable }: { url: string; variable: string },
  connect: () => Promise<Result>,
): Promise<Result> {
  try {
    return await connect();
  } catch (error) {
    if (error instanceof CommandFailure || !(error instanceof Error)) throw error;
    const code = 'code' in error ? String(error.code) : '';
    // The address without its password.
    const { host } = new URL(url);
    if (/^(?:ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOST|ENET|CONNECT_TIMEOUT|CONNECTION_)/.test(code)) {
      throw new CommandFailure(
        `PostgreSQL at ${host} cannot be reached (${code}). Is it running, and is the address in ${variable} right?`,
      );
    }
    // Class 28: the name or the password; 3D000: there is no such database.
    if (/^(?:28|3D)/.test(code)) {
      throw new CommandFailure(
        `PostgreSQL at ${host} refuses: ${error.message}. Correct ${variable}, or the rights there.`,
      );
    }
    throw error;
  }
}
