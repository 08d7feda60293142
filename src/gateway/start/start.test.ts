import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { deskHeaders, deskSessionSchema } from '#contract/desk.ts';
import { startLineSchema } from '#contract/desk-start.ts';
import { browserAt } from '#testing/browser-with-cookies.ts';
import { emptyPage, gatewayOrigin, gatewayOver, sharedKey, withSignIn } from '#testing/gateway-harness.ts';

const north = { id: 'north', name: 'North', timeZone: 'America/New_York', openingHours: [], rooms: [] };
const harbour = { ...north, id: 'harbour', timeZone: 'Europe/Paris' };
const practice = (stores: object[] = [north, harbour]) => ({
  ...emptyPage,
  data: [{ id: 'c1', name: 'Alder', stores }],
});

type Answer = () => Response | Promise<Response>;

/** A practice API with one company that has a plan; `overrides` answers some paths differently. */
function service(overrides: Record<string, Answer> = {}) {
  const parameters = ['companyId', 'start', 'end', 'limit', 'cursor'].map((name) => ({ name, in: 'query' }));
  const paths = { '/v1/availability': { get: { parameters, responses: { 200: {} } } } };
  return async (request: Request) => {
    const { pathname } = new URL(request.url);
    const override = overrides[pathname];
    if (override) return override();
    if (pathname === '/openapi.json') return Response.json({ paths });
    if (pathname === '/v1/companies') return Response.json(practice());
    if (pathname === '/v1/enums') return Response.json({});
    return Response.json(emptyPage);
  };
}

const AT_NOON = 'now=1780488000000'; // 2026-06-03T12:00Z
const ADDRESS = `/desk/start?board=1&zone=UTC&${AT_NOON}&firstWeekday=1`;

function read(text: string) {
  const lines = text.split('\n').filter((line) => line !== '');
  const parsed = lines.map((line) => startLineSchema.parse(JSON.parse(line)));
  const answers = parsed.flatMap((line) => ('asked' in line ? [] : [line]));
  return {
    asked: parsed.flatMap((line) => ('asked' in line ? line.asked : [])),
    answered: answers.filter(({ answer }) => answer !== undefined).map(({ request }) => request),
    failed: answers.filter(({ answer }) => answer === undefined).map(({ request }) => request),
    answers,
  };
}

async function started(overrides: Record<string, Answer> = {}, address = ADDRESS) {
  const { gateway, request, seen } = gatewayOver(service(overrides));
  await gateway.start();
  const response = await request(address);
  return { response, seen, ...read(await response.text()) };
}

/** The search and the span of the plan among the requests. */
function asText(asked: readonly string[]) {
  const body = asked
    .find((key) => key.startsWith('POST /api/v1/appointments/search '))
    ?.split(' ')
    .slice(2)
    .join(' ');
  return { search: JSON.parse(body ?? 'null'), plans: asked.filter((key) => key.includes('/availability')) };
}

test('the first response has session, company, names, day and plan, and every header that keeps data private', async () => {
  const { response, asked, answered, answers } = await started();
  expect(answered.slice(0, 2)).toEqual(['GET /desk/session', 'GET /api/v1/companies?limit=500']);
  expect(answered.slice(2).sort()).toEqual([...asked].sort());
  expect(asked.map((key) => key.split(/[? ]/).slice(0, 2).join(' '))).toEqual([
    'GET /api/v1/enums',
    'GET /api/v1/employees',
    'GET /api/v1/appointment-types',
    'POST /api/v1/appointments/search',
    'GET /api/v1/availability',
  ]);
  expect(asText(asked).search).toEqual({
    companyId: 'c1',
    storeIds: ['north'],
    limit: 500,
    filter: {
      or: [
        { start: { gte: '2026-06-03T04:00:00.000Z', lt: '2026-06-04T04:00:00.000Z' } },
        { start: { lt: '2026-06-03T04:00:00.000Z' }, end: { gt: '2026-06-03T04:00:00.000Z' } },
      ],
    },
    cursor: null,
  });
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin');
  for (const { headers } of answers.slice(1)) expect(headers).toHaveProperty(deskHeaders.clock);
});

