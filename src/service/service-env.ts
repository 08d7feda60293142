import type { Logger } from 'pino';
import type { Database } from '#service/db/database.ts';
import type { Caller } from '#service/domain/caller.ts';

/** What the parts of the service are given from outside. */
export interface ServiceParts {
  database: Database;
  /** Now, in epoch milliseconds. */
  clock: () => number;
  logger: Logger;
}

/** What travels with a request. */
export interface ServiceEnv {
  Variables: { caller: Caller };
}
