import { connectPostgres, type Database } from '#service/db/database.ts';
import { CommandFailure } from './failure.ts';

/** Connects to the PostgreSQL of the configuration. Throws a {@link CommandFailure} that says why it cannot be had. */
export async function connectConfigured(url: string): Promise<Database> {
  try {
    return await connectPostgres({ url });
  } catch (error) {
    if (error instanceof CommandFailure || !(error instanceof Error)) throw error;
    const code = 'code' in error ? String(error.code) : '';
    // The address without its password.
    const { host } = new URL(url);
    if (/^(?:ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOST|ENET|CONNECT_TIMEOUT|CONNECTION_)/.test(code)) {
      throw new CommandFailure(
        `PostgreSQL at ${host} cannot be reached (${code}). Is it running, and is the address in DATABASE_URL right?`,
      );
    }
    // Class 28: the name or the password; 3D000: there is no such database.
    if (/^(?:28|3D)/.test(code)) {
      throw new CommandFailure(
        `PostgreSQL at ${host} refuses: ${error.message}. Correct DATABASE_URL, or the rights there.`,
      );
    }
    throw error;
  }
}
