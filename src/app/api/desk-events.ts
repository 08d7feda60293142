import {
  type DeskChanged,
  type DeskPresence,
  type DeskState,
  deskChangedSchema,
  deskEventNames,
  deskEventTimes,
  deskPresenceSchema,
  deskStateSchema,
} from '#contract/desk-events.ts';

// The gateway's events, the moment they happen. Loaded once the board is there, and only where there are any.

/** Handlers of a company's events. Events come in order; what happened before the first state has none. */
export interface DeskListener {
  /** null where the stream is lost: there are no events until the next state. */
  onState?: (state: DeskState | null) => void;
  onChanged?: (changed: DeskChanged) => void;
  /** It is not known what was missed. */
  onReset?: () => void;
  /** All colleagues who are doing something; nobody where the stream is lost. */
  onPresence?: (presence: DeskPresence) => void;
}

/** In milliseconds. */
export const deskStreamTimes = {
  /** A stream of which nothing arrives within this time is held back on its way, such as by a proxy that buffers. */
  firstSignMs: 6_000,
  /** How long such a stream is left alone. */
  buffersMs: 60_000,
  /** The pause after the first loss; each further one is twice as long, up to the longest. */
  retryMs: 1_000,
  longestRetryMs: 60_000,
  /** A stream that lived this long starts again with the first pause. */
  steadyMs: 30_000,
  /** How long it stays open for nobody, as between two screens. */
  lingerMs: 1_000,
} as const;

/** An `EventSource`. */
interface Source {
  addEventListener(name: string, listener: (event: MessageEvent<string>) => void): void;
  close(): void;
}

interface DeskEventsOptions {
  open: (url: string) => Source;
  /** The page, which has no stream while nobody sees it: browsers allow a host few connections. */
  page: Pick<Document, 'visibilityState' | 'addEventListener'>;
}

const NOBODY: DeskPresence = { desks: [] };

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The streams of a tab: one for each company that is listened to, and person. */
export function createDeskEvents({ open, page }: DeskEventsOptions) {
  const streams = new Map<string, ReturnType<typeof createStream>>();

  function createStream(address: string) {
    const listeners = new Set<DeskListener>();
    let source: Source | null = null;
    /** When the first event of this source came; null before. */
    let beganAt: number | null = null;
    let losses = 0;
    let state: DeskState | null = null;
    let presence = NOBODY;
    let timer: ReturnType<typeof setTimeout> | undefined;

    function notify(call: (listener: DeskListener) => void) {
      for (const listener of [...listeners]) call(listener);
    }

    function close() {
      clearTimeout(timer);
      source?.close();
      source = null;
      beganAt = null;
      if (state !== null) {
        state = null;
        notify((listener) => listener.onState?.(null));
      }
      if (presence.desks.length > 0) {
        presence = NOBODY;
        notify((listener) => listener.onPresence?.(presence));
      }
    }

    function lose(leastMs: number) {
      if (beganAt !== null && Date.now() - beganAt >= deskStreamTimes.steadyMs) losses = 0;
      close();
      const pause = Math.min(deskStreamTimes.longestRetryMs, deskStreamTimes.retryMs * 2 ** losses);
      losses += 1;
      // Spread, since a gateway that starts again has lost all desks at once.
      timer = setTimeout(connect, Math.max(leastMs, pause) * (0.5 + Math.random() / 2));
    }

    function connect() {
      if (source !== null || listeners.size === 0 || page.visibilityState === 'hidden') return;
      clearTimeout(timer);
      const opened = open(address);
      source = opened;
      timer = setTimeout(() => lose(deskStreamTimes.buffersMs), deskStreamTimes.firstSignMs);
      const on = (name: string, take: (data: unknown) => void) =>
        opened.addEventListener(name, (event) => {
          if (source !== opened) return;
          clearTimeout(timer);
          timer = setTimeout(() => lose(0), deskEventTimes.silenceMs);
          beganAt ??= Date.now();
          take(parsed(event.data));
        });
      const reset = () => notify((listener) => listener.onReset?.());
      on(deskEventNames.state, (data) => {
        const next = deskStateSchema.safeParse(data).data;
        if (next === undefined) return;
        state = next;
        notify((listener) => listener.onState?.(next));
      });
      on(deskEventNames.changed, (data) => {
        const changed = deskChangedSchema.safeParse(data).data;
        if (changed === undefined) reset();
        else notify((listener) => listener.onChanged?.(changed));
      });
      on(deskEventNames.reset, reset);
      on(deskEventNames.presence, (data) => {
        const next = deskPresenceSchema.safeParse(data).data;
        if (next === undefined) return;
        presence = next;
        notify((listener) => listener.onPresence?.(next));
      });
      // The browser would connect again by itself, all desks at the same time.
      opened.addEventListener('error', () => {
        if (source === opened) lose(0);
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
    /** Listens to a company, as a person where people sign in, until the returned function is called. */
    listen(companyId: string, listener: DeskListener, person: string | null = null): () => void {
      const params = new URLSearchParams({ companyId, ...(person !== null && { person }) });
      const address = `/desk/events?${params}`;
      const stream = streams.get(address) ?? createStream(address);
      streams.set(address, stream);
      return stream.join(listener);
    },
  };
}

let ofThisTab: ReturnType<typeof createDeskEvents> | undefined;

/**
 * Listens to the gateway's events of a company until the returned function is called. All listeners of a tab share a stream; one
 * that joins later gets the last state and presence.
 */
export function listenToDesk(companyId: string, listener: DeskListener, person: string | null = null): () => void {
  ofThisTab ??= createDeskEvents({ open: (url) => new EventSource(url), page: document });
  return ofThisTab.listen(companyId, listener, person);
}
