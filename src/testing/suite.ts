import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { Database } from '#service/db/database.ts';
import { databaseKind, openSharedDatabase } from './databases.ts';
import { addPractice, keyOf, type TestPractice } from './practice-rows.ts';
import { createTestService, type ServiceClient } from './service.ts';
import { statementsBeyondCompanies } from './statements.ts';

/** The fixture of a service test; set before the first test of the suite. */
export interface ServiceSuite {
  database: Database;
  practice: TestPractice;
  service: ReturnType<typeof createTestService>;
  /** Uses a key that may do everything in both stores. */
  client: ServiceClient;
}

/**
 * Tests of the service on the database of this run (`databaseKind`). `suite()` returns the fixture. On PostgreSQL it is also
 * checked that all statements of services touch only rows of given companies.
 */
export function describeService(name: string, tests: (suite: () => ServiceSuite) => void): void {
  describe(`${name} on ${databaseKind}`, () => {
    let suite: ServiceSuite | null = null;
    const ready = () => {
      if (suite === null) throw new Error('the suite is not ready before its tests');
      return suite;
    };
    beforeAll(async () => {
      const database = await openSharedDatabase();
      const practice = await addPractice(database);
      const service = createTestService(database);
      suite = { database, practice, service, client: service.client(await keyOf(database, practice.vet)) };
    });
    afterAll(async () => {
      if (suite === null) return;
      if (databaseKind === 'PostgreSQL') expect(await statementsBeyondCompanies(suite.database)).toEqual([]);
      await suite.database.close();
    });
    tests(ready);
  });
}
