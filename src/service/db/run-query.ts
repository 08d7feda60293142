import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type postgres from 'postgres';
import { ServiceError } from '#contract/error.ts';
import { isConnectionLost, isDatabaseUnavailable } from './database-errors.ts';

const dialect = new PgDialect();

/** The maximum number of prepared statements per connection. It is limited because filters can be combined in many ways. */
const MAX_PREPARED_STATEMENTS = 256;
const preparedStatements = new Set<string>();

/** What runs statements: the driver or a transaction. */
export type Executor = Pick<postgres.ISql, 'unsafe'>;

/**
 * Runs a composed query, alone or in a transaction. A read outside of transactions survives one loss of the connection. The
 * first {@link MAX_PREPARED_STATEMENTS} different statements stay prepared, which saves a round trip in later runs.
 */
export async function runQuery<Result extends postgres.Row>(executor: Executor, query: SQL): Promise<Result[]> {
  return isStandaloneSelect(executor, query)
    ? retryAfterConnectionLoss(() => send<Result>(executor, query))
    : send<Result>(executor, query);
}

/**
 * Like {@link runQuery}, but returns the values of each row in order, as bytes of PostgreSQL's text, so that values that are
 * only passed on need not be decoded.
 */
export async function runQueryForBytes(executor: Executor, query: SQL): Promise<(Buffer | null)[][]> {
  const run = () => send<postgres.Row>(executor, query).raw();
  return isStandaloneSelect(executor, query) ? retryAfterConnectionLoss(run) : run();
}

function isStandaloneSelect(executor: Executor, query: SQL): boolean {
  return 'begin' in executor && /^\s*select\b/i.test(dialect.sqlToQuery(query).sql);
}

/**
 * Runs a function that may safely run twice, and runs it again if the connection was lost. Often only the first statement
 * after the end of an old connection fails: the driver rejects it without having sent it, and the next connection is
 * already open.
 */
export async function retryAfterConnectionLoss<Result>(run: () => PromiseLike<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!isConnectionLost(error) && !isEndedByServer(error)) throw error;
    // With TLS, the driver uses a failed connection until the end of the current turn of the event loop, so this waits for
    // the next one.
    await pause(0);
    return await run();
  }
}

/** Whether an error is of class 57P: the server is being shut down, or an administrator ended the connection. */
function isEndedByServer(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^57P/.test(String(error.code));
}

function send<Result extends postgres.Row>(executor: Executor, query: SQL): postgres.PendingQuery<Result[]> {
  const { sql: text, params } = dialect.sqlToQuery(query);
  if (preparedStatements.size < MAX_PREPARED_STATEMENTS) preparedStatements.add(text);
  const values = params.map((value) => (value === null ? null : String(value)));
  return executor.unsafe<Result[]>(text, values, { prepare: preparedStatements.has(text) });
}

/** A text that identifies a query with its values. */
export function fingerprint(query: SQL): string {
  const { sql: text, params } = dialect.sqlToQuery(query);
  return JSON.stringify([text, params]);
}

/**
 * Runs statements in a transaction and resolves with their result after the commit; rolls back if they throw. Also rejects if
 * the connection is lost (`withSafeTransactions`).
 */
export async function inTransaction<Result>(
  sql: postgres.Sql,
  work: (transaction: postgres.TransactionSql) => Promise<Result>,
): Promise<Result> {
  return inTransactionEndingWith(sql, async (transaction) => {
    const result = await work(transaction);
    return { last: Promise.resolve(result) };
  });
}

/** Thrown to roll back a trial transaction. */
class TrialRollbackError extends Error {}

/** Runs statements in a transaction that is rolled back, to determine what they would do. */
export async function runTrialTransaction(
  sql: postgres.Sql,
  work: (transaction: postgres.TransactionSql) => Promise<void>,
): Promise<void> {
  const tried = inTransaction(sql, async (transaction) => {
    await work(transaction);
    throw new TrialRollbackError();
  });
  await tried.catch((error: unknown) => {
    if (!(error instanceof TrialRollbackError)) throw error;
  });
}

/**
 * Like {@link inTransaction}, for work that does not need the result of its last statement: the commit is sent right after
 * that statement, which saves a round trip. If the statement fails, PostgreSQL rolls back. If the server no longer has the
 * prepared statement, the driver sends it again after that rollback, so outside of a transaction the statement must have the
 * same effect or none.
 */
export async function inTransactionEndingWith<Result>(
  sql: postgres.Sql,
  work: (transaction: postgres.TransactionSql) => Promise<{ last: Promise<Result> }>,
): Promise<Result> {
  const { last } = await sql.begin(async (transaction) => {
    const worked = await work(transaction);
    // The last statement is awaited only after the commit. If it fails earlier, its error must not count as unhandled.
    worked.last.catch(() => undefined);
    return worked;
  });
  return last;
}

type TransactionWork<Result> = (transaction: postgres.TransactionSql) => Result | Promise<Result>;

/**
 * Makes the transactions of a driver, including Drizzle's, safe when their connection is lost. Without this, the driver
 * would write its rollback or the next statement to the lost connection. That would cause an uncatchable exception, which
 * ends the process, or run a statement on the next connection, outside of the transaction.
 *
 * If the connection is lost before the commit was sent, nothing was written and the error is the driver's. After that the
 * outcome is unknown, and the error is a `ServiceError` that says so.
 */
export function withSafeTransactions(sql: postgres.Sql): postgres.Sql {
  const begin = sql.begin.bind(sql);

  function runSafely<Result>(work: TransactionWork<Result>) {
    let connectionError: unknown = null;
    let committing = false;
    const throwIfConnectionLost = () => {
      if (connectionError !== null) throw connectionError;
    };

    const done = begin(async (transaction) => {
      try {
        const result = await work(guardTransaction(transaction, throwIfConnectionLost));
        committing = true;
        return result;
      } catch (error) {
        // The error may come from a connection that is about to end. Its end is reported within this turn, and then
        // `connectionError` is set.
        if (!isConnectionLost(error)) await nextTurn();
        // `begin` has already rejected, or is about to. If this threw, the driver would roll back on the lost connection.
        if (connectionError !== null || isConnectionLost(error)) return await new Promise<never>(() => {});
        throw error;
      }
    });
    return done.catch((error: unknown) => {
      connectionError = error;
      if (committing && isDatabaseUnavailable(error)) throw unknownOutcomeError(error);
      throw error;
    });
  }

  return Object.assign(sql, { begin: runSafely });
}

/** Wraps a transaction so that `check`, which may throw, runs before each statement. */
function guardTransaction(transaction: postgres.TransactionSql, check: () => void): postgres.TransactionSql {
  return new Proxy(transaction, {
    apply(target, self, values) {
      check();
      return Reflect.apply(target, self, values);
    },
    get(target, name) {
      check();
      return Reflect.get(target, name);
    },
  });
}

function unknownOutcomeError(cause: unknown): ServiceError {
  const suggestion =
    'the connection to the database was lost while this was being saved: look whether it was, before you send it again';
  return new ServiceError('outcome_unknown', suggestion, { cause });
}
