import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { apiFor, createApiClient } from '#app/api/api-client.ts';
import { ApiError } from '#app/api/api-error.ts';

type Answer = (request: Request) => Response | Promise<Response>;

function clientOf(answer: Answer) {
  return createApiClient({
    baseUrl: 'http://desk.test',
    fetch: async (input, init) => answer(new Request(input, init)),
  });
}

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error('An ApiError was expected.');
  return error;
}

describe('createApiClient', () => {
  test('writes lists with commas and leaves out what is missing', async () => {
    const urls: string[] = [];
    const api = clientOf((request) => {
      urls.push(request.url);
      return Response.json('pong');
    });
    await api.get('/api/ping', z.string(), { query: { companyId: 'c', storeIds: ['a', 'b'], cursor: null, limit: 5 } });
    expect(urls).toEqual(['http://desk.test/api/ping?companyId=c&storeIds=a%2Cb&limit=5']);
  });

  test('marks polls and nothing else', async () => {
    const marks: (string | null)[] = [];
    const api = clientOf((request) => {
      marks.push(request.headers.get('x-frontdesk-purpose'));
      return Response.json(1);
    });
    await api.get('/x', z.number(), { purpose: 'poll' });
    await api.post('/x', { a: 1 }, z.number());
    expect(marks).toEqual(['poll', null]);
  });

  test('names the person of the page, or the one for whom a request is sent', async () => {
    const named: (string | null)[] = [];
    let person: string | null = null;
    const api = createApiClient({
      baseUrl: 'http://desk.test',
      person: () => person,
      fetch: async (input, init) => {
        named.push(new Request(input, init).headers.get('x-frontdesk-person'));
        return Response.json(1);
      },
    });
    await api.get('/x', z.number());
    person = 'ann';
    await api.get('/x', z.number());
    // What Ann began stays hers.
    const ofAnn = apiFor('ann', api);
    person = 'bob';
    await ofAnn.post('/x', {}, z.number(), { idempotencyKey: 'k' });
    await ofAnn.patch('/x', {}, z.number());
    await ofAnn.delete('/x');
    // What is loaded is for who is there.
    await ofAnn.get('/x', z.number());
    await ofAnn.post('/api/v1/appointments/search', {}, z.number());
    await api.post('/x', {}, z.number());
    expect(named).toEqual([null, 'ann', 'ann', 'ann', 'ann', 'bob', 'bob', 'bob']);
  });

  test('reports the message key of an error', async () => {
    const reports: (string | null)[] = [];
    const answers = [Response.json(1), Response.json({ message: 'another_person' }, { status: 409 })];
    const api = createApiClient({
      baseUrl: 'http://desk.test',
      fetch: async () => answers.shift() ?? Response.error(),
      onResponse: ({ messageKey }) => reports.push(messageKey),
    });
    await api.get('/x', z.number());
    await failureOf(api.get('/x', z.number()));
    expect(reports).toEqual([null, 'another_person']);
  });

  test('lets polls stand back in the browser, too, so that what somebody waits for comes first', async () => {
    const priorities: (string | undefined)[] = [];
    const api = createApiClient({
      baseUrl: '',
      fetch: async (_, init) => {
        priorities.push(init?.priority);
        return Response.json(1);
      },
    });
    await api.get('/api/v1/pets', z.number(), { purpose: 'poll' });
    await api.get('/api/v1/pets', z.number(), { query: { query: 'bel', limit: 50 } });
    expect(priorities).toEqual(['low', 'auto']);
  });

  test('reads the error body with its suggestion, id and the time to wait', async () => {
    const api = clientOf(() =>
      Response.json(
        {
          type: 'SERVICE_ERROR',
          message: 'rate_limit_exceeded',
          data: { httpStatus: 429, suggestion: 'Wait.', errorInstanceId: 'abc' },
        },
        { status: 429, headers: { 'retry-after': '7' } },
      ),
    );
    expect(await failureOf(api.get('/x', z.string()))).toMatchObject({
      kind: 'http',
      status: 429,
      messageKey: 'rate_limit_exceeded',
      suggestion: 'Wait.',
      errorInstanceId: 'abc',
      retryAfterSeconds: 7,
    });
  });

  test.each([
    ['', 'text/plain'],
    ['<h1>Bad gateway</h1>', 'text/html'],
    ['[1,2]', 'application/json'],
    ['{"message":5,"data":"no"}', 'application/json'],
  ])('takes an error body of any shape: %j', async (body, type) => {
    const api = clientOf(() => new Response(body, { status: 502, headers: { 'content-type': type } }));
    expect(await failureOf(api.get('/x', z.string()))).toMatchObject({
      kind: 'http',
      status: 502,
      messageKey: null,
      suggestion: null,
      errorInstanceId: null,
      retryAfterSeconds: null,
    });
  });

  test('tells a missing answer from an unreadable one', async () => {
    const lost = clientOf(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await failureOf(lost.get('/x', z.string()))).toMatchObject({ kind: 'network', status: null });
    const cut = clientOf(
      () => new Response(new ReadableStream({ start: (body) => body.error(new TypeError('terminated')) })),
    );
    expect(await failureOf(cut.get('/x', z.string()))).toMatchObject({ kind: 'network', status: null });
    const broken = clientOf(() => new Response('{"data":['));
    expect(await failureOf(broken.get('/x', z.string()))).toMatchObject({ kind: 'invalid', status: 200 });
    const odd = clientOf(() => Response.json({ data: 5 }));
    expect(await failureOf(odd.get('/x', z.string()))).toMatchObject({ kind: 'invalid', status: 200 });
  });

  test('passes on that a request was called off', async () => {
    const controller = new AbortController();
    controller.abort();
    const api = clientOf((request) => {
      request.signal.throwIfAborted();
      return Response.json(1);
    });
    await expect(api.get('/x', z.number(), { signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});
