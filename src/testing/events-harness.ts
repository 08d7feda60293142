import type { Keyring } from '#gateway/access/keyring.ts';
import type { EmbeddedService } from '#gateway/upstream/embedded.ts';
import { gatewayOrigin, sharedKey } from './gateway-harness.ts';
import { createServiceGateway, createVendorGateway, upstreamOver, type VendorGatewayOptions } from './gateways.ts';

/** A practice API's description of its event stream. */
const describedEvents = {
  paths: { '/v1/events': { get: { parameters: [{ name: 'companyId', in: 'query', schema: { type: 'string' } }] } } },
};

/** A requested event stream, and what the practice API sends on it. */
export interface OpenedStream {
  readonly url: URL;
  readonly headers: Headers;
  isCancelled: boolean;
  send(text: string | Uint8Array): Promise<void>;
  end(): Promise<void>;
  breakOff(): Promise<void>;
}

/** Reads the response of `GET /desk/events` as text. */
export function readDeskEvents({ body }: Response) {
  if (body === null) throw new Error('a stream of events has a body');
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  return {
    /** Returns everything up to the end of the event with this text. Throws at the end of the stream. */
    async until(text: string): Promise<string> {
      let all = '';
      while (!(all.includes(text) && all.endsWith('\n\n'))) {
        const { value, done } = await reader.read();
        if (done) throw new Error(`the events ended without ${text}: ${all}`);
        all += value;
      }
      return all;
    },
    /** Returns the rest, to the end. */
    async rest(): Promise<string> {
      let all = '';
      for (let read = await reader.read(); !read.done; read = await reader.read()) all += read.value;
      return all;
    },
    leave: () => reader.cancel(),
  };
}

/** What a browser received from `GET /desk/events`. */
export interface ReceivedStream {
  readonly status: number;
  readonly headers: Headers;
  readonly events: { name: string; data: unknown }[];
  /** The data of the events with a name. */
  data(name: string): unknown[];
  isOver: boolean;
  isBroken: boolean;
  leave(): Promise<void>;
}

const shared = { access: 'shared', key: () => sharedKey } as const;

/** Runs everything that waits only for other code. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** An in-process gateway for a practice API whose events a test sends; time passes with `pass`. */
export async function createEventsHarness(
  options: Partial<VendorGatewayOptions> & {
    keyring?: Keyring;
    description?: unknown;
    /** Answers a request for events instead of opening a stream. */
    refuse?: (nth: number) => Response | Promise<Response> | null;
    /** Answers every other request. */
    answer?: (request: Request) => Response | Promise<Response>;
    /** The practice API, if it is the service in this process. */
    service?: EmbeddedService;
  } = {},
) {
  const { keyring = shared, description = describedEvents, refuse = () => null, answer, service, ...others } = options;
  const opened: OpenedStream[] = [];
  const otherRequests: Request[] = [];
  let now = Date.UTC(2026, 2, 29, 7, 30);
  let due: { at: number; act: () => void }[] = [];

  function openStream(request: Request): Response {
    let controller: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({
      start(started) {
        controller = started;
      },
      cancel() {
        stream.isCancelled = true;
      },
    });
    const stream: OpenedStream = {
      url: new URL(request.url),
      headers: request.headers,
      isCancelled: false,
      async send(text) {
        controller.enqueue(typeof text === 'string' ? new TextEncoder().encode(text) : text);
        await settled();
      },
      async end() {
        controller.close();
        await settled();
      },
      async breakOff() {
        controller.error(new Error('the connection broke'));
        await settled();
      },
    };
    opened.push(stream);
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  }

  let eventRequests = 0;
  const upstream = upstreamOver((request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/openapi.json') return Response.json(description);
    if (pathname === '/v1/events') {
      eventRequests += 1;
      return refuse(eventRequests) ?? openStream(request);
    }
    otherRequests.push(request);
    return answer?.(request) ?? Response.json({ data: [], nextCursor: null, hasMore: false, totalCount: 0 });
  });
  const gatewayOptions = {
    keyring,
    clock: () => now,
    random: () => 0,
    sleep: async () => undefined,
    schedule(ms: number, act: () => void) {
      const timer = { at: now + ms, act };
      due.push(timer);
      return () => {
        due = due.filter((other) => other !== timer);
      };
    },
    ...others,
  };
  const gateway =
    service === undefined
      ? createVendorGateway({ upstream, ...gatewayOptions })
      : createServiceGateway({ service, ...gatewayOptions });
  await gateway.start();
  const request = async (path: string, init: RequestInit = {}) =>
    await gateway.request(`${gatewayOrigin}${path}`, init);

  async function listen(companyId: string, headers: Record<string, string> = {}): Promise<ReceivedStream> {
    const response = await request(`/desk/events?companyId=${companyId}`, { headers });
    const reader = response.body?.getReader();
    const received: ReceivedStream = {
      status: response.status,
      headers: response.headers,
      events: [],
      data: (name) => received.events.filter((event) => event.name === name).map(({ data }) => data),
      isOver: false,
      isBroken: false,
      async leave() {
        await reader?.cancel();
        await settled();
      },
    };
    async function read(): Promise<void> {
      let text = '';
      const decoder = new TextDecoder();
      for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
        text += decoder.decode(part.value, { stream: true });
        const events = text.split('\n\n');
        text = events.pop() ?? '';
        for (const event of events) {
          const [, name = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(event) ?? [];
          received.events.push({ name, data: JSON.parse(data) });
        }
      }
      received.isOver = true;
    }
    if (response.status === 200)
      void read().catch(() => {
        received.isBroken = true;
      });
    await settled();
    return received;
  }

  return {
    gateway,
    request,
    listen,
    /** The opened streams, in order. */
    opened,
    /** The number of requests for events. */
    eventRequestCount: () => eventRequests,
    /** Every other request to the practice API. */
    otherRequests,
    /** The number of active timers. */
    timers: () => due.length,
    now: () => now,
    async pass(ms: number) {
      const end = now + ms;
      for (;;) {
        const next = due.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (next === undefined) break;
        now = Math.max(now, next.at);
        due = due.filter((timer) => timer !== next);
        next.act();
        await settled();
      }
      now = end;
      await settled();
    },
  };
}
