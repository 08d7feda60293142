import { QueryClient } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createApiClient } from '#app/api/api-client.ts';
import { clientQueries, loadClients, loadedClients } from '#app/api/clients.ts';

const companyId = 'company';

/** A practice with many clients, two per page, and the cursors that were requested. */
function practiceOf(count: number) {
  const cursors: (string | null)[] = [];
  const api = createApiClient({
    baseUrl: 'http://desk.test',
    fetch: async (input) => {
      const cursor = new URL(input instanceof Request ? input.url : input).searchParams.get('cursor');
      cursors.push(cursor);
      const from = Number(cursor ?? 0);
      const data = Array.from({ length: Math.min(2, count - from) }, (_, index) => ({
        id: `c${from + index}`,
        phone: from + index === 1 ? null : `+1 ${from + index}`,
      }));
      return Response.json({ data, nextCursor: from + 2 < count ? String(from + 2) : null, totalCount: count });
    },
  });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const phones = async (...clientIds: string[]) => {
    await loadClients(queryClient, api, { companyId, clientIds });
    const loadedSoFar = loadedClients(queryClient, api, companyId);
    return Object.fromEntries(
      clientIds.flatMap((id) => (loadedSoFar.has(id) ? [[id, loadedSoFar.get(id)?.phone]] : [])),
    );
  };
  return { api, cursors, queryClient, phones };
}

test('reads clients only until all of them are found', async () => {
  const { cursors, phones } = practiceOf(100);
  expect(await phones('c2', 'c0', 'c1')).toEqual({ c0: '+1 0', c1: null, c2: '+1 2' });
  expect(cursors).toEqual([null, '2']);
  // The next clients cost one more page, and no page is read twice.
  expect(await phones('c4')).toEqual({ c4: '+1 4' });
  expect(cursors).toEqual([null, '2', '4']);
});

test('searches the whole list for a missing client at most once a minute, and only so many pages', async () => {
  const small = practiceOf(3);
  expect(await small.phones('c2', 'gone')).toEqual({ c2: '+1 2' });
  expect(small.cursors).toHaveLength(2);
  await small.phones('gone');
  expect(small.cursors).toHaveLength(2);
  vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  await small.phones('gone');
  expect(small.cursors).toHaveLength(4);
  const large = practiceOf(100);
  await large.phones('gone');
  expect(large.cursors).toHaveLength(24);
});

test('loading stops when it may not continue', async () => {
  const { api, cursors, queryClient } = practiceOf(100);
  await loadClients(queryClient, api, { companyId, clientIds: ['c9'] }, () => cursors.length < 2);
  expect(cursors).toHaveLength(2);
});

test('does not request clients that are already loaded', async () => {
  const { api, cursors, queryClient, phones } = practiceOf(100);
  await queryClient.fetchInfiniteQuery(clientQueries.names(api, { companyId }));
  expect(await phones('c0')).toEqual({ c0: '+1 0' });
  expect(cursors).toHaveLength(1);
});
