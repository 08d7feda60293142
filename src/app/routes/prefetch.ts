import { appointmentQueries } from '#app/api/appointment-queries.ts';
import { appointmentTypeQueries } from '#app/api/appointment-type-queries.ts';
import { companyQueries } from '#app/api/company-queries.ts';
import { storesOf } from '#app/api/directory.ts';
import { employeeQueries } from '#app/api/employee-queries.ts';
import { enumQueries } from '#app/api/enum-queries.ts';
import { sessionQueries } from '#app/api/session-queries.ts';
import { localStore, sessionStore } from '#app/browser/storage.ts';
import { dayToLoad, storeDays } from '#app/features/board/board-days.ts';
import { chooseBoard, columnsViewOf, companyOf, fallbackZoneOf } from '#app/routes/board-choice.ts';
import { type BoardSearch, storeIdsIn } from '#app/routes/board-search.ts';
import { readTabPreferences } from '#app/routes/preferences.ts';
import type { RouterContext } from '#app/routes/root-route.tsx';
import { screenSpace } from '#app/routes/screen-space.ts';

// Errors are ignored here: the screen retries the queries and shows their errors.

/** Loads session and companies; null where nobody is signed in, or where that failed. */
async function loadDesk({ api, queryClient }: RouterContext, search: Pick<BoardSearch, 'company'>) {
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

/** Prefetches the day of an address while the screen is still being rendered. */
export async function prefetchBoard(context: RouterContext, search: BoardSearch): Promise<void> {
  const desk = await loadDesk(context, search);
  if (!desk) return;
  const { session, company, preferences } = desk;
  const fallbackZone = fallbackZoneOf(session);
  const choice = chooseBoard({
    search,
    preferences,
    company,
    stores: storesOf(company, storeIdsIn(search)),
    fallbackZone,
    space: screenSpace(),
    now: Date.now(),
  });
  const days = storeDays({ ...choice, view: columnsViewOf(choice.view), fallbackZone });
  void context.queryClient.prefetchInfiniteQuery(appointmentQueries.day(context.api, dayToLoad(company, days)));
}
