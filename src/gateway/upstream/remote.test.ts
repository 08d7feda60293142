import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHostileUpstream, type HostileUpstream } from '#testing/hostile-upstream.ts';
import type { HttpResponse } from './connection.ts';
import { createRemoteUpstream } from './remote.ts';

const PETS = 'GET /v1/pets';
const petsRequest = { method: 'GET', target: '/v1/pets?query=a%20b', headers: {}, body: null, isWrite: false } as const;
const page = { data: [], nextCursor: null, hasMore: false, totalCount: 0 };
let hostile: HostileUpstream;

beforeEach(async () => {
  hostile = await createHostileUpstream();
});
afterEach(() => hostile.close());

const read = (baseUrl = hostile.url, { signal } = new AbortController()) =>
  createRemoteUpstream({ baseUrl, maxBodyBytes: 1_000 }).send(petsRequest, signal);

const create = () =>
  createRemoteUpstream({ baseUrl: hostile.url }).send(
    { method: 'POST', target: '/v1/appointments', headers: {}, body: new TextEncoder().encode('{}'), isWrite: true },
    new AbortController().signal,
  );

const jsonOf = ({ body }: HttpResponse): unknown => JSON.parse(new TextDecoder().decode(body));

describe('createRemoteUpstream', () => {
  it('keeps the path of the base address', async () => {
    for (const base of [`${hostile.url}/api`, `${hostile.url}/api/`]) await read(base);
    await read();
    expect(hostile.seen.map(({ path }) => path)).toEqual([
      '/api/v1/pets?query=a%20b',
      '/api/v1/pets?query=a%20b',
      '/v1/pets?query=a%20b',
    ]);
  });

  it('decompresses a response', async () => {
    hostile.next(PETS, 'gzip');
    expect(jsonOf(await read())).toEqual(page);
  });

  it('rejects a badly compressed response', async () => {
    hostile.next(PETS, 'broken-gzip');
    await expect(read()).rejects.toMatchObject({ reason: 'unusable' });
  });

  it('rejects a response above the limit, compressed or not', async () => {
    await hostile.close();
    hostile = await createHostileUpstream({ service: () => new Response(new Uint8Array(1_001)) });
    await expect(read()).rejects.toMatchObject({ reason: 'lost' });
    hostile.next(PETS, 'gzip');
    await expect(read()).rejects.toMatchObject({ reason: 'unusable' });
  });

  it('aborts a request that is no longer awaited', async () => {
    const controller = new AbortController();
    await hostile.close();
    hostile = await createHostileUpstream({ onStalled: () => controller.abort() });
    hostile.next(PETS, 'stall-before');
    await expect(read(hostile.url, controller)).rejects.toMatchObject({ reason: 'lost' });
    await expect(read(hostile.url, controller)).rejects.toMatchObject({ reason: 'lost' });
  });

  it('does not follow a redirect', async () => {
    hostile.next(PETS, 'redirect');
    expect((await read()).status).toBe(307);
    expect(hostile.seen).toHaveLength(1);
  });

  it.each(['reset-before', 'reset-after', 'truncated'] as const)(
    'does not claim to know whether a create was made: %s',
    async (fault) => {
      hostile.next('POST /v1/appointments', fault);
      await expect(create()).rejects.toMatchObject({ reason: 'lost' });
    },
  );

  it('reports that nothing was sent if no connection was made', async () => {
    await hostile.refuse();
    await expect(create()).rejects.toMatchObject({ reason: 'not_sent' });
    await expect(read()).rejects.toMatchObject({ reason: 'not_sent' });
    await expect(read('http://no-such-host.invalid')).rejects.toMatchObject({ reason: 'not_sent' });
  });
});

describe('a streaming response', () => {
  const events = { ...petsRequest, target: '/v1/events' };

  /** A practice API that keeps every event stream open. */
  async function keepOpen() {
    const opened: { output: ReadableStreamDefaultController<Uint8Array>; isCancelled: boolean }[] = [];
    await hostile.close();
    hostile = await createHostileUpstream({
      service({ url }) {
        if (!url.endsWith('/v1/events')) return Response.json(page);
        const body = new ReadableStream<Uint8Array>({
          start(output) {
            opened.push({ output, isCancelled: false });
          },
          cancel() {
            for (const stream of opened) stream.isCancelled = true;
          },
        });
        return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
      },
    });
    return opened;
  }

  it('is read as it arrives, until its reader stops', async () => {
    const [opened, controller] = [await keepOpen(), new AbortController()];
    const { status, header, body } = await createRemoteUpstream({ baseUrl: hostile.url, maxBodyBytes: 10 }).open(
      { ...events, headers: { 'last-event-id': 'a' } },
      controller.signal,
    );
    expect({ status, type: header('content-type') }).toEqual({ status: 200, type: 'text/event-stream' });
    expect(hostile.seen[0]!.headers).toMatchObject({ 'last-event-id': 'a' });
    // The request must not ask for compression.
    expect(hostile.seen[0]!.headers).not.toHaveProperty('accept-encoding');
    const chunks = body[Symbol.asyncIterator]();
    for (const text of ['first', 'and another that is longer than a response may be']) {
      opened[0]!.output.enqueue(new TextEncoder().encode(text));
      expect(new TextDecoder().decode((await chunks.next()).value)).toBe(text);
    }
    const next = chunks.next();
    controller.abort();
    await expect(next).rejects.toThrow('abort');
    await expect.poll(() => opened[0]!.isCancelled).toBe(true);
  });

  it('delays no read, however many there are', async () => {
    const [opened, upstream] = [await keepOpen(), createRemoteUpstream({ baseUrl: hostile.url })];
    const controllers = Array.from({ length: 40 }, () => new AbortController());
    await Promise.all(controllers.map(({ signal }) => upstream.open(events, signal)));
    expect(opened).toHaveLength(40);
    expect((await upstream.send(petsRequest, new AbortController().signal)).status).toBe(200);
    for (const controller of controllers) controller.abort();
  });

  it('may never arrive', async () => {
    await hostile.refuse();
    const { signal } = new AbortController();
    await expect(createRemoteUpstream({ baseUrl: hostile.url }).open(events, signal)).rejects.toMatchObject({
      reason: 'not_sent',
    });
  });
});
