import type { Appointment } from '#contract/appointment.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { type HttpRequest, type HttpResponse, type Upstream, UpstreamError } from '#gateway/upstream/connection.ts';
import type { Random } from '#service/demo/random.ts';
import { createVendorGateway } from '#testing/gateways.ts';
import { ownDescription, type PracticeSystem } from './practice-systems.ts';
import { createPracticeEvents, type StreamWeather, VirtualEventSource } from './streams.ts';
import type { Computer, VirtualTime } from './virtual-time.ts';

/** A change to an appointment in the practice system, by any desk. */
export interface Commit {
  /** The true time from which it can be read. */
  at: number;
  record: Appointment;
  /** The body of the request that made it. */
  body: string;
}

/** Numbers for appointments, in the order of their creation, because their ids differ in every run. */
export function createNames() {
  const names = new Map<string, string>();
  const of = (id: string): string => {
    const name = names.get(id) ?? `visit ${names.size + 1}`;
    names.set(id, name);
    return name;
  };
  return { of, in: (text: string) => text.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, of) };
}
export type Names = ReturnType<typeof createNames>;

/** The conditions between browser, gateway and practice system. */
export interface Weather extends StreamWeather {
  /** Shares of requests, 0 to 1. */
  lost: number;
  answerLost: number;
  slow: number;
  refused: number;
}

export const fair: Weather = { lost: 0, answerLost: 0, slow: 0, refused: 0, stalled: 0, cut: 0, untold: 0 };

interface NetworkOptions {
  time: VirtualTime;
  system: PracticeSystem;
  names: Names;
  weather: () => Weather;
  /** The maximum number of records in a page of the practice system. */
  pageSize: number;
  /** Whether it supports only the specification. */
  documentOnly: boolean;
  /** Whether it has an event stream. */
  hasEvents: boolean;
  /** How far its clock is ahead of the true time. */
  aheadMs: number;
  requestsPerMinute: number;
}

const origin = 'http://127.0.0.1:4100';

/** The usual duration of a message, and a slow one. */
const usualMs = (random: Random) => 3 + random.fraction() ** 3 * 200;
const slowMs = (random: Random) => 500 + random.fraction() ** 2 * 14_000;

const refusals = [
  { status: 429, headers: { 'retry-after': '3' } },
  { status: 429, headers: {} },
  { status: 503, headers: { 'retry-after': '2' } },
  { status: 503, headers: {} },
  { status: 500, headers: {} },
] as const;

