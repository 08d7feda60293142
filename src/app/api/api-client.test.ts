import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { apiFor, createApiClient } from '#app/api/api-client.ts';
import { ApiError } from '#app/api/api-error.ts';
import { calls } from '#contract/calls.ts';
import { presenceCall } from '#contract/desk-events.ts';
import type { Call } from '#contract/endpoint.ts';

const path: Call['path'] = '/x';
const number = { method: 'GET', path, received: z.number() } as const;
const text = { method: 'GET', path, received: z.string() } as const;
const page = { data: [], nextCursor: null, hasMore: false, totalCount: 0 };
const companyId = 'c';

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
  test('fills in the path, joins lists with commas, and leaves out missing values', async () => {
    const sent: string[] = [];
    const api = clientOf((request) => {
      sent.push(`${request.method} ${request.url.replace('http://desk.test', '')}`);
      return Response.json(page);
    });
    const storeIds = ['a', 'b'];
    await api.call(calls.listEmployees, { companyId, storeIds, query: undefined, cursor: null, limit: 5 });
    await api.call(calls.listAppointmentHistory, { companyId, id: 'a/1' });
    expect(sent).toEqual([
      'GET /api/v1/employees?companyId=c&storeIds=a%2Cb&limit=5',
      'GET /api/v1/appointments/a%2F1/history?companyId=c',
    ]);
  });

  test('sends the rest of the input of a POST and a PATCH as its body', async () => {
    const sent: unknown[] = [];
    const api = clientOf(async (request) => {
      sent.push([
        request.method,
        new URL(request.url).pathname,
        request.headers.get('content-type'),
        await request.json(),
      ]);
      return Response.json({ id: '1', start: '2026-06-01T10:00Z', end: '2026-06-01T11:00Z' });
    });
    const change = { companyId, expectedUpdatedAt: 'then', status: 'newer than the specification', notes: null };
    const changed = await api.call(calls.changeAppointment, { id: '1', ...change });
    await api.call(presenceCall, { companyId, desk: 'd', activity: null });
    expect(sent).toEqual([
      ['PATCH', '/api/v1/appointments/1', 'application/json', change],
      ['POST', '/desk/presence', 'application/json', { companyId, desk: 'd', activity: null }],
    ]);
    expect(changed).toMatchObject({ id: '1', notes: null, employees: [] });
  });

  test('does not parse the response when the call declares no `received` schema', async () => {
    const api = clientOf(() => new Response('not JSON'));
    expect(await api.call({ method: 'DELETE', path }, {})).toBeUndefined();
  });

  test('sends the id of the signed-in person, or of the person given with the request', async () => {
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
    const write = { ...number, method: 'POST', permission: 'appointments.write' } as const;
    await api.call(number, {});
    person = 'ann';
    await api.call(number, {});
    // A client created for Ann keeps sending Ann's id.
    const ofAnn = apiFor('ann', api);
    person = 'bob';
    await ofAnn.call(write, {}, { idempotencyKey: 'k' });
    await ofAnn.call({ ...write, method: 'PATCH' }, {});
    await ofAnn.call({ ...write, method: 'DELETE' }, {});
    await ofAnn.call({ method: 'POST', path }, {});
    // Reads, including those sent by POST, name the person who is signed in now.
    await ofAnn.call(number, {});
    await ofAnn.call({ ...number, permission: 'practice.write' }, {});
    await ofAnn.call({ ...write, permission: 'appointments.read' }, {});
    await api.call(write, {});
    expect(named).toEqual([null, ...Array(5).fill('ann'), ...Array(4).fill('bob')]);
  });

  test('reports the message key of an error', async () => {
    const reports: (string | null)[] = [];
    const answers = [Response.json(1), Response.json({ message: 'another_person' }, { status: 409 })];
    const api = createApiClient({
      baseUrl: 'http://desk.test',
      fetch: async () => answers.shift() ?? Response.error(),
      onResponse: ({ messageKey }) => reports.push(messageKey),
    });
    await api.call(number, {});
    await failureOf(api.call(number, {}));
    expect(reports).toEqual([null, 'another_person']);
  });

  test('marks background requests, and sends polls with low priority so that the browser serves others first', async () => {
    const marks: unknown[] = [];
    const api = createApiClient({
      baseUrl: '',
      fetch: async (_, init) => {
        marks.push([new Headers(init?.headers).get('x-frontdesk-purpose'), init?.priority]);
        return Response.json(1);
      },
    });
    await api.call(number, {}, { purpose: 'poll' });
    await api.call(number, {}, { purpose: 'recheck' });
    await api.call(number, {});
    expect(marks).toEqual([
      ['poll', 'low'],
      ['recheck', 'auto'],
      [null, 'auto'],
    ]);
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
    expect(await failureOf(api.call(text, {}))).toMatchObject({
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
  ])('accepts an error body of any shape: %j', async (body, type) => {
    const api = clientOf(() => new Response(body, { status: 502, headers: { 'content-type': type } }));
    expect(await failureOf(api.call(text, {}))).toMatchObject({
      kind: 'http',
      status: 502,
      messageKey: null,
      suggestion: null,
      errorInstanceId: null,
      retryAfterSeconds: null,
    });
  });

  test('distinguishes a missing response from an unreadable one', async () => {
    const lost = clientOf(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await failureOf(lost.call(text, {}))).toMatchObject({ kind: 'network', status: null });
    const cut = clientOf(
      () => new Response(new ReadableStream({ start: (body) => body.error(new TypeError('terminated')) })),
    );
    expect(await failureOf(cut.call(text, {}))).toMatchObject({ kind: 'network', status: null });
    const broken = clientOf(() => new Response('{"data":['));
    expect(await failureOf(broken.call(text, {}))).toMatchObject({ kind: 'invalid', status: 200 });
    const wrongType = clientOf(() => Response.json({ data: 5 }));
    expect(await failureOf(wrongType.call(text, {}))).toMatchObject({ kind: 'invalid', status: 200 });
  });

  test('rethrows the error of an aborted request', async () => {
    const controller = new AbortController();
    controller.abort();
    const api = clientOf((request) => {
      request.signal.throwIfAborted();
      return Response.json(1);
    });
    await expect(api.call(number, {}, { signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});