test('stores, day and view are those of the URL, otherwise the last ones in the browser', async () => {
  const ofUrl = await started({}, `${ADDRESS}&store=harbour&date=2026-02-01&lastStores=north&lastCompany=c1`);
  expect(asText(ofUrl.asked).search).toMatchObject({
    storeIds: ['harbour'],
    filter: { or: [{ start: { gte: '2026-01-31T23:00:00.000Z' } }, {}] },
  });
  const last = await started({}, `${ADDRESS}&lastStores=harbour,north&lastCompany=c1&lastView=week`);
  // The week of the first store, and of those in its zone.
  expect(asText(last.asked).search).toMatchObject({
    storeIds: ['north'],
    filter: { or: [{ start: { gte: '2026-06-01T04:00:00.000Z', lt: '2026-06-08T04:00:00.000Z' } }, {}] },
  });
  const both = await started({}, `${ADDRESS}&store=all`);
  expect(asText(both.asked).search).toMatchObject({
    storeIds: ['harbour', 'north'],
    filter: { or: [{ start: { gte: '2026-06-02T22:00:00.000Z', lt: '2026-06-04T04:00:00.000Z' } }, {}] },
  });
});

test('for a company without stores it asks for the appointments from which the app takes them, and for a day of all stores', async () => {
  const { asked } = await started({ '/v1/companies': () => Response.json(practice([])) }, `${ADDRESS}&zone=Asia/Tokyo`);
  expect(asked).toContain('GET /api/v1/appointments?companyId=c1&limit=500');
  expect(asText(asked).search).not.toHaveProperty('storeIds');
  // The gateway's zone applies to stores without one (`gatewayOver`).
  expect(asText(asked).search).toMatchObject({ filter: { or: [{ start: { gte: '2026-06-02T22:00:00.000Z' } }, {}] } });
});

test('other pages than the calendar get no day, and nonsense in the query is ignored', async () => {
  const { asked } = await started({}, '/desk/start');
  expect(asText(asked)).toEqual({ search: null, plans: [] });
  const odd = await started(
    {},
    '/desk/start?board=1&zone=Mars&now=1e99&firstWeekday=9&lastView=x&date=2026-02-30&company=%00&store=,,',
  );
  expect(odd.answered).toHaveLength(7);
});

test.each<[string, Answer]>([
  ['fails', () => Response.json({ message: 'internal_error' }, { status: 500 })],
  [
    'accepts no more requests',
    () => Response.json({ message: 'rate_limited' }, { status: 429, headers: { 'retry-after': '9' } }),
  ],
  ['refuses', () => Response.json({ message: 'insufficient_access' }, { status: 403 })],
  ['breaks off', () => Promise.reject(new Error('lost'))],
])('a part that the practice API %s has no answer, and the others have', async (_how, answer) => {
  const { failed, answered } = await started({ '/v1/appointments/search': answer });
  expect(failed.map((key) => key.split(' ')[1])).toEqual(['/api/v1/appointments/search']);
  expect(answered).toHaveLength(6);
});

test('without companies it asks for nothing else', async () => {
  const { answered, failed, asked } = await started({ '/v1/companies': () => Response.json({}, { status: 500 }) });
  expect([answered, failed, asked]).toEqual([['GET /desk/session'], ['GET /api/v1/companies?limit=500'], []]);
  const none = await started({ '/v1/companies': () => Response.json(emptyPage) });
  expect(none.asked).toEqual([]);
});

