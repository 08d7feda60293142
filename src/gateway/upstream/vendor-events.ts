import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { DeskChanged } from '#contract/desk-events.ts';
import { eventStreamType } from '#contract/endpoint.ts';
import { eventNames, lastEventIdHeader, listEvents } from '#contract/events.ts';
import type { Environment } from '#gateway/clock-and-timers.ts';
import type { Metrics } from '#gateway/metrics.ts';
import { type HttpStream, readOf, type Upstream, UpstreamError } from './connection.ts';
import { type EventListener, type PracticeEvent, type PracticeEvents, parseJson } from './practice-api.ts';
import { type KeyBudgets, readRateLimit } from './request-budget.ts';
import { outcomeOf } from './upstream-client.ts';

/** All times are in milliseconds. */
const times = {
  /** The maximum time until the practice API answers. */
  answerMs: 10_000,
  /** A stream without an event or a comment for longer counts as lost; the practice API sends one every 15 s. */
  silenceMs: 20_000,
  /** A stream that lasted this long was stable: after its end, the waits start from the shortest again. */
  steadyMs: 20_000,
  /** The wait before reopening, doubled each time from the first to the longest. */
  firstWaitMs: 500,
  longestWaitMs: 15_000,
  /** The longest wait that the practice API may request. */
  longestStatedMs: 60_000,
  /** The shortest wait after 429. */
  busyMs: 30_000,
  /** The wait after a refusal that is unlikely to change soon. */
  rarelyMs: 5 * 60_000,
} as const;

/** The maximum length of a line and of an event, in characters: several lists of 500 ids are far shorter. */
const MAX_CHARACTERS = 256 * 1024;

const reset: PracticeEvent = { name: eventNames.reset, data: {} };

/** One connection of the stream. */
interface Connection {
  readonly controller: AbortController;
  /** Whether it was opened with an event id, so that the practice API sends the missed events. */
  readonly resumes: boolean;
  isAnswered: boolean;
  /** When its first event arrived; null before that. */
  liveAt: number | null;
  /** When the last event or comment arrived; before the first, when the stream was opened or answered. */
  lastHeardAt: number;
}

