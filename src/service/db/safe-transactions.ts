import { setImmediate as nextTurn } from 'node:timers/promises';
import type postgres from 'postgres';
import { ServiceError } from '#contract/error.ts';
import { isDatabaseAway, isLossOfConnection } from './lost-connection.ts';

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