test('each part is sent as soon as it is there, also compressed, while the practice API takes its time for the day', async () => {
  let answerDay = (_: Response) => {};
  const day = new Promise<Response>((resolve) => {
    answerDay = resolve;
  });
  const { gateway, request } = gatewayOver(service({ '/v1/appointments/search': () => day }));
  await gateway.start();
  const response = await request(ADDRESS, { headers: { 'accept-encoding': 'gzip, br' } });
  expect(response.headers.get('content-encoding')).toBe('gzip');
  const lines = response
    .body!.pipeThrough(new DecompressionStream('gzip'))
    .pipeThrough(new TextDecoderStream())
    .getReader();
  let text = '';
  const readLines = async (isEnough: () => boolean) => {
    for (let part = await lines.read(); !part.done; part = await lines.read()) {
      text += part.value;
      if (isEnough()) return;
    }
  };
  await readLines(() => text.includes('"request":"GET /api/v1/availability'));
  expect(text).not.toContain('"request":"POST');
  answerDay(Response.json(emptyPage));
  await readLines(() => false);
  expect(read(text).answered).toHaveLength(7);
});

test('a page that has left is not read for any longer', async () => {
  const { gateway, request } = gatewayOver(service({ '/v1/appointments/search': () => new Promise(() => {}) }));
  await gateway.start();
  const response = await request(ADDRESS);
  const reader = response.body!.getReader();
  await reader.read();
  await reader.cancel();
  expect((await reader.read()).done).toBe(true);
});

test('the session itself is compressed, too', async () => {
  const { request } = gatewayOver(service());
  const response = await request('/desk/session', { headers: { 'accept-encoding': 'gzip' } });
  expect(response.headers.get('content-encoding')).toBe('gzip');
  const session = JSON.parse(gunzipSync(Buffer.from(await response.arrayBuffer())).toString());
  expect(deskSessionSchema.parse(session).signedIn).toBe(true);
});

test('while no one is signed in, and before a practice is set up, there is the session alone', () =>
  withSignIn(async (keyring) => {
    const { gateway, seen } = gatewayOver(service(), { keyring, databaseContent: async () => 'own' });
    const response = await gateway.request(`${gatewayOrigin}${ADDRESS}`);
    expect(read(await response.text()).answered).toEqual(['GET /desk/session']);
    expect(seen).toEqual([]);
  }));

test('a signed-in person gets their data with their key, named in each answer; a page of another site gets nothing', () =>
  withSignIn(async (keyring) => {
    const { gateway, seen } = gatewayOver(service(), { keyring, databaseContent: async () => 'own' });
    const browser = browserAt(gateway);
    const signedIn = deskSessionSchema.parse(
      await (await browser.request('POST', '/desk/session', { apiKey: 'fd_ann-0123456789' })).json(),
    );
    seen.length = 0;
    const { answers, answered } = read(await (await browser.request('GET', ADDRESS)).text());
    expect(answered.length).toBeGreaterThan(5);
    expect(new Set(answers.slice(1).map(({ person }) => person))).toEqual(new Set([signedIn.person]));
    expect(new Set(seen.map(({ headers }) => headers.get('authorization')))).toEqual(
      new Set(['Bearer fd_ann-0123456789']),
    );
    const foreign = await gateway.request(`${gatewayOrigin}${ADDRESS}`, {
      headers: { cookie: browser.cookie(), 'sec-fetch-site': 'cross-site' },
    });
    expect(foreign.status).toBe(403);
  }));

test('the demo signs in a browser of this machine with the same response', () =>
  withSignIn(async (keyring) => {
    const { gateway } = gatewayOver(service(), { keyring, demoKey: async () => sharedKey });
    const browser = browserAt(gateway);
    const response = await browser.request('GET', ADDRESS);
    expect(read(await response.text()).answered.length).toBeGreaterThan(5);
    const again = deskSessionSchema.parse(await (await browser.request('GET', '/desk/session')).json());
    expect(again.signedIn).toBe(true);
    expect((await browser.request('GET', ADDRESS)).headers.getSetCookie()).toEqual([]);
  }));
