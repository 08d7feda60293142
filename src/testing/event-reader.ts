import type { Hono } from 'hono';
import { type ChangedEvent, changedEventSchema } from '#contract/events.ts';

/** An event of `GET /v1/events`; the name of a comment is empty. */
export interface ReadEvent {
  id: string | null;
  name: string;
  data: ChangedEvent;
}

/** An open event stream, read event by event. */
export interface EventReader {
  status: number;
  headers: Headers;
  /** The next event or comment; null at the end. Rejects if the stream was cut off. */
  next(): Promise<ReadEvent | null>;
  /** Reads until all received events together meet a condition, and returns them; throws at the end of the stream. */
  until(isMet: (events: ReadEvent[]) => boolean): Promise<ReadEvent[]>;
  /** Reads the remaining events to the end. */
  rest(): Promise<ReadEvent[]>;
  close(): Promise<void>;
}

/** Opens a stream of an in-process service. Throws if it is refused. */
export async function openEvents(
  app: Pick<Hono, 'request'>,
  options: { key: string; query: Record<string, string>; lastEventId?: string | null | undefined },
): Promise<EventReader> {
  const headers: Record<string, string> = { Authorization: `Bearer ${options.key}` };
  if (options.lastEventId != null) headers['Last-Event-ID'] = options.lastEventId;
  const response = await app.request(`/v1/events?${new URLSearchParams(options.query)}`, { headers });
  if (response.status !== 200 || response.body === null) throw new Error(`${response.status} ${await response.text()}`);
  return readEvents(response);
}

/** Reads the stream of a response. */
export function readEvents({ status, headers, body }: Response): EventReader {
  if (body === null) throw new Error('a stream of events has a body');
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';

  async function next(): Promise<ReadEvent | null> {
    for (let end = text.indexOf('\n\n'); end < 0; end = text.indexOf('\n\n')) {
      const { value, done } = await reader.read();
      if (done) return null;
      text += value;
    }
    const end = text.indexOf('\n\n');
    const block = text.slice(0, end);
    text = text.slice(end + 2);
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
    const data: unknown = JSON.parse(field('data') ?? '{}');
    return { id: field('id') ?? null, name: field('event') ?? '', data: changedEventSchema.parse(data) };
  }

  async function until(isMet: (events: ReadEvent[]) => boolean): Promise<ReadEvent[]> {
    const events: ReadEvent[] = [];
    while (!isMet(events)) {
      const event = await next();
      if (event === null) throw new Error(`the stream ended after ${JSON.stringify(events)}`);
      events.push(event);
    }
    return events;
  }

  return {
    status,
    headers,
    next,
    until,
    async rest() {
      const events: ReadEvent[] = [];
      for (let event = await next(); event !== null; event = await next()) events.push(event);
      return events;
    },
    close: () => reader.cancel(),
  };
}

/** The ids of all appointments in events. */
export const idsOf = (events: readonly ReadEvent[]) => new Set(events.flatMap(({ data }) => data.appointments ?? []));
