import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { features } from '#contract/features.ts';
import { idempotencyKeyHeader } from '#contract/idempotency-key.ts';
import type { Database } from '#service/db/database.ts';
import { createService } from '#service/service.ts';
import { openSharedMemoryDatabase } from '#testing/databases.ts';
import { addPractice, keyOf, type TestPractice } from '#testing/practice-rows.ts';
import { checkPracticeApi, NoPracticeApiError } from './check-practice-api.ts';
import type { ProbeResult, SendProbe } from './probe.ts';
import { reportText } from './report-text.ts';

const address = 'https://vendor.example';
const key = 'fd_a-key';

/** Sends requests to a practice API in this process. */
const askOver =
  (service: (request: Request) => Response | Promise<Response>): SendProbe =>
  async (target, withKey) => {
    const headers = withKey === null ? {} : { authorization: `Bearer ${withKey}` };
    const response = await service(new Request(`${address}${target}`, { headers }));
    const body = new Uint8Array(await response.arrayBuffer());
    const { status } = response;
    return {
      status,
      header: (name) => response.headers.get(name),
      body,
      ms: 1,
      receivedAt: Date.now(),
    } satisfies ProbeResult;
  };

const page = (data: readonly unknown[], more: object = {}) => ({ data, nextCursor: null, hasMore: false, ...more });
const refusal = () => Response.json({ message: 'authorization_required' }, { status: 401 });

/** The responses of a practice API by path: a body, or a response. */
type Answers = Readonly<Record<string, unknown>>;

/** The responses of an API that supports only the specification. */
const specification: Answers = {
  '/v1/companies': page([{ id: 'c', name: 'Elm Vets', stores: [] }]),
  '/ping': 'pong',
  '/v1/enums': { APPOINTMENT_STATUS: ['requested'] },
  '/v1/employees': page([{ id: 'e', name: 'Dr. Nym', role: 'vet' }, { id: 'only-an-id' }]),
  '/v1/appointment-types': page([{ id: 't', name: 'Check', category: 'of their own', durationMinutes: 20 }]),
  '/v1/clients': page([{ id: 'k', name: 'Ada', plan: 'gold' }]),
  '/v1/pets': page([]),
  '/v1/appointments': page([{ id: 'a', start: '2026-03-02T09:00Z', end: '2026-03-02T09:30+01:00', title: 'Booked' }]),
};

/** A practice API that accepts only the key. Its responses replace the ones of {@link specification}. */
const vendor = (answers: Answers = {}) =>
  askOver((request) => {
    const { pathname } = new URL(request.url);
    const found = { ...specification, ...answers }[pathname];
    if (pathname !== '/openapi.json' && request.headers.get('authorization') !== `Bearer ${key}` && !('*' in answers))
      return refusal();
    const answer = found ?? answers['*'] ?? new Response('', { status: 404 });
    return answer instanceof Response ? answer.clone() : Response.json(answer);
  });

const checked = (ask: SendProbe, withKey: string | null = key) => checkPracticeApi({ address, ask, key: withKey });
const names = Object.values(features).flatMap((ofArea) => ofArea.map(({ name }) => name));

