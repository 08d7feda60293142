import '#app/zod-without-eval.ts';
import { boardSearchSchema } from '#app/addresses/board-search.ts';
import { createApiClient } from '#app/api/api-client.ts';
import { createDeskSignals } from '#app/api/desk-signals.ts';
import { followPerson, followRefusals, signedInPerson } from '#app/api/session.ts';
import { localStore } from '#app/browser/storage.ts';
import { removeDraftsOf } from '#app/browser/tab-drafts.ts';
import { deleteLastDay, restoreLastDay } from '#app/features/live/last-day.ts';
import { createQueryClient } from '#app/query-client.ts';
import { loadDesk, prefetchDay, prefetchReference } from '#app/routes/prefetch.ts';
import { lockBeforeOpening } from '#app/session/desk-lock.ts';
import { parseSearchParams } from '#app/text/search-params.ts';

// Sends the requests for the first screen. The build puts it into a separate file, which a page runs as soon as it
// arrives: on a slow line the code that renders the screen takes seconds longer, and the data loads in parallel.

export const signals = createDeskSignals(Date.now);
export const queryClient = createQueryClient();
const askAgain = followRefusals(queryClient);
export const api = createApiClient({
  fetch: globalThis.fetch.bind(globalThis),
  baseUrl: '',
  person: () => signedInPerson(queryClient),
  onResponse(report) {
    signals.observe(report);
    askAgain(report);
  },
});
/** Deletes stored data that names people, except drafts, which are kept for the person who typed them. */
function forgetNames() {
  deleteLastDay(localStore);
  removeDraftsOf('import', () => localStorage);
}

if (lockBeforeOpening(localStore, Date.now())) forgetNames();
else restoreLastDay(queryClient, localStore);
followPerson({
  api,
  queryClient,
  storage: localStore,
  tabs: window,
  onLeft: forgetNames,
});

async function prefetchBoard(): Promise<void> {
  const search = boardSearchSchema.parse(parseSearchParams(location.search));
  // The screen shows the error.
  const desk = await loadDesk({ api, queryClient }, search).catch(() => null);
  if (!desk) return;
  prefetchReference({ api, queryClient }, desk);
  await prefetchDay({ api, queryClient }, desk, search);
}

if (location.pathname === '/') void prefetchBoard();
