import {
  type DeskChangedEvent,
  type DeskPresence,
  type DeskState,
  deskChangedSchema,
  deskEventNames,
  deskEventTimes,
  deskPresenceSchema,
  deskStateSchema,
} from '#contract/desk-events.ts';

// Reads the gateway's event stream. This module is loaded once the board is shown, and only if the gateway has a stream.

/** Handlers of a company's events. Events arrive in order; nothing that happened before the first state is reported. */
export interface DeskListener {
  /** Called with the state, or with null if the stream is lost and no events arrive until the next state. */
  onState?: (state: DeskState | null) => void;
  onChanged?: (changed: DeskChangedEvent) => void;
  /** Called when events may have been missed. */
  onReset?: () => void;
  /** Called with everything that colleagues are doing; empty if the stream is lost. */
  onPresence?: (presence: DeskPresence) => void;
}

/** The time limits and pauses of a stream, in milliseconds. */
export const deskStreamTimes = {
  /**
   * If nothing arrives on a stream within this time, something on the way is holding it back, such as a proxy that
   * buffers.
   */
  firstSignMs: 6_000,
  /** How long to wait before retrying a stream that was held back. */
  buffersMs: 60_000,
  /** The pause after the first loss. Each further pause is twice as long, up to the maximum. */
  retryMs: 1_000,
  longestRetryMs: 60_000,
  /** After the loss of a stream that was open for this long, the pauses start again with the first one. */
  steadyMs: 30_000,
  /** How long a stream stays open without listeners, for example between two screens. */
  lingerMs: 1_000,
} as const;

/** The part of an `EventSource` that the app uses. */
interface EventStream {
  addEventListener(name: string, listener: (event: MessageEvent<string>) => void): void;
  close(): void;
}

interface DeskEventsOptions {
  open: (url: string) => EventStream;
  /** The page. While the page is hidden, it has no stream, since browsers allow few connections per host. */
  page: Pick<Document, 'visibilityState' | 'addEventListener'>;
}

const NO_PRESENCE: DeskPresence = { desks: [] };

function parseEvent(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Creates the event streams of a tab: one for each company and person. */
export function createDeskEvents({ open, page }: DeskEventsOptions) {
  const streams = new Map<string, ReturnType<typeof createStream>>();

  function createStream(address: string) {
    const listeners = new Set<DeskListener>();
    let source: EventStream | null = null;
    /** When the first event of `source` arrived; null until then, and while there is no source. */
    let firstEventAt: number | null = null;
    let losses = 0;
    let state: DeskState | null = null;
    let presence = NO_PRESENCE;
    let timer: ReturnType<typeof setTimeout> | undefined;

    function notify(call: (listener: DeskListener) => void) {
      for (const listener of [...listeners]) call(listener);
    }

    function close() {
      clearTimeout(timer);
      source?.close();
      source = null;
      firstEventAt = null;
      if (state !== null) {
        state = null;
        notify((listener) => listener.onState?.(null));
      }
      if (presence.desks.length > 0) {
        presence = NO_PRESENCE;
        notify((listener) => listener.onPresence?.(presence));
      }
    }

    function dropStream(leastMs: number) {
      if (firstEventAt !== null && Date.now() - firstEventAt >= deskStreamTimes.steadyMs) losses = 0;
      close();
      const pause = Math.min(deskStreamTimes.longestRetryMs, deskStreamTimes.retryMs * 2 ** losses);
      losses += 1;
      // Randomized, since a restart of the gateway disconnects all desks at the same moment.
      timer = setTimeout(connect, Math.max(leastMs, pause) * (0.5 + Math.random() / 2));
    }

    function connect() {
      if (source !== null || listeners.size === 0 || page.visibilityState === 'hidden') return;
      clearTimeout(timer);
      const opened = open(address);
      source = opened;
      timer = setTimeout(() => dropStream(deskStreamTimes.buffersMs), deskStreamTimes.firstSignMs);
      const addHandler = (name: string, handle: (data: unknown) => void) =>
        opened.addEventListener(name, (event) => {
          if (source !== opened) return;
          clearTimeout(timer);
          timer = setTimeout(() => dropStream(0), deskEventTimes.silenceMs);
          firstEventAt ??= Date.now();
          handle(parseEvent(event.data));
        });
      const notifyReset = () => notify((listener) => listener.onReset?.());
      addHandler(deskEventNames.state, (data) => {
        const next = deskStateSchema.safeParse(data).data;
        if (next === undefined) return;
        state = next;
        notify((listener) => listener.onState?.(next));
      });
      addHandler(deskEventNames.changed, (data) => {
        const changed = deskChangedSchema.safeParse(data).data;
        if (changed === undefined) notifyReset();
        else notify((listener) => listener.onChanged?.(changed));
      });
      addHandler(deskEventNames.reset, notifyReset);
      addHandler(deskEventNames.presence, (data) => {
        const next = deskPresenceSchema.safeParse(data).data;
        if (next === undefined) return;
        presence = next;
        notify((listener) => listener.onPresence?.(next));
      });
      // Prevents the browser's automatic reconnect, which would make all desks reconnect at the same time.
      opened.addEventListener('error', () => {
        if (source === opened) dropStream(0);
      });
    }

    return {
      close,
      wake() {
        losses = 0;
        connect();
      },
      join(listener: DeskListener) {
        listeners.add(listener);
        connect();
        const [current, others] = [state, presence];
        queueMicrotask(() => {
          if (current === null || state !== current || !listeners.has(listener)) return;
          listener.onState?.(current);
          if (others.desks.length > 0) listener.onPresence?.(others);
        });
        return () => {
          listeners.delete(listener);
          setTimeout(() => {
            if (listeners.size > 0 || streams.get(address)?.close !== close) return;
            streams.delete(address);
            close();
          }, deskStreamTimes.lingerMs);
        };
      },
    };
  }

  page.addEventListener('visibilitychange', () => {
    for (const stream of streams.values()) {
      if (page.visibilityState === 'hidden') stream.close();
      else stream.wake();
    }
  });

  return {
    /**
     * Listens to the events of a company until the returned function is called. `person` is the person who listens;
     * null if people do not sign in.
     */
    listen(companyId: string, listener: DeskListener, person: string | null = null): () => void {
      const params = new URLSearchParams({ companyId, ...(person !== null && { person }) });
      const address = `/desk/events?${params}`;
      const stream = streams.get(address) ?? createStream(address);
      streams.set(address, stream);
      return stream.join(listener);
    },
  };
}

let tabEvents: ReturnType<typeof createDeskEvents> | undefined;

/**
 * Listens to the gateway's events of a company until the returned function is called. All listeners in a tab share a
 * stream; a listener that joins later receives the latest state and presence.
 */
export function listenToDesk(companyId: string, listener: DeskListener, person: string | null = null): () => void {
  tabEvents ??= createDeskEvents({ open: (url) => new EventSource(url), page: document });
  return tabEvents.listen(companyId, listener, person);
}
