import '#app/zod-without-eval.ts';
import { localStore } from '#app/browser/storage.ts';
import { removeOldDrafts } from '#app/browser/tab-drafts.ts';
import '#app/styles.css';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiProvider, createApiClient } from '#app/api/api-client.ts';
import { createDeskSignals, DeskSignalsProvider } from '#app/api/desk-signals.ts';
import { followPerson, followRefusals, knownPerson } from '#app/api/session.ts';
import { applyTheme } from '#app/appearance/theme.ts';
import { readPreferences } from '#app/desk/preferences.ts';
import { firstAnswers } from '#app/desk/prefetch.ts';
import { forgetLastDay, restoreLastDay } from '#app/features/live/last-day.ts';
import { loadFirstMessages } from '#app/language/messages.ts';
import { createQueryClient } from '#app/query-client.ts';
import { completeAddress, createAppRouter } from '#app/router.tsx';

const signals = createDeskSignals(Date.now);
const queryClient = createQueryClient();
const askAgain = followRefusals(queryClient);
const api = createApiClient({
  fetch: globalThis.fetch.bind(globalThis),
  baseUrl: '',
  person: () => knownPerson(queryClient),
  onResponse(report) {
    signals.observe(report);
    askAgain(report);
  },
});
applyTheme(readPreferences(localStore).theme);
removeOldDrafts({ shared: () => localStorage, tab: () => sessionStorage, now: Date.now() });
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

const RETRY_MS = 2000;

/** Nothing can be rendered before the texts are loaded; meanwhile the data of the first page is requested, and waited for a while. */
async function start(element: HTMLElement): Promise<void> {
  const answered = firstAnswers(queryClient, router.load());
  for (;;) {
    try {
      await loadFirstMessages();
      break;
    } catch {
      element.textContent = '…';
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
  await answered;
  await completeAddress(router);
  createRoot(element).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <ApiProvider value={api}>
          <DeskSignalsProvider value={signals}>
            <QueryClientProvider client={queryClient}>
              <RouterProvider router={router} />
            </QueryClientProvider>
          </DeskSignalsProvider>
        </ApiProvider>
      </I18nProvider>
    </StrictMode>,
  );
  if (!import.meta.env.PROD) return;
  const offline = await import('#app/offline-app.ts').catch(() => null);
  await offline?.makeAppWorkOffline(queryClient).catch(() => undefined);
}

void start(root);
