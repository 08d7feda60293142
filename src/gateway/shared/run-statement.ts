import { setTimeout as pause } from 'node:timers/promises';
import { systemEnvironment, withTimeout } from '#gateway/environment.ts';

/** A gateway does not wait longer than this for the shared database, whatever became of the connection. */
const ANSWER_TIMEOUT_MS = 3_000;

/**
 * The connection broke (postgres.js, Node), or the server was being stopped, was no longer the one to write to, or was just given
 * another version's functions, which answer differently from those that the statement was prepared for (PostgreSQL).
 */
const LOST = /^(?:CONNECTION_(?:CLOSED|DESTROYED)|ECONNRESET|ECONNREFUSED|EPIPE|57P0[1-3]|25006|0A000)$/;

/** Each connection of the pool may have to be found out to be lost. */
const MAX_LOST = 11;

/**
 * What the shared database answers to a statement that may be sent twice: again, when the connection was lost, for the next
 * one may be a good one. An error when it takes too long.
 */
export function runStatement<Result>(statement: () => Promise<Result>): Promise<Result> {
  return bounded(untilSent(statement));
}

async function untilSent<Result>(statement: () => Promise<Result>): Promise<Result> {
  for (let lost = 1; ; lost += 1) {
    try {
      return await statement();
    } catch (error) {
      const broke = error instanceof Error && 'code' in error && LOST.test(String(error.code));
      if (!broke || lost > MAX_LOST) throw error;
      // With TLS the driver takes a connection for a good one until the end of the turn in which it failed.
      await pause(0);
    }
  }
}

function bounded<Result>(work: Promise<Result>): Promise<Result> {
  return withTimeout(work, {
    ms: ANSWER_TIMEOUT_MS,
    schedule: systemEnvironment.schedule,
    onTimeout() {
      throw new Error(`the shared database has not answered within ${ANSWER_TIMEOUT_MS} ms`);
    },
  });
}
