import '#app/zod-without-eval.ts';
import { createApiClient } from '#app/api/api-client.ts';
import { createDeskSignals } from '#app/api/desk-signals.ts';
import { followPerson, followRefusals, knownPerson } from '#app/api/session.ts';
import { localStore } from '#app/browser/storage.ts';
import { deleteLastDay, restoreLastDay } from '#app/features/live/last-day.ts';
import { createQueryClient } from '#app/query-client.ts';
import { loadDesk, prefetchDay, prefetchReference } from '#app/routes/prefetch.ts';
import { boardSearchSchema } from '#app/session/board-search.ts';
import { lockBeforeOpening } from '#app/session/desk-lock.ts';
import { parseSearchParams } from '#app/text/search-params.ts';

// What asks for the first screen's data. The build makes it a file of its own, which a page runs as soon as it is there: on a slow
// line the code that draws the screen takes seconds longer, and the data arrives beside it.

export const signals = createDeskSignals(Date.now);
export const queryClient = createQueryClient();
const askAgain = followRefusals(queryClient);
export const api = createApiClient({
  fetch: globalThis.fetch.bind(globalThis),
  baseUrl: '',
  person: () => knownPerson(queryClient),
  onResponse(report) {
    signals.observe(report);
    askAgain(report);
  },
});
if (lockBeforeOpening(localStore, Date.now())) deleteLastDay(localStore);
else restoreLastDay(queryClient, localStore);
followPerson({
  api,
  queryClient,
  storage: localStore,
  tabs: window,
  onLeft: () => deleteLastDay(localStore),
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
