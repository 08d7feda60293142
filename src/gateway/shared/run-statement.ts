import { setTimeout as pause } from 'node:timers/promises';
import { systemEnvironment, withTimeout } from '#gateway/clock-and-timers.ts';

/** The timeout for the shared database to respond, including all retries of a statement. */
const ANSWER_TIMEOUT_MS = 3_000;

/**
 * Error codes after which a statement is retried: the connection broke (postgres.js, Node), or the server was being stopped or
 * was no longer the primary (PostgreSQL).
 */
const LOST_CONNECTION = /^(?:CONNECTION_(?:CLOSED|DESTROYED)|ECONNRESET|ECONNREFUSED|EPIPE|57P0[1-3]|25006)$/;

/** The error codes of a server that is not usable yet: it is starting, or waiting to become the primary. */
const STARTING_SERVER = /^(?:ECONNREFUSED|57P03|25006)$/;
const STARTING_PAUSE_MS = 100;

/** The maximum number of retries: each connection of the pool may turn out to be lost. */
const MAX_RETRIES = 11;

/**
 * Runs a statement on the shared database. It must be safe to run twice, because it is retried if the connection was lost;
 * the next connection usually works. Rejects after a timeout.
 */
export function runStatement<Result>(statement: () => Promise<Result>): Promise<Result> {
  return limitTime(retryAfterConnectionLoss(statement));
}

async function retryAfterConnectionLoss<Result>(statement: () => Promise<Result>): Promise<Result> {
  for (let lost = 1; ; lost += 1) {
    try {
      return await statement();
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (!LOST_CONNECTION.test(code) || lost > MAX_RETRIES) throw error;
      // With TLS the driver uses a failed connection until the end of the current event loop turn, so the retry waits
      // at least that long.
      await pause(STARTING_SERVER.test(code) ? STARTING_PAUSE_MS : 0);
    }
  }
}

function limitTime<Result>(work: Promise<Result>): Promise<Result> {
  return withTimeout(work, {
    ms: ANSWER_TIMEOUT_MS,
    schedule: systemEnvironment.schedule,
    onTimeout() {
      throw new Error(`the shared database has not answered within ${ANSWER_TIMEOUT_MS} ms`);
    },
  });
}
