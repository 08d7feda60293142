import { setImmediate as nextTurn } from 'node:timers/promises';
import type postgres from 'postgres';
import { ServiceError } from '#contract/error.ts';

/** What broke an open connection: the driver's words for it, and the system's. */
const LOST = /^(?:CONNECTION_(?:CLOSED|DESTROYED|ENDED)|ECONNRESET|EPIPE|ETIMEDOUT)$/;

/**
 * What says that there is no connection to be had. Of PostgreSQL: class 08, the connection; 53300, it has no more of them;
 * 57P0, it is being stopped or started; 25006, it is no longer the server to write to. ENOENT is that of a socket.
 */
const AWAY =
  /^(?:CONNECT_TIMEOUT|ECONNREFUSED|ECONNABORTED|ENOTFOUND|EAI_AGAIN|ENOENT|EHOST(?:UNREACH|DOWN)|ENET(?:UNREACH|DOWN)|08...|53300|57P0.|25006)$/;

/** Whether an error, or what caused it, is that the connection to the database was lost. */
export function isLossOfConnection(error: unknown): boolean {
  return hasCode(error, LOST);
}

/** Whether an error, or what caused it, is that the database cannot be had now: it is gone, stopped, or about to come. */
export function isDatabaseAway(error: unknown): boolean {
  return hasCode(error, LOST) || hasCode(error, AWAY);
}

/** Whether an error, or what caused it, is that PostgreSQL has no room on its disk. */
export function isDiskFull(error: unknown): boolean {
  return hasCode(error, /^53100$/);
}

function hasCode(error: unknown, codes: RegExp): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && codes.test(String(at.code))) return true;
  }
  return false;
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
