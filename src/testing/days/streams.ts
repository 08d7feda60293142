import { createParser } from 'eventsource-parser';
import type { Appointment } from '#contract/appointment.ts';
import { eventLimits, eventNames } from '#contract/events.ts';
import { type HttpStream, UpstreamError } from '#gateway/upstream/connection.ts';
import type { Computer, VirtualTime } from './virtual-time.ts';

/** The conditions of streams: the share of messages after which one stalls or is cut, and the share of changes that are not reported. */
export interface StreamWeather {
  stalled: number;
  cut: number;
  untold: number;
}

interface LinkOptions<Message> {
  time: VirtualTime;
  weather: () => StreamWeather;
  deliver: (message: Message) => void;
  /** Called when the connection breaks. */
  onCut: () => void;
}

/**
 * One direction of a connection: messages arrive in order, everything behind a stalled message arrives together with it, and
 * nothing arrives after a cut.
 */
function createLink<Message>({ time, weather, deliver, onCut }: LinkOptions<Message>) {
  const { random } = time;
  let freeAt = 0;
  let isCut = false;
  return {
    send(message: Message): void {
      const { stalled, cut } = weather();
      const isWaiting = freeAt > time.now() + 100;
      if (!isWaiting && random.chance(stalled)) freeAt = time.now() + random.fraction() * 40_000;
      freeAt = Math.max(freeAt, time.now() + 2 + random.fraction() * 80);
      const breaks = !isWaiting && random.chance(cut);
      time.at(freeAt - time.now(), () => {
        if (isCut) return;
        if (!breaks) return deliver(message);
        isCut = true;
        // Some lost connections are never reported.
        if (random.chance(0.5)) onCut();
      });
    },
    end(): void {
      isCut = true;
    },
  };
}

/** The event stream of a practice system: `GET /v1/events`. */
export function createPracticeEvents({ time, weather }: { time: VirtualTime; weather: () => StreamWeather }) {
  const { random } = time;
  const listeners = new Set<(text: string) => void>();
  const sent: { id: string; text: string }[] = [];
  const epoch = random.integer(1, 1_000_000);

  const eventOf = (id: string, name: string, data: object) =>
    `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

  return {
    /** Reports records that were changed together, in the order of the commits. */
    report(records: readonly Appointment[]): void {
      if (random.chance(weather().untold)) return;
      const id = `${epoch}-${sent.length + 1}`;
      const appointments = records.map((record) => record.id);
      sent.push({ id, text: eventOf(id, eventNames.changed, { appointments }) });
      for (const listener of listeners) listener(id);
    },
    open(lastId: string | null, signal: AbortSignal): HttpStream {
      const encoder = new TextEncoder();
      const waiting: (Uint8Array | null)[] = [];
      let wakeUp = () => {};
      const push = (chunk: Uint8Array | null) => {
        waiting.push(chunk);
        wakeUp();
      };
      const link = createLink<string>({
        ...{ time, weather },
        deliver: (text) => push(encoder.encode(text)),
        onCut: () => push(null),
      });
      let isOver = false;
      const close = () => {
        isOver = true;
        link.end();
        listeners.delete(listener);
        push(null);
      };
      signal.addEventListener('abort', close);
      const at = sent.findIndex(({ id }) => id === lastId);
      const isKnown = at >= 0 && random.chance(0.8);
      const begin = isKnown ? at + 1 : sent.length;
      // An event may be sent twice.
      const again = isKnown && random.chance(0.3) ? Math.max(0, begin - 1) : begin;
      if (isKnown) for (const { text } of sent.slice(again)) link.send(text);
      else link.send(eventOf(`${epoch}-${sent.length}`, eventNames.reset, {}));
      function listener(): void {
        const last = sent.at(-1);
        if (last) link.send(last.text);
      }
      listeners.add(listener);
      const comment = () => {
        if (isOver) return;
        link.send(':\n\n');
        time.at(eventLimits.commentEveryMs, comment);
      };
      time.at(eventLimits.commentEveryMs, comment);
      async function* body() {
        for (;;) {
          while (waiting.length === 0) await new Promise<void>((resolve) => (wakeUp = resolve));
          const chunk = waiting.shift();
          if (!chunk) throw new UpstreamError('lost', 'the simulated stream was cut');
          yield chunk;
        }
      }
      return { status: 200, header: (name) => (name === 'content-type' ? 'text/event-stream' : null), body: body() };
    },
  };
}

/** A browser's `EventSource` over a connection of the simulated network. */
export class VirtualEventSource extends EventTarget {
  readonly #abort = new AbortController();

  constructor(
    on: Computer,
    { time, weather }: { time: VirtualTime; weather: () => StreamWeather },
    connect: (signal: AbortSignal) => Promise<Response>,
  ) {
    super();
    const { signal } = this.#abort;
    const { page } = on;
    const dispatch = (event: Event) => {
      if (signal.aborted || on.page !== page) return;
      // A sleeping computer receives it when it wakes up.
      time.timer(on, 0, () => {
        if (!signal.aborted) this.dispatchEvent(event);
      });
    };
    const parser = createParser({
      onEvent: ({ event = 'message', data }) => dispatch(new MessageEvent(event, { data })),
    });
    const fail = () => dispatch(new Event('error'));
    const link = createLink<string>({ time, weather, deliver: (text) => parser.feed(text), onCut: fail });
    const read = async () => {
      const { status, body } = await connect(signal);
      if (status !== 200 || body === null) return fail();
      const reader = body.getReader();
      signal.addEventListener('abort', () => void reader.cancel());
      const decoder = new TextDecoder();
      for (let next = await reader.read(); !next.done; next = await reader.read())
        link.send(decoder.decode(next.value, { stream: true }));
      fail();
    };
    if (on.isOnline) read().catch(fail);
    else time.timer(on, 20, fail);
  }

  close(): void {
    this.#abort.abort();
  }
}
