import { type PracticeChange, practiceHistoryPageSchema } from '#contract/practice-management.ts';
import { addPractice, keyOf, type TestPractice } from './practice-rows.ts';
import type { ServiceClient } from './service.ts';
import type { ServiceSuite } from './suite.ts';

/** A practice that belongs to one test. */
export interface OwnPractice extends ServiceSuite {
  practice: TestPractice;
  companyId: string;
  /** Uses the key of an employee with all permissions in both stores. */
  client: ServiceClient;
  /** Uses the key of an employee with all permissions only in the first store. */
  near: ServiceClient;
  /** Returns a client with a new key of an employee. */
  as(employeeId: string, readOnly?: boolean): Promise<ServiceClient>;
  /** The history of the practice, newest first, as `client` receives it. */
  history(): Promise<PracticeChange[]>;
}

export async function ownPractice(suite: Pick<ServiceSuite, 'database' | 'service'>): Promise<OwnPractice> {
  const { database, service } = suite;
  const practice = await addPractice(database);
  const { companyId } = practice;
  const as = async (employeeId: string, readOnly = false) =>
    service.client(await keyOf(database, employeeId, readOnly));
  const client = await as(practice.vet);
  return {
    ...suite,
    practice,
    companyId,
    client,
    near: await as(practice.near),
    as,
    async history() {
      const answer = await client.get('/v1/practice/history', { companyId, limit: '500' });
      return practiceHistoryPageSchema.parse(answer.body).data;
    },
  };
}
