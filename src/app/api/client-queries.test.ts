import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { createApiClient } from './client.ts';
import { clientQueries } from './client-queries.ts';

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
  const phones = async (...clientIds: string[]) =>
    Object.fromEntries(await queryClient.fetchQuery(clientQueries.phones(api, { companyId, clientIds })));
  return { api, asked, queryClient, phones };
}

test('phone numbers are read no further than it takes to find them', async () => {
  const { asked, phones } = practiceOf(100);
  expect(await phones('c2', 'c0', 'c1')).toEqual({ c0: '+1 0', c2: '+1 2' });
  expect(asked).toEqual([null, '2']);
  // In another order they are known.
  await phones('c0', 'c1', 'c2', 'c2');
  expect(asked).toHaveLength(2);
});

test('phone numbers are worth a few requests, and who is not found has none', async () => {
  const many = practiceOf(100);
  expect(await many.phones('c0', 'c99')).toEqual({ c0: '+1 0' });
  expect(many.asked).toHaveLength(4);
  const few = practiceOf(3);
  expect(await few.phones('c2', 'gone')).toEqual({ c2: '+1 2' });
  expect(few.asked).toHaveLength(2);
  expect(await few.phones()).toEqual({});
  expect(few.asked).toHaveLength(2);
});

test('clients who were read already are not asked for', async () => {
  const { api, asked, queryClient, phones } = practiceOf(100);
  await queryClient.fetchInfiniteQuery(clientQueries.names(api, { companyId }));
  expect(await phones('c0')).toEqual({ c0: '+1 0' });
  expect(asked).toHaveLength(1);
});