/** Reads the event stream of a practice API over HTTP. */
export function createVendorEvents(
  options: EventListener & {
    upstream: Pick<Upstream, 'open'>;
    budgets: KeyBudgets;
    metrics: Metrics;
    environment: Pick<Environment, 'clock' | 'random'>;
    /** Whether the practice API has an event stream. */
    isOffered: () => boolean;
    /**
     * Called when the practice API is unavailable or no longer has an event stream, so that its capabilities may be out of
     * date.
     */
    onStale(): void;
    logger?: Logger | undefined;
  },
): PracticeEvents {
  const { upstream, budgets, metrics, credential, companyId, onEvent, onState, logger } = options;
  const { clock, random } = options.environment;

  let connection: Connection | null = null;
  let nextAt = Number.NEGATIVE_INFINITY;
  let failures = 0;
  let lastEventId = '';
  /** The wait that the stream itself requested. */
  let requestedWaitMs = 0;

  /** The wait before reopening a lost stream. */
  function backoff({ liveAt }: Connection): number {
    if (liveAt !== null && clock() - liveAt >= times.steadyMs) failures = 0;
    const longest = Math.min(times.firstWaitMs * 2 ** failures, times.longestWaitMs);
    failures += 1;
    // Half of it is random, so that gateways do not reconnect in step.
    return Math.max(requestedWaitMs, longest / 2 + (random() * longest) / 2);
  }

  function end(current: Connection, waitMs: number): void {
    if (connection !== current) return;
    connection = null;
    nextAt = clock() + waitMs;
    current.controller.abort();
    if (current.liveAt === null) return;
    metrics.streamClosed('practice_api');
    onState();
  }

  function touch(current: Connection, { isEvent }: { isEvent: boolean }): void {
    current.lastHeardAt = clock();
    if (current.liveAt !== null || !(isEvent || current.resumes)) return;
    current.liveAt = current.lastHeardAt;
    metrics.streamOpened('practice_api');
    onState();
  }

  /** Passes an event on. Throws if it contains the key. */
  function take(current: Connection, { event, data, id }: EventSourceMessage): void {
    if (connection !== current) return;
    const passedOn = event === eventNames.reset ? reset : event === eventNames.changed ? readChanged(data) : null;
    if (`${data} ${JSON.stringify(passedOn)}`.includes(credential.key)) throw new UnusableStream('the API key');
    if (id !== undefined) lastEventId = SENDABLE.test(id) ? id : '';
    // Events may have been missed since an earlier stream.
    if (current.liveAt === null && !current.resumes && passedOn !== reset) onEvent(reset);
    if (passedOn !== null) onEvent(passedOn);
    touch(current, { isEvent: true });
  }

  async function read(current: Connection, { body }: HttpStream): Promise<void> {
    const decoder = new TextDecoder();
    const parser = createParser({
      maxBufferSize: MAX_CHARACTERS,
      onEvent: (event) => take(current, event),
      onComment: () => touch(current, { isEvent: false }),
      onRetry: (ms) => {
        requestedWaitMs = Math.min(ms, times.longestStatedMs);
      },
      onError({ type }) {
        if (type !== 'max-buffer-size-exceeded') return;
        // With the id, it would be sent again.
        lastEventId = '';
        throw new UnusableStream('an event that is too large', { isLasting: false });
      },
    });
    for await (const chunk of body) {
      if (connection !== current) return;
      parser.feed(decoder.decode(chunk, { stream: true }));
    }
  }

  /** Opens the stream and passes its events on until it ends, then returns how long to wait. Throws if the stream is lost. */
  async function follow(current: Connection): Promise<number> {
    const grant = budgets.of(credential.keyHash).take('poll');
    if (!grant.granted) {
      metrics.refused('poll');
      return grant.retryAfterMs;
    }
    if (connection !== current) {
      grant.settle('not_sent');
      return 0;
    }
    const { signal } = current.controller;
    const request = readOf(`${listEvents.path}?${new URLSearchParams({ companyId })}`, {
      authorization: `Bearer ${credential.key}`,
      accept: eventStreamType,
      ...(current.resumes && { [lastEventIdHeader]: lastEventId }),
    });
    const sentAt = clock();
    let response: HttpStream;
    try {
      response = await Promise.race([upstream.open(request, signal), untilAborted(signal)]);
    } catch (error) {
      grant.settle(outcomeOf(error));
      metrics.upstreamError('events', error, clock() - sentAt);
      options.onStale();
      throw error;
    }
    const { status, header } = response;
    const rateLimit = readRateLimit(header, clock());
    metrics.upstreamResponse('events', status, clock() - sentAt);
    // If the request budget is not exhausted, the limit is on the number of streams.
    const isOfStreams = status === 429 && (rateLimit.remaining ?? 0) > 0;
    grant.settle({ status: isOfStreams ? 200 : status, rateLimit });
    if (status === 200) {
      if (!/^text\/event-stream\s*(?:;|$)/i.test(header('content-type') ?? ''))
        throw new UnusableStream('another type');
      if ((header('content-encoding') ?? 'identity') !== 'identity') throw new UnusableStream('a compressed body');
      current.isAnswered = true;
      current.lastHeardAt = clock();
      await read(current, response);
      return backoff(current);
    }
    if (status === 401) options.onKeyRefused();
    if (status === 404 || status === 405 || status === 501) options.onStale();
    const statedMs = Math.min(rateLimit.retryAfterMs ?? rateLimit.resetMs ?? 0, times.longestStatedMs);
    if (status === 429) return Math.max(statedMs, times.busyMs);
    return status >= 500 && status !== 501 ? Math.max(statedMs, backoff(current)) : times.rarelyMs;
  }

  async function run(current: Connection): Promise<void> {
    try {
      end(current, await follow(current));
    } catch (error) {
      if (connection !== current) return;
      if (error instanceof UnusableStream) {
        logger?.warn({ problem: error.message }, 'the events of the practice API are not used');
        return end(current, error.isLasting ? times.rarelyMs : backoff(current));
      }
      if (!(error instanceof UpstreamError) && current.liveAt === null)
        logger?.warn({ err: error }, 'the events of the practice API could not be opened');
      end(current, backoff(current));
    }
  }

  return {
    /** Also gives up a silent stream. */
    tick({ hasListeners }) {
      const at = clock();
      // The clock may have been set back.
      nextAt = Math.min(nextAt, at + times.rarelyMs);
      if (connection !== null) {
        connection.lastHeardAt = Math.min(connection.lastHeardAt, at);
        const longest = connection.isAnswered ? times.silenceMs : times.answerMs;
        if (at - connection.lastHeardAt > longest) end(connection, backoff(connection));
      }
      if (!hasListeners || connection !== null || at < nextAt || !options.isOffered()) return;
      connection = {
        controller: new AbortController(),
        resumes: lastEventId !== '',
        isAnswered: false,
        liveAt: null,
        lastHeardAt: at,
      };
      void run(connection);
    },
    state() {
      const isLive =
        connection !== null && connection.liveAt !== null && clock() - connection.lastHeardAt <= times.silenceMs;
      return { live: isLive };
    },
    isWaiting: () => connection === null && clock() < nextAt,
    stop() {
      if (connection !== null) end(connection, 0);
    },
  };
}

/** A response that is not an event stream, or one that must not be passed on. */
class UnusableStream extends Error {
  override readonly name = 'UnusableStream';
  /** Whether this is unlikely to change soon. */
  readonly isLasting: boolean;

  constructor(problem: string, { isLasting = true } = {}) {
    super(problem);
    this.isLasting = isLasting;
  }
}

/** An id that can be sent in a header. */
const SENDABLE = /^[\x21-\x7e]{1,500}$/;

/** The ids of changed records; true for any of them. */
const changedIdsSchema = z.union([z.array(z.string()), z.literal(true)]);
type ChangedIds = z.infer<typeof changedIdsSchema>;
const isChange = (ids: ChangedIds | null | undefined): ids is ChangedIds => ids === true || (ids?.length ?? 0) > 0;
const receivedSchema = z.object({
  appointments: z.array(z.string()).nullish(),
  clients: changedIdsSchema.nullish(),
  pets: changedIdsSchema.nullish(),
  availability: z.boolean().nullish(),
  waitingList: z.boolean().nullish(),
  practice: z.boolean().nullish(),
});

/** An `event: changed` for browsers; `reset` if it cannot be read, null if nothing changed that calendars use. */
function readChanged(data: string): PracticeEvent | null {
  const received = receivedSchema.safeParse(parseJson(data)).data;
  if (received === undefined) return reset;
  const { appointments, clients, pets, availability, waitingList, practice } = received;
  const changed: DeskChanged = {
    ...(appointments && appointments.length > 0 && { appointments }),
    ...(isChange(clients) && { clients }),
    ...(isChange(pets) && { pets }),
    ...(availability && { availability }),
    ...(waitingList && { waitingList }),
    ...(practice && { practice }),
  };
  return Object.keys(changed).length === 0 ? null : { name: eventNames.changed, data: changed };
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const abort = () => reject(new UpstreamError('timeout', 'the events were given up'));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}
