import type { PracticeMaker } from '#gateway/access/onboarding.ts';
import type { Database } from '#service/db/database.ts';
import { makePractice } from '#service/db/make-practice.ts';
import { toServiceError } from '#service/routes/errors.ts';
import type { Access } from './access.ts';
import { type Config, defaultTimeZone } from './config.ts';

/**
 * Creates the {@link PracticeMaker} with which practices are set up in the browser, in the embedded service's database.
 */
export function createPracticeMaker(options: {
  config: Config;
  database: Database;
  access: Access;
  /** The address that browsers open, without a trailing slash. */
  url: () => string;
  /** Writes a line only to the terminal. */
  log: (line: string) => void;
}): PracticeMaker {
  const { config, database, access, url, log } = options;
  /** Throws the error as the `ServiceError` that the browser receives, if there is one for it. */
  const refuse = (error: unknown): never => {
    throw (error instanceof Error && toServiceError(error)) || error;
  };
  return {
    databaseContent: () => access.databaseContent().catch(refuse),
    async createPractice({ practice, demo }) {
      database.checkFreeSpace();
      const people = await makePractice(database, { practice, demo, from: 'browser' }).catch(refuse);
      // Now that there is a practice, people sign in, so this call ends the demo's key. If it fails, the next request
      // for a session repeats it.
      await access.databaseContent().catch(() => undefined);
      return people.flatMap(({ key, ...person }) => (key === null ? [] : { ...person, key }));
    },
    show(code) {
      log(`Set up your practice within 15 minutes at ${url()}/setup#${code} (the code is ${code}).`);
    },
    timeZone: defaultTimeZone(config),
  };
}
