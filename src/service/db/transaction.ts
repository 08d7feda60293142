import type postgres from 'postgres';

/**
 * Runs statements in one transaction, which is rolled back when they throw. Rejects too when the connection is lost; what
 * became of a commit under way is then unknown.
 */
export async function inTransaction(
  sql: postgres.Sql,
  work: (transaction: postgres.TransactionSql) => Promise<void>,
): Promise<void> {
  await sql.begin(async (transaction) => {
    try {
      await work(transaction);
    } catch (error) {
      if (!isLossOfConnection(error)) throw error;
      // `begin` itself rejects then. Were this to throw, the driver would write its rollback into the connection that is
      // gone: an exception that nobody can catch, and a place in the pool that is lost for good.
      await new Promise<never>(() => {});
    }
  });
}

function isLossOfConnection(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return /^(?:CONNECTION_(?:CLOSED|DESTROYED|ENDED)|ECONNRESET|EPIPE|ETIMEDOUT)$/.test(String(error.code));
}
