import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type postgres from 'postgres';
import { ServiceError } from '#contract/error.ts';
import { isDatabaseAway, isLossOfConnection } from './lost-connection.ts';

const dialect = new PgDialect();

/** The most prepared statements of a connection; filters have any shape, so there must be a limit. */
const MAX_PREPARED = 256;
const prepared = new Set<string>();

/** What runs statements: the driver, or a transaction. */
export type Executor = Pick<postgres.ISql, 'unsafe'>;

/**
 * Runs a composed query, alone or in a transaction. A read outside of transactions survives one loss of the connection. Its first shapes stay prepared, which saves their next run a round trip.
 */
export async function runQuery<Result extends postgres.Row>(executor: Executor, query: SQL): Promise<Result[]> {
  return isReadAlone(executor, query)
    ? againWhenLost(() => send<Result>(executor, query))
    : send<Result>(executor, query);
}

/**
 * The same, with the values of each row in order, as bytes of PostgreSQL's text: what is only passed on need not
 * become a string.
 */
export async function runQueryForBytes(executor: Executor, query: SQL): Promise<(Buffer | null)[][]> {
  const run = () => send<postgres.Row>(executor, query).raw();
  return isReadAlone(executor, query) ? againWhenLost(run) : run();
}

function isReadAlone(executor: Executor, query: SQL): boolean {
  return 'begin' in executor && /^\s*select\b/i.test(dialect.sqlToQuery(query).sql);
}

/**
 * Runs a repeatable function, once more when the connection was lost: the next connection is often open already, and
 * the driver refuses the first statement after the end of an old one without having sent it.
 */
export async function againWhenLost<Result>(run: () => PromiseLike<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!isLossOfConnection(error) && !endedByServer(error)) throw error;
    // With TLS the driver uses a failed connection until the end of the current event loop turn.
    await pause(0);
    return await run();
  }
}

/** Class 57P: the server is being shut down, or an administrator ended the connection. */
function endedByServer(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^57P/.test(String(error.code));
}

function send<Result extends postgres.Row>(executor: Executor, query: SQL): postgres.PendingQuery<Result[]> {
  const { sql: text, params } = dialect.sqlToQuery(query);
  if (prepared.size < MAX_PREPARED) prepared.add(text);
  const values = params.map((value) => (value === null ? null : String(value)));
  return executor.unsafe<Result[]>(text, values, { prepare: prepared.has(text) });
}

/** A text that identifies a query with its values. */
export function fingerprint(query: SQL): string {
  const { sql: text, params } = dialect.sqlToQuery(query);
  return JSON.stringify([text, params]);
}

/**
 * Runs statements in a transaction and resolves with their result once it is committed; it is rolled back when they
 * throw. Also rejects when the connection is lost (`withSafeTransactions`).
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

/** Ends a transaction that is only tried. */
class Tried extends Error {}

/** Runs statements in a transaction that is rolled back, to see what they would do. */
export async function inTransactionRolledBack(
  sql: postgres.Sql,
  work: (transaction: postgres.TransactionSql) => Promise<void>,
): Promise<void> {
  const tried = inTransaction(sql, async (transaction) => {
    await work(transaction);
    throw new Tried();
  });
  await tried.catch((error: unknown) => {
    if (!(error instanceof Tried)) throw error;
  });
}

/**
 * Like {@link inTransaction}, for work that ends with a statement whose answer nothing waits for: the commit is sent behind it, which saves
 * a round trip. Should the statement fail, PostgreSQL rolls back. A prepared statement that the server no longer has is
 * sent again by the driver, and then behind that rollback: on its own it must do what it does in the transaction, or nothing.
 */
export async function inTransactionEndingWith<Result>(
  sql: postgres.Sql,
  work: (transaction: postgres.TransactionSql) => Promise<{ last: Promise<Result> }>,
): Promise<Result> {
  const { last } = await sql.begin(async (transaction) => {
    const worked = await work(transaction);
    // It is awaited after the commit, and may fail before.
    worked.last.catch(() => undefined);
    return worked;
  });
  return last;
}

type Work<Result> = (transaction: postgres.TransactionSql) => Result | Promise<Result>;

/**
 * Makes the transactions of a driver safe from the loss of their connection, Drizzle's included. The driver itself would write
 * into the connection that is gone, be it its own rollback or the next statement: an exception that nobody can catch, which ends
 * the process, or a statement on the next connection, outside of the transaction.
 *
 * Where the connection is lost before the commit was sent, nothing was written and the error is that of the driver. Later it is
 * unknown, and a `ServiceError` says so.
 */
export function withSafeTransactions(sql: postgres.Sql): postgres.Sql {
  const begin = sql.begin.bind(sql);

  function safely<Result>(work: Work<Result>) {
    let lost: unknown = null;
    let committing = false;
    const refuseWhenLost = () => {
      if (lost !== null) throw lost;
    };

    const done = begin(async (transaction) => {
      try {
        const result = await work(guarded(transaction, refuseWhenLost));
        committing = true;
        return result;
      } catch (error) {
        // An error of the connection comes before its end, which is told within this turn.
        if (!isLossOfConnection(error)) await nextTurn();
        // `begin` has rejected already, or is about to. Were this to throw, the driver would roll back on that connection.
        if (lost !== null || isLossOfConnection(error)) return await new Promise<never>(() => {});
        throw error;
      }
    });
    return done.catch((error: unknown) => {
      lost = error;
      if (committing && isDatabaseAway(error)) throw unknownOutcome(error);
      throw error;
    });
  }

  return Object.assign(sql, { begin: safely });
}

/** The transaction, whose statements are refused by `check`. */
function guarded(transaction: postgres.TransactionSql, check: () => void): postgres.TransactionSql {
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

function unknownOutcome(cause: unknown): ServiceError {
  const suggestion =
    'the connection to the database was lost while this was being saved: look whether it was, before you send it again';
  return new ServiceError('outcome_unknown', suggestion, { cause });
}
