import type { Logger } from 'pino';
import type { DeskState } from '#contract/desk-events.ts';
import { ServiceError } from '#contract/error.ts';
import type { Environment } from '#gateway/clock-and-timers.ts';
import type { Metrics } from '#gateway/metrics.ts';
import type { Credential, PracticeApi, PracticeEvent } from '#gateway/upstream/practice-api.ts';

/** All times are in milliseconds. */
const times = {
  /** The time without a sign of life after which a stream counts as lost; the practice API sends one every 15 s. */
  silenceMs: 20_000,
  /** The time after which a live stream counts as stable: when it ends, the waits start from the shortest again. */
  steadyMs: 20_000,
  /** The first wait before a stream is reopened. It doubles with each failure, up to `longestWaitMs`. */
  firstWaitMs: 500,
  longestWaitMs: 15_000,
  /** The wait after the practice API has refused the key, which is also the longest wait that it may request. */
  rarelyMs: 5 * 60_000,
} as const;

/** One connection to the practice API's events. */
interface Connection {
  readonly controller: AbortController;
  /** The time at which the connection was established: no event after it is missed. Null until then. */
  liveAt: number | null;
  /** The time at which the connection was opened, or last gave a sign of life. */
  lastHeardAt: number;
}

/**
 * The stream of the practice API's events for one key and company, which is reopened whenever it ends. `tick` must be called
 * often while a browser listens, because it does everything that depends on time.
 */
export function createPracticeStream(options: {
  practiceApi: Pick<PracticeApi, 'events' | 'capabilities'>;
  metrics: Metrics;
  environment: Pick<Environment, 'clock' | 'random'>;
  credential: Credential;
  companyId: string;
  onEvent(event: PracticeEvent): void;
  /** Called when the stream becomes live, so that changes are reported from now on, and when it stops being live. */
  onState(): void;
  /** Called when the practice API refuses the key. */
  onKeyRefused(): void;
  logger?: Logger | undefined;
}) {
  const { practiceApi, metrics, credential, companyId, onEvent, onState, onKeyRefused, logger } = options;
  const { clock, random } = options.environment;
  const follow = practiceApi.events({ credential, companyId });
  let connection: Connection | null = null;
  let nextAt = Number.NEGATIVE_INFINITY;
  let failures = 0;

  /** Ends the connection and sets when the next one may be opened. */
  function endConnection(current: Connection, leastWaitMs: number): void {
    if (connection !== current) return;
    connection = null;
    const { liveAt } = current;
    if (liveAt !== null && clock() - liveAt >= times.steadyMs) failures = 0;
    const longest = Math.min(times.firstWaitMs * 2 ** failures, times.longestWaitMs);
    failures += 1;
    // Half of the wait is random, so that gateways do not reconnect in step.
    nextAt = clock() + Math.max(leastWaitMs, longest / 2 + (random() * longest) / 2);
    current.controller.abort();
    if (liveAt === null) return;
    metrics.streamClosed('practice_api');
    onState();
  }

  function markAlive(current: Connection): void {
    if (connection !== current) return;
    current.lastHeardAt = clock();
    if (current.liveAt !== null) return;
    current.liveAt = current.lastHeardAt;
    metrics.streamOpened('practice_api');
    onState();
  }

  async function readEvents(current: Connection): Promise<void> {
    const reader = {
      onEvent(event: PracticeEvent) {
        if (connection !== current) return;
        onEvent(event);
        markAlive(current);
      },
      onAlive: () => markAlive(current),
    };
    try {
      endConnection(current, await follow(reader, current.controller.signal));
    } catch (error) {
      if (connection !== current) return;
      const refusal = error instanceof ServiceError ? error : null;
      if (refusal?.status === 401) onKeyRefused();
      else logger?.warn({ err: error }, 'the events of the practice API could not be read');
      endConnection(current, refusal?.status === 401 ? times.rarelyMs : (refusal?.retryAfterSeconds ?? 0) * 1_000);
    }
  }

  return {
    /** Opens a connection if it is time for one, and ends a connection that gives no sign of life. */
    tick(): void {
      const at = clock();
      // If the clock was set back, `nextAt` would otherwise be too far away.
      nextAt = Math.min(nextAt, at + times.rarelyMs);
      if (connection !== null) {
        connection.lastHeardAt = Math.min(connection.lastHeardAt, at);
        if (at - connection.lastHeardAt > times.silenceMs) endConnection(connection, 0);
      }
      if (connection !== null || at < nextAt || practiceApi.capabilities().listEvents === undefined) return;
      connection = { controller: new AbortController(), liveAt: null, lastHeardAt: at };
      void readEvents(connection);
    },
    state(): DeskState {
      const isLive =
        connection !== null && connection.liveAt !== null && clock() - connection.lastHeardAt <= times.silenceMs;
      return { live: isLive };
    },
    /** Whether the stream has ended, was refused or was lost, and must not be reopened yet. */
    isWaiting: () => connection === null && clock() < nextAt,
    stop(): void {
      if (connection !== null) endConnection(connection, 0);
    },
  };
}
export type PracticeStream = ReturnType<typeof createPracticeStream>;
