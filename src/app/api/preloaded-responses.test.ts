import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ApiClient, createApiClient, type ResponseReport } from '#app/api/api-client.ts';
import { readPreloadedResponses } from '#app/api/preloaded-responses.ts';
import { calls } from '#contract/calls.ts';
import { deskHeaders, sessionCalls } from '#contract/desk.ts';
import { createStorage } from '#testing/storage-in-memory.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-06-03T08:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

const ENUMS = 'GET /api/v1/enums?companyId=c1';
const statuses = (label: string) => ({ APPOINTMENT_STATUS: [{ value: 'requested', label, color: '#123456' }] });
const session = { access: 'sign_in', signedIn: true, canWrite: true, person: 'ann', timeZone: null };
const described = { ...session, practiceSystemUrl: null, calendarLicenseKey: 'x', capabilities: {}, demo: false };

/** A page whose first requests are preloaded for Ann. */
function opened({ agoMs = 0 } = {}) {
  const storage = createStorage();
  storage.setItem('frontdesk.person', 'ann');
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given;
    },
  });
  const sentAt = Date.now() - agoMs;
  const preloaded = readPreloadedResponses(
    { response: Promise.resolve(new Response(body)), sentAt, person: 'ann' },
    storage,
  );
  const sent: string[] = [];
  const reports: ResponseReport[] = [];
  let person: string | null = 'ann';
  const api: ApiClient = createApiClient({
    async fetch(address, init) {
      sent.push(`${init?.method} ${address}`);
      return Response.json(String(address).startsWith('/desk/') ? { ...described, person } : statuses('sent'));
    },
    baseUrl: '',
    preloaded,
    person: () => person,
    onResponse: (report) => void reports.push(report),
  });
  const line = (value: object) => controller?.enqueue(encoder.encode(`${JSON.stringify(value)}\n`));
  return {
    storage,
    sent,
    reports,
    sentAt,
    become: (other: string | null) => {
      person = other;
    },
    ask: (keys: string[]) => line({ asked: keys }),
    answer: (request: string, answer: unknown, of: string | null = 'ann') =>
      line({ request, person: of, headers: { [deskHeaders.clock]: '5' }, answer }),
    fail: (request: string) => line({ request, person: 'ann' }),
    text: (text: string) => controller?.enqueue(encoder.encode(text)),
    close: () => controller?.close(),
    breakOff: () => controller?.error(new TypeError('lost')),
    enums: async () => (await api.call(calls.listEnums, { companyId: 'c1' }))['APPOINTMENT_STATUS']?.[0]?.label,
    session: async () => (await api.call(sessionCalls.getSession, {})).person,
    api,
  };
}

/** The label of an enum value, and the requests that were sent for it. */
async function labelAndSent({ enums, sent }: ReturnType<typeof opened>) {
  return [await enums(), sent];
}

test('an answer that arrives in parts is taken once, with its headers; the next time the page asks itself', async () => {
  const page = opened();
  const label = page.enums();
  const text = JSON.stringify({
    request: ENUMS,
    person: 'ann',
    headers: { [deskHeaders.clock]: '5' },
    answer: statuses('é'),
  });
  for (const part of [text.slice(0, 30), text.slice(30, 31), `${text.slice(31)}\n`]) page.text(part);
  expect(await label).toBe('é');
  expect(page.sent).toEqual([]);
  expect(page.reports).toMatchObject([{ path: '/api/v1/enums?companyId=c1', status: 200, sentAt: page.sentAt }]);
  expect(page.reports[0]?.headers.get(deskHeaders.clock)).toBe('5');
  page.close();
  expect(await labelAndSent(page)).toEqual(['sent', [ENUMS]]);
});

test('a request that is not preloaded is sent as soon as that is known, and one that is waits for its response', async () => {
  const page = opened();
  page.ask([ENUMS]);
  await page.api.call(calls.listEmployees, { companyId: 'c1' }).catch(() => null);
  expect(page.sent).toEqual(['GET /api/v1/employees?companyId=c1']);
  const label = page.enums();
  page.answer(ENUMS, statuses('preloaded'));
  expect(await label).toBe('preloaded');
});

test.each<[string, (page: ReturnType<typeof opened>) => void]>([
  ['has failed in the gateway', (page) => page.fail(ENUMS)],
  ['never comes', (page) => page.close()],
  ['breaks off', (page) => page.breakOff()],
  ['is not JSON', (page) => page.text('{"request":\n')],
  ['is late', () => void vi.advanceTimersByTime(4_000)],
])('the page asks itself if the answer %s', async (_how, happen) => {
  const page = opened();
  page.ask([ENUMS]);
  const answered = labelAndSent(page);
  happen(page);
  expect(await answered).toEqual(['sent', [ENUMS]]);
});

test('an answer for another person is never used', async () => {
  const page = opened();
  page.answer(ENUMS, statuses('of Bob'), 'bob');
  expect(await labelAndSent(page)).toEqual(['sent', [ENUMS]]);
  const other = opened();
  const label = other.enums();
  // While the page waits, someone else signs in.
  other.become('bob');
  other.answer(ENUMS, statuses('of Ann'));
  expect(await label).toBe('sent');
});

test('the session is not taken after another tab has signed someone else in, or has signed out', async () => {
  const page = opened();
  page.answer('GET /desk/session', described);
  page.storage.setItem('frontdesk.person', 'bob');
  page.become('bob');
  expect([await page.session(), page.sent]).toEqual(['bob', ['GET /desk/session']]);
  const leaving = opened();
  leaving.answer('GET /desk/session', described);
  leaving.storage.setItem('frontdesk.sign-out', '{}');
  await leaving.session();
  expect(leaving.sent).toEqual(['GET /desk/session']);
  const same = opened();
  same.answer('GET /desk/session', described);
  expect([await same.session(), same.sent]).toEqual(['ann', []]);
});

test('once something is changed, and for background reads, nothing is taken', async () => {
  const page = opened();
  page.answer(ENUMS, statuses('preloaded'));
  await page.api.call(calls.listEnums, { companyId: 'c1' }, { purpose: 'recheck' });
  expect(page.sent).toEqual([ENUMS]);
  await page.api.call(sessionCalls.signOut, {});
  expect(await labelAndSent(page)).toEqual(['sent', [ENUMS, 'DELETE /desk/session', ENUMS]]);
});

test('an aborted request takes nothing and sends nothing', async () => {
  const page = opened();
  const abort = new AbortController();
  const call = page.api.call(calls.listEnums, { companyId: 'c1' }, { signal: abort.signal });
  abort.abort();
  page.answer(ENUMS, statuses('preloaded'));
  await expect(call).rejects.toThrow('aborted');
  expect(page.sent).toEqual([]);
});

test('answers from so long ago that polls would not report what has changed since are not used', async () => {
  const page = opened({ agoMs: 31_000 });
  page.answer(ENUMS, statuses('old'));
  expect(await labelAndSent(page)).toEqual(['sent', [ENUMS]]);
});
