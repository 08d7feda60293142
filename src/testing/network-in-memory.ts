import { delayAnswer } from './random-delays.ts';

/** A request of the app. */
export interface ReceivedRequest {
  /** `POST /v1/appointments/search`, without the gateway's `/api`. */
  readonly name: string;
  readonly query: URLSearchParams;
  /** The body as JSON; null without a body. */
  readonly body: Record<string, unknown> | null;
  readonly headers: Headers;
}

type Answerer = (request: ReceivedRequest, usual: () => Response) => Response | Promise<Response>;

/** Lets a test read the requests, and override or delay their responses. */
export interface NetworkInMemory {
  readonly fetch: typeof fetch;
  /** All requests so far. */
  readonly requests: ReceivedRequest[];
  /** The number of pending requests. */
  unanswered(): number;
  /** Overrides the response to a request (`GET /v1/pets`) until the returned function is called. */
  answer(name: string, answerer: Answerer): () => void;
  /**
   * Holds requests up until `letGo` is called: they are then carried out and answered, or refused. After `end` no
   * further requests are held.
   */
  hold(name: string, isHeld?: (request: ReceivedRequest) => boolean): { letGo: () => void; end: () => void };
}

/** The network between the app and a function that responds to its requests. */
export function createNetworkInMemory(usual: (request: ReceivedRequest) => Response): NetworkInMemory {
  const requests: ReceivedRequest[] = [];
  const answerers = new Map<string, Answerer[]>();
  let unanswered = 0;

  return {
    requests,
    unanswered: () => unanswered,
    answer(name, answerer) {
      const before = answerers.get(name) ?? [];
      answerers.set(name, [...before, answerer]);
      return () =>
        answerers.set(
          name,
          (answerers.get(name) ?? []).filter((other) => other !== answerer),
        );
    },
    hold(name, isHeld = () => true) {
      let letGo = () => {};
      const free = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      const end = this.answer(name, async (request, usual) => {
        if (isHeld(request)) await free;
        return usual();
      });
      return { letGo, end };
    },
    async fetch(input, init) {
      const request = new Request(input instanceof Request ? input : new URL(String(input), 'http://desk.test'), init);
      const { pathname, searchParams } = new URL(request.url);
      const text = await request.text();
      const one: ReceivedRequest = {
        name: `${request.method} ${pathname.replace(/^\/api/, '')}`,
        query: searchParams,
        body: text === '' ? null : JSON.parse(text),
        headers: request.headers,
      };
      requests.push(one);
      const answerer = answerers.get(one.name)?.at(-1);
      const answered = Promise.resolve(answerer?.(one, () => usual(one)) ?? usual(one));
      const { signal } = request;
      // An aborted request gets no response and ends immediately.
      const aborted = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
      unanswered += 1;
      try {
        const response = await Promise.race([answered, aborted]);
        await delayAnswer();
        signal.throwIfAborted();
        return response;
      } finally {
        unanswered -= 1;
      }
    },
  };
}
