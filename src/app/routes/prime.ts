import { appointmentQueries } from '#app/api/appointment-queries.ts';
import { appointmentTypeQueries } from '#app/api/appointment-type-queries.ts';
import { companyQueries } from '#app/api/company-queries.ts';
import { storesOf } from '#app/api/directory.ts';
import { employeeQueries } from '#app/api/employee-queries.ts';
import { enumQueries } from '#app/api/enum-queries.ts';
import { sessionQueries } from '#app/api/session-queries.ts';
import { localStore } from '#app/browser/storage.ts';
import { dayToLoad, storeDays } from '#app/features/board/board-days.ts';
import { chooseBoard, columnsViewOf, companyOf, fallbackZoneOf } from '#app/routes/board-choice.ts';
import type { BoardSearch } from '#app/routes/board-search.ts';
import { readPreferences } from '#app/routes/preferences.ts';
import type { RouterContext } from '#app/routes/root-route.tsx';
import { screenSpace } from '#app/routes/screen-space.ts';

// What fails here is asked for again by the screen, which says so.

/** Who is at the desk and in which company; null where nobody is, or where that could not be read. */
async function askDesk({ api, queryClient }: RouterContext, search: Pick<BoardSearch, 'company'>) {
  const asked = await Promise.all([
    queryClient.fetchQuery(sessionQueries.current(api)),
    queryClient.fetchQuery(companyQueries.list(api)),
  ]).catch(() => null);
  if (!asked?.[0].signedIn) return null;
  const [session, { records }] = asked;
  const preferences = readPreferences(localStore);
  const company = companyOf(records, search, preferences);
  return company ? { session, company, preferences } : null;
}

/** Asks for what every screen starts from, and then for what a company's ids and values stand for. */
export async function primeDesk(context: RouterContext, search: Pick<BoardSearch, 'company'>): Promise<void> {
  const desk = await askDesk(context, search);
  if (!desk) return;
  const { api, queryClient } = context;
  void queryClient.prefetchQuery(enumQueries.ofCompany(api, desk.company.id));
  void queryClient.prefetchQuery(employeeQueries.ofCompany(api, desk.company.id));
  void queryClient.prefetchQuery(appointmentTypeQueries.ofCompany(api, desk.company.id));
}

/** Asks for the day that the board of an address will show as soon as it is known which, while the screen is still being made. */
export async function primeBoard(context: RouterContext, search: BoardSearch): Promise<void> {
  const desk = await askDesk(context, search);
  if (!desk) return;
  const { session, company, preferences } = desk;
  const fallbackZone = fallbackZoneOf(session);
  const choice = chooseBoard({
    search,
    preferences,
    stores: storesOf(company, search.store ?? []),
    storesListed: company.storesListed,
    fallbackZone,
    space: screenSpace(),
    now: Date.now(),
  });
  const days = storeDays({ ...choice, view: columnsViewOf(choice.view), fallbackZone });
  void context.queryClient.prefetchInfiniteQuery(appointmentQueries.day(context.api, dayToLoad(company, days)));
}
