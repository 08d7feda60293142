import { describe, expect, it } from 'vitest';
import { documentOnly } from '#contract/desk.ts';
import { createCapabilityDiscovery } from './capabilities.ts';
import { type HttpRequest, type HttpResponse, UpstreamError } from './upstream.ts';

const history = JSON.stringify({ paths: { '/v1/appointments/{id}/history': { get: {} } } });
const DAY_MS = 24 * 60 * 60_000;

/** A practice API whose answer to the next question the test chooses, and the time. */
function learner() {
  const asked: HttpRequest[] = [];
  let timeouts: (() => void)[] = [];
  const system = {
    now: 1_000,
    status: 200,
    text: history,
    fails: null as UpstreamError | null,
    hangs: false,
    asked,
    async settle() {
      await new Promise((resolve) => setImmediate(resolve));
    },
    timeOut: () => {
      for (const end of timeouts) end();
    },
  };
  const upstream = async (request: HttpRequest): Promise<HttpResponse> => {
    asked.push(request);
    if (system.fails !== null) throw system.fails;
    if (system.hangs) return await new Promise(() => undefined);
    return { status: system.status, header: () => null, body: new TextEncoder().encode(system.text) };
  };
  const discovery = createCapabilityDiscovery({
    upstream,
    clock: () => system.now,
    schedule: (_ms, end) => {
      timeouts = [end];
      return () => undefined;
    },
  });
  return { system, discovery, offers: () => discovery.known().capabilities.listAppointmentHistory };
}

describe('the description of the practice API', () => {
  it('is asked for once without a key, and again after a day', async () => {
    const { system, discovery, offers } = learner();
    expect(offers()).toBe(false);
    expect(system.asked).toEqual([]);
    await discovery.start();
    expect(offers()).toBe(true);
    expect(system.asked).toEqual([
      { method: 'GET', target: '/openapi.json', headers: { accept: 'application/json' }, body: null, isWrite: false },
    ]);
    system.now += DAY_MS - 1;
    offers();
    expect(system.asked).toHaveLength(1);
    system.now += 1;
    system.text = '{}';
    // What is known is told at once; what is asked for in the background counts from then on.
    expect(offers()).toBe(true);
    await system.settle();
    expect(system.asked).toHaveLength(2);
    expect(offers()).toBe(false);
  });

  it.each([
    ['there is none', { status: 404 }],
    ['it is refused', { status: 401 }],
    ['it is a page', { text: '<html>' }],
    ['it is no text', { text: '"' }],
    ['it is huge', { text: `${history}${' '.repeat(4 * 1024 * 1024)}` }],
  ])('offers nothing and is left in peace for a day where %s', async (_why, changes) => {
    const { system, discovery } = learner();
    Object.assign(system, changes);
    await discovery.start();
    expect(discovery.known().capabilities).toEqual(documentOnly);
    system.now += DAY_MS - 1;
    discovery.known();
    expect(system.asked).toHaveLength(1);
  });

  it('offers nothing when it takes too long, and keeps nobody waiting', async () => {
    const { system, discovery, offers } = learner();
    await discovery.start();
    system.hangs = true;
    system.now += DAY_MS;
    expect(offers()).toBe(true);
    system.timeOut();
    await system.settle();
    expect(offers()).toBe(false);
  });

  it('is asked for again soon while the practice API is away, and what was learnt stays', async () => {
    const { system, discovery, offers } = learner();
    await discovery.start();
    system.now += DAY_MS;
    system.fails = new UpstreamError('not_sent', 'refused');
    offers();
    await system.settle();
    expect(offers()).toBe(true);
    system.fails = null;
    system.text = '{}';
    system.now += 5_000;
    offers();
    await system.settle();
    expect(offers()).toBe(false);
  });

  it('is asked for again in doubt, not more than once a minute', async () => {
    const { system, discovery } = learner();
    discovery.doubt();
    discovery.known();
    expect(system.asked).toHaveLength(0);
    await discovery.start();
    for (let nth = 0; nth < 100; nth += 1) {
      system.now += 1_000;
      discovery.doubt();
      discovery.known();
      await system.settle();
    }
    expect(system.asked).toHaveLength(2);
  });
});
