import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { DeskChangedEvent } from '#contract/desk-events.ts';
import { eventStreamType } from '#contract/endpoint.ts';
import { ServiceError } from '#contract/error.ts';
import { eventNames, lastEventIdHeader, listEvents } from '#contract/events.ts';
import type { Environment } from '#gateway/clock-and-timers.ts';
import type { Metrics } from '#gateway/metrics.ts';
import { createHttpRead, type HttpStream, type Upstream } from './connection.ts';
import {
  type EventReader,
  type EventSubject,
  type FollowEvents,
  type PracticeEvent,
  parseJson,
} from './practice-api.ts';
import { type KeyBudgets, readRateLimit } from './request-budget.ts';
import { toRequestOutcome } from './upstream-sender.ts';

/** The longest wait that the practice API may request, in milliseconds. */
const MAX_STATED_WAIT_MS = 60_000;
/** The shortest wait after a 429 response. */
const MIN_BUSY_WAIT_MS = 30_000;
/** The wait after a refusal that is unlikely to change soon. */
const REFUSAL_WAIT_MS = 5 * 60_000;

/** The maximum length of a line and of an event, in characters: several lists of 500 ids are far shorter. */
const MAX_CHARACTERS = 256 * 1024;

const resetEvent: PracticeEvent = { name: eventNames.reset, data: {} };

/** Creates the function that reads the event stream of a practice API over HTTP, each time continuing after the last event. */
export function followVendorEvents({
  subject: { credential, companyId },
  ...options
}: {
  subject: EventSubject;
  upstream: Pick<Upstream, 'open'>;
  budgets: KeyBudgets;
  metrics: Metrics;
  clock: Environment['clock'];
  /** Called with each event before it is passed to the reader. */
  onReceived(event: PracticeEvent): void;
  /**
   * Called when the practice API is unavailable or no longer has an event stream, so that its capabilities may be out of
   * date.
   */
  onStale(): void;
  logger?: Logger | undefined;
}): FollowEvents {
  const { upstream, budgets, metrics, clock, onReceived, onStale, logger } = options;
  let lastEventId = '';

  async function readStream({ body }: HttpStream, reader: EventReader): Promise<void> {
    const resumes = lastEventId !== '';
    let isFirst = true;

    function forward(event: PracticeEvent): void {
      onReceived(event);
      reader.onEvent(event);
    }

    function handleEvent({ event, data, id }: EventSourceMessage): void {
      const passedOn =
        event === eventNames.reset ? resetEvent : event === eventNames.changed ? readChangedEvent(data) : null;
      if (`${data} ${JSON.stringify(passedOn)}`.includes(credential.key)) throw new UnusableStreamError('the API key');
      if (id !== undefined) lastEventId = SENDABLE_EVENT_ID.test(id) ? id : '';
      // Unless the stream resumes an earlier one, changes between the two may have been missed.
      if (isFirst && !resumes && passedOn !== resetEvent) forward(resetEvent);
      isFirst = false;
      if (passedOn === null) reader.onAlive();
      else forward(passedOn);
    }

    const decoder = new TextDecoder();
    const parser = createParser({
      maxBufferSize: MAX_CHARACTERS,
      onEvent: handleEvent,
      onComment() {
        if (resumes || !isFirst) reader.onAlive();
      },
      onError({ type }) {
        if (type !== 'max-buffer-size-exceeded') return;
        // The id of the last event is forgotten, because with it the practice API would send the oversized event again.
        lastEventId = '';
        throw new UnusableStreamError('an event that is too large', 0);
      },
    });
    for await (const chunk of body) parser.feed(decoder.decode(chunk, { stream: true }));
  }

  async function openStream(signal: AbortSignal): Promise<HttpStream | number> {
    const grant = budgets.get(credential.keyHash).take('poll');
    if (!grant.granted) {
      metrics.refused('poll');
      return grant.retryAfterMs;
    }
    const request = createHttpRead(`${listEvents.path}?${new URLSearchParams({ companyId })}`, {
      authorization: `Bearer ${credential.key}`,
      accept: eventStreamType,
      ...(lastEventId !== '' && { [lastEventIdHeader]: lastEventId }),
    });
    const sentAt = clock();
    let response: HttpStream;
    try {
      response = await upstream.open(request, signal);
    } catch (error) {
      grant.settle(toRequestOutcome(error));
      metrics.upstreamError('events', error, clock() - sentAt);
      onStale();
      throw error;
    }
    const { status, header } = response;
    const rateLimit = readRateLimit(header, clock());
    metrics.upstreamResponse('events', status, clock() - sentAt);
    // If the request budget is not exhausted, this 429 is about the number of streams.
    const isStreamLimit = status === 429 && (rateLimit.remaining ?? 0) > 0;
    grant.settle({ status: isStreamLimit ? 200 : status, rateLimit });
    if (status === 200) {
      if (!/^text\/event-stream\s*(?:;|$)/i.test(header('content-type') ?? ''))
        throw new UnusableStreamError('another type');
      if ((header('content-encoding') ?? 'identity') !== 'identity') throw new UnusableStreamError('a compressed body');
      return response;
    }
    if (status === 401)
      throw new ServiceError('authorization_required', 'The practice API does not accept the API key.');
    if (status === 404 || status === 405 || status === 501) onStale();
    const statedMs = Math.min(rateLimit.retryAfterMs ?? rateLimit.resetMs ?? 0, MAX_STATED_WAIT_MS);
    if (status === 429) return Math.max(statedMs, MIN_BUSY_WAIT_MS);
    return status >= 500 && status !== 501 ? statedMs : REFUSAL_WAIT_MS;
  }

  return async function follow(reader, signal) {
    try {
      const response = await openStream(signal);
      if (typeof response === 'number') return response;
      await readStream(response, reader);
      return 0;
    } catch (error) {
      if (!(error instanceof UnusableStreamError)) throw error;
      logger?.warn({ problem: error.message }, 'the events of the practice API are not used');
      return error.waitMs;
    }
  };
}

