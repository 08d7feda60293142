import type { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '#app/api/api-client.ts';
import { retryUntilLoaded } from '#app/api/api-error.ts';
import { appointmentQueries } from '#app/api/appointments.ts';
import { type DeskCompany, storesOf } from '#app/api/directory.ts';
import { petQueries } from '#app/api/pets.ts';
import { appointmentTypeQueries, companyQueries, employeeQueries, enumQueries } from '#app/api/reference.ts';
import { sessionQueries } from '#app/api/session.ts';
import { screenSpace } from '#app/browser/screen-space.ts';
import { localStore, sessionStore } from '#app/browser/storage.ts';
import { dayToLoad, storeDays } from '#app/features/board/model/board-columns.ts';
import {
  type BoardChoice,
  type BoardSearch,
  chooseBoard,
  columnsViewOf,
  completedSearch,
  isKnown,
  isPartial,
  storeIdsIn,
} from '#app/session/board-search.ts';
import { companyOf, fallbackZoneOf } from '#app/session/company.ts';
import { type Preferences, readTabPreferences } from '#app/session/preferences.ts';
import type { DeskSession } from '#contract/desk.ts';

/** The context of the routes' loaders. */
export interface RouterContext {
  api: ApiClient;
  queryClient: QueryClient;
}

// Errors are ignored here: the screen retries the queries and shows their errors.

/** Loads session and companies; null where nobody is signed in, or where that failed. */
async function loadDesk(
  { api, queryClient }: RouterContext,
  search: Pick<BoardSearch, 'company'>,
): Promise<LoadedDesk | null> {
  const asked = await Promise.all([
    queryClient.fetchQuery(sessionQueries.current(api)),
    queryClient.fetchQuery(companyQueries.list(api)),
  ]).catch(() => null);
  if (!asked?.[0].signedIn) return null;
  const [session, { records }] = asked;
  const preferences = readTabPreferences(localStore, sessionStore);
  const company = companyOf(records, search, preferences);
  return company ? { session, company, preferences } : null;
}

/** Prefetches session, companies and the company's reference data. */
export async function prefetchDesk(context: RouterContext, search: Pick<BoardSearch, 'company'>): Promise<void> {
  const desk = await loadDesk(context, search);
  if (!desk) return;
  const { api, queryClient } = context;
  void queryClient.prefetchQuery(enumQueries.ofCompany(api, desk.company.id));
  void queryClient.prefetchQuery(employeeQueries.ofCompany(api, desk.company.id));
  void queryClient.prefetchQuery(appointmentTypeQueries.ofCompany(api, desk.company.id));
}

interface LoadedDesk {
  session: DeskSession;
  company: DeskCompany;
  preferences: Preferences;
}

/** What the board shows at an address. */
function boardAt({ session, company, preferences }: LoadedDesk, search: BoardSearch): BoardChoice {
  return chooseBoard({
    search,
    preferences,
    company,
    stores: storesOf(company, storeIdsIn(search)),
    fallbackZone: fallbackZoneOf(session),
    space: screenSpace(),
    now: Date.now(),
  });
}

/**
 * The address of the board with what it lacks of what is shown; null where it lacks nothing, names what does not exist, or what it
 * takes is not loaded. Rendered with it from the beginning, the first screen is not rendered once more for it.
 */
export function completedAddress({ api, queryClient }: RouterContext, search: BoardSearch): BoardSearch | null {
  const session = queryClient.getQueryData(sessionQueries.current(api).queryKey);
  const companies = queryClient.getQueryData(companyQueries.list(api).queryKey);
  const preferences = readTabPreferences(localStore, sessionStore);
  const company = companyOf(companies?.records ?? [], search, preferences);
  if (!session?.signedIn || !company || !isPartial(search, preferences)) return null;
  const choice = boardAt({ session, company, preferences }, search);
  return isKnown(choice) ? completedSearch(search, { choice, preferences, companyId: company.id }) : null;
}

/** Prefetches the day of an address, then the names of its pets. */
export async function prefetchBoard(context: RouterContext, search: BoardSearch): Promise<void> {
  const desk = await loadDesk(context, search);
  if (!desk) return;
  const { session, company } = desk;
  const fallbackZone = fallbackZoneOf(session);
  const choice = boardAt(desk, search);
  const days = storeDays({ ...choice, view: columnsViewOf(choice.view), fallbackZone });
  const { api, queryClient } = context;
  const day = appointmentQueries.day(api, dayToLoad(company, days));
  await queryClient.prefetchInfiniteQuery(day);
  const records = queryClient.getQueryData(day.queryKey)?.pages.flatMap((page) => page.records) ?? [];
  if (records.some(({ petId }) => petId !== null))
    void queryClient.prefetchInfiniteQuery({
      ...petQueries.names(api, { companyId: company.id }),
      retry: retryUntilLoaded.retry,
    });
}

/** The longest wait of the first screen for what it shows, in milliseconds. */
const MAX_WAIT_MS = 1000;

/**
 * Resolves once what the first screen asks for is there, or after a second: rendered with all that it shows, a screen takes
 * half the time of one that is rendered again with each answer. A request that fails is not waited for, since what the browser
 * kept of the last day can be shown meanwhile.
 *
 * @param begun resolves once the loaders of the first screen have run
 */
export function firstAnswers(queryClient: QueryClient, begun: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    let looking: ReturnType<typeof setTimeout> | undefined;
    const timer = setTimeout(end, MAX_WAIT_MS);
    const stop = queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated') return;
      if (event.action.type === 'failed') return end();
      clearTimeout(looking);
      // Not at once: what was waiting for this answer asks for more.
      looking = setTimeout(() => {
        if (queryClient.isFetching() === 0) end();
      });
    });
    // A page that is not there asks for nothing.
    void begun.finally(() => {
      if (queryClient.isFetching() === 0) end();
    });
    function end() {
      stop();
      clearTimeout(timer);
      clearTimeout(looking);
      resolve();
    }
  });
}
