import '#app/zod-without-eval.ts';
import { guardPresses } from '#app/browser/guard-presses.ts';
import { localStore } from '#app/browser/storage.ts';
import { removeDraftsOfKind, removeOldDrafts } from '#app/browser/tab-drafts.ts';
import '#app/styles.css';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { boardSearchSchema } from '#app/addresses/board-search.ts';
import { ApiContext, createApiClient } from '#app/api/api-client.ts';
import { BudgetAndClockContext, createBudgetAndClock } from '#app/api/budget-and-clock.ts';
import { readPreloadedResponses } from '#app/api/preloaded-responses.ts';
import { createRefusalHandler, followPerson, signedInPerson } from '#app/api/session.ts';
import { applyTheme } from '#app/appearance/theme.ts';
import { deleteLastDay, restoreLastDay } from '#app/features/live/last-day.ts';
import { loadFirstMessages } from '#app/language/load-messages.ts';
import { makeAppWorkOffline } from '#app/offline-app.ts';
import { createQueryClient } from '#app/query-client.ts';
import { createAppRouter } from '#app/router.tsx';
import { completeSearch } from '#app/routes/complete-url.ts';
import { showLinkNotice } from '#app/routes/link-notice.ts';
import { type LoadedDesk, prefetchBoard } from '#app/routes/prefetch.ts';
import { lockBeforeOpening } from '#app/session/desk-lock.ts';
import { readPreferences } from '#app/session/preferences.ts';
import { parseSearchParams, stringifySearchParams } from '#app/text/search-params.ts';

const signals = createBudgetAndClock(Date.now);
const queryClient = createQueryClient();
const handleRefusal = createRefusalHandler(queryClient);
const api = createApiClient({
  fetch: globalThis.fetch.bind(globalThis),
  baseUrl: '',
  preloaded: window.startRequest ? readPreloadedResponses(window.startRequest, localStore) : null,
  person: () => signedInPerson(queryClient),
  onResponse(report) {
    signals.observe(report);
    handleRefusal(report);
  },
});

/**
 * Deletes stored data with the names of clients and pets: the last day that was shown, and the drafts of imports. Other drafts
 * are kept for the person who typed them.
 */
function forgetNames() {
  deleteLastDay(localStore);
  removeDraftsOfKind('import', () => localStorage);
}

if (lockBeforeOpening(localStore, Date.now())) forgetNames();
else restoreLastDay(queryClient, localStore);
followPerson({ api, queryClient, storage: localStore, tabs: window, onLeft: forgetNames });

/** The prefetch of the calendar's data, which begins before rendering; null if the page does not open with the calendar. */
const boardPrefetch =
  location.pathname === '/'
    ? prefetchBoard({ api, queryClient }, boardSearchSchema.parse(parseSearchParams(location.search)))
    : null;

guardPresses();
applyTheme(readPreferences(localStore).theme);
removeOldDrafts({ shared: () => localStorage, tab: () => sessionStorage, now: Date.now() });

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element with the id "root".');

const RETRY_MS = 2000;
/**
 * How long, in milliseconds, rendering waits for the desk's data, which has usually arrived by then. Without the data,
 * the page would have to be rendered twice.
 */
const DESK_WAIT_MS = 300;

/** Completes the URL before the router reads it, because otherwise the router would navigate a second time. */
function completeUrl(desk: LoadedDesk): void {
  const { pathname, search, hash } = location;
  const complete = completeSearch(desk, pathname, parseSearchParams(search));
  if (!complete) return;
  showLinkNotice(complete.notice);
  history.replaceState(history.state, '', `${pathname}${stringifySearchParams({ ...complete.search })}${hash}`);
}

/** Loads the texts, without which nothing can be rendered, and then renders the app. */
async function start(element: HTMLElement): Promise<void> {
  for (;;) {
    try {
      await loadFirstMessages();
      break;
    } catch {
      element.textContent = '…';
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
  const desk = await Promise.race([
    boardPrefetch,
    new Promise<null>((resolve) => setTimeout(resolve, DESK_WAIT_MS, null)),
  ]);
  if (desk !== null) completeUrl(desk);
  const router = createAppRouter({ api, queryClient });
  createRoot(element).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <ApiContext value={api}>
          <BudgetAndClockContext value={signals}>
            <QueryClientProvider client={queryClient}>
              <RouterProvider router={router} />
            </QueryClientProvider>
          </BudgetAndClockContext>
        </ApiContext>
      </I18nProvider>
    </StrictMode>,
  );
  if (import.meta.env.PROD) await makeAppWorkOffline().catch(() => undefined);
}

void start(root);
