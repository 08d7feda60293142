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
import { readRemembered } from '#app/routes/remembered.ts';
import type { RouterContext } from '#app/routes/root-route.tsx';
import { screenSpace } from '#app/routes/screen-space.ts';

/**
 * Asks for what the board of an address will show as soon as it is known what that is, while the screen is still being made.
 * What fails is asked for again by the board, which says so.
 */
export async function primeBoard({ api, queryClient }: RouterContext, search: BoardSearch): Promise<void> {
  const asked = await Promise.all([
    queryClient.fetchQuery(sessionQueries.current(api)),
    queryClient.fetchQuery(companyQueries.list(api)),
  ]).catch(() => null);
  if (!asked?.[0].signedIn) return;
  const [session, { records }] = asked;
  const remembered = readRemembered(localStore);
  const company = companyOf(records, search, remembered);
  if (!company) return;
  const fallbackZone = fallbackZoneOf(session);
  const stores = storesOf(company, search.store ?? []);
  const { storesListed } = company;
  const choice = chooseBoard({
    search,
    remembered,
    stores,
    storesListed,
    fallbackZone,
    space: screenSpace(),
    now: Date.now(),
  });
  const days = storeDays({ ...choice, view: columnsViewOf(choice.view), fallbackZone });
  void queryClient.prefetchInfiniteQuery(appointmentQueries.day(api, dayToLoad(company, days)));
  void queryClient.prefetchQuery(enumQueries.ofCompany(api, company.id));
  void queryClient.prefetchQuery(employeeQueries.ofCompany(api, company.id));
  void queryClient.prefetchQuery(appointmentTypeQueries.ofCompany(api, company.id));
}
