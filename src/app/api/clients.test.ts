import { QueryClient } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createApiClient } from '#app/api/api-client.ts';
import { clientQueries, loadClients, loadedClients } from '#app/api/clients.ts';

const companyId = 'company';

/** A practice of many clients whose list comes two at a time, and the cursors that it was asked for. */
function practiceOf(count: number) {
  const asked: (string | null)[] = [];
  const api = createApiClient({
    baseUrl: 'http://desk.test',
    fetch: async (input) => {
      const cursor = new URL(input instanceof Request ? input.url : input).searchParams.get('cursor');
      asked.push(cursor);
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
    const known = loadedClients(queryClient, api, companyId);
    return Object.fromEntries(clientIds.flatMap((id) => (known.has(id) ? [[id, known.get(id)?.phone]] : [])));
  };
  return { api, asked, queryClient, phones };
}

test('clients are read no further than it takes to find them', async () => {
  const { asked, phones } = practiceOf(100);
  expect(await phones('c2', 'c0', 'c1')).toEqual({ c0: '+1 0', c1: null, c2: '+1 2' });
  expect(asked).toEqual([null, '2']);
  // The next ones cost the next page, and none that was read.
  expect(await phones('c4')).toEqual({ c4: '+1 4' });
  expect(asked).toEqual([null, '2', '4']);
});

test('who is in no list is looked for to its end once a minute at most, and in so many pages', async () => {
  const few = practiceOf(3);
  expect(await few.phones('c2', 'gone')).toEqual({ c2: '+1 2' });
  expect(few.asked).toHaveLength(2);
  await few.phones('gone');
  expect(few.asked).toHaveLength(2);
  vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  await few.phones('gone');
  expect(few.asked).toHaveLength(4);
  const many = practiceOf(100);
  await many.phones('gone');
  expect(many.asked).toHaveLength(24);
});

test('loading stops where it may not go on', async () => {
  const { api, asked, queryClient } = practiceOf(100);
  await loadClients(queryClient, api, { companyId, clientIds: ['c9'] }, () => asked.length < 2);
  expect(asked).toHaveLength(2);
});

test('clients who were read already are not asked for', async () => {
  const { api, asked, queryClient, phones } = practiceOf(100);
  await queryClient.fetchInfiniteQuery(clientQueries.names(api, { companyId }));
  expect(await phones('c0')).toEqual({ c0: '+1 0' });
  expect(asked).toHaveLength(1);
});
