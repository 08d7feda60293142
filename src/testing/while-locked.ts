import { inTransaction } from '#service/db/run-query.ts';
import type { Writer } from '#service/db/write-records.ts';
import type { ServiceSuite } from './suite.ts';
import { waitUntil } from './wait-until.ts';

/**
 * Runs work in a transaction that ends when a request waits for it, and returns the response of the request. On the
 * embedded database, transactions always run one after another.
 */
export async function whileLocked<Answer>(
  { database, service }: Pick<ServiceSuite, 'database' | 'service'>,
  work: (by: Writer) => Promise<unknown>,
  request: () => Promise<Answer>,
): Promise<Answer> {
  const { answer } = await inTransaction(database.sql, async (transaction) => {
    await work({ transaction, actor: null, now: service.clock.now() });
    const response = request();
    const isWaiting = async () => {
      const rows = await transaction`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      if (rows.length === 0) throw new Error('the request does not wait yet');
    };
    if (database.kind === 'postgres') await Promise.race([response, waitUntil(isWaiting)]);
    return { answer: response };
  });
  return answer;
}
