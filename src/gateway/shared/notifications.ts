import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type postgres from 'postgres';
import { runStatement } from './run-statement.ts';

/** What gateways tell each other while they run: whoever listens now hears it, or nobody does. */
export interface Notifications {
  /** Sends a text of less than 8000 bytes. What cannot be sent is lost. */
  send(payload: string): void;
  /** The first one begins to listen. */
  subscribe(listener: (payload: string) => void): () => void;
}

/** In milliseconds. */
const TIMES = {
  /** How often it is checked by a notification to itself that it still listens. */
  checkMs: 5_000,
  /** After this time without one it listens anew. */
  deafMs: 12_000,
  /** How long it waits before that, growing from the first to the longest. */
  firstPauseMs: 500,
  longestPauseMs: 60_000,
} as const;

/**
 * PostgreSQL's notifications on a channel. They are heard on a connection of their own, which a pooler must not share between
 * transactions; where nothing is heard, this is logged once, and tried again from time to time.
 */
export function createNotifications(options: {
  /** Sends. */
  sql: postgres.Sql;
  /** Opens the connection that listens. */
  connect: () => postgres.Sql;
  channel: string;
  logger?: Logger | undefined;
  times?: Record<keyof typeof TIMES, number>;
}): Notifications & { close(): Promise<void> } {
  const { sql, connect, channel, logger, times = TIMES } = options;
  const listeners = new Set<(payload: string) => void>();
  const closing = new AbortController();
  /** A notification to itself. */
  const check = `check ${randomUUID()}`;
  let isDeaf = false;
  let listening: Promise<void> | null = null;

  async function send(payload: string): Promise<void> {
    try {
      // It waits for no disk, nor do the commits that come after it.
      await runStatement(
        () => sql`select set_config('synchronous_commit', 'off', true), pg_notify(${channel}, ${payload})`,
      );
    } catch (error) {
      logger?.debug({ err: error, channel }, 'a notification to other gateways was lost');
    }
  }

  /** Waits; rejects when it is closed. */
  const wait = (ms: number) => pause(ms, undefined, { signal: closing.signal, ref: false });

  /** Listens until nothing is heard any more; answers whether anything was. */
  async function listenOnce(): Promise<boolean> {
    const connection = connect();
    let heardAt: number | null = null;
    const began = performance.now();
    try {
      await connection.listen(channel, (payload) => {
        if (payload === check) {
          if (isDeaf) logger?.info({ channel }, 'other gateways are heard again');
          isDeaf = false;
          heardAt = performance.now();
        } else if (!payload.startsWith('check ')) {
          for (const listener of listeners) listener(payload);
        }
      });
      while (performance.now() - (heardAt ?? began) < times.deafMs) {
        await send(check);
        await wait(times.checkMs);
      }
    } catch (error) {
      if (!closing.signal.aborted) logger?.debug({ err: error, channel }, 'listening to other gateways failed');
    } finally {
      await connection.end({ timeout: 0 });
    }
    return heardAt !== null;
  }

  async function listen(): Promise<void> {
    let pauseMs: number = times.firstPauseMs;
    while (!closing.signal.aborted) {
      const heard = await listenOnce();
      if (closing.signal.aborted) return;
      if (!heard && !isDeaf) {
        isDeaf = true;
        logger?.warn(
          { channel },
          'other gateways are not heard: notifications of PostgreSQL need a connection that no pooler shares between transactions',
        );
      }
      pauseMs = heard ? times.firstPauseMs : Math.min(2 * pauseMs, times.longestPauseMs);
      await wait(pauseMs).catch(() => undefined);
    }
  }

  return {
    send: (payload) => void send(payload),
    subscribe(listener) {
      listeners.add(listener);
      listening ??= listen();
      return () => listeners.delete(listener);
    },
    async close() {
      closing.abort();
      await listening;
    },
  };
}
