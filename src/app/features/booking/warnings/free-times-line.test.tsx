import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { ApiProvider } from '#app/api/api-context.ts';
import { appointmentQueries } from '#app/api/appointment-queries.ts';
import { createApiClient } from '#app/api/client.ts';
import type { BookingStore } from '#app/features/booking/booking-schema.ts';
import { laterDays } from './free-times.ts';
import { FreeTimesLine } from './free-times-line.tsx';

const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds;
const store: BookingStore = {
  id: 'north',
  name: 'North',
  timeZone: 'America/New_York',
  openingHours: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: '08:00', closes: '18:00' })),
  rooms: [],
};
/** Tuesday 2 June 2026, 18:30 in New York, when the store is closed. */
const time = { start: at('2026-06-02T22:30Z'), end: at('2026-06-02T23:00Z') };
const now = time.start - 60_000;

/** What the line says while the form does not stand still yet, after the later days were read with an answer. */
async function lineAfter(answer: () => Response) {
  const api = createApiClient({ baseUrl: 'http://desk.test', fetch: async () => answer() });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const [week] = laterDays({ time, store, petId: null, vetId: null, now, count: 5 });
  if (!week) throw new Error('there are days to look at');
  const from = new Date(week.window.start).toISOString();
  const to = new Date(week.window.end).toISOString();
  const query = appointmentQueries.day(api, { companyId: 'company', storeIds: ['north'], from, to });
  await queryClient.prefetchInfiniteQuery(query);
  return renderToStaticMarkup(
    <ApiProvider value={api}>
      <QueryClientProvider client={queryClient}>
        <FreeTimesLine
          companyId="company"
          stores={[store]}
          store={store}
          time={time}
          petId={null}
          vet={null}
          now={now}
          appointments={[]}
          onStart={() => undefined}
        />
      </QueryClientProvider>
    </ApiProvider>,
  );
}

test('later days that could not be loaded are not called full', async () => {
  const line = await lineAfter(() => Response.json({ message: 'Down', data: {} }, { status: 503 }));
  expect(line).toContain('The next days could not be loaded.');
  expect(line).toMatch(/<button[^>]*>Try again<\/button>/);
  expect(line).not.toContain('free');
});

test('what is known of later days is offered at once', async () => {
  const line = await lineAfter(() => Response.json({ data: [], nextCursor: null, hasMore: false, totalCount: 0 }));
  expect(line).toContain('Nothing is free that day. Free on ');
  expect(line).not.toContain('could not be loaded');
});