/** The gateway in front of a practice system, and everything that can happen to messages on both sides of it. */
export function createNetwork(options: NetworkOptions) {
  const { time, system, names, weather, pageSize, aheadMs } = options;
  const { random } = time;
  const service = time.computer('practice system', aheadMs);
  const gatewayHost = time.computer('gateway');
  const commits: Commit[] = [];
  const versions = new Map<string, string>();
  /** The pending requests of each computer, as functions that break them off. */
  const underWay = new Map<Computer, Set<(afterMs: number) => void>>();
  const events = createPracticeEvents({ time, weather });
  /** The event streams of each computer. */
  const sources = new Map<Computer, Set<VirtualEventSource>>();
  const latency = () => (random.chance(weather().slow) ? slowMs(random) : usualMs(random));

  async function observe(body: string): Promise<void> {
    const changed = (await system.records()).filter(({ id, updatedAt }) => versions.get(id) !== updatedAt);
    for (const record of changed) {
      versions.set(record.id, record.updatedAt);
      names.of(record.id);
      commits.push({ at: time.now(), record, body });
    }
    if (changed.length > 0) events.report(changed);
  }

  /**
   * Lets the practice system carry a request out. The timestamp of a write may be some time before it becomes readable.
   */
  async function carryOut({ method, target, headers, body, isWrite }: HttpRequest): Promise<HttpResponse> {
    const stampedMs = isWrite && random.chance(0.2) ? random.fraction() * 15_000 : 0;
    const at = isWrite ? { ...service, aheadMs: aheadMs - stampedMs } : service;
    const text = body === null ? null : withSmallPages(new TextDecoder().decode(body), pageSize);
    const response = await time.on(at, () =>
      system.handle(smallPages(target, pageSize), { method, headers, body: text }),
    );
    if (isWrite) await observe(text ?? '');
    const bytes = new Uint8Array(await response.arrayBuffer());
    const date = new Date(time.now() + aheadMs).toUTCString();
    return {
      status: response.status,
      header: (name) => (name === 'date' ? date : response.headers.get(name)),
      body: bytes,
    };
  }

  const sendToSystem: Upstream['send'] = (request, signal) =>
    new Promise((resolve, reject) => {
      const { method, target, isWrite } = request;
      const fail = (reason: UpstreamError['reason'], afterMs: number) =>
        time.at(afterMs, () => reject(new UpstreamError(reason, 'the simulated network failed')));
      signal.addEventListener('abort', () => reject(new UpstreamError('timeout', 'aborted')));
      if (target === '/openapi.json')
        return resolve({
          ...json(options.documentOnly ? '{}' : ownDescription(options)),
          status: options.documentOnly ? 404 : 200,
        });
      const what = names.in(`${method} ${target.replace(/\?.*/, '')}`);
      const { lost, answerLost, refused } = weather();
      if (random.chance(lost)) {
        const reason = random.pick(['not_sent', 'lost'] as const);
        time.note(`gateway: ${what} is ${reason}`);
        // A message that is lost to the gateway may still arrive later, after everyone has given up on it.
        if (reason === 'lost' && random.chance(0.3)) time.at(slowMs(random), () => carryOut(request));
        return fail(reason, latency());
      }
      if (random.chance(refused)) {
        const { status, headers } = random.pick(refusals);
        time.note(`practice system: ${what} is refused with ${status}`);
        // A failure may follow after the work was done.
        if (status === 500 && isWrite && random.chance(0.5)) time.at(latency(), () => carryOut(request));
        const header = (name: string) =>
          name === 'retry-after' ? ((headers as Record<string, string>)[name] ?? null) : null;
        return time.at(latency(), () => resolve({ status, header, body: new TextEncoder().encode('{}') }));
      }
      time.at(latency(), async () => {
        const response = await carryOut(request);
        if (isWrite || response.status !== 200) time.note(`practice system: ${what} is ${response.status}`);
        if (random.chance(answerLost)) fail('lost', latency());
        else time.at(latency(), () => resolve(response));
      });
    });

  const openAtSystem: Upstream['open'] = (request, signal) =>
    new Promise((resolve, reject) => {
      const { lost, refused } = weather();
      time.at(latency(), () => {
        if (random.chance(lost)) return reject(new UpstreamError('lost', 'the simulated network failed'));
        if (random.chance(refused)) return resolve({ status: 503, header: () => null, body: noBody() });
        resolve(events.open(request.headers['last-event-id'] ?? null, signal));
      });
    });

  const gateway: Gateway = createVendorGateway({
    upstream: { send: sendToSystem, open: openAtSystem },
    keyring: { access: 'shared', key: () => system.key },
    limit: { requests: options.requestsPerMinute, windowMs: 60_000 },
    clock: () => Math.floor(time.now()),
    random: () => gatewayHost.random.fraction(),
    sleep: (ms) => new Promise((resolve) => void time.timer(gatewayHost, ms, resolve)),
    schedule: (ms, callback) => time.timer(gatewayHost, ms, callback),
  });

  /** Sends a request of a page; null if the computer has no network. */
  function send(computer: Computer, url: string, init: RequestInit, settle: (answer: Response | null) => void): void {
    const { lost, answerLost } = weather();
    const what = names.in(`${init.method} ${url.replace(/\?.*/, '')}`);
    const open = underWay.get(computer) ?? new Set();
    underWay.set(computer, open);
    let isOver = false;
    const { page } = computer;
    const end = (afterMs: number, answer: Response | null) =>
      // A sleeping computer receives it when it wakes up.
      void time.timer(computer, afterMs, () => {
        // Nothing waits for it on a page that has been left.
        if (isOver || computer.page !== page) return;
        isOver = true;
        open.delete(breakOff);
        settle(answer);
      });
    const breakOff = (afterMs: number) => end(afterMs, null);
    open.add(breakOff);
    if (!computer.isOnline) {
      end(usualMs(random), null);
      return;
    }
    const isLost = random.chance(lost);
    if (isLost) {
      time.note(`${computer.name}: ${what} is lost`);
      end(latency(), null);
      if (random.chance(0.7)) return;
    }
    time.at(latency(), async () => {
      const request = () => gateway.request(`${origin}${url}`, { ...init, signal: null });
      void time.on(gatewayHost, async () => {
        const answer = await request();
        if (isLost) return;
        const isAnswerLost = random.chance(answerLost);
        if (isAnswerLost) time.note(`${computer.name}: the answer to ${what} is lost`);
        end(latency(), isAnswerLost ? null : answer);
      });
    });
  }

  return {
    gateway,
    commits,
    /** Records what the practice system contains at the start. */
    observe: () => observe(''),
    /** Opens the gateway's events on a page. */
    openEvents: (computer: Computer, url: string): VirtualEventSource => {
      const source = new VirtualEventSource(computer, { time, weather }, () =>
        time.on(gatewayHost, async () => gateway.request(`${origin}${url}`)),
      );
      const open = sources.get(computer) ?? new Set();
      sources.set(computer, open.add(source));
      return source;
    },
    /** Ends the connections of a page that a computer leaves. */
    leave(computer: Computer): void {
      for (const source of sources.get(computer) ?? []) source.close();
      sources.delete(computer);
    },
    disconnect(computer: Computer): void {
      computer.isOnline = false;
      for (const source of sources.get(computer) ?? []) source.dispatchEvent(new Event('error'));
      for (const breakOff of underWay.get(computer) ?? []) breakOff(random.fraction() * 8000);
    },
    /** The `fetch` of the computer's page. */
    fetchOf: (computer: Computer): typeof fetch => {
      const { page } = computer;
      return (input, init = {}) =>
        new Promise((resolve, reject) => {
          if (computer.page !== page) return;
          const { signal } = init;
          if (signal?.aborted) return reject(signal.reason);
          const abort = () => reject(signal?.reason);
          signal?.addEventListener('abort', abort, { once: true });
          send(computer, String(input), init, (answer) => {
            signal?.removeEventListener('abort', abort);
            if (answer === null) reject(new TypeError('The network failed.'));
            else resolve(answer);
          });
        });
    },
  };
}

async function* noBody(): AsyncGenerator<Uint8Array> {}

const json = (text: string) => ({ header: () => null, body: new TextEncoder().encode(text) });

/** A practice system may send fewer records than requested. */
function smallPages(target: string, most: number): string {
  return target.replace(/\blimit=(\d+)/, (_, limit) => `limit=${Math.min(Number(limit), most)}`);
}

function withSmallPages(body: string, most: number): string {
  return body.replace(/"limit":(\d+)/, (_, limit) => `"limit":${Math.min(Number(limit), most)}`);
}
