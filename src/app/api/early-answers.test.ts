import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createApiClient, type ResponseReport } from './api-client.ts';
import { askEarly, SIGN_OUT_KEY, takeEarly } from './early-answers.ts';
import { companyQueries } from './reference.ts';
import { sessionQueries } from './session.ts';

const companies = { data: [], nextCursor: null, hasMore: false, totalCount: 0 };

function openPage() {
  const fetched: string[] = [];
  const fetch = vi.fn(async (input: RequestInfo | URL) => {
    fetched.push(String(input));
    return Response.json(String(input).startsWith('/desk/session') ? {} : companies);
  });
  const stored = new Map<string, string>();
  const page: Parameters<typeof askEarly>[0] = { fetch, localStorage: { getItem: (key) => stored.get(key) ?? null } };
  const reports: ResponseReport[] = [];
  const api = createApiClient({
    fetch,
    baseUrl: '',
    early: (url) => takeEarly(page, url),
    onResponse: (report) => reports.push(report),
  });
  return { page, api, fetched, reports, stored };
}

beforeEach(() => vi.useFakeTimers({ now: 1_000_000, toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

test('what was asked for early is not asked for again by the first screen, and anew by the next reading', async () => {
  const { page, api, fetched } = openPage();
  askEarly(page);
  const early = [...fetched];
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await queryClient.fetchQuery({ ...companyQueries.list(api), retry: false });
  await queryClient.fetchQuery({ ...sessionQueries.current(api), retry: false }).catch(() => undefined);
  expect(fetched).toEqual(early);
  await queryClient.fetchQuery({ ...companyQueries.list(api), retry: false, staleTime: 0 });
  expect(fetched).toEqual([...early, '/api/v1/companies?limit=500']);
});

test('an early answer is reported with the time at which it was asked for', async () => {
  const { page, api, reports } = openPage();
  askEarly(page);
  vi.setSystemTime(1_005_000);
  await new QueryClient().fetchQuery({ ...companyQueries.list(api), retry: false });
  expect(reports.map(({ sentAt }) => sentAt)).toEqual([1_000_000]);
});

test('an early answer that is too old is asked for again', async () => {
  const { page } = openPage();
  askEarly(page);
  vi.setSystemTime(1_031_000);
  expect(takeEarly(page, '/desk/session')).toBeUndefined();
});

test('an early request that failed fails for who takes it', async () => {
  const { page, api } = openPage();
  page.fetch = () => Promise.reject(new TypeError('no network'));
  askEarly(page);
  const queryClient = new QueryClient();
  await expect(queryClient.fetchQuery({ ...sessionQueries.current(api), retry: false })).rejects.toMatchObject({
    kind: 'network',
  });
});

test('nothing is asked for early before an unfinished sign-out has reached the gateway', () => {
  const { page, fetched, stored } = openPage();
  stored.set(SIGN_OUT_KEY, '{}');
  askEarly(page);
  expect(fetched).toEqual([]);
  expect(takeEarly(page, '/desk/session')).toBeUndefined();
});
