import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { boardSearchSchema } from '#app/addresses/board-search.ts';
import { createApiClient } from '#app/api/api-client.ts';
import { availabilityQueries } from '#app/days/availability.ts';
import { createQueryClient } from '#app/query-client.ts';
import { boardChoiceAt, prefetchBoard } from '#app/routes/prefetch.ts';
import { fallbackZoneOf } from '#app/session/fallback-zone.ts';
import { readFirstWeekday } from '#app/session/preferences.ts';
import { parseSearchParams, stringifySearchParams } from '#app/text/search-params.ts';
import { startLineSchema } from '#contract/desk-start.ts';
import { type DeskRequest, requestKey } from '#contract/request.ts';
import { streamStartLines } from '#gateway/start/start-lines.ts';
import { toColumnsView } from '#scheduling/board-day.ts';
import { listStoreDays, listWeeksOfDays } from '#scheduling/shown-days.ts';
import { createStorage } from '#testing/storage-in-memory.ts';
import { buildStartUrl, sendStartRequest } from './start-request.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const zone = fc.constantFrom(
  null,
  'America/New_York',
  'Europe/Paris',
  'Pacific/Kiritimati',
  'Asia/Kathmandu',
  'Mars/Base',
);
const storeId = fc.constantFrom('s1', 's2', 's3', 'a,b', '50%', 'gone');
const store = fc
  .record({ id: storeId, timeZone: zone })
  .map((one) => ({ ...one, name: one.id, openingHours: [], rooms: [] }));
const companies = fc.uniqueArray(fc.constantFrom('c1', 'c2', 'c3'), { minLength: 1 }).chain((ids) =>
  fc.tuple(
    ...ids.map((id) =>
      fc.record({
        id: fc.constant(id),
        name: fc.constant(id),
        stores: fc.uniqueArray(store, { maxLength: 3, selector: (one) => one.id }),
      }),
    ),
  ),
);
const companyId = fc.constantFrom('c1', 'c2', 'gone', '');
const stores = fc.oneof(fc.constant('all'), fc.array(storeId, { maxLength: 3 }));
const view = fc.constantFrom('rooms', 'vets', 'week', 'list', 'flow', 'month', '');
const date = fc.constantFrom('2026-03-29', '2026-10-25', '2026-02-30', '9999-12-31', 'tomorrow', '');
const optional = { requiredKeys: [] };
const url = fc.record(
  { company: companyId, store: stores, date, view, q: fc.constant('bella'), vet: fc.constant(['v1']) },
  optional,
);
const nonsense = fc.constantFrom<unknown>(null, 5, {}, 'week');
const preferences = fc.record(
  {
    companyId: fc.oneof(companyId, nonsense),
    storeIds: fc.oneof(stores, nonsense),
    view: fc.oneof(view, nonsense),
    firstWeekday: fc.oneof(fc.integer({ min: 1, max: 7 }), fc.constantFrom(null)),
  },
  optional,
);
const ofTab = fc.option(fc.record({ companyId, storeIds: stores }), { nil: null });
const now = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2027-01-01') });

const session = {
  ...{
    access: 'shared',
    signedIn: true,
    canWrite: true,
    person: null,
    practiceSystemUrl: null,
    calendarLicenseKey: '',
  },
  capabilities: { listAvailability: { fields: [], idempotent: false } },
  demo: false,
};

test('the preloaded requests are those that the page would send, whatever the URL and the stored choices', () =>
  fc.assert(
    fc.asyncProperty(
      companies,
      zone,
      url,
      preferences,
      ofTab,
      now,
      async (listed, timeZone, search, stored, tab, at) => {
        vi.useFakeTimers({ now: at, toFake: ['Date'] });
        const [browser, tabStorage] = [createStorage(), createStorage()];
        browser.setItem('frontdesk.board', JSON.stringify(stored));
        if (tab) tabStorage.setItem('frontdesk.tab', JSON.stringify(tab));
        vi.stubGlobal('localStorage', browser);
        vi.stubGlobal('sessionStorage', tabStorage);
        vi.stubGlobal('matchMedia', () => ({ matches: false }));
        const page = { pathname: '/', search: stringifySearchParams(search) };

        const respond = (path: string) => {
          if (path.startsWith('/desk/session')) return Response.json({ ...session, timeZone });
          if (path.startsWith('/api/v1/companies')) return Response.json({ data: listed, nextCursor: null });
          return Response.json({ data: [], nextCursor: null });
        };
        const address = buildStartUrl(page, at);
        const preloaded: string[] = [];
        const query = Object.fromEntries(new URLSearchParams(address.split('?')[1]));
        const ask = async ({ path }: DeskRequest) => respond(path);
        for await (const line of streamStartLines(respond('/desk/session'), ask, query)) {
          const one = startLineSchema.parse(JSON.parse(line));
          if ('request' in one) preloaded.push(one.request);
        }

        const sent: string[] = [];
        const queryClient = createQueryClient();
        const api = createApiClient({
          async fetch(path, init) {
            const { method, body } = init ?? {};
            sent.push(
              requestKey({ method: method as DeskRequest['method'], path: String(path), body: body as string | null }),
            );
            return respond(String(path));
          },
          baseUrl: '',
        });
        const parsed = boardSearchSchema.parse(parseSearchParams(page.search));
        const desk = await prefetchBoard({ api, queryClient }, parsed);
        if (!desk) throw new Error('The page has no company.');
        const choice = boardChoiceAt(desk, parsed);
        const fallbackZone = fallbackZoneOf(desk.session);
        const shown = { ...choice, view: toColumnsView(choice.view), fallbackZone, firstWeekday: readFirstWeekday };
        for (const monday of listWeeksOfDays(listStoreDays(shown)))
          void queryClient.prefetchQuery(availabilityQueries.week(api, { companyId: desk.company.id, monday }));
        await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0), { interval: 1 });
        expect(preloaded.sort()).toEqual(sent.filter((key) => !key.includes('/v1/pets')).sort());
      },
    ),
    { numRuns: 200 },
  ));

test('pages other than the calendar ask for no day', () => {
  expect(buildStartUrl({ pathname: '/clients', search: '?q=bella' }, 0)).not.toMatch(/board|bella/);
});

test('nothing is requested before a sign-out', () => {
  const browser = createStorage();
  vi.stubGlobal('localStorage', browser);
  const sent: string[] = [];
  const fetch = async (address: string) => {
    sent.push(address);
    return Response.error();
  };
  const open = () => sendStartRequest({ fetch, location: { pathname: '/', search: '' }, now: Date.now() });
  browser.setItem('frontdesk.sign-out', '{}');
  expect(open()).toBeNull();
  browser.removeItem('frontdesk.sign-out');
  // The desk locked while no page was open.
  browser.setItem('frontdesk.person', 'ann');
  browser.setItem('frontdesk.used', String(Date.now() - 3_600_000));
  expect([open(), sent]).toEqual([null, []]);
  browser.removeItem('frontdesk.used');
  expect(open()).toMatchObject({ person: 'ann' });
  expect(sent).toHaveLength(1);
});