/** The error for a response that is no event stream or must not be passed on. By default the wait after it is long. */
class UnusableStreamError extends Error {
  override readonly name = 'UnusableStream';
  readonly waitMs: number;

  constructor(problem: string, waitMs: number = REFUSAL_WAIT_MS) {
    super(problem);
    this.waitMs = waitMs;
  }
}

/** An id that can be sent in a header. */
const SENDABLE_EVENT_ID = /^[\x21-\x7e]{1,500}$/;

/** The ids of changed records; true if any record may have changed. */
const changedIdsSchema = z.union([z.array(z.string()), z.literal(true)]);
type ChangedIds = z.infer<typeof changedIdsSchema>;
const hasChanges = (ids: ChangedIds | null | undefined): ids is ChangedIds => ids === true || (ids?.length ?? 0) > 0;
const receivedChangeSchema = z.object({
  appointments: z.array(z.string()).nullish(),
  clients: changedIdsSchema.nullish(),
  pets: changedIdsSchema.nullish(),
  availability: z.boolean().nullish(),
  waitingList: z.boolean().nullish(),
  messages: z.boolean().nullish(),
  onlineRequests: z.boolean().nullish(),
  recalls: z.boolean().nullish(),
  practice: z.boolean().nullish(),
});

/** Reads a `changed` event; a `reset` event if it cannot be read, null if nothing has changed that calendars use. */
function readChangedEvent(data: string): PracticeEvent | null {
  const received = receivedChangeSchema.safeParse(parseJson(data)).data;
  if (received === undefined) return resetEvent;
  const { appointments, clients, pets, availability, waitingList, messages, onlineRequests, recalls, practice } =
    received;
  const changed: DeskChangedEvent = {
    ...(appointments && appointments.length > 0 && { appointments }),
    ...(hasChanges(clients) && { clients }),
    ...(hasChanges(pets) && { pets }),
    ...(availability && { availability }),
    ...(waitingList && { waitingList }),
    ...(messages && { messages }),
    ...(onlineRequests && { onlineRequests }),
    ...(recalls && { recalls }),
    ...(practice && { practice }),
  };
  return Object.keys(changed).length === 0 ? null : { name: eventNames.changed, data: changed };
}
