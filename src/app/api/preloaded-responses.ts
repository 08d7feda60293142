import { hasSignOut, readPerson } from '#app/api/stored-person.ts';
import { sessionCalls } from '#contract/desk.ts';
import { type StartResponse, startLineSchema } from '#contract/desk-start.ts';
import { livePolling } from '#contract/live-polling.ts';
import { createDeskRequest, type DeskRequest, requestKey } from '#contract/request.ts';

// The responses that a page requested before its code arrived (`GET /desk/start`, `outline/first-paint.ts`). The API
// client takes the response to a request from here, once, if the same request was sent for the same person.

/** The request of the first-paint script. */
export interface StartRequest {
  /** Resolves with null after a failure. */
  response: Promise<Response | null>;
  /** When the request was sent, in milliseconds since 1970 on this computer's clock. */
  sentAt: number;
  /** The person who was signed in at that time, as far as the browser knew. */
  person: string | null;
}

/** The part of a response that the API client reads. */
export type ResponseLike = Pick<Response, 'ok' | 'status' | 'headers' | 'json'>;

export interface PreloadedResponses {
  /** When the requests were sent, in milliseconds since 1970 on this computer's clock. */
  readonly sentAt: number;
  /** The response to a request on behalf of a person; null if the page has to send it itself. */
  take(request: DeskRequest, person: () => string | null): Promise<ResponseLike | null>;
  /** Drops all responses. Called before something is changed, because they are then out of date. */
  end(): void;
}

/** How long, in milliseconds, a page may wait for preloaded responses and use them. */
const MAX_WAIT_MS = 4_000;

const sessionKey = requestKey(createDeskRequest(sessionCalls.getSession, {}));

/**
 * Reads the responses as they arrive.
 *
 * @param storage where the browser stores who is signed in
 */
export function readPreloadedResponses(
  { response, sentAt, person }: StartRequest,
  storage: Pick<Storage, 'getItem'>,
): PreloadedResponses {
  const answers = new Map<string, StartResponse>();
  /** The keys of the requests that are still to be answered or taken; null until they are known. */
  let pendingKeys: Set<string> | null = null;
  let isOver = false;
  let isComplete = false;
  let stopReading = () => {};
  const waiters: (() => void)[] = [];

  function resumeWaiters() {
    for (const resume of waiters.splice(0)) resume();
  }

  function discardAll() {
    isOver = true;
    answers.clear();
    stopReading();
    resumeWaiters();
  }

  async function readLines() {
    const body = (await response)?.body;
    if (!body) return;
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    stopReading = () => void reader.cancel().catch(() => undefined);
    let rest = '';
    for (let part = await reader.read(); !part.done && !isOver; part = await reader.read()) {
      const lines = `${rest}${part.value}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) addLine(line);
      resumeWaiters();
    }
  }

  function addLine(text: string) {
    const line = startLineSchema.parse(JSON.parse(text));
    if ('asked' in line) pendingKeys = new Set(line.asked);
    else answers.set(line.request, line);
  }

  /**
   * Whether a response is for the person who is signed in now. A response with the session itself has no receiver: it
   * is used if no one else has signed in or out since the request was sent.
   */
  function isForCurrentPerson(sender: string | null, { request, person: receiver }: StartResponse): boolean {
    if (request === sessionKey) return readPerson(storage) === person && !hasSignOut(storage);
    return receiver === sender;
  }

  // If this fails, the page sends the requests itself.
  void readLines()
    .catch(() => undefined)
    .finally(() => {
      isComplete = true;
      resumeWaiters();
    });
  // A response from long ago would miss changes that polls no longer report.
  if (Date.now() - sentAt > livePolling.maxGapMs) discardAll();
  else setTimeout(discardAll, MAX_WAIT_MS);

  return {
    sentAt,
    async take(request, sender) {
      const key = requestKey(request);
      for (;;) {
        if (isOver) return null;
        const found = answers.get(key);
        if (found !== undefined) {
          answers.delete(key);
          pendingKeys?.delete(key);
          if (found.answer === undefined || !isForCurrentPerson(sender(), found)) return null;
          return { ok: true, status: 200, headers: new Headers(found.headers), json: async () => found.answer };
        }
        if (isComplete || pendingKeys?.has(key) === false) return null;
        await new Promise<void>((resolve) => waiters.push(resolve));
      }
    },
    end: discardAll,
  };
}