describe('our own service', () => {
  let database: Database;
  let practice: TestPractice;
  beforeAll(async () => {
    database = await openSharedMemoryDatabase();
    practice = await addPractice(database);
  });
  afterAll(() => database.close());

  const askService = () => {
    const service = createService({ database });
    return askOver((request) => service.fetch(request));
  };

  test('has every feature and no problems', async () => {
    const report = await checked(askService(), await keyOf(database, practice.vet));
    expect(report).toMatchObject({ description: 'read', key: 'accepted', problems: [] });
    expect(report.features.filter(({ isThere }) => !isThere)).toEqual([]);
    expect(report.features.map(({ name }) => name)).toEqual(names);
    expect(report.notes.join()).toContain('how many requests are left');
    expect(report.requests.every(({ request }) => request.startsWith('GET '))).toBe(true);
  });

  test('has, with a key that may only read, what the key allows', async () => {
    const report = await checked(askService(), await keyOf(database, practice.vet, true));
    expect(report.problems).toEqual([]);
    expect(report.notes).toContainEqual(expect.stringContaining('read only'));
    const of = (name: string) => report.features.find((feature) => feature.name === name);
    expect(of('Waiting list')).toMatchObject({ isThere: true });
    expect(of('Export')).toMatchObject({ isThere: false });
    expect(of('New client')).toMatchObject({ isThere: false, lacking: ['the key is read only'] });
  });

  test('is described without a key, too, and says so', async () => {
    const report = await checked(askService(), null);
    expect(report).toMatchObject({ key: 'none', problems: [] });
    expect(report.features.every(({ isThere }) => isThere)).toBe(true);
    expect(reportText(report).join('\n')).toContain('--key-file');
  });
});

describe('a practice API with the specification alone', () => {
  test('has the calendar and booking, lacks what is not described, and has no problems', async () => {
    const report = await checked(vendor());
    expect(report).toMatchObject({ description: 'missing', key: 'accepted', problems: [] });
    expect(report.features.filter(({ isThere }) => isThere)).toEqual([]);
    const text = reportText(report).join('\n');
    expect(text).toContain('✓ Calendar of the day');
    expect(text).toContain('✓ New appointment, walk-in');
    expect(text).toMatch(/– Waiting list +GET \/v1\/waiting-list is not described\n/);
    expect(text).toContain('Nothing was answered wrongly.');
  });
});

test('an operation without an input lacks it, and one that needs what is not sent cannot be used', async () => {
  const body = (properties: object, required: string[] = []) => ({
    requestBody: { content: { 'application/json': { schema: { type: 'object', properties, required } } } },
  });
  const paths = {
    '/v1/appointments/{id}': {
      patch: body({ companyId: {}, expectedUpdatedAt: {}, status: {} }),
      delete: { parameters: [{ name: 'companyId', in: 'query', required: true }] },
    },
    '/v1/clients': { post: body({ companyId: {}, firstName: {}, lastName: {}, vat: {} }, ['vat']) },
  };
  const report = await checked(vendor({ '/openapi.json': { openapi: '3.1.0', paths } }));
  const lacking = (name: string) => report.features.find((feature) => feature.name === name)?.lacking;
  expect(lacking('Status: confirm, check in, no-show, cancel')).toEqual([]);
  expect(lacking('Choose the room')).toEqual(['PATCH /v1/appointments/{id} does not take roomId']);
  expect(lacking('Undo of a booking')).toEqual(['DELETE /v1/appointments/{id} does not take expectedUpdatedAt']);
  expect(lacking('New client')?.join()).toContain('POST /v1/clients requires vat');
  expect(lacking('A booking is sent again after a lost answer')).toEqual(['POST /v1/appointments is not described']);
  expect(idempotencyKeyHeader).toBe('Idempotency-Key');
});

const html = (status = 200) => new Response('<h1>Welcome</h1>', { status, headers: { 'content-type': 'text/html' } });
const appointment = { id: 'a', start: '2026-03-02T09:00Z', end: '2026-03-02T09:30Z' };
const more = { nextCursor: 'x', hasMore: true };

