import { describe, expect, it } from 'vitest';
import { documentOnly } from '#contract/desk.ts';
import { createLearning } from './capabilities.ts';
import { type HttpRequest, type HttpResponse, UpstreamError } from './upstream.ts';

const history = JSON.stringify({ paths: { '/v1/appointments/{id}/history': { get: {} } } });
const DAY_MS = 24 * 60 * 60_000;

/** A practice API whose answer to the next question the test chooses, and the time. */
function learner() {
  const asked: HttpRequest[] = [];
  let timeouts: (() => void)[] = [];
  const world = {
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
    if (world.fails !== null) throw world.fails;
    if (world.hangs) return await new Promise(() => undefined);
    return { status: world.status, header: () => null, body: new TextEncoder().encode(world.text) };
  };
  const learning = createLearning({
    upstream,
    clock: () => world.now,
    schedule: (_ms, end) => {
      timeouts = [end];
      return () => undefined;
    },
  });
  return { world, learning, offers: () => learning.known().capabilities.listAppointmentHistory };
}

describe('the description of the practice API', () => {
  it('is asked for once without a key, and again after a day', async () => {
    const { world, learning, offers } = learner();
    expect(offers()).toBe(false);
    expect(world.asked).toEqual([]);
    await learning.start();
    expect(offers()).toBe(true);
    expect(world.asked).toEqual([
      { method: 'GET', target: '/openapi.json', headers: { accept: 'application/json' }, body: null },
    ]);
    world.now += DAY_MS - 1;
    offers();
    expect(world.asked).toHaveLength(1);
    world.now += 1;
    world.text = '{}';
    // What is known is told at once; what is asked for in the background counts from then on.
    expect(offers()).toBe(true);
    await world.settle();
    expect(world.asked).toHaveLength(2);
    expect(offers()).toBe(false);
  });

  it.each([
    ['there is none', { status: 404 }],
    ['it is refused', { status: 401 }],
    ['it is a page', { text: '<html>' }],
    ['it is no text', { text: '"' }],
    ['it is huge', { text: `${history}${' '.repeat(4 * 1024 * 1024)}` }],
  ])('offers nothing and is left in peace for a day where %s', async (_why, changes) => {
    const { world, learning } = learner();
    Object.assign(world, changes);
    await learning.start();
    expect(learning.known().capabilities).toEqual(documentOnly);
    world.now += DAY_MS - 1;
    learning.known();
    expect(world.asked).toHaveLength(1);
  });

  it('offers nothing when it takes too long, and keeps nobody waiting', async () => {
    const { world, learning, offers } = learner();
    await learning.start();
    world.hangs = true;
    world.now += DAY_MS;
    expect(offers()).toBe(true);
    world.timeOut();
    await world.settle();
    expect(offers()).toBe(false);
  });

  it('is asked for again soon while the practice API is away, and what was learnt stays', async () => {
    const { world, learning, offers } = learner();
    await learning.start();
    world.now += DAY_MS;
    world.fails = new UpstreamError('not_sent', 'refused');
    offers();
    await world.settle();
    expect(offers()).toBe(true);
    world.fails = null;
    world.text = '{}';
    world.now += 5_000;
    offers();
    await world.settle();
    expect(offers()).toBe(false);
  });

  it('is asked for again in doubt, not more than once a minute', async () => {
    const { world, learning } = learner();
    learning.doubt();
    learning.known();
    expect(world.asked).toHaveLength(0);
    await learning.start();
    for (let nth = 0; nth < 100; nth += 1) {
      world.now += 1_000;
      learning.doubt();
      learning.known();
      await world.settle();
    }
    expect(world.asked).toHaveLength(2);
  });
});
