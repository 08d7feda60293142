import '#app/zod-without-eval.ts';
import { localStore } from '#app/browser/storage.ts';
import '#app/styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiProvider } from '#app/api/api-context.ts';
import { createApiClient } from '#app/api/client.ts';
import { followPerson } from '#app/api/desk-person.ts';
import { createDeskSignals, DeskSignalsProvider } from '#app/api/desk-signals.ts';
import { sessionQueries } from '#app/api/session-queries.ts';
import { applyTheme } from '#app/appearance/theme.ts';
import { keepAppAtHand } from '#app/at-hand.ts';
import { forgetLastDay, restoreLastDay } from '#app/features/live/last-day.ts';
import { createQueryClient } from '#app/query-client.ts';
import { createAppRouter } from '#app/router.tsx';
import { readRemembered } from '#app/routes/remembered.ts';

const signals = createDeskSignals(Date.now);
const queryClient = createQueryClient();
const api = createApiClient({
  fetch: globalThis.fetch.bind(globalThis),
  baseUrl: '',
  onResponse(report) {
    signals.observe(report);
    // A key that was revoked, or a session that ran out: whoever is at the desk is asked to sign in again.
    if (report.status === 401) void queryClient.invalidateQueries({ queryKey: sessionQueries.all() });
  },
});
applyTheme(readRemembered(localStore).theme);
restoreLastDay(queryClient, localStore);
followPerson({
  api,
  queryClient,
  storage: localStore,
  tabs: window,
  onLeft: () => forgetLastDay(localStore),
});
const router = createAppRouter({ api, queryClient });

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element with the id "root".');
createRoot(root).render(
  <StrictMode>
    <ApiProvider value={api}>
      <DeskSignalsProvider value={signals}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </DeskSignalsProvider>
    </ApiProvider>
  </StrictMode>,
);

if (import.meta.env.PROD) void keepAppAtHand(queryClient).catch(() => undefined);