describe('a practice API with incorrect responses', () => {
  test.each<[string, Answers, string]>([
    ['HTML with status 200', { '/v1/pets': html() }, "GET /v1/pets: 200 with text/html that isn't JSON"],
    ['JSON under another content type', { '/ping': new Response('"pong"') }, 'not application/json'],
    ['a server error', { '/v1/enums': new Response('', { status: 500 }) }, 'GET /v1/enums: 500'],
    ['429', { '/v1/clients': new Response('', { status: 429, headers: { 'retry-after': '7' } }) }, 'Retry-After: 7'],
    ['403', { '/v1/pets': new Response('', { status: 403 }) }, "403: the key's employee may not read this"],
    ['404', { '/v1/pets': new Response('', { status: 404 }) }, 'GET /v1/pets: 404: there is nothing at this path'],
    ['a redirect', { '/ping': Response.redirect('https://elsewhere.example/', 302) }, 'https://elsewhere.example/'],
    ['the API key', { '/ping': { key } }, 'the response contains the API key'],
    ['a list that is no page', { '/v1/pets': [] }, 'it is not a page'],
    ['a page that is too long', { '/v1/pets': page([{ id: '1' }, { id: '2' }, { id: '3' }]) }, 'although limit=2'],
    [
      'a start that is a number',
      { '/v1/appointments': page([{ ...appointment, start: 5 }]) },
      'start is 5, not a text',
    ],
    ['a start without a date', { '/v1/appointments': page([{ ...appointment, start: 'noon' }]) }, 'start is a text'],
    [
      'no end',
      { '/v1/appointments': page([{ ...appointment, end: undefined }]) },
      "end is missing, not a text, so the record can't be read",
    ],
    ['a record without an id', { '/v1/clients': page([{ name: 'Ada' }]) }, 'id is missing'],
    [
      'a phone that is a number',
      { '/v1/clients': page([{ id: 'k', phone: 5550100 }]) },
      'phone is 5550100, not a text, so this value is lost',
    ],
    ['more without a cursor', { '/v1/pets': page([{ id: '1' }], { hasMore: true }) }, 'has no nextCursor'],
    ['a cursor that repeats', { '/v1/pets': page([{ id: '1' }, { id: '2' }], more) }, "its cursor doesn't advance"],
    ['enums as a list', { '/v1/enums': [] }, 'not an object with a list for each enum'],
    [
      'a description that is HTML',
      { '/openapi.json': html() },
      "GET /openapi.json: 200 with text/html that isn't JSON",
    ],
    ['a description without paths', { '/openapi.json': {} }, 'it has no paths'],
  ])('%s is told by path', async (_what, answers, problem) => {
    const report = await checked(vendor(answers));
    expect(report.problems).toHaveLength(1);
    expect(reportText(report).join('\n')).toContain(problem);
  });

  test('is reported if it requires no key, as everyone could read it', async () => {
    const report = await checked(
      askOver(() => Response.json(specification['/v1/companies'])),
      null,
    );
    expect(report.problems[0]).toMatchObject({ problem: expect.stringContaining('without a key') });
  });

  test('is reported if its clock is far off', async () => {
    const date = new Date(Date.now() - 12 * 60_000).toUTCString();
    const report = await checked(
      askOver(() => new Response('', { status: 401, headers: { date } })),
      null,
    );
    expect(report.problems).toEqual([
      { request: 'GET /v1/companies', problem: expect.stringContaining('12 min behind') },
    ]);
  });

  test('never shows what is in the records', async () => {
    const report = await checked(vendor({ '/v1/pets': page([{ id: '1', isActive: 'Kaufman', name: 7 }]) }));
    expect(JSON.stringify(report)).not.toContain('Kaufman');
  });

  test('refuses the key: nothing else is read', async () => {
    const report = await checked(vendor(), 'fd_wrong');
    expect(report).toMatchObject({ key: 'refused', problems: [] });
    expect(report.requests.map(({ request }) => request)).not.toContain('GET /v1/pets');
  });
});

test.each<[string, Response | { failure: string }, string]>([
  ['nothing answers', { failure: 'nothing listens at vendor.example' }, 'nothing listens'],
  ['the path is wrong', new Response('', { status: 404 }), 'give the address that /v1/companies is appended to'],
  ['it redirects', Response.redirect('https://www.vendor.example/', 301), 'a redirect to https://www.vendor.example/'],
])('there is no practice API where %s', async (_why, answer, message) => {
  const ask: SendProbe = answer instanceof Response ? askOver(() => answer.clone()) : async () => answer;
  await expect(checked(ask)).rejects.toThrow(message);
  await expect(checked(ask)).rejects.toBeInstanceOf(NoPracticeApiError);
});
